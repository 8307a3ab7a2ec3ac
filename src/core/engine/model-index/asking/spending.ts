import { groupBy } from '../../../arrays';
import type { ChatUsage } from '../../../models/chat-model';
import type { IndexState, ModelRunState } from '../../../ports/index-state';
import type { ModelSpending } from '../../../ports/run-record';
import type { SettingStore } from '../../../platform';

/** No calls, no tokens, no seconds. */
export const NO_SPENDING: ModelSpending = { calls: 0, promptTokens: 0, completionTokens: 0, seconds: 0 };

/** Tokens and seconds of a call, up to its end. */
export type CallCost = Pick<ChatUsage, 'promptTokens' | 'completionTokens' | 'seconds'>;

/** A call that counts from the moment in which it is sent. */
export interface OpenCall {
  /** Resolves once it is written down: only then may it be sent. */
  readonly written: Promise<void>;
  /** Ends the call at this cost, or null where nothing was sent. `isPreempted`: a question aborted it. Later calls of `end` are ignored. */
  end(cost: CallCost | null, isPreempted?: boolean): void;
}

/** Calls that a commit has counted: all up to the last, except those then in flight. */
type CountedCalls = NonNullable<ModelRunState['counted']>;

/** Counts what calls cost until a durable commit has counted it. */
export interface Spending {
  /** A call with a prompt of about so many tokens is to be sent. */
  begin(promptTokens: number): OpenCall;
  /** Calls that are under way. */
  readonly underWay: number;
  /** The calls that a commit counts which is made now. */
  readonly counted: CountedCalls;
  /** The cost of ended calls that are not counted yet, and how many of them a question aborted: in all, and by step. */
  since(counted?: CountedCalls): Uncounted & { readonly steps: ReadonlyMap<string, Uncounted> };
  /** Forgets the counted calls: the commit that counted them is durable. */
  forget(counted: CountedCalls | undefined): Promise<void>;
}

interface Uncounted extends ModelSpending {
  readonly preempted: number;
}

/** The name under which a run counts calls that a question aborted. A server may have worked on them all the same. */
export const PREEMPTED_CALLS = 'calls begun again';

interface Line extends JournalLine {
  readonly state: 'under way' | 'ended' | 'preempted';
}

/**
 * A counter that begins with the calls of the journal. Without a journal nothing outlives the tab. `counted`: calls before its first one.
 * `step` names the step in which a call is made.
 */
export function createSpending(
  journal?: CallJournal,
  counted: CountedCalls = NOTHING_COUNTED,
  step: () => string = () => '',
): Spending {
  let lines = (journal?.kept ?? []).map((line): Line => ({ ...line, state: 'ended' }));
  let last = Math.max(counted.last, ...lines.map(({ number }) => number));
  const write = async (): Promise<void> => journal?.write(lines);
  const open = (): readonly Line[] => lines.filter(({ state }) => state === 'under way');
  return {
    begin: (promptTokens) => {
      const number = ++last;
      const line = { number, step: step() };
      lines.push({ ...line, cost: { ...ONE_CALL, promptTokens }, state: 'under way' });
      return {
        written: write(),
        end: (cost, isPreempted = false) => {
          const at = lines.findIndex((one) => one.number === number && one.state === 'under way');
          if (at < 0) return;
          const state = isPreempted ? 'preempted' : 'ended';
          lines.splice(at, 1, ...(cost ? [{ ...line, cost: callOf(cost), state } as const] : []));
          void write();
        },
      };
    },
    get underWay() {
      return open().length;
    },
    get counted() {
      return { last, underWay: open().map(({ number }) => number) };
    },
    since: (before = NOTHING_COUNTED) => {
      const ended = lines.filter((line) => line.state !== 'under way' && !isCounted(line, before));
      const steps = groupBy(ended, (line) => line.step);
      return { ...sumOf(ended), steps: new Map([...steps].map(([name, own]) => [name, sumOf(own)])) };
    },
    forget: (before = NOTHING_COUNTED) => {
      lines = lines.filter((line) => !isCounted(line, before));
      return write();
    },
  };
}

const sumOf = (lines: readonly Line[]): Uncounted => ({
  ...lines.map(({ cost }) => cost).reduce(addSpending, NO_SPENDING),
  preempted: lines.filter(({ state }) => state === 'preempted').length,
});

const NOTHING_COUNTED: CountedCalls = { last: 0, underWay: [] };

const isCounted = ({ number }: JournalLine, { last, underWay }: CountedCalls): boolean =>
  number <= last && !underWay.includes(number);

const ONE_CALL: ModelSpending = { ...NO_SPENDING, calls: 1 };

const callOf = ({ promptTokens, completionTokens, seconds }: CallCost): ModelSpending => ({
  calls: 1,
  promptTokens,
  completionTokens,
  seconds,
});

/** The sum of two spendings. */
export function addSpending(a: ModelSpending, b: ModelSpending): ModelSpending {
  return {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    seconds: a.seconds + b.seconds,
  };
}

/** Subtracts `part` from `all`; never below 0. */
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

/** Sums the spending of all runs, with all models. */
export const totalSpending = ({ model, spentEarlier = NO_SPENDING }: Spent): ModelSpending =>
  addSpending(spentEarlier, model?.spent ?? NO_SPENDING);

/** The spending to keep beside a run that counts from 0, so that the total stays the same. */
export const earlierSpending = (state: Spent, next: ModelSpending = NO_SPENDING): Pick<IndexState, 'spentEarlier'> => ({
  spentEarlier: without(totalSpending(state), next),
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

/** A call of a run, and what it costs at least. */
interface JournalLine {
  readonly number: number;
  /** Name of the step that made it. Empty outside of a run, and in lines of earlier versions. */
  readonly step: string;
  readonly cost: ModelSpending;
}

/** A journal of a collection's calls. Each is written before it is sent, so that a closed tab loses none of the cost. */
interface CallJournal {
  /** Lines present when the journal was opened. */
  readonly kept: readonly JournalLine[];
  /** Replaces the lines. Durable when it resolves. Failures are ignored, since they affect only the count of tokens. */
  write(lines: readonly JournalLine[]): Promise<void>;
}

/** A setting with the lines of each collection under its id. */
const SETTING = 'calls of runs';

/** Names the journal of a collection's evaluations. */
export const evaluationJournal = (collection: string): string => `${collection} evaluation`;

/** The journal of a collection's runs, or another one by its name. */
export async function openJournal(settings: SettingStore, collection: string): Promise<CallJournal> {
  return {
    kept: linesOf(await settings.get(SETTING), collection),
    write: async (lines) => {
      const value = lines.map(({ number, step, cost }) => [
        number,
        cost.calls,
        cost.promptTokens,
        cost.completionTokens,
        cost.seconds,
        step,
      ]);
      await settings.change(SETTING, { [collection]: value.length > 0 ? value : undefined }).catch(() => undefined);
    },
  };
}

/** The lines as they were left; what is no line is passed over. */
function linesOf(setting: unknown, collection: string): readonly JournalLine[] {
  const kept = (setting as Readonly<Record<string, unknown>> | undefined)?.[collection];
  const lines: readonly unknown[] = Array.isArray(kept) ? kept : [];
  return lines.flatMap((line) => {
    if (!Array.isArray(line)) return [];
    const [numbers, [step]] = [line.slice(0, NUMBERS), line.slice(NUMBERS)] as const;
    if (!isNumbers(numbers)) return [];
    const [number = 0, calls = 0, promptTokens = 0, completionTokens = 0, seconds = 0] = numbers;
    const cost = { calls, promptTokens, completionTokens, seconds };
    return [{ number, step: typeof step === 'string' ? step : '', cost }];
  });
}

/** Numbers of a line, before the name of its step. */
const NUMBERS = 5;

const isNumbers = (line: unknown): line is readonly number[] =>
  Array.isArray(line) && line.every((one) => typeof one === 'number' && Number.isFinite(one) && one >= 0);
