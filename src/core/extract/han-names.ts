import type { Mention } from './mention-collector';

/** Finds the personal names of a batch in one of its sentences. */
export type NameFinder = (sentence: string) => Mention[];

const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文';
const doubleSurnames = '欧阳|司马|上官|诸葛|夏侯|东方|皇甫|尉迟|公孙|慕容|令狐|司徒';
/** What follows a name: a verb of people, a title, or a border. */
const afterName =
  '(?=说|认为|表示|指出|告诉|站|坐|走|来到|写|问|回答|笑|先生|女士|教授|博士|老师|医生|主任|局长|镇长|校长|是|和|与|的|在|就|一下|，|。|、|！|？|；|：|”|$)';
/** Characters that no given name holds. */
const given =
  '[\\p{Script=Han}--[的了是在和与就说也都不有这那一二三四五六七八九十们个上下去来到着过被把对从而或及但没还很又再只能会要可]]';
const candidate = new RegExp(
  `(?<![\\p{Script=Han}--[，。是由对和与向给长员授士生家叫见]])((?:${doubleSurnames}|[${surnames}])${given}{1,2}?)${afterName}`,
  'gv',
);
const context = /(?:长|主任|教授|博士|老师|医生|先生|记者|师傅)$/u;
const speech = /^(?:认为|表示|指出|告诉|说|先生|女士|教授|博士)/u;
const leastCount = 2;

/** Learns the surname-and-given-name strings of a batch that recur or stand beside a title or a verb of speech. */
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
  return (sentence) => (names.size === 0 ? [] : occurrences(sentence, names));
}

function occurrences(sentence: string, names: ReadonlySet<string>): Mention[] {
  const found: Mention[] = [];
  for (let at = 0; at < sentence.length; at++) {
    const length = [4, 3, 2].find((candidateLength) => names.has(sentence.slice(at, at + candidateLength)));
    if (length === undefined) continue;
    found.push({ start: at, end: at + length, phrase: 'proper', cue: 'person' });
    at += length - 1;
  }
  return found;
}
