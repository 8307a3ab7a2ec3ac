import { oneLine } from '../../text/clip';

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LIMIT = 90;
const UNSPACED_LIMIT = 36;
/** List markers at the start. */
const MARKS = /^(?:\(?\d{1,3}[.)]\s+|[-*+•▪◦‣–—#]+\s+)+/u;
const LEAD = /^(?:[\s.,;:!?…·-]+|(?:and|but|so|then|however|therefore|moreover|also)\b[,\s]*)+/iu;

/** Share of the limit below which a clause is too short. */
const LEAST_CLAUSE = 0.4;

/** Shortens a sentence to a headline: its first clause if that has a verb, or else its words up to the limit. */
export function headline(sentence: string): string {
  const plain = oneLine(sentence);
  const text = withoutOrphans(capitalised(plain.replace(MARKS, '').replace(LEAD, ''))) || plain;
  const limit = UNSPACED.test(text) ? UNSPACED_LIMIT : LIMIT;
  if (text.length <= limit + 1) return withoutStop(text);
  const head = text.slice(0, limit);
  const clause = Math.max(...[...head.matchAll(/[,;:—–，；：、](?=\s|\P{ASCII})/gu)].map(({ index }) => index), -1);
  const first = head.slice(0, Math.max(0, clause));
  if (clause > limit * LEAST_CLAUSE && standsAlone(first)) return withoutOrphans(first.trimEnd());
  const space = head.lastIndexOf(' ');
  return `${detachedEnd(withoutOrphans(space > limit * 0.5 ? head.slice(0, space) : head))}…`;
}

const VERB =
  /\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|would|said|says|went|gave|made|came|took|held|lay|lies|fell|rose|stood|wrote|found|knew|saw|ran|began|led|kept|sent|bought|sold|built|grew|paid|put|set|let|told|left|lost|met|won|spoke|brought|thought|became|\p{L}{2,}ed)\b/u;
const OPENS_SUBORDINATE =
  /^(?:if|when|while|although|though|because|since|after|before|unless|until|as|whereas|where|once|having|being|\p{L}+ing)\b/iu;

/** Whether a clause can stand alone: it has a verb and does not begin like a subordinate clause. */
function standsAlone(clause: string): boolean {
  if (UNSPACED.test(clause)) return true;
  return VERB.test(clause) && !OPENS_SUBORDINATE.test(clause);
}

const PAIRS = [
  ['“', '”'],
  ['«', '»'],
  ['(', ')'],
  ['「', '」'],
] as const;

/** Removes quotation marks and brackets without a partner. */
function withoutOrphans(text: string): string {
  const straight = (text.match(/"/g)?.length ?? 0) % 2 === 1 ? removeLast(text, '"') : text;
  return PAIRS.reduce((kept, [open, close]) => {
    const opened = kept.split(open).length;
    const closed = kept.split(close).length;
    if (opened === closed) return kept;
    return removeLast(kept, opened > closed ? open : close);
  }, straight);
}

function removeLast(text: string, mark: string): string {
  const at = text.lastIndexOf(mark);
  return (text.slice(0, at) + text.slice(at + mark.length)).trim();
}

const withoutStop = (text: string): string => text.replace(/[.。\s]+$/u, '');

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Removes half a character or punctuation at the end. */
const detachedEnd = (text: string): string =>
  text.replace(/[\uD800-\uDBFF]$/, '').replace(/[,;:，；：、\s\p{Pd}]+$/u, '');
