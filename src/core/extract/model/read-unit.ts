import { ParseError } from '../../errors';
import { message } from '../../message';
import type { Ask } from '../../models/model-call';
import { askWithGleanings, type ReadingCalls } from './gleaning';
import { passageOf, type Part } from './passage/passage';
import type { ClaimsOutcome, ReadingOptions, UnitReading, UnitToRead } from './reading';
import { ReadingCounter } from './reading-status';
import { claimsRequest, partsOf, readingRequest } from './reading-requests';
import { recordsOf } from './records';
import { joinFindings, NOTHING, type Findings } from './replies/findings';

/** Options for one text unit. */
interface UnitOptions {
  /** Checks if claims are still wanted by the time they are due; default yes. Otherwise they are left out. */
  readonly asksClaims?: () => boolean;
  /** Counts what the reading costs and gives, also where the unit cannot be read. */
  readonly counter?: ReadingCounter;
}

/**
 * Reads one text unit with a model: its entities, relationships and, where wanted, claims, each with its evidence in the text. Throws ParseError
 * when no part of it got a usable reply; the errors of `ask` pass through. Parts, gleanings and claims that fail are counted, and the rest
 * is kept. Where the claims alone of a unit are asked for again, only these are counted.
 */
export async function readUnit(
  unit: UnitToRead,
  options: ReadingOptions,
  ask: Ask,
  { asksClaims = () => true, counter = new ReadingCounter() }: UnitOptions = {},
): Promise<UnitReading> {
  const passage = passageOf(unit.unit, unit.names);
  const { withoutClaims } = unit;
  const calls: ReadingCalls = withoutClaims
    ? { options, ask: (call) => ask({ ...call, round: withoutClaims.readIn }), counter: new ReadingCounter() }
    : { options, ask, counter };
  const read: ReadPart[] = [];
  for (const part of partsOf(passage, unit.mentions, options)) {
    const findings = await askWithGleanings(readingRequest(part, unit.mentions, options), calls);
    if (findings) read.push({ part, findings });
  }
  if (read.length === 0) throw unreadable(unit.document.title, options);
  // Claims come after all parts: where they alone are asked for, kept replies answer the parts.
  const { claims, outcome } = await askClaims(read, { options, ask, counter }, asksClaims);
  const all = [...read.map(({ findings }) => findings), claims].reduce(joinFindings);
  const counted = withoutClaims ? claims : all;
  counter.rejected(counted.rejected);
  return { records: recordsOf(passage, options.layer, all), tally: counter.with(counted), claimsOutcome: outcome };
}

interface ReadPart {
  readonly part: Part;
  readonly findings: Findings;
}

/** The claims of the parts, where they are wanted. */
async function askClaims(
  read: readonly ReadPart[],
  calls: ReadingCalls,
  asksClaims: () => boolean,
): Promise<{ readonly claims: Findings; readonly outcome: ClaimsOutcome }> {
  const { options } = calls;
  let claims = NOTHING;
  let outcome: ClaimsOutcome = 'not due';
  for (const { part, findings } of read) {
    if (!options.claims || findings.entities.length === 0) continue;
    const asks = asksClaims();
    const found = asks ? await askWithGleanings(claimsRequest(part, findings.entities, options), calls) : undefined;
    if (found) claims = joinFindings(claims, found);
    outcome = worse(outcome, found ? 'read' : asks ? 'unread' : 'left out');
  }
  return { claims, outcome };
}

const OUTCOMES: readonly ClaimsOutcome[] = ['not due', 'read', 'left out', 'unread'];

const worse = (one: ClaimsOutcome, other: ClaimsOutcome): ClaimsOutcome =>
  OUTCOMES.indexOf(other) > OUTCOMES.indexOf(one) ? other : one;

const unreadable = (title: string, { attempts }: ReadingOptions): ParseError =>
  new ParseError(
    message`A passage of “${title}” could not be read: ${attempts} replies of the model held nothing that can be used. It keeps what was found without a model; another model may read it.`,
    { traits: ['says what was kept'] },
  );
