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

/** Scales a vector to length 1 in place; a vector of zeros stays as it is. */
export function normalise(vector: Float32Array): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length === 0) return;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
}
