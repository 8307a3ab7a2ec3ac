import { countShared, neighboursOf, type Ends, type NamedEntity } from '../extract/aliases/alias-candidates';
import { inSteps, type Work } from '../work';
import type { MatchSignal } from './match-signal';

/** An entity with more neighbours than this says nothing about any two of them. */
const MOST_NEIGHBOURS = 12;
const LEAST_SHARED = 3;
const LEAST_SIMILARITY = 0.5;

/** Compares entities by their neighbours in the graph. */
export interface SharedNeighbours {
  /** Neighbours of both entities over neighbours of either (Jaccard), 0 to 1. */
  similarity(a: string, b: string): number;
  /** Pairs with nearly the same neighbours. They are found by way of neighbours that few entities have. */
  signals(entities: readonly NamedEntity[]): Work<readonly MatchSignal[]>;
}

/** Prepares the comparison of neighbours. */
export function* findSharedNeighbours(relationships: readonly Ends[]): Work<SharedNeighbours> {
  const neighbours = yield* neighboursOf(relationships);
  const similarity = (a: string, b: string): number => jaccard(neighbours.get(a), neighbours.get(b));
  return { similarity, signals: (entities) => neighbourSignals(entities, neighbours, similarity) };
}

function* neighbourSignals(
  entities: readonly NamedEntity[],
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
  similarity: SharedNeighbours['similarity'],
): Work<readonly MatchSignal[]> {
  const place = new Map(entities.map(({ id }, at) => [id, at]));
  /** For each entity with few neighbours, their places in the list of entities. */
  const few = new Map<string, readonly number[]>();
  yield* inSteps([...neighbours], ([id, set]) => {
    if (set.size > MOST_NEIGHBOURS) return;
    few.set(
      id,
      Array.from(set, (one) => place.get(one) ?? -1),
    );
  });
  const shared = new Uint16Array(entities.length);
  const signals: MatchSignal[] = [];
  yield* inSteps([...entities.entries()], ([at, a]) => {
    for (const index of entitiesSharing(at, neighbours.get(a.id), few, shared)) {
      const b = entities[index];
      if (!b || b.type !== a.type) continue;
      const strength = similarity(a.id, b.id);
      if (strength >= LEAST_SIMILARITY) signals.push({ a, b, kind: 'neighbours', strength });
    }
  });
  return signals;
}

/** Later entities that share enough neighbours with one. `shared` is scratch space, all zeros before and after. */
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
