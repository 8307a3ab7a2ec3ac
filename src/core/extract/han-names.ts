import type { Mention } from './mention-collector';

/** Finds the personal names of a batch in one of its sentences. */
export type NameFinder = (sentence: string) => Mention[];

const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文';
/** Whether a text begins with a frequent Chinese surname of one character. */
export const isSurname = (text: string): boolean => surnames.includes(text.charAt(0));
const doubleSurnames = '欧阳|司马|上官|诸葛|夏侯|东方|皇甫|尉迟|公孙|慕容|令狐|司徒';
/** What follows a name: a verb of people, a title, or a border. */
const afterName =
  '(?=说|认为|表示|指出|告诉|站|坐|走|来到|写|问|回答|笑|先生|女士|教授|博士|老师|医生|主任|局长|镇长|校长|是|和|与|的|在|就|一下|出席|反对|支持|负责|建议|主持|参加|担任|宣布|强调|介绍|提出|决定|发现|创办|生于|出生|毕业|曾|已|将|从|到|把|被|对|也|去|来|，|。|、|！|？|；|：|”|（|\\(|$)';
/** Characters that no given name holds. */
const given =
  '[\\p{Script=Han}--[的了是在和与就说也都不有这那一二三四五六七八九十们个上下去来到着过被把对从而或及但没还很又再只能会要可]]';
const candidate = new RegExp(
  `(?<![\\p{Script=Han}--[，。是由对和与向给长员授士生家叫见师傅席记理裁人]])((?:${doubleSurnames}|[${surnames}])${given}{1,2}?)${afterName}`,
  'gv',
);
const context =
  /(?:长|员|主任|教授|博士|老师|医生|先生|记者|师傅|书记|经理|总裁|主席|律师|作家|诗人|画家|工程师|设计师|叫|名叫)$/u;
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
  return (sentence) => occurrences(sentence, names);
}

/** A surname with what its bearer is called: 赵教授. */
const titled = new RegExp(
  `(?<![\\p{Script=Han}--[是由对和与向给的请问跟同让被，]])[${surnames}](?:教授|博士|老师|先生|女士|医生|局长|镇长|市长|县长|校长|所长|院长|馆长|经理|师傅|律师|书记|主任|太太|小姐|夫人|老板)`,
  'gv',
);
/** A foreign name with its middle dots: 约翰·史密斯. */
const outside = '的了是在和与由对向叫给被从到他她我你说问有位名请';
/** What people are called before a foreign name. */
const calling =
  /^\p{Script=Han}{0,4}?(?:哥哥|姐姐|弟弟|妹妹|父亲|母亲|丈夫|妻子|儿子|女儿|先生|教授|博士|牧师|上校|船长|医生|作家|诗人|画家|总统|国王|女王|工程师)(?=\p{Script=Han}{2})/u;
const transcribed = new RegExp(
  `[\\p{Script=Han}--[${outside}]]{1,6}(?:[·•・‧][\\p{Script=Han}--[${outside}]]{1,7})+`,
  'gv',
);

function occurrences(sentence: string, names: ReadonlySet<string>): Mention[] {
  const found: Mention[] = [];
  for (const pattern of [transcribed, titled]) {
    for (const { 0: match, index } of sentence.matchAll(pattern)) {
      const skip = calling.exec(match)?.[0].length ?? 0;
      found.push({ start: index + skip, end: index + match.length, phrase: 'proper', cue: 'person' });
    }
  }
  for (let at = 0; at < sentence.length; at++) {
    const length = [4, 3, 2].find((candidateLength) => names.has(sentence.slice(at, at + candidateLength)));
    if (length === undefined) continue;
    found.push({ start: at, end: at + length, phrase: 'proper', cue: 'person' });
    at += length - 1;
  }
  return found;
}
