import { secondsFor, type ModelSpeed } from './speed';

/** Calls of one kind before they are made, in estimated tokens of each. */
export interface PlannedCall {
  /** Calls of this kind; default 1. */
  readonly calls?: number;
  readonly promptTokens: number;
  readonly replyTokens: number;
}

/** Calls and tokens in all, and the time that they take. */
export interface CallPrice {
  readonly calls: number;
  readonly promptTokens: number;
  readonly replyTokens: number;
  /** Null before the speed of the model was measured. */
  readonly seconds: number | null;
}

/** Adds up planned calls of a model that takes `parallel` calls of a kind at a time. */
export function priceCalls(
  planned: readonly PlannedCall[],
  { speed, parallel }: { readonly speed: ModelSpeed | undefined; readonly parallel: number },
): CallPrice {
  const loads = planned.map(({ calls = 1, promptTokens, replyTokens }) => ({
    calls,
    promptTokens: calls * promptTokens,
    replyTokens: calls * replyTokens,
  }));
  const sum = (of: (load: (typeof loads)[number]) => number): number => loads.reduce((all, one) => all + of(one), 0);
  return {
    calls: sum(({ calls }) => calls),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    replyTokens: sum(({ replyTokens }) => replyTokens),
    seconds: speed ? sum((load) => secondsFor(speed, load, Math.min(load.calls, parallel))) : null,
  };
}
