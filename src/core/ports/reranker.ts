import type { CallOptions } from './call-options';

/** Scores passages against a question by reading both together (a cross-encoder). */
export interface Reranker {
  readonly id: string;
  readonly title: string;
  /** One relevance per passage, in their order, 0 to 1. Throws ModelError, and the signal's reason when aborted. */
  rank(question: string, passages: readonly string[], options?: CallOptions): Promise<Float32Array>;
}
