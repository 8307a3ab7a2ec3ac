import type { MentionBatch, MentionResult } from '../../ports/documents';
import { countCollocations, type Piece } from './collocations';
import { compoundNames, chineseNames, type NameFinder } from './han-names';
import { collectMentions, titleFacts, withoutOverlap, type Mention } from './mention-collector';
import { termPieces } from './segments';
import { stopListOf } from './word-lists';

const latinName = /\p{Lu}[\p{L}\p{N}]+(?:[ -]\p{Lu}[\p{L}\p{N}]+)*/gu;
const quotedTitle = /《([^《》\n]{2,20})》/g;
const personSuffix = /^(?:さん|様|氏|先生|君|博士|教授|女士|同志|校长|镇长|局长|主任|医生)$/u;
/** Counts, times and words that end in a particle. */
const emptyTerm = /^(?:第|星期|周|礼拜)?[一二三四五六七八九十百千万两几数半]+\p{Script=Han}{0,2}$|[的了着过得们]$/u;

/** A finder for scripts without spaces: dictionary words, merged again where they keep appearing together. */
export function createUnspacedFinder(language: string): (batch: MentionBatch) => MentionResult {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const stop = stopListOf(language);
  return ({ sentences }) => {
    const lines = termPieces(sentences, segmenter, stop);
    const collocations = countCollocations(lines);
    const names = language === 'zh' ? chineseNames(sentences) : undefined;
    const mentions = collectMentions();
    for (const [n, sentence] of sentences.entries()) {
      const pieces = lines[n] ?? [];
      const found = [
        ...marked(sentence, names),
        ...(language === 'ja' ? [...japaneseMarks(sentence), ...japaneseNames(sentence, pieces)] : []),
        ...compoundNames(pieces, language),
        ...terms(sentence, pieces, collocations.terms(n)),
      ];
      for (const mention of withoutOverlap(found)) mentions.add(n, sentence, mention);
    }
    return mentions.finish();
  };
}

function terms(sentence: string, pieces: readonly Piece[], ranges: readonly (readonly [number, number])[]): Mention[] {
  return ranges.flatMap(([from, to]) => {
    const first = pieces[from];
    const last = pieces[to - 1];
    if (!first || !last) return [];
    const start = first.start;
    const end = last.start + last.text.length;
    const title = sentence.slice(start, end);
    if (end - start < 2 || emptyTerm.test(title)) return [];
    const titled = personSuffix.test(sentence.slice(end, end + 2)) && to - from === 1;
    const named = to - from > 1 && titleFacts(title).own !== undefined;
    const phrase = titled || named ? 'proper' : to - from > 1 ? 'compound' : 'common';
    return [{ start, end, phrase, cue: titled ? 'person' : undefined } as const];
  });
}

/** Names that are marked by their writing: Latin letters, title brackets, Chinese personal names. */
function marked(sentence: string, names: NameFinder | undefined): Mention[] {
  const found: Mention[] = names?.(sentence) ?? [];
  for (const match of sentence.matchAll(quotedTitle)) {
    found.push({ start: match.index + 1, end: match.index + match[0].length - 1, phrase: 'proper' });
  }
  for (const match of sentence.matchAll(latinName)) {
    found.push({ start: match.index, end: match.index + match[0].length, phrase: 'proper' });
  }
  return found;
}

const surnames: ReadonlySet<string> = new Set(
  `佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 渡部 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 斉藤 齋藤 清水 山崎 山﨑 阿部 森 池田 橋本 石川 前田 山下 藤田 小川 後藤 岡田 長谷川
   村上 近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田 三浦 藤原 岡本 松田 中川 中野 原田 小野 田村 竹内 金子 和田 中山 石田 上田 森田 原 柴田 酒井 工藤 横山 宮崎 宮本 内田 高木 安藤
   谷口 大野 丸山 今井 高田 河野 藤本 村田 武田 上野 杉山 増田 平野 大塚 千葉 小島 久保 松井 岩崎 桜井 木下 野口 松尾 菊地 菊池 野村 新井 佐野 杉本 古川 大西 浜田 市川 島田 水野
   小松 桑原 荒木 田口 秋山 山内 川口 渡 平田 川崎 飯田 吉川 本田 久保田 沢田 辻 関 吉村 西田 服部 川村 岩本 福島 永井 岡崎 松岡 田辺 樋口 片山 大久保 栗原 望月 西川 中島 中嶋 北村
   大島 川上 安田 広瀬 石原 馬場 黒田 矢野 松村 内藤 浅野 土屋 東 堀 堀内 堀江 早川 小池 大橋 福井 八木 五十嵐 星野 尾崎 須藤 熊谷 田代 本間 荒井 大谷 三宅 白石 相馬 夏目 芥川 川端 島崎 森下
   志賀 宮沢 与謝野 樋渡 高野 高山 高島 宮田 小山 小沢 大山 大川 大石 北川 南 西 北野 松原 松浦 松下 松永 武藤 水谷 水口 江口 河合 河村 畑中 神田 竹田 竹中 若林 藤村 藤沢 角田 足立 長尾 関口 青山 黒川 黒木`
    .trim()
    .split(/\s+/),
);
/** Given names do not end so; places, houses and institutions do. */
const noGiven = /[町市県村区島駅橋寺家様校館社店会部屋園学院場城町線号港海氏君年月日時分円人]$|先生$|教授$/u;
const kanji = /^[\p{Script=Han}々]+$/u;
const longestGiven = 3;

/** Personal names: a frequent surname with the one to three kanji joined to it, up to what is no kanji. */
function japaneseNames(sentence: string, pieces: readonly Piece[]): Mention[] {
  return pieces.flatMap((piece, n) => {
    if (!surnames.has(piece.text)) return [];
    let end = piece.start + piece.text.length;
    for (let next = n + 1; pieces[next]?.joined && kanji.test(pieces[next]?.text ?? ''); next++)
      end = (pieces[next]?.start ?? 0) + (pieces[next]?.text.length ?? 0);
    const given = sentence.slice(piece.start + piece.text.length, end);
    const follows = sentence.charAt(end);
    if (given.length === 0 || given.length > longestGiven || noGiven.test(given) || kanji.test(follows)) return [];
    if (piece.text.length === 1 && given.length < 2) return [];
    return [{ start: piece.start, end, phrase: 'proper', cue: 'person' } as const];
  });
}

const bracketed = /「([^「」\n]{2,12})」|『([^『』\n]{2,30})』/gu;
const spoken =
  /[。、，！？!?…]|(?:です|ます|した|だ|ね|よ|か|な|ない|いる|ある|する|れる|た|て|\p{Script=Hiragana}{3})$/u;
const transcribed = /[\p{Script=Katakana}ー]{2,}(?:[・＝][\p{Script=Katakana}ー]+)+/gu;

/** Titles in corner brackets that are no speech, and foreign names with their middle dots. */
function japaneseMarks(sentence: string): Mention[] {
  const found: Mention[] = [];
  for (const match of sentence.matchAll(bracketed)) {
    if (match[1] !== undefined && spoken.test(match[1])) continue;
    found.push({ start: match.index + 1, end: match.index + match[0].length - 1, phrase: 'proper' });
  }
  for (const match of sentence.matchAll(transcribed))
    found.push({ start: match.index, end: match.index + match[0].length, phrase: 'proper', cue: 'person' });
  return found;
}
