import { hasTrait } from '../../../errors';
import { readingStatuses, type WantedReading } from '../../../extract/model/reading-status';
import type { ReadingOptions } from '../../../extract/model/reading';
import { mapInOrder } from '../../../async';
import type { ModelRunState, IndexState } from '../../../ports/index-state';
import { endedInvalid, roundOf } from '../run-state';
import { INVALID_REPLY_KINDS } from '../asking/invalid-replies';
import { cachedExtractions } from '../cached-extractions';
import { planReading, type ReadingPlan } from '../plan/reading-plan';
import {
  createClaimFailureLimit,
  type ClaimFailureLimit,
  createPassageFailureLimit,
  INVALID_AT_START,
  type ReadPassage,
  type SettledPassage,
} from './failure-limits';
import { type ModelRun, nextRunState, uncountedOf } from './model-run';
import { readPassage } from './read-passage';
import { readingStep } from '../../../index/model-steps';
import { tablesFor } from '../../../index/step';
import type { ExtractionRow } from '../../../tables/tables';
import type { TableChange } from '../../../ports/collections';
import { deriveInTurn, createCommitBuffer } from './commit-buffer';

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
  const todo = await planReading(run.open, { budget: run.choices.budget, wanted }, run);
  const before = await triedBefore(run, todo, wanted);
  const commits = createReadingCommits(run);
  const barrenMost = emptyPassageLimit(todo.units.length + todo.done, endedInvalid(model));
  const settle = settling(run, commits);
  const held = createPassageFailureLimit({ barrenMost, before }, settle);
  const claimsWatch = claimsWatchOf(model, barrenMost);
  const untaken = new Set<ReadPassage>();
  let pass = (): void => undefined;
  const passed = new Promise<void>((resolve) => (pass = resolve));
  const heard = (isUseful: boolean): void => (isUseful ? pass() : run.invalidReplies.add());
  let due = false;
  run.invalidReplies.reset();
  run.progress.begin('reading', todo.units.length, before.read);
  try {
    await mapInOrder(
      todo.units,
      run.model.capabilities.parallel,
      async (planned) => {
        const read = await readPassage(run, planned, { options, claimsWatch, heard });
        planned.letGo();
        untaken.add(read);
        if (read.fruitful) run.progress.ready(1);
        return read;
      },
      async (passage, planned) => {
        due ||= planned.mark;
        untaken.delete(passage);
        held.take(passage);
        if (passage.claimsOutcome) claimsWatch.take(passage.claimsOutcome);
        if (passage.failure) return;
        if (due) await commits.derive();
        else await commits.flushIfDue();
        due = false;
      },
      before.read > 0 ? undefined : { size: INVALID_AT_START, passed },
    );
    held.end(waits >= LAST_TRIES);
  } catch (error) {
    if (hasTrait(error, 'nothing usable')) {
      // What came meanwhile is not lost. The others are asked about with other words next time: only now their replies can be counted.
      for (const read of untaken) {
        if (read.fruitful) settle(read);
        else commits.add([], read.invalid);
      }
    }
    throw error;
  } finally {
    await commits.flush();
  }
  await commits.derive();
}

/** Passages of the plan that were read before, and those that were tried in this round in vain. */
async function triedBefore(run: ModelRun, { done }: ReadingPlan, wanted: WantedReading) {
  // Not as the run counts them: some may be of documents that were deleted since.
  const verdicts = readingStatuses(await cachedExtractions(run.open), wanted).values();
  const unread = Math.min(done, [...verdicts].filter(({ kind }) => kind === 'tried').length);
  return { read: done - unread, unread };
}

/** Takes each passage of which it is known what it counts as. */
function settling(run: ModelRun, commits: ReadingCommits): (passage: SettledPassage) => void {
  return ({ rows, found, fruitful }) => {
    commits.add(rows, found);
    if (fruitful) run.progress.ready(-1);
    if (found[INVALID_REPLY_KINDS.passages]) run.progress.skip(1);
    else run.progress.add(1);
  };
}

function claimsWatchOf(model: ModelRunState | undefined, barrenMost: number): ClaimFailureLimit {
  const { [INVALID_REPLY_KINDS.claims]: inVain = 0, [INVALID_REPLY_KINDS.claimsLeftOut]: leftOut = 0 } =
    model?.found ?? {};
  return createClaimFailureLimit(inVain > 0 ? LATER_BARREN : barrenMost, leftOut > 0);
}

function emptyPassageLimit(passages: number, endedSo: boolean): number {
  if (endedSo) return LATER_BARREN;
  return Math.min(BARREN.most, Math.max(BARREN.least, Math.ceil(passages / 2)));
}

/** Gathers what was read and commits it now and then. */
interface ReadingCommits {
  add(rows: readonly ExtractionRow[], found: Readonly<Record<string, number>>): void;
  flush(): Promise<void>;
  flushIfDue(): Promise<void>;
  /** Commits what there is and derives everything again, unless that stands for it already. */
  derive(): Promise<void>;
}

/** What came of a passage. */
interface Read {
  readonly rows: readonly ExtractionRow[];
  readonly found: Readonly<Record<string, number>>;
  /** Whether the tables are to be derived again with it: said in the same commit, so that no crash comes between. */
  readonly derive?: boolean;
}

const NOTHING: Read = { rows: [], found: {} };

/** The commits of what one run reads. */
function createReadingCommits(run: ModelRun): ReadingCommits {
  const { open } = run;
  const read = createCommitBuffer<Read>(run, readingStep, (items, state) => changeOf(run, items, state));
  return {
    add: (rows, found) => read.add({ rows, found }),
    flush: async () => {
      if (uncountedOf(run).calls > 0) read.add(NOTHING);
      await read.commit();
    },
    flushIfDue: read.commitIfDue,
    derive: async () => {
      if (read.isEmpty && !open.store.state.model?.needsDerive) return;
      read.add({ ...NOTHING, derive: true });
      await deriveInTurn(run, read.commit);
    },
  };
}

/** Records of documents that were deleted meanwhile are left out. */
function changeOf(run: ModelRun, items: readonly Read[], state: IndexState): TableChange {
  const { text_units } = tablesFor(readingStep, run.open.tables);
  const present = new Set(text_units.map(({ id }) => id));
  const extractions = items.flatMap(({ rows }) => rows.filter((row) => present.has(row.text_unit_id)));
  const model = nextRunState(run, state.model, ...items.map(({ found }) => found));
  const derive = items.some((item) => item.derive);
  const needsDerive = !derive && (items.some(({ rows }) => rows.length > 0) || model.needsDerive);
  const unresolved = [...new Set([...model.unresolved, ...extractions.map((row) => row.document_id)])];
  return {
    append: { extractions },
    state: { model: { ...model, unresolved, needsDerive }, ...(derive && { derived: false }) },
  };
}
