const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LIMIT = 90;
const UNSPACED_LIMIT = 36;
const LEAD = /^(?:[\p{P}\s]+|(?:and|but|so|then|however|therefore|moreover|also)\b[,\s]*)+/iu;

/** A short headline from a sentence: its first clause, cut between words when that is too long. */
export function headline(sentence: string): string {
  const plain = sentence.replace(/\s+/gu, ' ').trim();
  const text = capitalised(plain.replace(LEAD, '')) || plain;
  const limit = UNSPACED.test(text) ? UNSPACED_LIMIT : LIMIT;
  if (text.length <= limit + 1) return withoutStop(text);
  const head = text.slice(0, limit);
  const clause = Math.max(...[...head.matchAll(/[,;:—–，；：、](?=\s|\P{ASCII})/gu)].map(({ index }) => index), -1);
  if (clause > limit * 0.4) return head.slice(0, clause).trimEnd();
  const space = head.lastIndexOf(' ');
  return `${detachedEnd(space > limit * 0.5 ? head.slice(0, space) : head)}…`;
}

const withoutStop = (text: string): string => text.replace(/[.。\s]+$/u, '');

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Without half a character or punctuation at the end. */
const detachedEnd = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '').replace(/[\p{P}\s]+$/u, '');
