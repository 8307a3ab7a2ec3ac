import { deriveIndex } from '../index/derive-index';
import { DERIVED_TABLES, type TableRow, type TableName } from '../tables/tables';
import { runWork } from '../work';
import type { EngineEnv } from './env';
import type { Emit } from './event-stream';
import type { OpenCollection } from './open-collection';
import { PREPARING, stageProgress, type StageProgress } from './progress';
import { readPending } from './read-pending';
import { reindexDocuments } from './reindex';
import { viewOf } from './view';

export interface RunContext {
  readonly open: OpenCollection;
  readonly env: EngineEnv;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

/** Reads what is pending, derives what lags behind and prepares search. An abort ends it quietly: finished work is kept. */
export async function bringUpToDate(context: RunContext): Promise<void> {
  const { open, emit, signal } = context;
  const progress = stageProgress(emit);
  try {
    await readPending({ ...context, progress });
    await reindexDocuments({ ...context, progress });
    signal.throwIfAborted();
    if (!open.store.state.derived) await derive(context, progress);
    await open.refreshIndex({ signal, onProgress: (done, total) => progress(PREPARING, done, total) });
    emit({ kind: 'committed', view: viewOf(open) });
  } catch (error) {
    if (!signal.aborted) throw error;
    await open.refreshIndex();
    emit({ kind: 'committed', view: viewOf(open) });
  }
}

/** Derives the graph, communities and reports again and commits them together. */
async function derive({ open, env, signal }: RunContext, progress: StageProgress): Promise<void> {
  const { store } = open;
  const [extractions, edits] = await Promise.all([store.read('extractions'), store.read('edits')]);
  const counters = { ...store.state.counters };
  const today = new Date(env.clock.now()).toISOString().slice(0, 10);
  const work = deriveIndex(
    { ...open.tables, extractions, edits },
    store.state.parameters,
    { today, counters },
    ({ step, done, total }) => progress(step, done, total),
  );
  const derived = await runWork(work, { clock: env.clock, signal });
  const replace: { [N in TableName]?: readonly TableRow<N>[] } = Object.fromEntries(
    DERIVED_TABLES.map((name) => [name, derived[name]]),
  );
  await open.commit(() => ({ replace, state: { counters, derived: true } }));
}
