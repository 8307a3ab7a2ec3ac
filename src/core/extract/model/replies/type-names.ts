import type { ReadingOptions, Rejection } from '../reading';
import type { FoundEntity } from './findings';

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
