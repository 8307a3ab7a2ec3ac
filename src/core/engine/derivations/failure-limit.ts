import { hasTrait, ModelError } from '../../errors';
import type { Message } from '../../message';

/** Outcome of one item. `T` is what a commit keeps of it. */
export type Outcome<T> = {
  readonly result: T;
  /** The counts of its replies alone, where it is to be made again. */
  readonly left: T;
  /** The same item counted as not made, for this reason. */
  unmade(reason: string): T;
} & (
  | { readonly kind: 'made'; /** False where nothing came of it. */ readonly isUseful: boolean }
  /** The model replied, but no reply was valid. */
  | { readonly kind: 'useless' }
  /** The model gave no reply. */
  | { readonly kind: 'failed'; readonly failure: ModelError }
);

/** Checks if something came of an item. */
export const isUseful = (outcome: Outcome<unknown>): boolean => outcome.kind === 'made' && outcome.isUseful;

/** Items without a valid reply at the start of a step, after which the model is given up. */
export const USELESS_AT_START = 4;

/** Failed calls in a row, after which the fault is not with the items. */
const FAILURES = 3;

/** Buffers useless and failed items until a later one shows whether the fault is with them or with the model. */
export interface FailureLimit<T> {
  /** Takes the next item. Throws ModelError where the fault is with the model: too many failures or useless items in a row. */
  take(outcome: Outcome<T>): void;
  /**
   * Settles the waiting items. Throws ModelError where later steps rest on these and most were of no use. Unless `isFinal`, it also throws a
   * failure that is worth another try.
   */
  end(isFinal: boolean): void;
}

/** Limits of a step. */
export interface LimitOptions {
  /** Useless items in a row. */
  readonly limit: number;
  /** Items that were made before, and those tried in vain in the same round. */
  readonly before?: { readonly made: number; readonly unmade: number };
  /** True where later steps rest on this one: it also ends where nothing came of any item, or no reply about most could be used. */
  readonly isGround?: boolean;
  /** Says that nothing could be used: of the last so many items, or of so many among all. */
  readonly giveUp: (useless: number, among?: number) => Message;
}

/** `settle` is called once per item, in their order. */
export function createFailureLimit<T>(
  { limit, before = { made: 0, unmade: 0 }, isGround = false, giveUp }: LimitOptions,
  settle: (result: T, isUseful: boolean) => void,
): FailureLimit<T> {
  let waiting: Outcome<T>[] = [];
  let failing: (Outcome<T> & { readonly kind: 'failed' })[] = [];
  let isAnyUseful = before.made > 0;
  let { made, unmade } = before;
  const settleAll = (outcomes: readonly Outcome<T>[]): void => {
    for (const one of outcomes) settle(one.result, isUseful(one));
  };
  const end = (words: Message): never => {
    const error = new ModelError(words, { traits: ['says what was kept', 'nothing usable'] });
    for (const one of waiting) settle(one.unmade(error.message), false);
    throw error;
  };
  const useless = (): number => waiting.filter(({ kind }) => kind !== 'failed').length;
  const isRetryable = ({ failure }: (typeof failing)[number]): boolean => hasTrait(failure, 'worth another try');
  return {
    take(outcome) {
      if (outcome.kind === 'failed') {
        failing.push(outcome);
        if (failing.length < FAILURES) return;
        settleAll(waiting);
        // Items that the model refused for good count as not made. Those that may go well later stay due.
        if (!failing.some(isRetryable)) settleAll(failing);
        throw outcome.failure;
      }
      // A server that is gone fails every call. An item that the model cannot make fails only its own.
      waiting.push(...failing, outcome);
      failing = [];
      if (outcome.kind === 'useless') unmade++;
      else made++;
      if (isUseful(outcome)) {
        isAnyUseful = true;
        settleAll(waiting);
        waiting = [];
      } else if (useless() >= (made === 0 ? Math.min(USELESS_AT_START, limit) : limit)) {
        end(giveUp(useless()));
      }
    },
    end(isFinal) {
      if (isGround && !isAnyUseful && useless() > 0) end(giveUp(useless()));
      if (isGround && unmade > made) end(giveUp(unmade, made + unmade));
      settleAll(waiting);
      const retryable = failing.find(isRetryable);
      if (retryable && !isFinal) throw retryable.failure;
      settleAll(failing);
    },
  };
}
