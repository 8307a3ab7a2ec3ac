import { GERMAN_BARE, GERMAN_MEASURES } from './german-measures';
import { isGerman } from './german-questions';

/** Attributes that texts state by a value rather than by a word of their own: "12.8 °C", "aged 28", "(1903–1964)". */
export interface Measure {
  readonly asked: RegExp;
  readonly value: RegExp;
}

const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand';
const AGE =
  /\bage[ds]?\b|\byears?[ -]old\b|\bborn\b|\bin (?:his|her|their) \w+ies\b|\b(?:boy|girl|man|woman|child) of (?:\d+|\p{L}+teen|eight|nine|ten|eleven|twelve|\w+ty)\b|\bwas (?:\d+|\p{L}+teen)\b|岁|生于|出生/iu;
const UNIT = String.raw`feet|foot|ft|inch|inches|yards?|[ckm]?m|(?:centi|kilo|milli)?met(?:er|re)s?`;
/** A dimension by its own words, or by a length that no other dimension's word follows. */
const lengthBy = (own: string, others: string): RegExp =>
  new RegExp(
    String.raw`\b(?:${own})\b|(?<!\p{L}|\b(?:square|cubic) )(?:${UNIT})\b(?! (?:${others}|away|apart|long|off|from)\b)|[高深宽厚米尺丈]`,
    'iu',
  );
const TALL = lengthBy('tall|high|height|storeys?|stories', 'deep|wide|thick|across|below');
const DEEP = lengthBy('deep|depth|fathoms?', 'tall|high|wide|thick|across|above');
const WIDE = lengthBy('wide|width|across|broad|breadth', 'tall|high|deep|thick|above|below');
const THICK = lengthBy('thick|thickness', 'tall|high|wide|deep|across|above|below');
const WEIGHT =
  /\bweigh\w*|\b(?:heavy|stone|pounds?|lbs?|ounces?|oz|kg|grams?|kilos?|kilogram\w*|tons?|tonnes?)\b|[重斤吨]|公斤/iu;
const MONEY = /[£$€¥]|\b\d[\d,]*\.\d\d\b|\b(?:pounds?|dollars?|shillings|guineas|euros?|pence)\b|元/iu;
/** A life's years after a name: "(12 May 1890 – 1950)". */
const YEARS = String.raw`\([^()]*\b\d{3,4}\s*[–—-][^()]*\)`;
const BIRTH = new RegExp(String.raw`\bborn\b|\bbirth|\bb\. ?\d|${YEARS}|生于|出生|诞生`, 'iu');
const DEATH = new RegExp(
  String.raw`\b(?:die[ds]?|dying|dead|death|deceased|drown\w*|killed|perished|murder\w*|buried|hanged|executed|suicide|missing|disappeared)\b|\bd\. ?\d|${YEARS}|[死亡卒]|去世|逝世|失踪`,
  'iu',
);

const MEASURES: readonly Measure[] = [
  { asked: /\bhow old\b|\bages?\b|年纪|年龄|几岁|多大/iu, value: AGE },
  { asked: /\btemperatures?\b|温度|水温/iu, value: /°|\bdegrees?\b|\b\d+ ?[CF]\b|度/iu },
  {
    asked: /\b(?:cost|price|sum|amount|rent|value)s?\b|价格|价钱|多少钱|费用/iu,
    value: MONEY,
  },
  {
    asked: /\bcolou?rs?\b|颜色/iu,
    value:
      /\b(?:red|blue|green|yellow|black|white|grey|gray|brown|orange|purple|pink|silver|gold(?:en)?)\b|[红蓝绿黄黑白灰紫]/iu,
  },
  {
    asked: /\b(?:weight|length|height|depth|width|size|distance|speed)s?\b|重量|长度|高度|深度|面积|距离/iu,
    value: new RegExp(String.raw`\d|\b(?:${NUMBER_WORDS})\b|[一二三四五六七八九十百千]`, 'iu'),
  },
];

/** A measure that a question asks for without a noun: "How tall is …". */
export interface BareMeasure extends Measure {
  readonly phrase: string;
  readonly phraseInChinese: string;
  /** A fact of somebody's life, of which one text tells for many people. */
  readonly isLife: boolean;
}

const BARE: readonly BareMeasure[] = [
  { asked: /\bhow old\b|几岁|多大(?:年纪)?/iu, value: AGE, phrase: 'age', phraseInChinese: '年龄', isLife: false },
  { asked: /\bhow (?:tall|high)\b|多高/iu, value: TALL, phrase: 'height', phraseInChinese: '高度', isLife: false },
  { asked: /\bhow deep\b|多深/iu, value: DEEP, phrase: 'depth', phraseInChinese: '深度', isLife: false },
  { asked: /\bhow wide\b|多宽/iu, value: WIDE, phrase: 'width', phraseInChinese: '宽度', isLife: false },
  { asked: /\bhow thick\b|多厚/iu, value: THICK, phrase: 'thickness', phraseInChinese: '厚度', isLife: false },
  {
    asked: /\bhow heavy\b|\bhow much (?:did|does|do) [^?]+ weigh\b|多重/iu,
    value: WEIGHT,
    phrase: 'weight',
    phraseInChinese: '重量',
    isLife: false,
  },
  {
    asked:
      /^\s*(?:when|in (?:what|which) year) (?:was|were) [^?]+\bborn\b|(?:何时|哪年|哪一年|什么时候)(?:出生|诞生)/iu,
    value: BIRTH,
    phrase: 'birth',
    phraseInChinese: '出生',
    isLife: true,
  },
  {
    asked: /^\s*(?:when|in (?:what|which) year) did [^?]+\bdie\b|(?:何时|哪年|哪一年|什么时候)(?:去世|逝世|死)/iu,
    value: DEATH,
    phrase: 'death',
    phraseInChinese: '去世',
    isLife: true,
  },
];

/** The measure that a question asks for without naming it; null when there is none. */
export function bareMeasure(question: string): Pick<BareMeasure, 'phrase' | 'value' | 'isLife'> | null {
  if (isGerman(question)) return GERMAN_BARE.find(({ asked }) => asked.test(question)) ?? null;
  const found = BARE.find(({ asked }) => asked.test(question));
  if (!found) return null;
  return /\p{Script=Han}/u.test(question) ? { ...found, phrase: found.phraseInChinese } : found;
}

/** The form of the values of an attribute; null for one that is told in words. */
export function valueOf(attribute: string): RegExp | null {
  return [...MEASURES, ...GERMAN_MEASURES].find(({ asked }) => asked.test(attribute))?.value ?? null;
}
