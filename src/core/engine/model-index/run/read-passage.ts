import { hasTrait, ModelError, ParseError } from '../../../errors';
import { NOTHING } from '../../../extract/model/replies/findings';
import { readMarker, unreadMarker } from '../../../extract/model/reading-markers';
import { readUnit } from '../../../extract/model/read-unit';
import type { ClaimsOutcome, ReadingOptions, UnitReading, UnitToRead } from '../../../extract/model/reading';
import { ReadingCounter } from '../../../extract/model/reading-counter';
import { roundOf } from '../run-state';
import { INVALID_REPLY_KINDS, countsOfFailure, countsOfReading } from '../asking/invalid-replies';
import type { ClaimFailureLimit, PassageOutcome } from './failure-limits';
import type { ModelRun } from './model-run';

/** How passages are read. */
interface PassageReading {
  readonly options: ReadingOptions;
  readonly claims: ClaimFailureLimit;
  /** Called for each reply. */
  readonly onReply: (isValid: boolean) => void;
}

/** Reads one passage. Throws ModelError where the fault is not with the passage, and the reason of an abort. */
export async function readPassage(
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
    const read = await readUnit(unit, options, run.ask, { asksClaims: () => claims.asks, counter });
    for (const usage of counter.useful) run.learn(usage);
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
