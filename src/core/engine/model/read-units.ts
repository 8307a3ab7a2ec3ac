import { ModelError, ParseError } from '../../errors';
import type { ReadingOptions, UnitToRead } from '../../extract/model/reading';
import type { Ask } from '../../models/ask';
import { readUnit } from '../../extract/model/read-unit';
import { readMarker, unreadMarker } from '../../extract/model/markers';
import type { ExtractionRow } from '../../tables/tables';
import { createCheckpoint } from './checkpoint';
import { inOrder } from './in-order';
import type { ModelRun } from './model-run';
import { countsOfReading } from './reading-counts';
import { ATTEMPTS } from './reading-options';
import { readingTodo, wantedOf } from './reading-todo';

/** Passages in a row from which nothing came, after which reading ends. */
const PATIENCE = 12;

/** What became of one passage. */
interface ReadPassage {
  readonly rows: readonly ExtractionRow[];
  readonly found: Readonly<Record<string, number>>;
  /** Whether any record came of it. */
  readonly fruitful: boolean;
}

/**
 * Reads the passages that the plan names and no reading stands for yet, several at a time, and commits what comes of them in the plan's
 * order. At each tenth of the plan everything is derived again while reading goes on, so that the tables do not depend on when a tab was
 * closed. Throws ModelError when nothing comes of many passages in a row.
 */
export async function readUnits(run: ModelRun, options: ReadingOptions): Promise<void> {
  const todo = await readingTodo(run.open, { ...options, ...wantedOf(run.choices, run.open.store.state.model) }, run);
  const checkpoint = createCheckpoint(run);
  let barren = 0;
  run.progress.begin('reading', todo.units.length, todo.done);
  try {
    await inOrder(
      todo.units,
      run.model.capabilities.parallel,
      (planned) => readPassage(run, planned, options),
      async ({ rows, found, fruitful }, planned) => {
        checkpoint.add(rows, found);
        run.progress.add(1);
        barren = fruitful ? 0 : barren + 1;
        if (planned.mark) await checkpoint.derive();
        else await checkpoint.flushIfDue();
        if (barren >= PATIENCE) throw nothingComes(barren);
      },
    );
  } finally {
    await checkpoint.flush();
  }
  await checkpoint.derive();
}

async function readPassage(run: ModelRun, unit: UnitToRead, options: ReadingOptions): Promise<ReadPassage> {
  run.signal.throwIfAborted();
  const round = run.open.store.state.model?.round ?? 1;
  try {
    const { records, tally } = await readUnit(unit, options, askInRound(run, round));
    const rows = [...records, readMarker(unit.unit, options, tally)];
    return { rows, found: countsOfReading(tally), fruitful: records.length > 0 };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const rows = [unreadMarker(unit.unit, options, { reason: error.message, round })];
    return { rows, found: { unread: 1 }, fruitful: false };
  }
}

/** In a later round every call has a seed that no earlier one had: the same words would get the same reply. */
function askInRound({ ask }: ModelRun, round: number): Ask {
  const earlier = (round - 1) * ATTEMPTS;
  if (earlier === 0) return ask;
  return (call) =>
    ask({ ...call, seed: (call.seed ?? 0) + earlier, temperature: Math.max(call.temperature, LATER_TEMPERATURE) });
}

const LATER_TEMPERATURE = 0.3;

function nothingComes(passages: number): ModelError {
  return new ModelError(
    `Nothing could be used of the last ${String(passages)} passages: the model named nothing that stands in them, or did not keep to the form. What was read before is kept. Try one passage in Settings, or choose a larger model.`,
    { traits: ['says what was kept'] },
  );
}
