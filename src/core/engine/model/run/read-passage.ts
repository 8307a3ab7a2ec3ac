import { hasTrait, ModelError, ParseError } from '../../../errors';
import { NOTHING } from '../../../extract/model/findings';
import { readMarker, unreadMarker } from '../../../extract/model/markers';
import { readUnit } from '../../../extract/model/read-unit';
import type { ClaimsOutcome, ReadingOptions, UnitReading, UnitToRead } from '../../../extract/model/reading';
import { TallyCount } from '../../../extract/model/tally';
import { roundOf } from '../asking/rounds';
import { UNUSED } from '../asking/unused';
import { countsOfFailure, countsOfReading } from '../reading-counts';
import type { ClaimsWatch } from './claims-watch';
import type { ReadPassage } from './held-passages';
import type { ModelRun } from './model-run';

/** How passages are read, and whether their claims are worth asking for. */
export interface HowToRead {
  readonly options: ReadingOptions;
  readonly claims: ClaimsWatch;
  /** Told of each reply, whether something of it could be used. */
  readonly heard: (useful: boolean) => void;
}

/** Reads one passage. Throws ModelError where it is not the passage that the model fails at, and the reason of an abort. */
export async function readPassage(
  run: ModelRun,
  unit: UnitToRead,
  { options, claims, heard }: HowToRead,
): Promise<ReadPassage> {
  run.signal.throwIfAborted();
  const round = roundOf(run.open.store.state.model);
  const tally = new TallyCount(heard);
  const useless = () => countsOfFailure(tally.with(NOTHING));
  const unread = (reason: string) => ({
    rows: [unreadMarker(unit.unit, options, { reason, round })],
    found: { [UNUSED.passages]: 1, ...useless() },
  });
  try {
    const read = await readUnit(unit, options, run.ask, { asksClaims: () => claims.asks, tally });
    for (const usage of tally.useful) run.learn(usage);
    const readIn = unit.withoutClaims?.readIn ?? round;
    const rounds = { readIn, ...(isMissing(read.claims) && { claimsIn: round }) };
    return {
      rows: [...read.records, readMarker(unit.unit, options, read.tally, rounds)],
      found: foundIn(read, unit.withoutClaims !== undefined),
      fruitful: read.records.length > 0,
      claims: read.claims,
      useless: useless(),
      unread,
    };
  } catch (error) {
    run.signal.throwIfAborted();
    const isOfPassage =
      error instanceof ParseError || (error instanceof ModelError && !hasTrait(error, 'holds for all'));
    if (!isOfPassage) throw error;
    const read = { ...unread(error.message), fruitful: false, useless: useless(), unread };
    return error instanceof ModelError ? { ...read, failure: error } : { ...read, unusable: true };
  }
}

const isMissing = (claims: ClaimsOutcome): boolean => claims === 'unread' || claims === 'left out';

/** A passage whose claims alone were asked for is counted as read already. */
function foundIn({ tally, claims }: UnitReading, isKnown: boolean): Readonly<Record<string, number>> {
  return {
    ...countsOfReading(tally),
    ...(isKnown && { passages: 0 }),
    ...(isMissing(claims) && { [UNUSED.claims]: 1 }),
    ...(claims === 'left out' && { [UNUSED.claimsLeftOut]: 1 }),
  };
}
