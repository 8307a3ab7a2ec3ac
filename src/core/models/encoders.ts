import type { CallOptions } from '../platform';

export interface EmbedderInfo {
  /** Names weights, precision and pooling: vectors of one id can be compared, others cannot. */
  readonly id: string;
  readonly title: string;
  /** Numbers per vector. */
  readonly dims: number;
  /** Tokens of the longest text that is read at once; longer ones are cut into parts whose vectors are averaged. */
  readonly maxTokens: number;
  /** Put in front of a question, and in front of a passage, as the model was trained. */
  readonly questionPrefix: string;
  readonly passagePrefix: string;
}

export interface EmbedOptions extends CallOptions {
  /** Called after each batch with the number of texts done, about. */
  readonly onProgress?: (done: number) => void;
}

/** Texts to unit vectors. */
export interface Embedder {
  readonly info: EmbedderInfo;
  /** Row-major, `texts.length * dims` numbers, each row of length 1. Throws ModelError; the signal's reason when aborted. */
  embed(texts: readonly string[], kind: 'question' | 'passage', options?: EmbedOptions): Promise<Float32Array>;
}

/** Scales a vector to length 1 in place; a vector of zeros stays as it is. */
export function normalise(vector: Float32Array): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length === 0) return;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
}

/** A sentence and the words of a document that may support it. */
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
