import type { ModelSpending } from '../../../ports/index-state';
import type { SettingStore } from '../../../ports/platform';

/** A call of a run, and what it costs at least. */
export interface JournalLine {
  readonly number: number;
  readonly cost: ModelSpending;
}

/** Calls of a collection's runs, written down before they are sent, so that a closed tab loses none of what they cost. */
export interface CallJournal {
  /** What stood in it when it was opened. */
  readonly kept: readonly JournalLine[];
  /** Puts these in place of what stands in it, of which nothing stays where there are none; durable when it resolves. Write failures are ignored; only the token count is affected. */
  write(lines: readonly JournalLine[]): Promise<void>;
}

/** A setting with the lines of each collection under its id. */
const SETTING = 'calls of runs';

/** The journal of a collection. */
export async function openJournal(settings: SettingStore, collection: string): Promise<CallJournal> {
  return {
    kept: linesOf(await settings.get(SETTING), collection),
    write: async (lines) => {
      const value = lines.map(({ number, cost }) => [
        number,
        cost.calls,
        cost.promptTokens,
        cost.completionTokens,
        cost.seconds,
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
    if (!isNumbers(line)) return [];
    const [number = 0, calls = 0, promptTokens = 0, completionTokens = 0, seconds = 0] = line;
    return [{ number, cost: { calls, promptTokens, completionTokens, seconds } }];
  });
}

const isNumbers = (line: unknown): line is readonly number[] =>
  Array.isArray(line) && line.every((one) => typeof one === 'number' && Number.isFinite(one) && one >= 0);
