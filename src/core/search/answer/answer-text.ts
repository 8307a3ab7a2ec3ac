import type { ContextDataset } from '../context/context';

/** A reference that a model wrote into its answer. */
export interface PlacedHint {
  /** Null for a table that does not exist. */
  readonly dataset: ContextDataset | null;
  /** As the model wrote it. */
  readonly number: number;
  /** UTF-16 offset in the clean text at which it stood: the end of what it follows, or the start of the line that it opens. */
  readonly at: number;
}

/** An answer's Markdown without the model's references. */
export interface AnswerText {
  readonly text: string;
  readonly hints: readonly PlacedHint[];
  /** Where the model said that something is its own knowledge, as `at` of a hint. */
  readonly general: readonly number[];
}
