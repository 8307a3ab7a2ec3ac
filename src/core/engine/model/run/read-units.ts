import { hasTrait, ModelError, ParseError } from '../../../errors';
import type { ReadingOptions, UnitToRead } from '../../../extract/model/reading';
import { readUnit } from '../../../extract/model/read-unit';
import { readMarker, unitsRead, unreadMarker } from '../../../extract/model/markers';
import { inOrder } from '../../../in-order';
import { countsOfReading } from '../reading-counts';
import { keptExtractions } from '../kept-extractions';
import { readingTodo } from '../plan/reading-todo';
import { roundOf } from '../asking/rounds';
import { UNUSED } from '../asking/unused';
import { createReadingCommits } from './reading-commits';
import { heldPassages, type ReadPassage } from './held-passages';
import type { ModelRun } from './model-run';

/** Passages in a row from which nothing came, after which reading ends: half of them, but neither fewer nor more than these. */
const BARREN = { least: 5, most: 12 } as const;
/** The same where an earlier try ended so: what is still the matter shows soon. */
const LATER_BARREN = 3;

/** So often a run has waited for its model, in vain, until passages at the very end that it fails to read count as unread. */
const LAST_TRIES = 3;

/**
 * Reads the passages that the plan names and no reading stands for yet, several at a time, and commits what comes of them in the plan's
 * order. At each mark of the plan everything is derived again while reading goes on, so that the tables do not depend on when a tab was
 * closed. `waits`: how often the run has waited for its model since a call went well. Throws ModelError when the model fails, or nothing comes of
 * many passages in a row.
 */
export async function readUnits(run: ModelRun, options: ReadingOptions, waits = 0): Promise<void> {
  const { model } = run.open.store.state;
  const wanted = { options, again: model?.extras?.readAgain ?? false, round: roundOf(model) };
  const todo = await readingTodo(run.open, { budget: run.choices.budget, wanted }, run);
  const commits = createReadingCommits(run);
  const barrenMost = barrenMostOf(todo.units.length + todo.done, model?.barren ?? false);
  // Not as the run counts them: some may be of documents that were deleted since.
  const { tried } = unitsRead(await keptExtractions(run.open), wanted);
  const unread = Math.min(todo.done, tried.size);
  const before = { read: todo.done - unread, unread };
  const held = heldPassages({ barrenMost, before }, ({ rows, found }) => {
    commits.add(rows, found);
    run.progress.add(1);
  });
  let due = false;
  run.progress.begin('reading', todo.units.length, before.read);
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
        due ||= planned.mark;
        held.take(passage);
        if (passage.failure) return;
        if (due) await commits.derive();
        else await commits.flushIfDue();
        due = false;
      },
    );
    held.end(waits >= LAST_TRIES);
  } finally {
    await commits.flush();
  }
  await commits.derive();
}

function barrenMostOf(passages: number, endedSo: boolean): number {
  if (endedSo) return LATER_BARREN;
  return Math.min(BARREN.most, Math.max(BARREN.least, Math.ceil(passages / 2)));
}

async function readPassage(run: ModelRun, unit: UnitToRead, options: ReadingOptions): Promise<ReadPassage> {
  run.signal.throwIfAborted();
  const round = roundOf(run.open.store.state.model);
  const unread = (reason: string) => ({
    rows: [unreadMarker(unit.unit, options, { reason, round })],
    found: { [UNUSED.passages]: 1 },
  });
  try {
    const { records, tally } = await readUnit(unit, options, run.ask);
    const rows = [...records, readMarker(unit.unit, options, tally)];
    return { rows, found: countsOfReading(tally), fruitful: records.length > 0, unread };
  } catch (error) {
    run.signal.throwIfAborted();
    const isOfPassage =
      error instanceof ParseError || (error instanceof ModelError && !hasTrait(error, 'holds for all'));
    if (!isOfPassage) throw error;
    const read = { ...unread(error.message), fruitful: false, unread };
    return error instanceof ModelError ? { ...read, failure: error } : { ...read, unusable: true };
  }
}
