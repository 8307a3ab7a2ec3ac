import { B, K1, type WordTerms } from './bm25';

/** Terms of a text, for BM25 without an index of it. */
export interface CountedWords {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Counts the terms of a text. */
export function countTerms(terms: readonly string[]): CountedWords {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { counts, length: terms.length };
}

/** Words that are looked for, with their rarity. */
export type WeighedWords = readonly { readonly terms: WordTerms; readonly idf: number }[];

/** BM25 of one text among others of an average length. Of a word's terms the commonest counts. */
export function scoreWords({ counts, length }: CountedWords, wanted: WeighedWords, average: number): number {
  const base = K1 * lengthShare(length, average);
  let sum = 0;
  for (const { terms, idf } of wanted) {
    const count = Math.max(...terms.map((term) => counts.get(term) ?? 0));
    sum += (idf * count * (K1 + 1)) / (count + base);
  }
  return sum;
}

/** Weight of a length against the average, 0.25 for an empty text and 1 for one of average length. */
export const lengthShare = (length: number, average: number): number => 1 - B + (B * length) / Math.max(1, average);
