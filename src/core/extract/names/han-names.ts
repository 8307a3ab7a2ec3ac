import type { Mention } from './mention-collector';
import type { Piece } from './collocations';

/** Finds the personal names of a batch in one of its sentences. */
export type NameFinder = (sentence: string) => Mention[];

const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文';
/** Checks if a text begins with a frequent Chinese surname of one character. */
const isSurname = (text: string): boolean => surnames.includes(text.charAt(0));
const doubleSurnames = '欧阳|司马|上官|诸葛|夏侯|东方|皇甫|尉迟|公孙|慕容|令狐|司徒';
/** Text behind a name: a verb of people, a title, or a border. */
const afterName =
  '(?=说|认为|表示|指出|告诉|站|坐|走|来到|写|问|回答|笑|先生|女士|教授|博士|老师|医生|主任|局长|镇长|校长|是|和|与|的|在|就|一下|出席|反对|支持|负责|建议|主持|参加|担任|宣布|强调|介绍|提出|决定|发现|创办|生于|出生|毕业|曾|已|将|从|到|把|被|对|也|去|来|，|。|、|！|？|；|：|”|（|\\(|$)';
/** Characters that no given name holds. */
const given =
  '[\\p{Script=Han}--[的了是在和与就说也都不有这那一二三四五六七八九十们个上下去来到着过被把对从而或及但没还很又再只能会要可]]';
/** Looked for before all else, since most characters are no surname. */
const maySurname = `(?=[${surnames}${doubleSurnames.replaceAll('|', '')}])`;
const candidate = new RegExp(
  `${maySurname}(?<![\\p{Script=Han}--[，。是由对和与向给长员授士生家叫见师傅席记理裁人]])((?:${doubleSurnames}|[${surnames}])${given}{1,2}?)${afterName}`,
  'gv',
);
const context =
  /(?:长|员|主任|教授|博士|老师|医生|先生|记者|师傅|书记|经理|总裁|主席|律师|作家|诗人|画家|工程师|设计师|叫|名叫)$/u;
const speech = /^(?:认为|表示|指出|告诉|说|先生|女士|教授|博士)/u;
const leastCount = 2;

/** Learns strings of surname and given name that recur, or are beside a title or a verb of speech. */
export function chineseNames(sentences: readonly string[]): NameFinder {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const { 1: name, index } of sentence.matchAll(candidate)) {
      if (!name) continue;
      const end = index + name.length;
      const sure =
        context.test(sentence.slice(Math.max(0, index - 2), index)) || speech.test(sentence.slice(end, end + 2));
      counts.set(name, (counts.get(name) ?? 0) + (sure && name.length > 2 ? leastCount : 1));
    }
  }
  const names = new Set([...counts].filter(([, count]) => count >= leastCount).map(([name]) => name));
  const firsts = new Uint8Array(names.size === 0 ? 0 : 0x10000);
  for (const name of names) firsts[name.charCodeAt(0)] = 1;
  return (sentence) => occurrences(sentence, names, firsts);
}

/** A surname with what its bearer is called: 赵教授. */
const titled = new RegExp(
  `(?=[${surnames}][教博老先女医局镇市县校所院馆经师书律主太小夫])(?<![\\p{Script=Han}--[是由对和与向给的请问跟同让被，]])[${surnames}](?:教授|博士|老师|先生|女士|医生|局长|镇长|市长|县长|校长|所长|院长|馆长|经理|师傅|律师|书记|主任|太太|小姐|夫人|老板)`,
  'gv',
);
/** A foreign name with its middle dots: 约翰·史密斯. */
const outside = '的了是在和与由对向叫给被从到他她我你说问有位名请';
/** Forms of address before a foreign name. */
const calling =
  /^\p{Script=Han}{0,4}?(?:哥哥|姐姐|弟弟|妹妹|父亲|母亲|丈夫|妻子|儿子|女儿|先生|教授|博士|牧师|上校|船长|医生|作家|诗人|画家|总统|国王|女王|工程师)(?=\p{Script=Han}{2})/u;
const middleDot = /[·•・‧]/;
const transcribed = new RegExp(
  `[\\p{Script=Han}--[${outside}]]{1,6}(?:[·•・‧][\\p{Script=Han}--[${outside}]]{1,7})+`,
  'gv',
);

function occurrences(sentence: string, names: ReadonlySet<string>, firsts: Uint8Array): Mention[] {
  const found: Mention[] = [];
  for (const pattern of middleDot.test(sentence) ? [transcribed, titled] : [titled]) {
    for (const { 0: match, index } of sentence.matchAll(pattern)) {
      const skip = calling.exec(match)?.[0].length ?? 0;
      found.push({ start: index + skip, end: index + match.length, phrase: 'proper', cue: 'person' });
    }
  }
  for (let at = 0; firsts.length > 0 && at < sentence.length; at++) {
    if (firsts[sentence.charCodeAt(at)] !== 1) continue;
    const length = [4, 3, 2].find((candidateLength) => names.has(sentence.slice(at, at + candidateLength)));
    if (length === undefined) continue;
    found.push({ start: at, end: at + length, phrase: 'proper', cue: 'person' });
    at += length - 1;
  }
  return found;
}

const organisation: Readonly<Record<string, RegExp>> = {
  zh: /(?:研究所|研究院|大学|学院|公司|集团|银行|医院|博物馆|图书馆|美术馆|档案馆|出版社|杂志社|报社|日报|晚报|委员会|协会|学会|商会|学校|中学|小学|法院|剧院|剧团|乐团|工厂|基金会|联合会|俱乐部|天文台)$/u,
  ja: /(?:図書館|博物館|美術館|資料館|大学|大学院|高校|学校|小学校|中学校|研究所|委員会|協会|学会|組合|財団|会社|病院|銀行|新聞|新聞社|出版社|役場|市役所|郵便局|裁判所|劇場|楽団)$/u,
};
const place: Readonly<Record<string, RegExp>> = {
  zh: /[镇县市省村岛湖河江山峰寺塔坞堡湾庄岭沟泉桥]$/u,
  ja: /[町市県村区島川湖港駅橋寺城岬峠沼]$|神社$|温泉$|公園$/u,
};
/** Words before a name that are no part of it. */
const leading: Readonly<Record<string, ReadonlySet<string>>> = {
  zh: new Set(
    `访问 参观 参加 进入 加入 成立 建立 创办 创立 设立 离开 来到 回到 前往 到达 位于 考入 考上 毕业 毕业于 就读 任职 担任 邀请 联系 代表 支持 当地 附近 本地 中国 外国 著名 原来 大型 主持
     先用 担任 调到 搬到 送到 拜访 路过 经过 穿过 修建 关闭 购买 收购 感谢 教授 所长 馆长 院长 校长 经理 主任 记者 学者 老师 先生 女士`.split(
      /\s+/,
    ),
  ),
  ja: new Set('毎年 移動 町立 当時 現在 地元 近所 今日 昨日 同じ 新しい 最初 最後'.split(' ')),
};
/** Pieces that hold one of these are words of the sentence around a name. */
const ordinary: Readonly<Record<string, RegExp>> = {
  zh: /[我你他她它的了是在和与由对向叫给被从到往去别想也很都这那有]|^[应请把将又就且]/u,
  ja: /^[各同当全毎旧新]$/u,
};
const surnamePieces = 3;
const longest = 6;
const leastBefore = 2;

/**
 * Names by their last piece: an institution or a place, with the pieces joined before it. A single one is enough: text without spaces or
 * capitals has no other mark of names.
 */
export function compoundNames(pieces: readonly Piece[], language: string): Mention[] {
  const institution = organisation[language];
  const spot = place[language];
  const before = leading[language];
  if (!institution || !spot || !before) return [];
  const found: Mention[] = [];
  for (let from = 0; from < pieces.length;) {
    const to = runEnd(pieces, from, (text) => before.has(text) || (ordinary[language]?.test(text) ?? false));
    const last = lastName(pieces.slice(from, to), institution, spot);
    if (last) found.push(last);
    from = to;
  }
  return found;
}

function runEnd(pieces: readonly Piece[], from: number, isBorder: (text: string) => boolean): number {
  let to = from + 1;
  if (isBorder(pieces[from]?.text ?? '')) return to;
  for (; to < pieces.length; to++) if (!pieces[to]?.joined || isBorder(pieces[to]?.text ?? '')) break;
  return to;
}

function lastName(run: readonly Piece[], institution: RegExp, spot: RegExp): Mention | undefined {
  for (let to = run.length; to > 0; to--) {
    const last = run[to - 1];
    if (!last) return undefined;
    const isInstitution = institution.test(last.text);
    if (!isInstitution && !(last.text.length <= 2 && spot.test(last.text))) continue;
    const named = run.slice(Math.max(0, to - longest), to);
    const start = named[0]?.start ?? last.start;
    if (last.start - start < leastBefore || (!isInstitution && isPerson(named))) return undefined;
    return { start, end: last.start + last.text.length, phrase: 'proper', cue: isInstitution ? undefined : 'place' };
  }
  return undefined;
}

/** Three splinters with a surname are a person whose name ends like a place, except a family's village. */
function isPerson(pieces: readonly Piece[]): boolean {
  const title = pieces.map(({ text }) => text).join('');
  return title.length === surnamePieces && pieces.length === surnamePieces && isSurname(title) && title[1] !== '家';
}
