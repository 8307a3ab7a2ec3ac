/** A number in a model's reference, with the last word for a table before it; null where there is none. */
interface CitedNumber {
  readonly word: string | null;
  readonly number: number;
}

/** Numbers that a range may stand for. */
const WIDEST = 20;
/** A word for a table; shorter ones join numbers. */
const WORD = /(?!more\b)(?:\p{L}{4,}|\p{Script=Han}{2,})/giu;
const PART = new RegExp(String.raw`(${WORD.source})|(\d{1,6})(?:\s*[–-]\s*(\d{1,6}))?`, 'giu');

/** The words for tables in a model's reference. */
export const tableWords = (content: string): readonly string[] => content.match(WORD) ?? [];

/** Parses `Entities (1, 2); Relationships (3, +more)`, also with colons, ranges and words between. */
export function citedNumbers(content: string): readonly CitedNumber[] {
  const cited: CitedNumber[] = [];
  let last: string | null = null;
  for (const [, word, from, to] of content.matchAll(PART)) {
    if (word !== undefined) last = word;
    if (from === undefined) continue;
    for (const number of range(Number(from), Number(to ?? from))) cited.push({ word: last, number });
  }
  return cited;
}

function range(first: number, last: number): readonly number[] {
  const length = last >= first ? Math.min(WIDEST, last - first + 1) : 1;
  return Array.from({ length }, (_, at) => first + at);
}
