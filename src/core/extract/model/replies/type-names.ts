import type { ReadingOptions } from '../reading';

/** Words that models use for one type; a person's own list may name any of them. */
const SAME: readonly (readonly string[])[] = [
  ['person', 'people', 'human', 'individual', 'character'],
  ['organization', 'organisation', 'company', 'institution', 'org', 'group', 'agency'],
  ['place', 'location', 'geo', 'geography', 'site', 'city', 'country', 'building', 'facility'],
  ['event', 'incident', 'happening'],
  ['work', 'document', 'publication', 'book', 'report', 'artwork'],
  ['object', 'artifact', 'artefact', 'product', 'thing', 'item'],
  ['concept', 'idea', 'topic', 'term'],
];

/** The word for this type that stands first of those that models use for it; the type itself where only one is known. */
export const commonType = (type: string): string => SAME.find((group) => group.includes(type))?.[0] ?? type;

/** The type that was said as the person's list has it; as said where types are open; undefined for one that is not known. */
export function knownType(
  said: string,
  { types, openTypes }: Pick<ReadingOptions, 'types' | 'openTypes'>,
): string | undefined {
  const wanted = said.trim().toLowerCase();
  if (types.includes(wanted)) return wanted;
  const same = SAME.find((group) => group.includes(wanted));
  const meant = types.find((type) => same?.includes(type));
  return meant ?? (openTypes && wanted !== '' ? wanted : undefined);
}
