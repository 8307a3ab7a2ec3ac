import type { CallOptions } from './call-options';

/** Finds mentions in text units off the engine's thread. See core/extract for what a mention is. */
export interface MentionFinder {
  find(batch: MentionBatch, options: CallOptions): Promise<MentionResult>;
}

/** Sentences of one language in which mentions are sought. */
export interface MentionBatch {
  readonly language: string;
  /** The sentences' texts, in document order. */
  readonly sentences: readonly string[];
}

/** Parallel arrays, one entry per mention, ordered by sentence and start. */
export interface MentionResult {
  /** Index into the batch's sentences. */
  readonly sentence: Int32Array;
  /** Offsets within that sentence's text. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Index into `titles`. */
  readonly title: Int32Array;
  /** Distinct surface forms with the key on which they merge and the kind of phrase. */
  readonly titles: readonly {
    readonly title: string;
    readonly key: string;
    readonly phrase: PhraseKind;
    readonly type: string;
  }[];
}

/** `proper` is a name, `compound` a phrase of several words, `common` a single common noun. */
export type PhraseKind = 'proper' | 'compound' | 'common';
