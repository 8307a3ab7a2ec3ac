import type { Counts } from '../../../derivation/derivation';
import { changeFrom, tablesFor } from '../../../derivation/table-use';
import { ModelError } from '../../../errors';
import type { ReadingOptions, ClaimsOutcome, UnitReading, UnitToRead } from '../../../extract/model/reading';
import { readUnit } from '../../../extract/model/read-unit';
import { readMarker, unreadMarker } from '../../../extract/model/reading-markers';
import { readingStatuses, type WantedReading, ReadingCounter } from '../../../extract/model/reading-status';
import { NOTHING } from '../../../extract/model/replies/findings';
import { readingStep } from '../../../index/model-steps';
import { message, type Message } from '../../../message';
import type { TableChange } from '../../../ports/collections';
import type { IndexState, ModelRunState } from '../../../ports/index-state';
import type { ExtractionRow } from '../../../tables/tables';
import { isUseful, type Outcome } from '../../derivations/failure-limit';
import { failureOf, type HeardReplies, pacingOf, runItems } from '../../derivations/run-items';
import { INVALID_REPLY_KINDS, countsOfFailure, countsOfReading } from '../asking/cached-replies';
import { cachedExtractions } from '../cached-extractions';
import { type PlannedUnit, planReading, type ReadingPlan } from '../plan/reading-plan';
import { endedInvalid, roundOf } from '../run-state';
import { type ClaimFailureLimit, createClaimFailureLimit } from './claim-failure-limit';
import { type CommitBuffer, deriveInTurn } from './commit-buffer';
import { nextRunState, type ModelRun } from './model-run';

/** Passages in a row without a record, after which reading ends: half of all, within these bounds. */
const EMPTY = { least: 5, most: 12 } as const;
/** The same after a run that ended so: a fault that is still there shows soon. */
const EMPTY_AGAIN = 3;

/**
 * Reads the passages of the plan that are unread and keeps their records in the plan's order. At each mark of the plan the graph is derived again,
 * so that it does not depend on when a tab was closed. `waits`: how often the run has waited for its model since a call went well. Throws
 * ModelError when the model fails, or many passages in a row give nothing.
 */
export async function readUnits(run: ModelRun, waits = 0): Promise<void> {
  const { model } = run.open.store.state;
  const { reading: options, budget } = run;
  const wanted = { options, again: model?.extras.readAgain ?? false, round: roundOf(model) };
  const plan = await planReading(run.open.store, { budget, wanted }, run);
  const before = await triedBefore(run, plan, wanted);
  const limit = emptyPassageLimit(plan.units.length + plan.done, endedInvalid(model));
  const claims = claimLimitOf(model, limit);
  let isDeriveDue = false;
  run.invalidReplies.reset();
  run.progress.begin(readingStep.name, plan.units.length, before.made);
  await runItems<PlannedUnit, PassageRecords>(run, {
    step: readingStep,
    ...pacingOf(run.askers.reading),
    items: plan.units,
    limits: { limit, before, isGround: true, giveUp },
    waits,
    isAlone: false,
    make: async (planned, heard) => {
      const read = await readPassage(run, planned, { options, claims, heard });
      planned.release();
      if (isUseful(read)) run.progress.ready(1);
      return read;
    },
    settled: ({ found }, isReady) => {
      if (isReady) run.progress.ready(-1);
      if (found[INVALID_REPLY_KINDS.passages]) run.progress.skip(1);
      else run.progress.add(1);
    },
    taken: async (passage, { mark }, commits) => {
      isDeriveDue ||= mark;
      if (passage.kind === 'failed') return;
      if (passage.kind === 'made') claims.take(passage.result.claims ?? 'not due');
      if (isDeriveDue) await derive(run, commits);
      else await commits.commitIfDue();
      isDeriveDue = false;
    },
    changeOf: (items, state) => changeOf(run, items, state),
  });
  await derive(run);
}

/** Records of a passage, and counts of what was found in it. */
interface PassageRecords {
  readonly rows: readonly ExtractionRow[];
  readonly found: Counts;
  readonly claims?: ClaimsOutcome;
  /** True where the graph is derived again. It is noted in the same commit, so that no crash comes between. */
  readonly derive?: boolean;
}

/** Passages of the plan that were read before, and those tried in vain in this round. */
async function triedBefore(run: ModelRun, { done }: ReadingPlan, wanted: WantedReading) {
  // Counted anew, since documents may have been deleted since the run counted them.
  const statuses = readingStatuses(await cachedExtractions(run.open.store), wanted).values();
  const unmade = Math.min(done, [...statuses].filter(({ kind }) => kind === 'tried').length);
  return { made: done - unmade, unmade };
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

function giveUp(useless: number, among?: number): Message {
  const last = useless === 1 ? message`the last passage` : message`the last ${useless} passages`;
  const which = among === undefined ? last : message`${useless} of ${among} passages`;
  return message`Nothing could be used of ${which}: the model named nothing that stands in them, or did not keep to the form. What was read before is kept, and in these passages what was found without a model stands. Try one passage in Settings, or choose a larger model.`;
}

/** Commits what there is and derives the graph again, unless it has all records. */
async function derive(run: ModelRun, commits?: CommitBuffer<PassageRecords>): Promise<void> {
  if ((commits?.isEmpty ?? true) && !run.open.store.state.model?.needsDerive) return;
  const due: PassageRecords = { rows: [], found: {}, derive: true };
  commits?.add(due);
  const keep =
    commits?.commit ?? (() => run.open.store.commit((state) => changeFrom(readingStep, changeOf(run, [due], state))));
  await deriveInTurn(run, keep);
}

/** Leaves out records of documents that were deleted meanwhile. */
function changeOf(run: ModelRun, items: readonly PassageRecords[], state: IndexState): TableChange {
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
  readonly heard: HeardReplies;
}

/** Reads one passage. Throws ModelError where the fault is not with the passage, and the reason of an abort. */
async function readPassage(
  run: ModelRun,
  unit: UnitToRead,
  { options, claims, heard }: PassageReading,
): Promise<Outcome<PassageRecords>> {
  const round = roundOf(run.open.store.state.model);
  const counter = new ReadingCounter((isValid) => (isValid ? heard.valid() : heard.useless()));
  const countInvalid = () => countsOfFailure(counter.with(NOTHING));
  const unmade = (reason: string): PassageRecords => ({
    rows: [unreadMarker(unit.unit, options, { reason, round })],
    found: { [INVALID_REPLY_KINDS.passages]: 1, ...countInvalid() },
  });
  try {
    const read = await readUnit(unit, options, run.askers.reading.askUnmeasured, {
      asksClaims: () => claims.asks,
      counter,
    });
    for (const usage of counter.useful) run.askers.reading.learn(usage);
    const { records, tally, claimsOutcome } = read;
    const readIn = unit.withoutClaims?.readIn ?? round;
    const rounds = { readIn, ...(isMissing(claimsOutcome) && { claimsIn: round }) };
    const rows = [...records, readMarker(unit.unit, options, tally, rounds)];
    const result = { rows, found: foundIn(read, unit.withoutClaims !== undefined), claims: claimsOutcome };
    return { kind: 'made', isUseful: records.length > 0, result, left: { rows: [], found: countInvalid() }, unmade };
  } catch (error) {
    const failure = failureOf(error, run.signal);
    const outcome = { result: unmade(failure.message), left: { rows: [], found: countInvalid() }, unmade };
    return failure instanceof ModelError ? { ...outcome, kind: 'failed', failure } : { ...outcome, kind: 'useless' };
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
