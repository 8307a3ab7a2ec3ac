import { mapInOrder } from '../../../async';
import { hasTrait, ModelError, ParseError } from '../../../errors';
import type { ReadingOptions, ClaimsOutcome, UnitReading, UnitToRead } from '../../../extract/model/reading';
import { readingStatuses, type WantedReading, ReadingCounter } from '../../../extract/model/reading-status';
import { readingStep } from '../../../index/model-steps';
import { tablesFor } from '../../../derivation/table-use';
import type { TableChange } from '../../../ports/collections';
import type { IndexState, ModelRunState } from '../../../ports/index-state';
import { INVALID_REPLY_KINDS, countsOfFailure, countsOfReading } from '../asking/cached-replies';
import { cachedExtractions } from '../cached-extractions';
import { planReading, type ReadingPlan } from '../plan/reading-plan';
import { endedInvalid, roundOf } from '../run-state';
import { createCommitBuffer, deriveInTurn } from './commit-buffer';
import {
  createClaimFailureLimit,
  createPassageFailureLimit,
  hasRecords,
  INVALID_AT_START,
  type ClaimFailureLimit,
  type PassageOutcome,
  type PassageRecords,
} from './failure-limits';
import { nextRunState, uncountedOf, type ModelRun } from './model-run';
import { NOTHING } from '../../../extract/model/replies/findings';
import { readMarker, unreadMarker } from '../../../extract/model/reading-markers';
import { readUnit } from '../../../extract/model/read-unit';

/** Passages in a row without a record, after which reading ends: half of all, within these bounds. */
const EMPTY = { least: 5, most: 12 } as const;
/** The same after a run that ended so: a fault that is still there shows soon. */
const EMPTY_AGAIN = 3;

/** Waits for a model that cannot be reached, after which the last failing passages count as unread. */
const LAST_WAITS = 3;

/**
 * Reads the passages of the plan that are unread, several at a time, and commits the records in the plan's order. At each mark of the plan
 * the graph is derived again, so that it does not depend on when a tab was closed. `waits`: how often the run has
 * waited for its model since a call went well. Throws ModelError when the model fails, or many passages in a row give nothing.
 */
export async function readUnits(run: ModelRun, waits = 0): Promise<void> {
  const { model } = run.open.store.state;
  const { reading: options, budget } = run;
  const { capabilities } = run.askers.reading.model;
  const wanted = { options, again: model?.extras.readAgain ?? false, round: roundOf(model) };
  const plan = await planReading(run.open.store, { budget, wanted }, run);
  const before = await triedBefore(run, plan, wanted);
  const commits = createReadingCommits(run);
  const emptyLimit = emptyPassageLimit(plan.units.length + plan.done, endedInvalid(model));
  const settle = (passage: PassageRecords, isReady: boolean): void => {
    commits.add(passage);
    if (isReady) run.progress.ready(-1);
    if (passage.found[INVALID_REPLY_KINDS.passages]) run.progress.skip(1);
    else run.progress.add(1);
  };
  const limit = createPassageFailureLimit({ emptyLimit, before }, settle);
  const claims = claimLimitOf(model, emptyLimit);
  /** Passages that are read and not taken yet. */
  const untaken = new Set<PassageOutcome>();
  let pass = (): void => undefined;
  const passed = new Promise<void>((resolve) => (pass = resolve));
  const onReply = (isValid: boolean): void => (isValid ? pass() : run.askers.reading.onInvalid());
  let isDeriveDue = false;
  run.invalidReplies.reset();
  run.progress.begin(readingStep.name, plan.units.length, before.read);
  try {
    await mapInOrder(
      plan.units,
      capabilities.parallel,
      async (planned) => {
        const read = await readPassage(run, planned, { options, claims, onReply });
        planned.release();
        untaken.add(read);
        if (hasRecords(read)) run.progress.ready(1);
        return read;
      },
      async (passage, planned) => {
        isDeriveDue ||= planned.mark;
        untaken.delete(passage);
        limit.take(passage);
        if (passage.kind === 'failed') return;
        if (passage.kind === 'read') claims.take(passage.claimsOutcome);
        if (isDeriveDue) await commits.derive();
        else await commits.flushIfDue();
        isDeriveDue = false;
      },
      before.read > 0 ? undefined : { size: INVALID_AT_START, passed },
    );
    limit.end(waits >= LAST_WAITS);
  } catch (error) {
    if (hasTrait(error, 'nothing usable')) {
      // Records read meanwhile are kept. The next round asks about the other passages in other words, so their replies are counted now.
      for (const read of untaken) {
        if (hasRecords(read)) settle(read, true);
        else commits.add({ rows: [], found: read.invalid });
      }
    }
    throw error;
  } finally {
    await commits.flush();
  }
  await commits.derive();
}

/** Passages of the plan that were read before, and those tried in vain in this round. */
async function triedBefore(run: ModelRun, { done }: ReadingPlan, wanted: WantedReading) {
  // Counted anew, since documents may have been deleted since the run counted them.
  const statuses = readingStatuses(await cachedExtractions(run.open.store), wanted).values();
  const unread = Math.min(done, [...statuses].filter(({ kind }) => kind === 'tried').length);
  return { read: done - unread, unread };
}

function claimLimitOf(model: ModelRunState | undefined, emptyLimit: number): ClaimFailureLimit {
  const { [INVALID_REPLY_KINDS.claims]: unread = 0, [INVALID_REPLY_KINDS.claimsLeftOut]: leftOut = 0 } =
    model?.found ?? {};
  return createClaimFailureLimit(unread > 0 ? EMPTY_AGAIN : emptyLimit, leftOut > 0);
}

function emptyPassageLimit(passages: number, endedSo: boolean): number {
  if (endedSo) return EMPTY_AGAIN;
  return Math.min(EMPTY.most, Math.max(EMPTY.least, Math.ceil(passages / 2)));
}

/** Commits of what a run reads, now and then. */
interface ReadingCommits {
  add(passage: PassageRecords): void;
  flush(): Promise<void>;
  flushIfDue(): Promise<void>;
  /** Commits and derives the graph again, unless it has all records. */
  derive(): Promise<void>;
}

/** `derive`: whether the graph is to be derived again. It is noted in the same commit, so that no crash comes between. */
type CommittedPassage = PassageRecords & { readonly derive?: boolean };

const NO_RECORDS: PassageRecords = { rows: [], found: {} };

function createReadingCommits(run: ModelRun): ReadingCommits {
  const { open } = run;
  const read = createCommitBuffer<CommittedPassage>(run, readingStep, (items, state) => changeOf(run, items, state));
  return {
    add: read.add,
    flush: async () => {
      if (uncountedOf(run).calls > 0) read.add(NO_RECORDS);
      await read.commit();
    },
    flushIfDue: read.commitIfDue,
    derive: async () => {
      if (read.isEmpty && !open.store.state.model?.needsDerive) return;
      read.add({ ...NO_RECORDS, derive: true });
      await deriveInTurn(run, read.commit);
    },
  };
}

/** Leaves out records of documents that were deleted meanwhile. */
function changeOf(run: ModelRun, items: readonly CommittedPassage[], state: IndexState): TableChange {
  const { text_units } = tablesFor(readingStep, run.open.tables);
  const present = new Set(text_units.map(({ id }) => id));
  const extractions = items.flatMap(({ rows }) => rows.filter((row) => present.has(row.text_unit_id)));
  const failed = items.filter(({ found }) => found[INVALID_REPLY_KINDS.passages]).length;
  const made = items.filter(({ rows }) => rows.length > 0).length - failed;
  const model = nextRunState(run, state.model, { made, failed, found: items.map(({ found }) => found) });
  const derive = items.some((item) => item.derive);
  const needsDerive = !derive && (items.some(({ rows }) => rows.length > 0) || model.needsDerive);
  const unresolved = [...new Set([...model.unresolved, ...extractions.map((row) => row.document_id)])];
  return {
    append: { extractions },
    state: { model: { ...model, unresolved, needsDerive }, ...(derive && { derived: false }) },
  };
}

/** Options of reading passages. */
interface PassageReading {
  readonly options: ReadingOptions;
  readonly claims: ClaimFailureLimit;
  /** Called for each reply. */
  readonly onReply: (isValid: boolean) => void;
}

/** Reads one passage. Throws ModelError where the fault is not with the passage, and the reason of an abort. */
async function readPassage(
  run: ModelRun,
  unit: UnitToRead,
  { options, claims, onReply }: PassageReading,
): Promise<PassageOutcome> {
  run.signal.throwIfAborted();
  const round = roundOf(run.open.store.state.model);
  const counter = new ReadingCounter(onReply);
  const countInvalid = () => countsOfFailure(counter.with(NOTHING));
  const unread = (reason: string) => ({
    rows: [unreadMarker(unit.unit, options, { reason, round })],
    found: { [INVALID_REPLY_KINDS.passages]: 1, ...countInvalid() },
  });
  try {
    const read = await readUnit(unit, options, run.askers.reading.askUnmeasured, {
      asksClaims: () => claims.asks,
      counter,
    });
    for (const usage of counter.useful) run.askers.reading.learn(usage);
    const { claimsOutcome } = read;
    const readIn = unit.withoutClaims?.readIn ?? round;
    const rounds = { readIn, ...(isMissing(claimsOutcome) && { claimsIn: round }) };
    return {
      kind: 'read',
      rows: [...read.records, readMarker(unit.unit, options, read.tally, rounds)],
      found: foundIn(read, unit.withoutClaims !== undefined),
      hasRecords: read.records.length > 0,
      claimsOutcome,
      invalid: countInvalid(),
      unread,
    };
  } catch (error) {
    run.signal.throwIfAborted();
    const isModelError = error instanceof ModelError;
    if (!(error instanceof ParseError) && (!isModelError || hasTrait(error, 'holds for all'))) throw error;
    const outcome = { ...unread(error.message), invalid: countInvalid(), unread };
    return isModelError ? { ...outcome, kind: 'failed', failure: error } : { ...outcome, kind: 'invalid' };
  }
}

const isMissing = (outcome: ClaimsOutcome): boolean => outcome === 'unread' || outcome === 'left out';

/** A passage of which only claims were asked for is counted as read already. */
function foundIn({ tally, claimsOutcome }: UnitReading, areClaimsAlone: boolean): Readonly<Record<string, number>> {
  return {
    ...countsOfReading(tally),
    ...(areClaimsAlone && { passages: 0 }),
    ...(isMissing(claimsOutcome) && { [INVALID_REPLY_KINDS.claims]: 1 }),
    ...(claimsOutcome === 'left out' && { [INVALID_REPLY_KINDS.claimsLeftOut]: 1 }),
  };
}
