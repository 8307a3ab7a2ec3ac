import type { ModelSpending } from '../../../ports/index-state';
import type { SettingStore } from '../../../ports/settings';

/** Which calls a commit has counted: all up to the last but those that were still under way. */
export interface CountedCalls {
  readonly last: number;
  readonly underWay: readonly number[];
}

/** Calls of a collection's runs, written down before they are sent, so that a closed tab loses none of what they cost. */
export interface CallJournal {
  /** Calls that no commit has counted, since a tab was closed before. */
  readonly uncounted: readonly ModelSpending[];
  /** A call that costs at least this is about to be sent. Durable when it resolves. */
  begin(cost: ModelSpending): Promise<JournalEntry>;
  /** What the commit that is being made counts: every call that has ended. Called once per commit. */
  count(): CountedCalls;
  /** Everything is counted, and the commit that says so is durable. */
  clear(): Promise<void>;
}

/** A call in the journal. */
export interface JournalEntry {
  /** It has ended and cost this; null where it cost nothing after all. */
  end(cost: ModelSpending | null): void;
}

interface Line {
  readonly number: number;
  cost: ModelSpending;
  state: 'under way' | 'ended' | 'counted';
}

/** A setting with the lines of each collection under its id. */
const SETTING = 'calls of runs';

/** The journal of a collection, of which a commit has counted these. What cannot be written is left out: only a count rests on it. */
export async function openJournal(
  settings: SettingStore,
  collection: string,
  { last, underWay }: CountedCalls = { last: 0, underWay: [] },
): Promise<CallJournal> {
  const kept = linesOf(await settings.get(SETTING), collection);
  const isCounted = ({ number }: Line): boolean => number <= last && !underWay.includes(number);
  let lines = kept.filter((line) => !isCounted(line));
  let next = Math.max(last, ...kept.map(({ number }) => number)) + 1;
  const write = async (): Promise<void> => {
    const value = lines.map(({ number, cost }) => [
      number,
      cost.calls,
      cost.promptTokens,
      cost.completionTokens,
      cost.seconds,
    ]);
    await settings.change(SETTING, { [collection]: value }).catch(() => undefined);
  };
  return {
    uncounted: lines.map(({ cost }) => cost),
    begin: async (cost) => {
      const line: Line = { number: next++, cost, state: 'under way' };
      lines.push(line);
      await write();
      return {
        end: (final) => {
          line.state = 'ended';
          if (final) line.cost = final;
          else lines = lines.filter((other) => other !== line);
          void write();
        },
      };
    },
    count: () => {
      // Those of the commit before: it is durable by now.
      lines = lines.filter(({ state }) => state !== 'counted');
      for (const line of lines) if (line.state === 'ended') line.state = 'counted';
      const open = lines.filter(({ state }) => state === 'under way');
      return { last: next - 1, underWay: open.map(({ number }) => number) };
    },
    clear: () => {
      lines = lines.filter(({ state }) => state === 'under way');
      return write();
    },
  };
}

/** The lines as they were left; what is no line is passed over. */
function linesOf(setting: unknown, collection: string): readonly Line[] {
  const kept = (setting as Readonly<Record<string, unknown>> | undefined)?.[collection];
  const lines: readonly unknown[] = Array.isArray(kept) ? kept : [];
  return lines.flatMap((line) => {
    if (!isNumbers(line)) return [];
    const [number = 0, calls = 0, promptTokens = 0, completionTokens = 0, seconds = 0] = line;
    return [{ number, cost: { calls, promptTokens, completionTokens, seconds }, state: 'ended' as const }];
  });
}

const isNumbers = (line: unknown): line is readonly number[] =>
  Array.isArray(line) && line.every((one) => typeof one === 'number' && Number.isFinite(one) && one >= 0);
