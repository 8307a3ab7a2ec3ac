import { contentTerms } from './asking-words';
import { germanAttribute } from './german-attributes';
import { isGerman } from './german-questions';
import { bareMeasure, valueOf } from './measures';

/** The thing that a question asks of something: "parking places" in "How many parking places …". */
export interface AskedAttribute {
  /** As it was typed. */
  readonly phrase: string;
  /** Its terms; of a phrase like "phone number" only what tells it from others. */
  readonly terms: readonly string[];
  /** Words of a value that stand for the attribute's own word: "30 °C" for a temperature. */
  readonly value: RegExp | null;
  /** Whether the documents need not spell it when they hold the rest of the question: "Which insurance does …", not "How many …". */
  readonly isLoose: boolean;
  /** Whether a sentence must hold the name itself, or stand under or after it: one page tells of many people's births. */
  readonly isClose: boolean;
}

const VERB =
  'is|are|was|were|do|does|did|has|have|had|can|could|will|would|may|might|must|should|come|comes|came|go|goes|belong|belongs|exist|need|needs|stand|stands|there';
const STOP = String.raw`(?=\s+(?:${VERB}|of|in|on|at|to|for|from|by|with|about|between|under|that|which|who|this|these|the|a|an)\b|\s*[?,.;]|\s*$)`;
const NOUNS = String.raw`(\p{L}[\p{L}\p{N}’'-]*(?:\s+\p{L}[\p{L}\p{N}’'-]*){0,2}?)`;
const pattern = (source: string): RegExp => new RegExp(source, 'iu');

const COUNTED = pattern(String.raw`\bhow (?:many|much) ${NOUNS}${STOP}`);
const OWNED = pattern(
  String.raw`^\s*(?:what|who|when|where|which)(?:['’]s| is| are| was| were)\s+[^?]*?\p{L}['’]s? (${NOUNS}(?: of \p{L}+)?)\s*\??\s*$`,
);
const OF = pattern(
  String.raw`^\s*(?:what|when)(?:['’]s| is| are| was| were) (?:the |an? )?${NOUNS}(?:\s+(?:of|for|in|on|at|with)\s+(?:the |an? |my |this )?(?!(?:which|what)\b)[^?]+|\s*)\??\s*$`,
);
const KIND_OF = pattern(String.raw`^\s*(?:what|which) (?!of\b)(?:(?:kind|sort|type)s? of )?${NOUNS}\s+(?:${VERB})\b`);
const HAS = pattern(
  String.raw`^\s*(?:(?:do|does|did) [^?]+? have|(?:has|have|had) [^?]+?(?: got)?(?= (?:an?|any)\b)) (?:an? |any |the )?(?!to\b)${NOUNS}\s*\??\s*$`,
);
const HAN = /的([\p{Script=Han}]{2,6}?)(?:是|有|叫|为)?(?:谁|什么|多少|哪|几|何)/u;

/** Words of an attribute that stand for any kind of thing, or for what texts tell without naming it. */
const LIGHT = new Set(
  contentTerms(
    `number numbers amount quantity size level rate place places space spaces address value total sum count part parts piece pieces
     reason reasons purpose aim aims meaning result results effect effects consequence consequences difference role importance
     significance cause causes origin source fate outcome matter basis nature character relationship link connection view opinion
     evidence proof argument method way means plan idea word words sign signs event change problem issue conclusion finding object
     object city town village country county state river lake mountain island street road house building school university
     college company firm organisation organization institution group party team club man men woman women boy girl child king
     queen author writer poet artist engineer doctor officer animal bird plant tree fish metal material substance instrument tool
     book film movie song work newspaper ship boat vehicle language war body area position title job profession occupation award
     prize genre nationality ethnicity religion
     时间 地点 目的 意义 作用 关系 结果 方法 名字 名称 主人 作者 看法 意见 态度 问题 影响 区别 情况 事情 东西 国家 城市 地方 人物`,
  ),
);

/** Relations that texts seldom name, since they are told in two steps. */
const TWO_STEPS =
  /\bin-law\b|\bgrand(?:father|mother|parent|son|daughter|child)|\bstep-?(?:father|mother|son|daughter)|\b(?:uncle|aunt|nephew|niece|cousin)s?\b|祖父|祖母|爷爷|奶奶|外公|外婆|孙/iu;

/** Who does what: "Magdalena carrying" of "What was the Magdalena carrying?". */
const DOING = /^\p{Lu}\S*(?: \p{Lu}\S*)* \p{Ll}+ing$/u;

/** Reads what a question asks of something; null when it asks for nothing that has a word of its own. */
export function askedAttribute(question: string): AskedAttribute | null {
  const bare = bareMeasure(question);
  if (bare) return { phrase: bare.phrase, terms: [], value: bare.value, isLoose: false, isClose: bare.isLife };
  if (isGerman(question)) return inGerman(question);
  const had = HAS.exec(question);
  const strict = had ?? COUNTED.exec(question) ?? OWNED.exec(question) ?? OF.exec(question) ?? HAN.exec(question);
  const phrase = (strict ?? KIND_OF.exec(question))?.[1]?.trim();
  if (phrase === undefined || TWO_STEPS.test(phrase) || DOING.test(phrase)) return null;
  const all = contentTerms(phrase);
  const terms = all.filter((term) => !LIGHT.has(term));
  if (terms.length === 0) return null;
  const value = terms.length === all.length ? valueOf(phrase) : null;
  return { phrase, terms, value, isLoose: strict === null && value === null, isClose: had !== null };
}

function inGerman(question: string): AskedAttribute | null {
  const asked = germanAttribute(question);
  if (!asked) return null;
  const { phrase, terms, isStrict, isHad } = asked;
  const value = valueOf(phrase);
  return { phrase, terms, value, isLoose: !isStrict && value === null, isClose: isHad };
}
