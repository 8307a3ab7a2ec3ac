import type { ChatReply } from '../../../models/chat-model';
import { parseReply } from '../../../shapes/parse-reply';
import type { Repair } from '../../../shapes/repairs';
import type { LinesShape, ShapeValue } from '../../../shapes/shape';
import type { Rejection, ReadingOptions } from '../reading';
import { joinFindings, NOTHING, type Findings, type FoundEntity } from './findings';

/** The lines of a reply, and what had to be forgiven. */
export interface ReplyLines<S extends LinesShape> {
  readonly lines: ShapeValue<S>;
  readonly repairs: readonly Repair[];
}

/** The whole lines of a reply. The last line of a reply that was cut is left out, and counted as a repair. Throws ParseError. */
export function readLines<S extends LinesShape>(shape: S, { text, finish }: ChatReply): ReplyLines<S> {
  const isCut = finish === 'length';
  const { value, repairs } = parseReply(shape, isCut ? completeLines(text) : text);
  return { lines: value, repairs: isCut ? [...repairs, 'cut'] : repairs };
}

/** Returns the whole records of a cut reply: JSON to the end of its last record, lines to the last line end. */
export function completeLines(text: string): string {
  const isJson = /^\s*(?:```\w*\s*)?[[{]/u.test(text);
  return text.slice(0, isJson ? text.lastIndexOf('}') + 1 : Math.max(0, text.lastIndexOf('\n')));
}

/** The value of one record of a reply, or why it was rejected. */
export type Outcome<T extends object> = T | Rejection;

/** Checks that a record was accepted. */
export const isAccepted = <T extends object>(outcome: Outcome<T>): outcome is T => typeof outcome !== 'string';
/** Checks that a record was rejected. */
export const isRejected = <T extends object>(outcome: Outcome<T>): outcome is Rejection => typeof outcome === 'string';

/** Records of one reply. */
export interface ParsedReply extends Findings {
  /** Records that the reply gives, valid or not, lines that could not be read included. */
  readonly recordCount: number;
  readonly validCount: number;
  readonly repairs: readonly Repair[];
}

/** Joins what is valid in one reply; what the reply repeats is kept once. `recordCount` counts the records of the lines that were read. */
export function parsedReply({
  recordCount,
  repairs,
  entities = [],
  relations = [],
  claims = [],
  rejected = [],
}: Partial<Findings> & Pick<ParsedReply, 'recordCount' | 'repairs'>): ParsedReply {
  const invalid = rejected.filter((reason) => reason !== 'unknown type').length;
  const dropped = recordCount === 0 ? 0 : repairs.filter((repair) => repair === 'dropped').length;
  return {
    ...joinFindings(NOTHING, { entities, relations, claims, rejected }),
    recordCount: recordCount + dropped,
    validCount: recordCount - invalid,
    repairs,
  };
}

/** Checks that a reply is usable: a record of it is valid, or it reports that there is nothing. */
export const isUsable = ({ recordCount, validCount }: ParsedReply): boolean => recordCount === 0 || validCount > 0;

/** Checks if more records of a reply are invalid than valid, so that another try is worth its cost. */
export const isDoubtful = ({ recordCount, validCount }: ParsedReply): boolean =>
  (recordCount - validCount) * 2 > recordCount;

/** Words that models use for one type; a person's own list may have any of them. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['person', 'people', 'human', 'individual', 'character'],
  ['organization', 'organisation', 'company', 'institution', 'org', 'group', 'agency'],
  ['place', 'location', 'geo', 'geography', 'site', 'city', 'country', 'building', 'facility'],
  ['event', 'incident', 'happening'],
  ['work', 'document', 'publication', 'book', 'report', 'artwork'],
  ['object', 'artifact', 'artefact', 'product', 'thing', 'item'],
  ['concept', 'idea', 'topic', 'term'],
];

type TypeOptions = Pick<ReadingOptions, 'types' | 'openTypes'>;

/** The usual word for a type; the type itself where no other word is known. */
export const commonType = (type: string): string => SYNONYMS.find((group) => group.includes(type))?.[0] ?? type;

/** A type that a model wrote, as the person's list has it, or as written where types are open; undefined for an unknown one. */
export function knownType(written: string, { types, openTypes }: TypeOptions): string | undefined {
  const wanted = written.trim().toLowerCase();
  if (types.includes(wanted)) return wanted;
  const synonyms = SYNONYMS.find((group) => group.includes(wanted));
  const listed = types.find((type) => synonyms?.includes(type));
  return listed ?? (openTypes && wanted !== '' ? wanted : undefined);
}

/** An entity with the type that a model wrote, else with the type that was guessed for it; empty where neither is known. */
export const withKnownType = (entity: FoundEntity, written: string, options: TypeOptions): FoundEntity => ({
  ...entity,
  type: knownType(written, options) ?? knownType(entity.type, options) ?? '',
});

/** One rejection for each type that is not known; the entity itself is kept. */
export const unknownTypes = (written: readonly string[], options: TypeOptions): readonly Rejection[] =>
  written.filter((type) => knownType(type, options) === undefined).map(() => 'unknown type');
