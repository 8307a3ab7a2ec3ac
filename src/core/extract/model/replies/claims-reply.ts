import type { LinesShape, ShapeValue } from '../../../shapes/shape';
import { LAST_NUMBER } from './compact-reply';
import { citedSentences } from '../passage/evidence';
import type { FoundClaim, FoundEntity } from './findings';
import { isRejected, isTaken, type Outcome, parsedReply, type ParsedReply } from './parsed-reply';
import type { Part } from '../passage/passage';

const number = { kind: 'number', min: 0, max: LAST_NUMBER } as const;
const date = { kind: 'text', max: 10 } as const;

/** What a call for claims and each of its gleanings may answer. */
export const CLAIMS_SHAPE = {
  kind: 'lines',
  max: 32,
  records: {
    claim: {
      fields: {
        subject: number,
        object: number,
        type: { kind: 'text', max: 80 },
        status: { kind: 'choice', options: ['TRUE', 'FALSE', 'SUSPECTED'] },
        from: date,
        to: date,
        sentences: { kind: 'numbers', min: 1, max: 999, items: 4 },
        description: { kind: 'text', max: 320 },
      },
    },
  },
} as const satisfies LinesShape;

type Lines = ShapeValue<typeof CLAIMS_SHAPE>;

/** What the lines of a reply about claims say that holds, `entities` being those that the model was shown, numbered from 1. */
export function parseClaimsReply(part: Part, entities: readonly FoundEntity[], lines: Lines): ParsedReply {
  const claims = lines.map((line) => claimOf(part, entities, line));
  return parsedReply({ claims: claims.filter(isTaken), rejected: claims.filter(isRejected), said: lines.length });
}

/** Testimony seldom names whom it is about (of the sample's gold claims 30 % do not), so that the cited sentence need not. */
function claimOf(part: Part, entities: readonly FoundEntity[], line: Lines[number]): Outcome<FoundClaim> {
  const subject = entities[line.subject - 1];
  const object = line.object === 0 ? null : entities[line.object - 1];
  if (!subject || object === undefined) return 'claim about nothing listed';
  const sentences = citedSentences(part, line.sentences);
  if (!isTaken(sentences)) return 'claim without its sentence';
  const { type, status, description } = line;
  return { subject, object, type, status, start: dateOf(line.from), end: dateOf(line.to), description, sentences };
}

/** A date as ISO 8601, to the day, month or year; null for what is none. */
const dateOf = (said: string): string | null => /^\d{4}(?:-\d{2}){0,2}$/u.exec(said.trim())?.[0] ?? null;
