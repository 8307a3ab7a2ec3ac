import { contentTerms } from './asking-words';

/** The collection itself: "these documents" points at nothing said before. */
const ITSELF = String.raw`(?!\s+(?:\w+\s+)?(?:documents?|texts?|files?|papers|sources|collection|corpus|archive|library)\b|\s+(?:who|which|that)\b)`;
const EXISTS = String.raw`(?:is|are|was|were|be|been|being|isn't|aren't|exists?|can|could|may|might|must|will|would|should)`;
const BEFORE_THAT = String.raw`(?:of|in|at|to|for|from|by|with|about|on|after|before|during|under|over|near|since|until|is|are|was|were|do|does|did|has|have|had)`;
const PERSON = String.raw`\b(?:he|she|him|her|his|hers)\b|(?<!其)[他她]们?(?!人)|彼女?`;
const THING = String.raw`(?<!\btime is )\b(?:it|its)\b(?!\s+(?:true|possible|known|said|likely|clear|matter)\b)|它们?|それ`;
const MANY = String.raw`\b(?:they|them|theirs?)\b`;
/** "This" and "there"; not "are there", "the ship that sank" or "these documents". */
const ANY =
  String.raw`\b(?:this|these|those)\b${ITSELF}|\b${BEFORE_THAT} that\b${ITSELF}` +
  String.raw`|(?<!\b${EXISTS} )\bthere\b(?! ${EXISTS}\b)` +
  '|(?<!其)[这那](?:里|个|位|座|家|条|本|件)';
const REFERENCE = new RegExp(`(?<person>${PERSON})|(?<thing>${THING})|(?<many>${MANY})|${ANY}`, 'iu');

/** Where a further clause of a question starts: what stands before may be what its pronouns stand for. */
const CLAUSE =
  /[,;，；]\s*|\s(?:and|but|or|when|while|before|after|because|if|until|since|though|although|so that)\s/giu;
/** An opening of time or place ("After the trial, …") names nothing that a pronoun stands for. */
const OPENING = /^\s*(?:after|before|during|in|at|on|by|since|until|for|from|with|according to)\b[^,，]*[,，]\s*/iu;

/** What a question points back at: somebody, something, several or a group of either, or any of these. */
export type Pointing = 'person' | 'thing' | 'many' | 'any';

/** What a question points back at with its pronouns; null when it has none, or holds itself what they stand for ("… the deposit and who holds it"). */
export function pointsBack(question: string): Pointing | null {
  const text = question.replace(OPENING, '');
  const found = REFERENCE.exec(text);
  if (!found || hasAntecedent(text.slice(0, found.index))) return null;
  return (['person', 'thing', 'many'] as const).find((kind) => found.groups?.[kind] !== undefined) ?? 'any';
}

const TOLD =
  /\b(?:do|does|did|have|has) they (?:all |both )?(?:say|said|tell|told|write|written|mention|mentioned|report|reported|state|stated|describe|described)\b/iu;

/** Whether a question asks what "they" say: most likely the documents themselves, unless several were named. */
export const asksWhatTheySay = (question: string): boolean => TOLD.test(question);

/** Whether the clauses before the one in which a text ends name a thing. */
function hasAntecedent(before: string): boolean {
  const border = [...before.matchAll(CLAUSE)].at(-1);
  return border !== undefined && contentTerms(before.slice(0, border.index)).length > 0;
}

const PRONOUN =
  /^[\p{P}\s]*(?:(?:he|she|it|they|his|her|its|their|this|these)\b|(?:er|sie|es|sein(?:e[nrsm]?)?|ihre?[nrsm]?)(?!\p{L})|[他她它]们?|此后|后来)/iu;

/** Whether a sentence begins with a word that stands for what was said before it. */
export const opensWithPronoun = (sentence: string): boolean => PRONOUN.test(sentence);

const SHE = /\b(?:she|hers?|herself|mrs|miss|lady|dame)\b|[她]|彼女/giu;
const HE = /\b(?:he|him|his|himself|mr|sir|lord)\b|[他]|彼(?!女)/giu;

/** Whether a text speaks of a woman or of a man, by its pronouns and titles; null where it speaks of neither or as much of both. */
export function sexOf(text: string): 'woman' | 'man' | null {
  const more = [...text.matchAll(SHE)].length - [...text.matchAll(HE)].length;
  return more === 0 ? null : more > 0 ? 'woman' : 'man';
}
