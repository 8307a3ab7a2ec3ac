import type { Piece } from './collocations';
import { isSurname } from './han-names';
import type { Mention } from './mention-collector';

const organisation: Readonly<Record<string, RegExp>> = {
  zh: /(?:研究所|研究院|大学|学院|公司|集团|银行|医院|博物馆|图书馆|美术馆|档案馆|出版社|杂志社|报社|日报|晚报|委员会|协会|学会|商会|学校|中学|小学|法院|剧院|剧团|乐团|工厂|基金会|联合会|俱乐部|天文台)$/u,
  ja: /(?:図書館|博物館|美術館|資料館|大学|大学院|高校|学校|小学校|中学校|研究所|委員会|協会|学会|組合|財団|会社|病院|銀行|新聞|新聞社|出版社|役場|市役所|郵便局|裁判所|劇場|楽団)$/u,
};
const place: Readonly<Record<string, RegExp>> = {
  zh: /[镇县市省村岛湖河江山峰寺塔坞堡湾庄岭沟泉桥]$/u,
  ja: /[町市県村区島川湖港駅橋寺城岬峠沼]$|神社$|温泉$|公園$/u,
};
/** What stands before a name and is no part of it. */
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
 * Names that their last piece tells: an institution or a place, with the pieces joined before it. A single one is enough: what is written
 * without spaces or capitals cannot mark its names otherwise.
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

/** Three splinters after a surname are a person whose name ends like a place's, unless a family's village is meant. */
function isPerson(pieces: readonly Piece[]): boolean {
  const title = pieces.map(({ text }) => text).join('');
  return title.length === surnamePieces && pieces.length === surnamePieces && isSurname(title) && title[1] !== '家';
}
