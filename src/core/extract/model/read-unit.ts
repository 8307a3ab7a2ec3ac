import { ParseError } from '../../errors';
import type { Ask } from '../../models/ask';
import { converse, type Reader } from './conversation';
import { claimsConversation, compactConversation, fullConversation } from './conversations';
import { joinFindings, NOTHING, type Findings } from './findings';
import { partsOf } from './parts';
import { passageOf, type Part } from './passage';
import type { ReadingOptions, UnitReading, UnitToRead } from './reading';
import { recordsOf } from './records';
import { TallyCount } from './tally';

/**
 * Reads one text unit with a model: its entities, relationships and, where wanted, claims, each with its evidence in the text. Throws ParseError
 * when none of `attempts` replies about any part of it can be used; the errors of `ask` pass through. Parts, gleanings and claims that fail
 * are counted, and the rest stands.
 */
export async function readUnit(unit: UnitToRead, options: ReadingOptions, ask: Ask): Promise<UnitReading> {
  const passage = passageOf(unit.document, unit.unit);
  const reader: Reader = { options, ask, tally: new TallyCount() };
  let findings: Findings | undefined;
  for (const part of partsOf(passage, unit.mentions, options)) {
    const found = await readPart(part, unit, reader);
    if (found) findings = findings ? joinFindings(findings, found) : found;
  }
  if (!findings) throw unread(unit.document.title, options);
  reader.tally.rejected(findings.rejected);
  return { records: recordsOf(passage, options.layer, findings), tally: reader.tally.with(findings) };
}

async function readPart(part: Part, { mentions }: UnitToRead, reader: Reader): Promise<Findings | undefined> {
  const { options } = reader;
  const found =
    options.depth === 'compact'
      ? await converse(compactConversation(part, mentions, options), NOTHING, reader)
      : await converse(fullConversation(part, mentions, options), NOTHING, reader);
  if (!found || !options.claims || found.entities.length === 0) return found;
  const claims = await converse(claimsConversation(part, found.entities, options), NOTHING, reader);
  return claims ? joinFindings(found, claims) : found;
}

const unread = (title: string, { attempts }: ReadingOptions): ParseError =>
  new ParseError(
    `A passage of “${title}” could not be read: ${String(attempts)} replies of the model held nothing that can be used. ` +
      'It keeps what was found without a model; another model may read it.',
    { traits: ['says what was kept'] },
  );
