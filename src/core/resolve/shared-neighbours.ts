import { countShared, neighboursOf, type Ends, type NamedEntity } from '../extract/aliases/alias-candidates';
import { inSteps, type Work } from '../work';
import type { MatchSignal } from './match-signal';

/** A neighbour of more entities than this tells nothing of any two of them. */
const MOST_NEIGHBOURS = 12;
const LEAST_SHARED = 3;
const LEAST_LIKENESS = 0.5;

/** Who is related to whom. */
export interface SharedNeighbours {
  /** Neighbours that two entities, by id, have in common, over those that either has (Jaccard); 0 to 1. */
  likeness(a: string, b: string): number;
  /** Entities that keep nearly the same company, found through neighbours that few have. */
  clues(entities: readonly NamedEntity[]): Work<readonly MatchSignal[]>;
}

export function* findSharedNeighbours(relationships: readonly Ends[]): Work<SharedNeighbours> {
  const neighbours = yield* neighboursOf(relationships);
  const likeness = (a: string, b: string): number => jaccard(neighbours.get(a), neighbours.get(b));
  return { likeness, clues: (entities) => sharedNeighbourSignals(entities, neighbours, likeness) };
}

function* sharedNeighbourSignals(
  entities: readonly NamedEntity[],
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
  likeness: SharedNeighbours['likeness'],
): Work<readonly MatchSignal[]> {
  const place = new Map(entities.map(({ id }, at) => [id, at]));
  /** Of each entity that has few, its neighbours among the entities, by place. */
  const few = new Map<string, readonly number[]>();
  yield* inSteps([...neighbours], ([id, set]) => {
    if (set.size <= MOST_NEIGHBOURS)
      few.set(
        id,
        Array.from(set, (one) => place.get(one) ?? -1),
      );
  });
  const shared = new Uint16Array(entities.length);
  const clues: MatchSignal[] = [];
  yield* inSteps([...entities.entries()], ([at, a]) => {
    for (const b of entitiesSharing(at, neighbours.get(a.id), few, shared)) {
      const other = entities[b];
      if (!other || other.type !== a.type) continue;
      const strength = likeness(a.id, other.id);
      if (strength >= LEAST_LIKENESS) clues.push({ a, b: other, kind: 'company', strength });
    }
  });
  return clues;
}

/** Later entities with which one shares enough neighbours. `shared` is scratch, all zeros before and after. */
function entitiesSharing(
  at: number,
  neighbours: ReadonlySet<string> | undefined,
  few: ReadonlyMap<string, readonly number[]>,
  shared: Uint16Array,
): readonly number[] {
  const touched: number[] = [];
  for (const neighbour of neighbours ?? []) {
    for (const other of few.get(neighbour) ?? []) {
      if (other <= at) continue;
      if (shared[other] === 0) touched.push(other);
      shared[other] = (shared[other] ?? 0) + 1;
    }
  }
  const enough = touched.filter((other) => (shared[other] ?? 0) >= LEAST_SHARED);
  for (const other of touched) shared[other] = 0;
  return enough;
}

function jaccard(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): number {
  if (!one || !other) return 0;
  const common = countShared(one, other);
  return common / (one.size + other.size - common);
}
