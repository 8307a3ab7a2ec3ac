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
  /** Told after each batch how many of the texts are done, about. */
  readonly onProgress?: (done: number) => void;
}

/** Texts to unit vectors. */
export interface Embedder {
  readonly info: EmbedderInfo;
  /** Row-major, `texts.length * dims` numbers, each row of length 1. Throws ModelError; the signal's reason when aborted. */
  embed(texts: readonly string[], kind: 'question' | 'passage', options?: EmbedOptions): Promise<Float32Array>;
}
