import type { EntityRow, RelationshipRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';

export type NamedEntity = Pick<EntityRow, 'id' | 'title' | 'type' | 'frequency' | 'key'>;
export type Ends = Pick<RelationshipRow, 'source_id' | 'target_id'>;

/** Two entities that may be the same. */
export interface AliasCandidate {
  readonly into: NamedEntity;
  readonly from: NamedEntity;
  readonly reason: string;
  /** Higher is surer. */
  readonly score: number;
}

/** How many entities are related to both. */
export type SharedNeighbours = (one: NamedEntity, other: NamedEntity) => number;

/** Looks at the items one by one for candidates, yielding after every so many. */
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
    for (const word of new Set(wordsOfEntity(entity))) {
      const group = groups.get(word);
      if (group) group.push(entity);
      else groups.set(word, [entity]);
    }
  });
  return groups;
}

export function* sharedNeighbours(relationships: readonly Ends[]): Work<SharedNeighbours> {
  const neighbours = new Map<string, Set<string>>();
  const link = (one: string, other: string): void => {
    const set = neighbours.get(one);
    if (set) set.add(other);
    else neighbours.set(one, new Set([other]));
  };
  yield* inSteps(relationships, ({ source_id, target_id }) => {
    link(source_id, target_id);
    link(target_id, source_id);
  });
  return (one, other) => {
    const mine = neighbours.get(one.id);
    const theirs = neighbours.get(other.id);
    if (!mine || !theirs) return 0;
    const [small, large] = mine.size < theirs.size ? [mine, theirs] : [theirs, mine];
    let count = 0;
    for (const id of small) if (large.has(id)) count++;
    return count;
  };
}
