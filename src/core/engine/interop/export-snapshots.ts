import { isMarker } from '../../extract/extraction-status';
import { rawGraph } from '../../graph/derive/raw-graph';
import { foldEdits } from '../../graph/edits/fold-edits';
import { graphParameters, graphStep } from '../../index/collection-steps';
import { valuesOf } from '../../parameters';
import type { CallOptions, Clock } from '../../platform';
import type { EmbeddingSnapshot, ExportPart, ExportScope, GraphTables, Snapshots } from '../../ports/interop';
import type { EditRow, ExtractionRow } from '../../tables/tables';
import type { VectorField, VectorRows } from '../../vectors/vector-store';
import type { Work } from '../../work';
import type { CollectionStore } from '../collections/collection-store';
import type { GraphProjection } from '../collections/projections/graph';

/**
 * Exports the outputs of the steps from which these tables were made; `tables` are the rows of a part of the
 * collection.
 */
export async function* exportSnapshots(
  { store, graph }: { readonly store: CollectionStore; readonly graph: GraphProjection },
  { tables, scope }: { readonly tables: GraphTables; readonly scope: ExportScope },
  options: CallOptions & { readonly clock: Clock },
): AsyncGenerator<ExportPart, Snapshots> {
  const { parameters } = store.state;
  const records = await graph.records(recordsIn(tables, scope, await store.read('edits')), options);
  const work = rawGraph(records, {
    textUnits: tables.text_units.length,
    keys: tables.entities.map(({ key }) => key),
    parameters: graphParameters(valuesOf(graphStep, parameters[graphStep.name])),
  });
  return { graph: yield* withProgress(work, options), embeddings: embeddingsOf(store, tables) };
}

/** Milliseconds of work between two turns of other work. */
const SLICE = 24;

/** Runs work to its end in slices, and yields its progress. */
async function* withProgress<T>(
  work: Work<T>,
  { clock, signal }: CallOptions & { readonly clock: Clock },
): AsyncGenerator<ExportPart, T> {
  let sliceEnd = clock.now() + SLICE;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (clock.now() < sliceEnd) continue;
    yield { kind: 'progress', doing: 'graph', ...step.value };
    await clock.yield();
    signal?.throwIfAborted();
    sliceEnd = clock.now() + SLICE;
  }
}

/**
 * Selects the records of a part: those of its text units, and where entities were chosen, those that edits give to
 * them.
 */
function recordsIn(
  { text_units, entities }: GraphTables,
  scope: ExportScope,
  edits: readonly EditRow[],
): (row: ExtractionRow) => boolean {
  const units = new Set(text_units.map(({ id }) => id));
  if (!scope.entities && !scope.communities) return ({ text_unit_id }) => units.has(text_unit_id);
  const kept = new Set(entities.map(({ key }) => key));
  const keys = foldEdits(edits);
  const isKept = (key: string, title: string | null): boolean => kept.has(keys.resolve(key, title ?? undefined) ?? '');
  return (row) =>
    units.has(row.text_unit_id) &&
    (isMarker(row) || (isKept(row.key, row.title) && (row.target_key === null || isKept(row.target_key, row.target))));
}

/** The rows that GraphRAG embeds, by field (GraphRAG A11). */
const EMBEDDED = [
  ['text_unit_text', 'text_units'],
  ['entity_description', 'entities'],
  ['relationship_description', 'relationships'],
  ['community_full_content', 'community_reports'],
] as const satisfies readonly (readonly [VectorField, keyof GraphTables])[];

/** The vectors of these rows by the model in use, read from the disk when they are asked for. */
function embeddingsOf({ files, state }: CollectionStore, tables: GraphTables): readonly EmbeddingSnapshot[] {
  const sets = files.vectors.sets().filter(({ model }) => model === state.embedding?.model);
  return EMBEDDED.flatMap(([field, table]) => {
    const set = sets.find((one) => one.field === field);
    if (!set) return [];
    const ids = new Set(tables[table].map(({ id }) => id));
    const read = async () => vectorsOf(await files.vectors.read(field, set.model), ids);
    return [{ field, rows: Math.min(set.rows, ids.size), read }];
  });
}

/** The vectors of some ids, in the order in which they are kept. */
function vectorsOf(
  rows: VectorRows | undefined,
  wanted: ReadonlySet<string>,
): Awaited<ReturnType<EmbeddingSnapshot['read']>> {
  if (!rows) return { ids: [], vectors: new Float32Array() };
  const { ids, dims, vectors } = rows;
  const places = ids.flatMap((id, at) => (wanted.has(id) ? [at] : []));
  if (places.length === ids.length) return { ids, vectors };
  const kept = new Float32Array(places.length * dims);
  for (const [to, at] of places.entries()) kept.set(vectors.subarray(at * dims, (at + 1) * dims), to * dims);
  return { ids: places.map((at) => ids[at] ?? ''), vectors: kept };
}
