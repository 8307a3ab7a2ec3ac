import type { Message } from '../../message';
import { addTo } from '../../arrays';
import type { Rows } from '../../tables/rows';
import type { EntityRow, RelationshipRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';
import { honorifics, personTitles } from '../names/word-lists';

export type NamedEntity = Pick<EntityRow, 'id' | 'title' | 'type' | 'frequency' | 'key'>;
export type Ends = Pick<RelationshipRow, 'source_id' | 'target_id'>;

/** Two entities that may be the same, the less complete name as `from`. */
export interface AliasCandidate {
  readonly into: NamedEntity;
  readonly from: NamedEntity;
  readonly reason: Message;
  /** Higher is more certain; at most 4. */
  readonly score: number;
}

/** Counts the entities that are related to both. */
export type SharedNeighbours = (one: NamedEntity, other: NamedEntity) => number;

/** Examines the items one by one for candidates, yielding after every so many. */
export function* candidatesFrom<T>(
  items: readonly T[],
  find: (item: T) => readonly AliasCandidate[],
  every?: number,
): Work<readonly AliasCandidate[]> {
  const found: AliasCandidate[] = [];
  yield* inSteps(
    items,
    (item) => {
      found.push(...find(item));
    },
    every,
  );
  return found;
}

/** Groups entities by any number of words each. */
export function* entitiesBy(
  entities: readonly NamedEntity[],
  wordsOfEntity: (entity: NamedEntity) => Iterable<string>,
): Work<ReadonlyMap<string, readonly NamedEntity[]>> {
  const groups = new Map<string, NamedEntity[]>();
  yield* inSteps(entities, (entity) => {
    for (const word of new Set(wordsOfEntity(entity))) addTo(groups, word, entity);
  });
  return groups;
}

/** The neighbours of each entity, by id. */
export function* neighboursOf(relationships: Rows<Ends>): Work<ReadonlyMap<string, ReadonlySet<string>>> {
  const neighbours = new Map<string, Set<string>>();
  const link = (one: string, other: string): void => {
    const set = neighbours.get(one);
    if (set) set.add(other);
    else neighbours.set(one, new Set([other]));
  };
  yield* inSteps(
    relationships,
    ({ source_id, target_id }) => {
      link(source_id, target_id);
      link(target_id, source_id);
    },
    1024,
  );
  return neighbours;
}

/** The number of elements that two sets share. */
export function countShared<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let count = 0;
  for (const item of small) if (large.has(item)) count++;
  return count;
}

export const wordsOf = (title: string): string[] => title.split(/\s+/).filter(Boolean);

/** The words of a name without titles such as `Dr` or `Captain`. */
export const untitledWords = (title: string): string[] => wordsOf(title).filter((word) => !isTitle(word));

export const isInitial = (word: string): boolean => /^\p{Lu}\.?$/u.test(word);

export const initials = (words: readonly string[]): string =>
  words.map((word) => word[0]?.toUpperCase() ?? '').join('');

function isTitle(word: string): boolean {
  const bare = word.toLowerCase().replace(/\.$/, '');
  return honorifics.has(bare) || personTitles.has(bare);
}
