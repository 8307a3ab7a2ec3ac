import { anySignal } from '../../async';
import { isByNoModel } from '../../provenance';
import { deriveTables } from '../../index/pipeline';
import type { AllTables } from '../../index/index-tables';
import { runWork } from '../../work';
import { PREPARING, stageProgress, type StageProgress, type RunContext } from '../session/index-events';
import type { OpenCollection } from '../collections/open-collection';
import { readPending } from '../documents/read-pending';
import { reindexDocuments } from './reindex';
import { staleVectors } from './stale-vectors';
import { viewOf } from '../collections/collection-view';

/** Reads what is pending, derives what lags behind and prepares search. An abort ends it quietly: finished work is kept. */
export async function bringUpToDate(context: RunContext): Promise<void> {
  const { open, emit, signal } = context;
  try {
    let progress: StageProgress;
    do {
      progress = stageProgress(emit);
      await readPending({ ...context, progress });
      await reindexDocuments({ ...context, progress });
      signal.throwIfAborted();
    } while (!(await derive(context, progress)));
    await open.refreshIndex({ signal, onProgress: (done, total) => progress(PREPARING, done, total) });
    emit({ kind: 'committed', view: viewOf(open) });
  } catch (error) {
    if (!signal.aborted) throw error;
    await open.refreshIndex();
    emit({ kind: 'committed', view: viewOf(open) });
  }
}

/** Derives the graph while reading is paused. */
export async function deriveWhileReadingWaits(context: RunContext): Promise<void> {
  const { open, emit, signal } = context;
  await derive(context, stageProgress(emit), true);
  await open.refreshIndex({ signal });
  emit({ kind: 'committed', view: viewOf(open) });
}

/**
 * Derives the graph, communities and reports again where they lag behind, and commits them together. False when sources came meanwhile,
 * which are to be read first.
 */
async function derive(
  { open, env, signal }: RunContext,
  progress: StageProgress,
  whilePending = false,
): Promise<boolean> {
  const { state } = open.store;
  if (state.derived) return true;
  const more = new AbortController();
  const counters = { ...state.counters };
  const today = new Date(env.clock.now()).toISOString().slice(0, 10);
  const facts = { today, counters, regroup: isFreeToRegroup(open) };
  const start = async () =>
    deriveTables(await withLogs(open), state.parameters, facts, ({ step, done, total }) => {
      if (!whilePending && open.store.state.pending.length > 0) more.abort();
      progress(step, done, total);
    });
  try {
    const replace = await runWork(await start(), { clock: env.clock, signal: anySignal(signal, more.signal) });
    const vectors = await staleVectors(
      open.store.vectors,
      { ...open.tables, ...replace },
      { clock: env.clock, signal },
    );
    await open.commit(({ pending }) => ({ replace, vectors, state: { counters, derived: pending.length === 0 } }));
  } catch (error) {
    if (!more.signal.aborted || signal.aborted) throw error;
  }
  return open.store.state.pending.length === 0;
}

/** Whether communities may be found anew: until a model has written a report on them. */
const isFreeToRegroup = ({ store, tables }: OpenCollection): boolean =>
  store.state.model?.phase === 'running' && tables.community_reports.every(({ method }) => isByNoModel(method));

/** The tables with the two logs. Only the work holds the logs, so that memory is freed soon. */
async function withLogs({ store, tables }: OpenCollection): Promise<AllTables> {
  const [extractions, edits] = await Promise.all([store.read('extractions'), store.read('edits')]);
  return { ...tables, extractions, edits };
}
