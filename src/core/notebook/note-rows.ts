import {
  has,
  isAnswer,
  isArrayOf,
  isNumber,
  isPlace,
  isPassage,
  isString,
  isTarget,
  oneOf,
  orNull,
} from '../conversations/turn-schema';
import type { NoteRow } from '../tables/tables';
import type { AnswerPin, MapPin, Note, Pin, QuotePin, ThingPin } from './note';

/** The note in a row. What is pinned counts as nothing where it cannot be read, since a copy may come from anywhere. */
export function noteOf({ id, place, created, changed, text, tags, pin }: NoteRow): Note {
  return { id, place, created, changed, text, tags, pin: parsePin(pin) };
}

/** A note as a row; `picture` is a PNG in base64. */
export function rowOfNote({ pin, ...note }: Note, picture: string): NoteRow {
  return { ...note, pin: JSON.stringify(pin), picture };
}

function parsePin(json: string): Pin | null {
  try {
    const value: unknown = JSON.parse(json);
    return isPin(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const isPin = (value: unknown): value is Pin =>
  isQuote(value) || isPinnedAnswer(value) || isThing(value) || isMap(value);

const isQuote = has<QuotePin>({
  kind: oneOf('quote'),
  documentId: isString,
  sourcePath: isString,
  documentTitle: isString,
  start: isNumber,
  end: isNumber,
  quote: isString,
  page: orNull(isPlace),
  headingPath: isArrayOf(isString),
});

const isWhole = (value: unknown): boolean => isAnswer(value) && (value.text === undefined || isString(value.text));
const isPinnedAnswer = has<AnswerPin>({ kind: oneOf('answer'), turn: isString, question: isString, answer: isWhole });

const isThing = has<ThingPin>({
  kind: oneOf('thing'),
  target: (value) => isTarget(value) && value.kind !== 'passage',
  title: isString,
  type: isString,
  text: isString,
  method: isString,
  passages: isArrayOf(isPassage),
});

const isMap = has<MapPin>({
  kind: oneOf('map'),
  address: isString,
  title: isString,
  names: isArrayOf(isString),
  picture: orNull(has({ width: isNumber, height: isNumber })),
});
