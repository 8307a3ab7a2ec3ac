import type { ChatUsage } from '../../../models/chat-model';
import type { IndexState, ModelRunState, ModelSpending } from '../../../ports/index-state';

/** No calls, no tokens, no seconds. */
export const NOTHING_SPENT: ModelSpending = { calls: 0, promptTokens: 0, completionTokens: 0, seconds: 0 };

/** Counts what calls cost until it is written down. */
export interface Spending {
  add(usage: ChatUsage): void;
  /** Whether anything was counted since the last time. */
  readonly isAny: boolean;
  /** What was counted since the last time. */
  readonly sum: ModelSpending;
  /** What was counted since the last time, which is now the caller's to keep. */
  take(): ModelSpending;
}

/** A counter that begins with nothing spent. */
export function createSpending(): Spending {
  let spent = NOTHING_SPENT;
  return {
    add: (usage) => {
      const { promptTokens, completionTokens, seconds } = usage;
      spent = plus(spent, { calls: 1, promptTokens, completionTokens, seconds });
    },
    get isAny() {
      return spent.calls > 0;
    },
    get sum() {
      return spent;
    },
    take: () => {
      const taken = spent;
      spent = NOTHING_SPENT;
      return taken;
    },
  };
}

/** The sum of two spendings. */
export function plus(a: ModelSpending, b: ModelSpending): ModelSpending {
  return {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    seconds: a.seconds + b.seconds,
  };
}

/** What of `all` is not in `part`; nowhere below nothing. */
function without(all: ModelSpending, part: ModelSpending): ModelSpending {
  const left = (name: keyof ModelSpending): number => Math.max(0, all[name] - part[name]);
  return {
    calls: left('calls'),
    promptTokens: left('promptTokens'),
    completionTokens: left('completionTokens'),
    seconds: left('seconds'),
  };
}

type Spent = Pick<IndexState, 'model' | 'spentEarlier'>;

/** What all runs cost together, of whichever model. */
export const spentByRuns = ({ model, spentEarlier = NOTHING_SPENT }: Spent): ModelSpending =>
  plus(spentEarlier, model?.spent ?? NOTHING_SPENT);

/** What is to be kept beside the run that counts from now on, so that the sum of all stays what it was. */
export const spentBeside = (state: Spent, next: ModelSpending = NOTHING_SPENT): Pick<IndexState, 'spentEarlier'> => ({
  spentEarlier: without(spentByRuns(state), next),
});

/** Counts by name, added up. */
export function addCounts(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sum = new Map(Object.entries(a));
  for (const [name, count] of Object.entries(b)) sum.set(name, (sum.get(name) ?? 0) + count);
  return Object.fromEntries(sum);
}

/** Tokens read and written of all a model's runs. */
export const tokensSpent = ({ spent }: Pick<ModelRunState, 'spent'>): number =>
  spent.promptTokens + spent.completionTokens;

/** Of replies that are known already: those that came after a run's spending was last kept, and before it goes on. */
export const uncountedBy =
  (spentUntil: number | undefined, goesOn: number) =>
  (kept: number): boolean =>
    spentUntil !== undefined && spentUntil < kept && kept < goesOn;
