import type { LinesShape, ShapeValue } from '../../../shapes/shape';
import { citedSentences } from '../passage/evidence';
import type { Part } from '../passage/passage';
import { LAST_NUMBER } from './compact-reply';
import type { FoundClaim, FoundEntity } from './findings';
import { isAccepted, isRejected, parsedReply, type Outcome, type ParsedReply, type ReplyLines } from './parsed-reply';

const number = { kind: 'number', min: 0, max: LAST_NUMBER } as const;
const date = { kind: 'text', max: 10 } as const;

/** Shape of replies to a call for claims and to each of its gleanings. */
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

type Shape = typeof CLAIMS_SHAPE;

/** Parses a reply about claims; `entities` are those that the model was shown, numbered from 1. */
export function parseClaimsReply(
  part: Part,
  entities: readonly FoundEntity[],
  { lines, repairs }: ReplyLines<Shape>,
): ParsedReply {
  const claims = lines.map((line) => claimOf(part, entities, line));
  return parsedReply({
    claims: claims.filter(isAccepted),
    rejected: claims.filter(isRejected),
    recordCount: lines.length,
    repairs,
  });
}

/** The cited sentence need not name the subject: testimony seldom does, as in 30 % of the sample's gold claims. */
function claimOf(part: Part, entities: readonly FoundEntity[], line: ShapeValue<Shape>[number]): Outcome<FoundClaim> {
  const subject = entities[line.subject - 1];
  const object = line.object === 0 ? null : entities[line.object - 1];
  if (!subject || object === undefined) return 'claim about nothing listed';
  const sentences = citedSentences(part, line.sentences);
  if (!isAccepted(sentences)) return 'claim without its sentence';
  const { type, status, description } = line;
  return { subject, object, type, status, start: dateOf(line.from), end: dateOf(line.to), description, sentences };
}

/** A date as ISO 8601, to the day, month or year; null for anything else. */
const dateOf = (text: string): string | null => /^\d{4}(?:-\d{2}){0,2}$/u.exec(text.trim())?.[0] ?? null;
