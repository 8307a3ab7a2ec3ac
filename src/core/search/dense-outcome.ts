import type { DenseSearch } from '../retrieval/dense';

/** What comparing by meaning gave for a question. */
export interface DenseOutcome {
  /** Missing when the answer goes on without it. */
  readonly search?: DenseSearch;
  /** For the trace, in one sentence. */
  readonly words: string;
}
