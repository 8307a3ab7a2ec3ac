import { anySignal } from '../../async';
import { GRAPH_VERSION } from '../../graph/derive/derive-graph';
import { isByNoModel } from '../../provenance';
import { graphStep } from '../../index/collection-steps';
import { COLLECTION_STEPS, deriveTables } from '../../index/pipeline';
import { READING_DOCUMENTS } from '../../index/run-stats';
import { StepMeter } from '../../index/step-meter';
import type { IndexTables, ExtractionRow } from '../../tables/tables';
import { rowsOfTree } from '../../raptor/summaries';
import { SUMMARIES_STEP, treeChoices } from '../../raptor/summary-tree';
import { updatedTree } from '../../raptor/tree-of-rows';
import { runWork } from '../../work';
import { PREPARING, stageProgress, type StageProgress, type RunContext, SAVING } from '../session/index-events';
import type { OpenCollection } from '../collections/open-collection';
import type { Snapshot } from '../collections/snapshot';
import { withMending } from '../collections/repair';
import { makeDocuments } from '../documents/make-documents';
import { readPending } from '../documents/read-pending-source';
import { readingProgress } from '../documents/reading-progress';
import type { IndexState } from '../../ports/index-state';
import { viewOf } from '../collections/collection-view';
import { embeddingField, compareFields } from '../../index/embeddings';
import type { CallOptions, Clock } from '../../platform';
import type { VectorChange, VectorField, VectorStore } from '../../vectors/vector-store';

/**
 * Reads what is pending, derives what lags behind and prepares search. An abort ends it quietly: finished work is kept. What turns out to be
 * damaged on disk is made again.
 */
export function bringUpToDate(context: RunContext): Promise<void> {
  return withMending(
    () => readAndDerive(context),
    () => context.open.store.mend(),
  );
}

async function readAndDerive(context: RunContext): Promise<void> {
  const { open, env, emit, signal } = context;
  const meter = new StepMeter(env.clock);
  try {
    let progress: StageProgress;
    let known: ReadonlySet<string>;
    do {
      known = new Set(open.tables.documents.map(({ id }) => id));
      progress = stageProgress(emit);
      const reading = readingProgress(open.store, progress, context.toCome);
      meter.begin(READING_DOCUMENTS);
      do {
        await readPending({ ...context, reading });
        signal.throwIfAborted();
        await makeDocuments({ ...context, reading });
      } while (isToRead(open.store.state));
      signal.throwIfAborted();
      meter.rest();
    } while (!(await derive({ ...context, meter, known }, progress)));
    await open.search.refresh({ signal, onProgress: (done, total) => progress(PREPARING, done, total) });
    emit({ kind: 'committed', view: viewOf(open) });
  } catch (error) {
    if (!signal.aborted) throw error;
    await showAsItIs(context);
  }
}

/** Indexes the committed rows for search, and shows them, without updating anything else. */
export async function showAsItIs({ open, emit }: RunContext): Promise<void> {
  await open.search.refresh();
  emit({ kind: 'committed', view: viewOf(open) });
}

/** Derives the graph while reading is paused. */
export async function deriveWhileReadingWaits(context: RunContext): Promise<void> {
  const { open, env, emit, signal } = context;
  await derive({ ...context, meter: new StepMeter(env.clock) }, stageProgress(emit), true);
  await open.search.refresh({ signal });
  emit({ kind: 'committed', view: viewOf(open) });
}

/** A run whose steps are measured. */
interface MeasuredRun extends RunContext {
  readonly meter: StepMeter;
  /** Ids of the documents that were there before. Missing where none are read. */
  readonly known?: ReadonlySet<string>;
}

/** Rows of the steps without a model, and the seconds that they took since the last commit. */
function stepTimes({ open, meter, known }: MeasuredRun, derived: Partial<IndexTables>): IndexState['stepTimes'] {
  const measured = meter.take();
  const added = known ? open.tables.documents.filter(({ id }) => !known.has(id)).length : 0;
  const made = COLLECTION_STEPS.map(
    ({ name, writes }) =>
      [name, writes.reduce((sum, table) => sum + (derived[table as keyof IndexTables]?.length ?? 0), 0)] as const,
  );
  const all = [...(added > 0 ? [[READING_DOCUMENTS, added] as const] : []), ...made];
  return Object.fromEntries(
    all.map(([name, items]) => [name, { made: items, seconds: measured.get(name)?.seconds ?? 0 }]),
  );
}

/**
 * Derives the graph, communities and reports again where they lag behind, and commits them together. False when sources came meanwhile,
 * which are to be read first.
 */
async function derive(run: MeasuredRun, progress: StageProgress, whilePending = false): Promise<boolean> {
  const { open, env, signal, meter } = run;
  const { state } = open.store;
  if (state.derived) return true;
  const more = new AbortController();
  const counters = { ...state.counters };
  const today = new Date(env.clock.now()).toISOString().slice(0, 10);
  const { keptCommunities } = state;
  const facts = {
    ...{ today, counters, regroup: isFreeToRegroup(open.store.snapshot) },
    ...(keptCommunities !== undefined && { keptCommunities }),
  };
  const stop = anySignal(signal, more.signal);
  try {
    progress(graphStep, 0, 1);
    meter.begin(graphStep.name);
    const [graph, edits] = await Promise.all([open.graph.view({ signal: stop }), open.store.files.read('edits')]);
    const tables = { ...open.tables, extractions: NO_RECORDS, edits };
    const work = deriveTables(tables, state.parameters, { ...facts, graph }, ({ step, done, total }) => {
      if (!whilePending && isToRead(open.store.state)) more.abort();
      if (meter.step !== step.name) meter.begin(step.name);
      progress(step, Math.round(done), total, done / Math.max(1, total));
    });
    const derived = await runWork(work, { clock: env.clock, signal: stop });
    meter.rest();
    // Documents that are still to be read may bring leaves back.
    const tree = whilePending ? null : await treeNow(open, { clock: env.clock, signal: stop });
    const times = stepTimes(run, derived);
    const vectors = await staleVectors(
      open.store.files.vectors,
      { ...open.tables, ...derived },
      { clock: env.clock, signal },
    );
    await open.store.commitDerived(
      derived,
      (now) => ({
        vectors,
        ...(tree && { replace: { summaries: rowsOfTree(tree, open.tables.summaries) } }),
        state: {
          ...{ counters, derived: !isToRead(now), graphVersion: GRAPH_VERSION },
          stepTimes: { ...now.stepTimes, ...times },
        },
      }),
      (done, total) => progress(SAVING, done, total),
    );
    graph.settle();
  } catch (error) {
    if (!more.signal.aborted || signal.aborted) throw error;
  }
  return !isToRead(open.store.state);
}

/** The tree of summaries with the documents as they are. Null where that is the one on disk, or none is. */
const treeNow = ({ tables, store }: OpenCollection, options: CallOptions & { readonly clock: Clock }) =>
  runWork(updatedTree(tables, treeChoices(store.state.parameters[SUMMARIES_STEP])), options);

/** Checks for waiting sources, and for documents whose text units and records are still to be made. */
export const isToRead = ({ pending, reindex = [] }: IndexState): boolean => pending.length + reindex.length > 0;

/** Checks if communities may be found from scratch: until a model has written a report on them. */
const isFreeToRegroup = ({ state, tables }: Snapshot): boolean =>
  state.model?.phase === 'running' && tables.community_reports.every(({ method }) => isByNoModel(method));

/** Empty list in place of the records, which the view of the graph has in columns. */
const NO_RECORDS: readonly ExtractionRow[] = [];

/** Fields whose texts are derived; the rows of the others go with their documents. */
const DERIVED: ReadonlySet<VectorField> = new Set([
  'entity_description',
  'relationship_description',
  'entity_title',
  'community_full_content',
  'community_title',
  'community_summary',
  'summary_text',
]);

/**
 * Changes that remove stale vectors when tables are derived again, in the same commit: those of rows that are gone or have other words,
 * and those of fields that only earlier versions embedded.
 */
export async function staleVectors(
  store: VectorStore,
  tables: IndexTables,
  options: CallOptions & { readonly clock: Clock },
): Promise<readonly VectorChange[]> {
  const changes: VectorChange[] = [];
  for (const { field, model, dims } of store.sets()) {
    const known = embeddingField(field);
    if (!known) changes.push({ field, model, dims, keep: [] });
    if (!known || !DERIVED.has(field)) continue;
    const rows = await hashes(store, field, model);
    if (!rows) continue;
    const [stand] = await runWork(
      compareFields([known], tables, (_, id) => rows.get(id)),
      options,
    );
    const keep = stand?.current ?? [];
    if (keep.length < rows.size) changes.push({ field, model, dims, keep });
  }
  return changes;
}

/** Undefined for files that cannot be read. They are replaced by the next embedding. */
async function hashes(store: VectorStore, field: VectorField, model: string): Promise<Map<string, string> | undefined> {
  try {
    const rows = await store.read(field, model);
    return rows && new Map(rows.ids.map((id, at) => [id, rows.hashes[at] ?? '']));
  } catch {
    return undefined;
  }
}
