import { bringUpToDate, deriveWhileReadingWaits, isToRead } from '../../indexing/index-run';
import type { ModelRun } from './model-run';
import { changeFrom, type TableUse } from '../../../derivation/table-use';
import type { IndexState } from '../../../ports/index-state';
import type { TableChange } from '../../../ports/collections';
import { touchesTables } from '../../collections/consequences';
import { viewOf } from '../../collections/collection-view';

/**
 * Derives the graph again after the changes before it. Documents stay unread while reading is paused. `first` commits what is to be derived:
 * inside the turn, so that no derivation in progress misses it and calls the graph complete.
 */
export async function deriveInTurn(run: ModelRun, first = (): Promise<void> => Promise.resolve()): Promise<void> {
  const waits = (): boolean => (run.open.store.state.paused ?? false) && isToRead(run.open.store.state);
  await run.alone(async () => {
    await first();
    await (waits() ? deriveWhileReadingWaits(run) : bringUpToDate(run));
  });
}

/** Updates the search index between changes. Two updates at a time would index the same passages. */
export async function refreshInTurn({
  open,
  signal,
  alone,
}: Pick<ModelRun, 'open' | 'signal' | 'alone'>): Promise<void> {
  await alone(() => open.search.refresh({ signal }));
}

/** Least milliseconds between two commits. */
const COMMIT_EVERY_MS = 3_000;
/** The next commit waits this many times as long as the last one took, so that large tables do not slow a run. */
const TIMES_AS_LONG = 12;

/** Gathers what a run found since its last commit. */
export interface CommitBuffer<T> {
  readonly isEmpty: boolean;
  /** A crash loses nothing that costs: replies are cached already. */
  add(item: T): void;
  /** Commits if the last commit was long enough ago. */
  commitIfDue(): Promise<void>;
  /** Commits what there is, and emits a view where tables change. */
  commit(): Promise<void>;
}

/**
 * Commits the results of a step in batches while a run continues. `toChange` is called inside the commit. Changes that
 * replace tables are committed `alone`, since a derivation in progress would overwrite them.
 */
export function createCommitBuffer<T>(
  { open, env, emit }: Pick<ModelRun, 'open' | 'env' | 'emit'>,
  step: TableUse,
  toChange: (items: readonly T[], state: IndexState) => TableChange,
  alone: (commit: () => Promise<void>) => Promise<void> = (act) => act(),
): CommitBuffer<T> {
  let items: T[] = [];
  let due = env.clock.now() + COMMIT_EVERY_MS;
  const write = async (gathered: readonly T[]): Promise<void> => {
    const began = env.clock.now();
    let isSeen = false;
    await open.store.commit((state) => {
      const change = changeFrom(step, toChange(gathered, state));
      isSeen = touchesTables(change);
      return change;
    });
    const ended = env.clock.now();
    due = ended + Math.max(COMMIT_EVERY_MS, TIMES_AS_LONG * (ended - began));
    if (isSeen) emit({ kind: 'committed', view: viewOf(open) });
  };
  const commit = async (): Promise<void> => {
    if (items.length === 0) return;
    const gathered = items;
    items = [];
    await alone(() => write(gathered));
  };
  return {
    get isEmpty() {
      return items.length === 0;
    },
    add: (item) => void items.push(item),
    commitIfDue: async () => (env.clock.now() >= due ? commit() : undefined),
    commit,
  };
}
