import { hasTrait, ModelError, ParseError } from '../../errors';
import type { ReadingOptions, UnitToRead } from '../../extract/model/reading';
import { readUnit } from '../../extract/model/read-unit';
import { readMarker, unreadMarker } from '../../extract/model/markers';
import type { ExtractionRow } from '../../tables/tables';
import { createCheckpoint } from './checkpoint';
import { inOrder } from '../../in-order';
import type { ModelRun } from './model-run';
import { countsOfReading } from './reading-counts';
import { readingTodo } from './reading-todo';
import { roundOf } from './rounds';

/** Calls in a row that fail, after which it is not the passages. */
const FAILURES = 3;
/** Passages in a row from which nothing came, after which reading ends: half of them, but neither fewer nor more than these. */
const PATIENCE = { least: 5, most: 12 } as const;
/** The same where an earlier try ended so: what is still the matter shows soon. */
const LATER_PATIENCE = 3;

/** What became of one passage. */
interface ReadPassage {
  readonly rows: readonly ExtractionRow[];
  readonly found: Readonly<Record<string, number>>;
  /** Whether any record came of it. */
  readonly fruitful: boolean;
  /** Why the model gave no reply at all. */
  readonly failure?: ModelError;
}

/**
 * Reads the passages that the plan names and no reading stands for yet, several at a time, and commits what comes of them in the plan's
 * order. At each tenth of the plan everything is derived again while reading goes on, so that the tables do not depend on when a tab was
 * closed. Throws ModelError when nothing comes of many passages in a row.
 */
export async function readUnits(run: ModelRun, options: ReadingOptions): Promise<void> {
  const { model } = run.open.store.state;
  const wanted = { options, again: model?.extras?.readAgain ?? false, round: roundOf(model) };
  const todo = await readingTodo(run.open, { budget: run.choices.budget, wanted }, run);
  const checkpoint = createCheckpoint(run);
  const patience = patienceFor(todo.units.length + todo.done, model?.barren ?? false);
  let barren = 0;
  let failing: ReadPassage[] = [];
  let due = false;
  const settle = (): void => {
    for (const { rows, found } of failing) checkpoint.add(rows, found);
    run.progress.add(failing.length);
    failing = [];
  };
  run.progress.begin('reading', todo.units.length, todo.done);
  try {
    await inOrder(
      todo.units,
      run.model.capabilities.parallel,
      async (planned) => {
        const read = await readPassage(run, planned, options);
        planned.letGo();
        return read;
      },
      async (passage, planned) => {
        // A server that is gone fails every call, a passage that a model cannot take only its own: the next ones tell.
        due ||= planned.mark;
        failing.push(passage);
        if (passage.failure && failing.length < FAILURES) return;
        if (passage.failure) throw passage.failure;
        settle();
        barren = passage.fruitful ? 0 : barren + 1;
        if (due) await checkpoint.derive();
        else await checkpoint.flushIfDue();
        due = false;
        if (barren >= patience) throw nothingComes(barren);
      },
    );
  } finally {
    await checkpoint.flush();
  }
  // Nothing came after these. What might go well at another time stays to be read; what was plainly refused does not.
  const hopeful = failing.find(({ failure }) => failure && hasTrait(failure, 'worth another try'));
  if (hopeful?.failure) throw hopeful.failure;
  settle();
  await checkpoint.derive();
}

function patienceFor(passages: number, endedSo: boolean): number {
  if (endedSo) return LATER_PATIENCE;
  return Math.min(PATIENCE.most, Math.max(PATIENCE.least, Math.ceil(passages / 2)));
}

async function readPassage(run: ModelRun, unit: UnitToRead, options: ReadingOptions): Promise<ReadPassage> {
  run.signal.throwIfAborted();
  const round = roundOf(run.open.store.state.model);
  try {
    const { records, tally } = await readUnit(unit, options, run.ask);
    const rows = [...records, readMarker(unit.unit, options, tally)];
    return { rows, found: countsOfReading(tally), fruitful: records.length > 0 };
  } catch (error) {
    run.signal.throwIfAborted();
    const isOfPassage =
      error instanceof ParseError || (error instanceof ModelError && !hasTrait(error, 'holds for all'));
    if (!isOfPassage) throw error;
    const rows = [unreadMarker(unit.unit, options, { reason: error.message, round })];
    const read = { rows, found: { unread: 1 }, fruitful: false };
    return error instanceof ModelError ? { ...read, failure: error } : read;
  }
}

function nothingComes(passages: number): ModelError {
  return new ModelError(
    `Nothing could be used of the last ${String(passages)} passages: the model named nothing that stands in them, or did not keep to the form. What was read before is kept. Try one passage in Settings, or choose a larger model.`,
    { traits: ['says what was kept', 'nothing usable'] },
  );
}
