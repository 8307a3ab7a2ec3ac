import { ParseError } from '../../errors';
import type { Ask } from '../../models/ask';
import { askWithGleanings, type ReadingCalls } from './gleaning';
import { claimsRequest, compactRequest, fullRequest, partsOf } from './reading-requests';
import { joinFindings, NOTHING, type Findings } from './replies/findings';
import { passageOf, type Part } from './passage/passage';
import type { ClaimsOutcome, ReadingOptions, UnitReading, UnitToRead } from './reading';
import { recordsOf } from './records';
import { ReadingCounter } from './reading-counter';

/** How a text unit is read, besides the options that hold for all. */
export interface UnitOptions {
  /** Whether claims are asked for by the time they are due; default true. They are left out where it says no. */
  readonly asksClaims?: () => boolean;
  /** Counts what it costs and gives, also where the unit cannot be read. */
  readonly tally?: ReadingCounter;
}

/**
 * Reads one text unit with a model: its entities, relationships and, where wanted, claims, each with its evidence in the text. Throws ParseError
 * when none of `attempts` replies about any part of it can be used; the errors of `ask` pass through. Parts, gleanings and claims that fail
 * are counted, and the rest stands. Of a unit whose claims alone are asked for again, only these are counted.
 */
export async function readUnit(
  unit: UnitToRead,
  options: ReadingOptions,
  ask: Ask,
  { asksClaims = () => true, tally = new ReadingCounter() }: UnitOptions = {},
): Promise<UnitReading> {
  const passage = passageOf(unit.document, unit.unit, unit.names);
  const { withoutClaims } = unit;
  const reader: ReadingCalls = {
    options,
    ask: withoutClaims ? (call) => ask({ ...call, round: withoutClaims.readIn }) : ask,
    tally: withoutClaims ? new ReadingCounter() : tally,
  };
  const read: ReadPart[] = [];
  for (const part of partsOf(passage, unit.mentions, options)) {
    const found = await readPart(part, unit, reader);
    if (found) read.push({ part, found });
  }
  if (read.length === 0) throw unread(unit.document.title, options);
  // After all parts, so that kept replies about these come first where claims alone are asked for.
  const { asked, outcome } = await claimsOf(read, { options, ask, tally }, asksClaims);
  const all = [...read.map(({ found }) => found), asked].reduce(joinFindings);
  const counted = withoutClaims ? asked : all;
  tally.rejected(counted.rejected);
  return { records: recordsOf(passage, options.layer, all), tally: tally.with(counted), claimsOutcome: outcome };
}

interface ReadPart {
  readonly part: Part;
  readonly found: Findings;
}

/** What the parts claim, where that is wanted. */
async function claimsOf(
  read: readonly ReadPart[],
  reader: ReadingCalls,
  asksClaims: () => boolean,
): Promise<{ readonly asked: Findings; readonly outcome: ClaimsOutcome }> {
  const { options } = reader;
  let asked = NOTHING;
  let outcome: ClaimsOutcome = 'not due';
  for (const { part, found } of read) {
    if (!options.claims || found.entities.length === 0) continue;
    const asks = asksClaims();
    const claims = asks
      ? await askWithGleanings(claimsRequest(part, found.entities, options), NOTHING, reader)
      : undefined;
    if (claims) asked = joinFindings(asked, claims);
    outcome = worse(outcome, claims ? 'read' : asks ? 'unread' : 'left out');
  }
  return { asked, outcome };
}

const OUTCOMES: readonly ClaimsOutcome[] = ['not due', 'read', 'left out', 'unread'];

const worse = (one: ClaimsOutcome, other: ClaimsOutcome): ClaimsOutcome =>
  OUTCOMES.indexOf(other) > OUTCOMES.indexOf(one) ? other : one;

function readPart(part: Part, { mentions }: UnitToRead, reader: ReadingCalls): Promise<Findings | undefined> {
  const { options } = reader;
  return options.depth === 'compact'
    ? askWithGleanings(compactRequest(part, mentions, options), NOTHING, reader)
    : askWithGleanings(fullRequest(part, mentions, options), NOTHING, reader);
}

const unread = (title: string, { attempts }: ReadingOptions): ParseError =>
  new ParseError(
    `A passage of “${title}” could not be read: ${String(attempts)} replies of the model held nothing that can be used. ` +
      'It keeps what was found without a model; another model may read it.',
    { traits: ['says what was kept'] },
  );
