import type { Bm25Reader, WordTerms } from './bm25';

/** A word of a question and its weight. */
export interface AskedWord {
  readonly terms: WordTerms;
  /** The idf over the text units, less for a word that an earlier question lends. */
  readonly weight: number;
  /** True where an earlier question lends it. */
  readonly isLent?: true;
}

/** The distinct terms of some words. */
export const termsOfWords = (words: readonly { readonly terms: WordTerms }[]): ReadonlySet<string> =>
  new Set(words.flatMap(({ terms }) => terms));

/**
 * Returns the idf of a word's commonest term. A stem of another language is rare because few texts are in that
 * language, not because it is more specific. 0 for a word that is in no text.
 */
export function idfOfWord(bm25: Pick<Bm25Reader, 'idf' | 'documentFrequency'>, terms: WordTerms): number {
  const known = terms.filter((term) => bm25.documentFrequency(term) > 0);
  return known.length === 0 ? 0 : Math.min(...known.map((term) => bm25.idf(term)));
}
