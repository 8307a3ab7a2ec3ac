import { mapInOrder } from '../../async';
import type { TableUse } from '../../derivation/table-use';
import { hasTrait, ModelError, ParseError } from '../../errors';
import type { TableChange } from '../../ports/collections';
import type { IndexState } from '../../ports/index-state';
import { type CommitBuffer, createCommitBuffer } from '../model-index/run/commit-buffer';
import type { ModelAsker, ModelRun } from '../model-index/run/model-run';
import { createFailureLimit, isUseful, type LimitOptions, type Outcome, USELESS_AT_START } from './failure-limit';

/** A run of any kind over the open collection, in which items are made. */
export interface ItemsRun extends Pick<ModelRun, 'open' | 'env' | 'emit' | 'signal' | 'alone'> {
  readonly progress: Pick<ModelRun['progress'], 'add'>;
}

/** Items of a step, how each is made and how results are kept. */
export interface ItemsToMake<Item, T> {
  readonly step: TableUse;
  /** Items that are made at the same time. */
  readonly parallel: number;
  /** Called for each reply in which nothing could be read. */
  readonly onInvalid: ModelAsker['onInvalid'];
  readonly items: readonly Item[];
  readonly limits: LimitOptions;
  /** Waits for the model since a call went well. After the last ones, items that still fail count as not made. */
  readonly waits: number;
  /** Makes one item. Undefined where it is gone meanwhile. Throws where the fault holds for all items, and the reason of an abort. */
  make(item: Item, heard: HeardReplies): Promise<Outcome<T> | undefined>;
  /** Returns the change that keeps these results. */
  changeOf(results: readonly T[], state: IndexState): TableChange;
  /** True where changes replace tables, so that no derivation in progress overwrites them. */
  readonly isAlone: boolean;
  /** Counts a result whose place is sure. */
  settled(result: T, isUseful: boolean): void;
  /** Called after an item is taken, in their order; by default commits what is due. */
  taken?(outcome: Outcome<T>, item: Item, commits: CommitBuffer<T>): Promise<void>;
}

/** Hears of replies as they come. */
export interface HeardReplies {
  valid(): void;
  useless(): void;
}

/** Waits for a model that cannot be reached, after which the last failing items count as not made. */
const LAST_WAITS = 3;

/**
 * Makes items several at a time, and commits results in the order of the items now and then. The first few show whether the model is of use
 * before the others are begun. Throws ModelError when the model fails, or nothing comes of many items in a row; results up to then are kept.
 */
export async function runItems<Item, T>(run: ItemsRun, work: ItemsToMake<Item, T>): Promise<void> {
  const { step, limits, parallel, onInvalid } = work;
  const commits = createCommitBuffer<T>(run, step, work.changeOf, work.isAlone ? run.alone : undefined);
  const settle = (result: T, useful: boolean): void => {
    commits.add(result);
    work.settled(result, useful);
  };
  const limit = createFailureLimit(limits, settle);
  const taken = work.taken ?? (() => commits.commitIfDue());
  /** Made and not taken yet. */
  const untaken = new Set<Outcome<T>>();
  let pass = (): void => undefined;
  const passed = new Promise<void>((resolve) => (pass = resolve));
  const heard = { valid: () => pass(), useless: onInvalid };
  try {
    await mapInOrder(
      work.items,
      parallel,
      async (item) => {
        run.signal.throwIfAborted();
        const made = await work.make(item, heard);
        const outcome = made?.kind === 'failed' && hasTrait(made.failure, 'gone') ? undefined : made;
        if (outcome) untaken.add(outcome);
        return outcome;
      },
      async (outcome, item) => {
        if (!outcome) {
          run.progress.add(1); // gone
          return;
        }
        untaken.delete(outcome);
        limit.take(outcome);
        await taken(outcome, item, commits);
      },
      (limits.before?.made ?? 0) > 0 ? undefined : { size: USELESS_AT_START, passed },
    );
    limit.end(work.waits >= LAST_WAITS);
  } catch (error) {
    // Useful results that came meanwhile are kept. The others are asked for in other words by the next round.
    if (hasTrait(error, 'nothing usable')) {
      for (const one of untaken) {
        if (isUseful(one)) settle(one.result, true);
        else commits.add(one.left);
      }
    }
    throw error;
  } finally {
    await commits.commit();
  }
}

/** Items at a time, and the listener for replies of no use, by the model that is asked. */
export const pacingOf = ({
  model,
  onInvalid,
}: ModelAsker): Pick<ItemsToMake<unknown, unknown>, 'parallel' | 'onInvalid'> => ({
  parallel: model.capabilities.parallel,
  onInvalid,
});

/** The failure of a single item. Throws what holds for all items, and the reason of an abort. */
export function failureOf(error: unknown, signal: AbortSignal): ModelError | ParseError {
  signal.throwIfAborted();
  if (error instanceof ParseError) return error;
  if (error instanceof ModelError && !hasTrait(error, 'holds for all')) return error;
  throw error;
}
