import { terms } from '../text/terms';
import { germanContent, isGerman, WANTED_GERMAN } from './german-questions';

const GENERIC = new Set(
  terms(
    `kind kinds sort type types name names named tell describe explain give list show mention mentioned say said says
     document documents text texts file files passage passages according thing things something happen happened happens
     people person one much please know known information detail details year date time place question answer exactly think thinks thought
     first last main role play played does summary summarize summarise overview main theme themes topic topics subject
     subjects overall important key idea ideas about corpus collection across most common recurring together point points
     discussed discuss cover covered deal deals whole entire general earlier later older younger elder longer shorter same both share shared either compare connect connects connection relate related
     thanks thank please`,
  ),
);

const CJK_ASKING =
  /请问|目前|现在|当前|如今|叫什么名字?|名字叫什么|叫做什么|这些|那些|这个|那个|什么时候|有多|多久|什么|哪里|哪儿|哪些|哪个|哪位|哪年|哪一年|何时|何地|何人|为什么|为何|怎么样|怎样|怎么|如何|多少|多大|多高|多长|几个|是谁|谁|是否|吗|呢|一下|告诉我|介绍一下|介绍|主要|主题|总结|概述|内容|文档|文件|有关|关于|的|了|是|在|被|誰|何|いつ|どこ|なぜ|ですか|ました|ます|です/gu;

/** Words that only ask: the measure of a "how", and the furniture of asking for a meaning, a course or an outcome. */
const FURNITURE =
  /(?<=\bhow )(?:long|far|often|old|tall|high|deep|big|large|heavy|wide|thick|fast|soon|early|late|badly|well|come)\b|(?<=\bwhat (?:do|does|did|would)\b[^?]*)\bmean\b|(?<=\bwhat )part(?= (?:do|does|did|has|had|have)\b[^?]*\b(?:play|have|had|take)\b)|(?<=\bwhat is )meant(?= by\b)|(?<=\bwhat )(?:became|become)\b|(?<=^\s*(?:is|are|was|were)\b[^?]*)\b(?:allowed|permitted)\b|\bin (?:fact|short|total|all)\b|\bby what means\b|\binstead\b|\bwhy (?:does|did) it matter\b|\btaken together\b|\bin connection with\b|\bover the (?:years|decades|centuries)\b/giu;

/** How people came to know each other is told as their meeting. */
const MEETING =
  /\b(?:come|came|get|got|gotten) to know\b|\b(?:become|became|get|got) acquainted\b|\bmake (?:\w+ )?acquaintance\b/giu;

/** Verbs of whose other forms texts are searched without, in small letters: a title keeps its "Come". */
const SMALL_VERBS = /\b(?:come|comes|become|becomes)\b/gu;

/** Terms of a question that say what it is about: without asking words and words that fit any text. */
export function contentTerms(question: string): readonly string[] {
  const own = isGerman(question)
    ? germanContent(question)
    : question.replace(MEETING, ' meet ').replace(FURNITURE, ' ').replace(SMALL_VERBS, ' ');
  const found = terms(own.replace(CJK_ASKING, ' '));
  return [...new Set(found)].filter((term) => !GENERIC.has(term));
}

/** What kind of thing a question asks for; null where its words do not say. */
export type Wanted = 'name' | 'time' | 'number' | 'person' | 'place' | 'definition' | null;

const WANTED: readonly (readonly [Exclude<Wanted, null>, RegExp])[] = [
  [
    'name',
    /^\s*what (?:is|was|are|were) (?:the )?(?:\w+ )?names? of\b|^\s*what (?:is|was|are|were) [^?]{2,60} (?:called|named)\b|叫什么|名字|名称|叫做什么/iu,
  ],
  [
    'time',
    /^\s*(?:\w+\s+){0,2}when\b|\bwhat (?:year|date|day|month|time)\b|\bwhich year\b|什么时候|何时|哪年|哪一年|いつ/iu,
  ],
  ['number', /\bhow (?:many|much|old|tall|long|far|high|big|large|deep|often)\b|多少|多大|多高|多长|几/iu],
  [
    'definition',
    /^\s*(?:who|what) (?:is|was|are|were) (?:the )?[\p{Lu}"“][^?]*\??\s*$|是谁[？?]?\s*$|是什么[？?]?\s*$/u,
  ],
  ['person', /\bwho(?:m|se)?\b|谁|誰/iu],
  ['place', /\bwhere\b|\bwhich (?:city|town|country|place|village|street|building)\b|哪里|哪儿|何地|どこ/iu],
];

/** The kind of answer a question wants, from its asking words. */
export function wantedAnswer(question: string): Wanted {
  const patterns = isGerman(question) ? WANTED_GERMAN : WANTED;
  return patterns.find(([, pattern]) => pattern.test(question))?.[0] ?? null;
}

/** True when a question holds a word at all; "?" asks nothing. */
export const hasWords = (question: string): boolean => /[\p{L}\p{N}]/u.test(question);
