import { type EmbeddingField, embeddingsStep, textHash, type MissingRow } from '../../index/embeddings';
import { changeFrom, tablesFor } from '../../index/step';
import type { EmbedderInfo } from '../../models/embedder';
import type { VectorAppend, VectorChange } from '../../vectors/vector-store';
import type { RunContext } from '../session/index-events';
import { viewOf } from '../collections/collection-view';

/** A commit is made after so many milliseconds or rows; a crash loses no more than that. */
const COMMIT_MILLISECONDS = 2000;
const COMMIT_ROWS = 1024;

/** Gathers new vectors and commits them now and then. */
export interface VectorWriter {
  add(field: EmbeddingField, rows: readonly MissingRow[], vectors: Float32Array): Promise<void>;
  /** Commits what has been gathered. */
  flush(): Promise<void>;
}

interface Gathered {
  readonly field: EmbeddingField;
  readonly rows: readonly MissingRow[];
  readonly vectors: Float32Array;
}

/** `version` is that of the tables from which the texts were made. */
export function createVectorWriter(
  { open, env, emit, signal }: RunContext,
  { id: model, title, dims }: EmbedderInfo,
  version: number,
): VectorWriter {
  let gathered: Gathered[] = [];
  let last = env.clock.now();
  const flush = async (): Promise<void> => {
    const batch = gathered;
    gathered = [];
    last = env.clock.now();
    if (batch.length === 0) return;
    try {
      await open.commit(() => {
        const tables = tablesFor(embeddingsStep, open.tables);
        const unchanged = open.version === version ? batch : batch.map((one) => unchangedRows(one, tables, dims));
        const state = { embedding: { model, title, dims, complete: false } };
        return changeFrom(embeddingsStep, { vectors: changesOf(unchanged, model, dims), state });
      });
    } catch (error) {
      // The collection may be closed already when embedding is stopped; those seconds are done again.
      if (!signal.aborted) throw error;
      return;
    }
    emit({ kind: 'committed', view: viewOf(open) });
  };
  return {
    flush,
    add: async (field, rows, vectors) => {
      gathered.push({ field, rows, vectors });
      const count = gathered.reduce((sum, one) => sum + one.rows.length, 0);
      if (count >= COMMIT_ROWS || env.clock.now() - last >= COMMIT_MILLISECONDS) await flush();
    },
  };
}

/** Only the rows whose text is still what was embedded. */
function unchangedRows(one: Gathered, tables: Parameters<EmbeddingField['rows']>[0], dims: number): Gathered {
  const hashOf = new Map(one.rows.map(({ id, hash }) => [id, hash]));
  const unchanged = new Set<string>();
  for (const { id, text } of one.field.rows(tables)) {
    if (hashOf.has(id) && hashOf.get(id) === textHash(text)) unchanged.add(id);
  }
  const kept = one.rows.flatMap(({ id }, at) => (unchanged.has(id) ? [at] : []));
  const vectors = new Float32Array(kept.length * dims);
  for (const [to, at] of kept.entries()) vectors.set(one.vectors.subarray(at * dims, (at + 1) * dims), to * dims);
  return { ...one, rows: one.rows.filter(({ id }) => unchanged.has(id)), vectors };
}

/** One change per field. */
function changesOf(gathered: readonly Gathered[], model: string, dims: number): readonly VectorChange[] {
  const fields = [...new Set(gathered.map(({ field }) => field))];
  return fields.map((field) => {
    const own = gathered.filter((one) => one.field === field);
    return { field: field.field, model, dims, append: appended(own) };
  });
}

function appended(gathered: readonly Gathered[]): VectorAppend {
  const rows = gathered.flatMap((one) => one.rows);
  const vectors = new Float32Array(gathered.reduce((sum, one) => sum + one.vectors.length, 0));
  let at = 0;
  for (const one of gathered) {
    vectors.set(one.vectors, at);
    at += one.vectors.length;
  }
  const documents = rows.flatMap(({ document }) => document ?? []);
  return {
    ids: rows.map(({ id }) => id),
    hashes: rows.map(({ hash }) => hash),
    vectors,
    ...(documents.length === rows.length && rows.length > 0 ? { documents } : {}),
  };
}
