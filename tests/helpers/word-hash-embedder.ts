import type { Embedder } from '../../src/core/models/encoders';

interface WordHashOptions {
  readonly id?: string;
  readonly dims?: number;
  /** Words that count as the same, as a stand-in for likeness of meaning. */
  readonly alike?: readonly (readonly string[])[];
  /** Called before each batch; may wait or throw. */
  readonly before?: (texts: readonly string[], kind: 'question' | 'passage') => unknown;
}

/**
 * No model: each word's hash chooses a number of the vector to raise. The same words give the same vector, and nothing about quality
 * follows from it. `texts` gathers everything that was embedded.
 */
export function wordHashEmbedder(options: WordHashOptions = {}): Embedder & { readonly texts: string[] } {
  const { id = 'word-hash', dims = 64, alike = [] } = options;
  const texts: string[] = [];
  const canonical = new Map(alike.flatMap(([first = '', ...rest]) => rest.map((word) => [word, first])));
  return {
    texts,
    info: { id, title: `Word hash ${id}`, dims, maxTokens: 512, questionPrefix: '', passagePrefix: '' },
    embed: async (batch, kind, { signal } = {}) => {
      await options.before?.(batch, kind);
      signal?.throwIfAborted();
      if (kind === 'passage') texts.push(...batch);
      const vectors = new Float32Array(batch.length * dims);
      for (const [row, text] of batch.entries()) {
        const vector = vectors.subarray(row * dims, (row + 1) * dims);
        for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) raise(vector, canonical.get(word) ?? word);
        const length = Math.hypot(...vector) || 1;
        for (let at = 0; at < dims; at++) vector[at] = (vector[at] ?? 0) / length;
      }
      return vectors;
    },
  };
}

function raise(vector: Float32Array, word: string): void {
  let hash = 7;
  for (const letter of word) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  const at = hash % vector.length;
  vector[at] = (vector[at] ?? 0) + 1;
}
