import type { ChatUsage } from '../../../models/chat-model';
import type { IndexState, ModelRunState, ModelSpending } from '../../../ports/index-state';
import type { CallJournal } from './call-journal';

/** No calls, no tokens, no seconds. */
export const NOTHING_SPENT: ModelSpending = { calls: 0, promptTokens: 0, completionTokens: 0, seconds: 0 };

/** Tokens and seconds of a call, as far as it went. */
export type CallCost = Pick<ChatUsage, 'promptTokens' | 'completionTokens' | 'seconds'>;

/** A call that counts from the moment in which it is sent. */
export interface OpenCall {
  /** It was answered, or broken off, at this cost; null where nothing was sent after all. Only the first end counts. */
  end(cost: CallCost | null): void;
}

/** Counts what calls cost until it is written down. */
export interface Spending {
  /** A call with a prompt of about so many tokens is to be sent once this resolves. */
  begin(promptTokens: number): Promise<OpenCall>;
  /** Calls that are under way. */
  readonly underWay: number;
  /** Whether anything was counted since the last time. */
  readonly isAny: boolean;
  /** What was counted since the last time. */
  readonly sum: ModelSpending;
  /** What was counted since the last time, which is now the caller's to keep. */
  take(): ModelSpending;
}

/** Where it is written down which calls are under way; missing where nobody goes on after a kill. */
type Journal = Pick<CallJournal, 'begin' | 'uncounted'>;

/** A counter that begins with what the journal has of calls that were never counted. */
export function createSpending(journal?: Journal): Spending {
  let spent = (journal?.uncounted ?? []).reduce(plus, NOTHING_SPENT);
  let underWay = 0;
  return {
    begin: async (promptTokens) => {
      underWay++;
      const line = await journal?.begin({ ...ONE_CALL, promptTokens });
      let isOpen = true;
      return {
        end: (cost) => {
          if (!isOpen) return;
          isOpen = false;
          underWay--;
          const whole = cost && callOf(cost);
          if (whole) spent = plus(spent, whole);
          line?.end(whole);
        },
      };
    },
    get underWay() {
      return underWay;
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

const ONE_CALL: ModelSpending = { ...NOTHING_SPENT, calls: 1 };

const callOf = ({ promptTokens, completionTokens, seconds }: CallCost): ModelSpending => ({
  calls: 1,
  promptTokens,
  completionTokens,
  seconds,
});

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
