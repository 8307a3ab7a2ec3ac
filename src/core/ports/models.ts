import type { CallOptions } from '../platform';

/** A sentence and the words of a document that may or may not say so. */
export interface EntailmentPair {
  readonly premise: string;
  readonly hypothesis: string;
}

/** Probabilities of the three classes of natural language inference, each 0 to 1; they add up to 1. */
export interface EntailmentScores {
  readonly entailment: number;
  readonly neutral: number;
  readonly contradiction: number;
}

/** Judges whether premises entail hypotheses: an NLI cross-encoder, or a chat model asked for one enumerated token. */
export interface EntailmentModel {
  /** Names weights and precision, or the chat model and the prompt's version: verdicts of one id can be kept. */
  readonly id: string;
  readonly title: string;
  /** Pairs that are best judged in one call. */
  readonly batchSize: number;
  /** Premises worth asking about for one sentence, where a pair is dear; missing where it is not. */
  readonly mostPremises?: number;
  /** Scores in the order of the pairs. Throws ModelError, and the signal's reason when aborted. */
  judge(pairs: readonly EntailmentPair[], options?: CallOptions): Promise<readonly EntailmentScores[]>;
}

/** Scores passages against a question by reading both together (a cross-encoder). */
export interface Reranker {
  readonly id: string;
  readonly title: string;
  /** One relevance per passage, in their order, 0 to 1. Throws ModelError, and the signal's reason when aborted. */
  rank(question: string, passages: readonly string[], options?: CallOptions): Promise<Float32Array>;
}
