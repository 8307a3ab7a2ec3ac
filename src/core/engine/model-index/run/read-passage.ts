import { hasTrait, ModelError, ParseError } from '../../../errors';
import { NOTHING } from '../../../extract/model/replies/findings';
import { readMarker, unreadMarker } from '../../../extract/model/reading-markers';
import { readUnit } from '../../../extract/model/read-unit';
import type { ClaimsOutcome, ReadingOptions, UnitReading, UnitToRead } from '../../../extract/model/reading';
import { ReadingCounter } from '../../../extract/model/reading-counter';
import { roundOf } from '../run-state';
import { INVALID_REPLY_KINDS, countsOfFailure, countsOfReading } from '../asking/invalid-replies';
import type { ClaimFailureLimit, ReadPassage } from './failure-limits';
import type { ModelRun } from './model-run';

/** How passages are read, and whether their claims are worth asking for. */
export interface HowToRead {
  readonly options: ReadingOptions;
  readonly claimsWatch: ClaimFailureLimit;
  /** Told of each reply, whether something of it could be used. */
  readonly heard: (useful: boolean) => void;
}

/** Reads one passage. Throws ModelError where it is not the passage that the model fails at, and the reason of an abort. */
export async function readPassage(
  run: ModelRun,
  unit: UnitToRead,
  { options, claimsWatch, heard }: HowToRead,
): Promise<ReadPassage> {
  run.signal.throwIfAborted();
  const round = roundOf(run.open.store.state.model);
  const counter = new ReadingCounter(heard);
  const countInvalid = () => countsOfFailure(counter.with(NOTHING));
  const unread = (reason: string) => ({
    rows: [unreadMarker(unit.unit, options, { reason, round })],
    found: { [INVALID_REPLY_KINDS.passages]: 1, ...countInvalid() },
  });
  try {
    const read = await readUnit(unit, options, run.ask, { asksClaims: () => claimsWatch.asks, counter });
    for (const usage of counter.useful) run.learn(usage);
    const readIn = unit.withoutClaims?.readIn ?? round;
    const rounds = { readIn, ...(isMissing(read.claimsOutcome) && { claimsIn: round }) };
    return {
      rows: [...read.records, readMarker(unit.unit, options, read.tally, rounds)],
      found: foundIn(read, unit.withoutClaims !== undefined),
      fruitful: read.records.length > 0,
      claimsOutcome: read.claimsOutcome,
      invalid: countInvalid(),
      unread,
    };
  } catch (error) {
    run.signal.throwIfAborted();
    const isOfPassage =
      error instanceof ParseError || (error instanceof ModelError && !hasTrait(error, 'holds for all'));
    if (!isOfPassage) throw error;
    const read = { ...unread(error.message), fruitful: false, invalid: countInvalid(), unread };
    return error instanceof ModelError ? { ...read, failure: error } : { ...read, unusable: true };
  }
}

const isMissing = (outcome: ClaimsOutcome): boolean => outcome === 'unread' || outcome === 'left out';

/** A passage whose claims alone were asked for is counted as read already. */
function foundIn({ tally, claimsOutcome }: UnitReading, areClaimsAlone: boolean): Readonly<Record<string, number>> {
  return {
    ...countsOfReading(tally),
    ...(areClaimsAlone && { passages: 0 }),
    ...(isMissing(claimsOutcome) && { [INVALID_REPLY_KINDS.claims]: 1 }),
    ...(claimsOutcome === 'left out' && { [INVALID_REPLY_KINDS.claimsLeftOut]: 1 }),
  };
}
