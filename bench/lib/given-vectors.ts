import { denseSearch } from '../../src/core/retrieval/dense';
import type { SearchIndex, DenseSearch } from '../../src/core/retrieval/index';
import { type EmbeddingTables, embeddingField } from '../../src/core/index/embeddings';
import { createFieldVectors, type FieldVectors } from '../../src/core/vectors/field-vectors';
import type { VectorField } from '../../src/core/vectors/vector-store';
import { finish } from '../../src/core/work';
import type { Embed } from './given-embedder';

/** Searches an index by the meaning of each question, with vectors made as the app makes them; by question. */
export async function denseSearches(
  {
    index,
    tables,
    fields,
  }: { readonly index: SearchIndex; readonly tables: EmbeddingTables; readonly fields: readonly VectorField[] },
  questions: readonly string[],
  embed: Embed,
): Promise<ReadonlyMap<string, DenseSearch>> {
  const vectors = new Map<VectorField, FieldVectors>();
  for (const field of fields) vectors.set(field, await vectorsOf(field, tables, embed));
  const asked = await embed(questions);
  return new Map(
    questions.flatMap((question, at) => {
      const vector = asked[at];
      return vector ? [[question, denseSearch(index, vectors, vector)] as const] : [];
    }),
  );
}

async function vectorsOf(name: VectorField, tables: EmbeddingTables, embed: Embed): Promise<FieldVectors> {
  const rows = [...(embeddingField(name)?.rows(tables) ?? [])].filter(({ text }) => text.trim() !== '');
  const started = performance.now();
  const made = await embed(rows.map(({ text }) => text));
  const dims = made[0]?.length ?? 1;
  console.log(`${String(rows.length)} vectors of ${name}, ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const field = createFieldVectors({ field: name, model: 'given', dims }, rows.length);
  const ids = rows.map(({ id }) => id);
  const vectors = new Float32Array(rows.length * dims);
  made.forEach((vector, at) => vectors.set(vector, at * dims));
  finish(field.append({ ids, hashes: ids, vectors }));
  return field;
}
