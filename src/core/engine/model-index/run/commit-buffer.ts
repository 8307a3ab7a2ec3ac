import { bringUpToDate, deriveWhileReadingWaits } from '../../indexing/index-run';
import type { ModelRun } from './model-run';
import { changeFrom, type TableUse } from '../../../index/step';
import type { IndexState } from '../../../ports/index-state';
import type { TableChange } from '../../../ports/collections';
import { touchesTables } from '../../session/prepare-commit';
import { viewOf } from '../../collections/collection-view';

/**
 * Derives everything again from the records, after the changes that came before. Documents that a person lets wait stay unread. `first` commits
 * what calls for it: a derivation that goes on meanwhile would not know of it, and say that all is derived.
 */
export async function deriveInTurn(run: ModelRun, first = (): Promise<void> => Promise.resolve()): Promise<void> {
  const waits = (): boolean => (run.open.store.state.paused ?? false) && run.open.store.state.pending.length > 0;
  await run.alone(async () => {
    await first();
    await (waits() ? deriveWhileReadingWaits(run) : bringUpToDate(run));
  });
}

/** Brings search up to the tables, between changes: two at a time would index the same passages. */
export async function refreshInTurn({
  open,
  signal,
  alone,
}: Pick<ModelRun, 'open' | 'signal' | 'alone'>): Promise<void> {
  await alone(() => open.refreshIndex({ signal }));
}

/** Milliseconds between two commits at least. */
const COMMIT_EVERY_MS = 3_000;
/** So many times as long as a commit took, the next one waits: where tables are large, writing them stays a small part of a run. */
const TIMES_AS_LONG = 12;

/** What a run found since the last commit. */
interface CommitBuffer<T> {
  readonly isEmpty: boolean;
  /** Nothing is lost by waiting: what a model replied is kept already. */
  add(item: T): void;
  /** Commits if the last time was long enough ago. */
  commitIfDue(): Promise<void>;
  /** Commits what there is; where tables change by it, the page is told. */
  commit(): Promise<void>;
}

/**
 * Gathers what comes of a step one after the other and commits it together now and then, so that it is seen while a run goes on. `toChange` is called
 * inside the commit, with what was gathered by then. Changes that replace tables are committed `alone`: what is being derived meanwhile would
 * write over them.
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
    await open.commit((state) => {
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
