import type { DenseSearch } from './dense';

/** What of a question the rankings look at. */
export interface RetrievalQuery {
  /** With the words that it takes over from earlier questions. */
  readonly text: string;
  /** Its content terms with their weight. */
  readonly terms: readonly { readonly term: string; readonly weight: number; readonly isLent?: true }[];
  /** Entity rows that it names, in order. */
  readonly entities: readonly number[];
  /** Rankings by meaning, where there are vectors. */
  readonly dense?: DenseSearch;
  /** Relevance by a reranker, 0 to 1, by number of the text unit; missing without one. */
  readonly reranked?: ReadonlyMap<number, number>;
}
