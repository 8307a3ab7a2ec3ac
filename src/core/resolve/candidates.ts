import type { Rows } from '../tables/rows';
import { type Ends, type NamedEntity, countShared, neighboursOf } from '../extract/aliases/alias-candidates';
import { pairKey } from '../ids';
import { inSteps, type Work } from '../work';
import { type MatchSignal, nameSignals, sharedWords } from './match-signal';
import { namesContradict, typesContradict, typesExclude } from './name-evidence';

/** Two entities that may be the same. */
export interface Candidate {
  /** The more frequent one, whose key both would have. */
  readonly into: NamedEntity;
  readonly from: NamedEntity;
  /** Higher is surer. */
  readonly score: number;
}

const WEIGHTS: Readonly<Record<MatchSignal['kind'], number>> = {
  name: 1,
  brackets: 0.9,
  words: 0.7,
  vectors: 0.5,
  neighbours: 0.3,
};
const KINDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
/** Weight of the neighbours that two entities share. */
const SIMILARITY = 0.4;
const SAME_TYPE = 0.1;
const OTHER_TYPE = -0.5;
const LEAST = 0.25;

/**
 * Finds pairs of entities that may be the same, the likeliest first. `further` are signals from texts and vectors. Types that contradict each
 * other lower the score. Contradicting given names or numbers rule a pair out, and so do types that no entity can both have.
 */
export function* findCandidates(
  entities: readonly NamedEntity[],
  relationships: Rows<Ends>,
  further: readonly MatchSignal[] = [],
): Work<readonly Candidate[]> {
  const sorted = entities.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const neighbours = yield* findSharedNeighbours(relationships);
  const signals = [
    ...(yield* nameSignals(sorted, relationships)),
    ...(yield* sharedWords(sorted)),
    ...further,
    ...(yield* neighbours.signals(sorted)),
  ];
  const found: Candidate[] = [];
  yield* inSteps([...(yield* groupByPair(sorted, signals)).values()], (pair) => {
    const candidate = rate(pair, neighbours);
    if (candidate) found.push(candidate);
  });
  return found.sort((a, b) => b.score - a.score || order(a, b));
}

/** A pair with its strongest signal of each kind. */
interface Pair {
  readonly a: NamedEntity;
  readonly b: NamedEntity;
  readonly strengths: Partial<Record<MatchSignal['kind'], number>>;
}

function* groupByPair(
  entities: readonly NamedEntity[],
  signals: readonly MatchSignal[],
): Work<ReadonlyMap<number, Pair>> {
  const place = new Map(entities.map(({ id }, at) => [id, at]));
  const pairs = new Map<number, Pair>();
  yield* inSteps(
    signals,
    ({ a, b, kind, strength }) => {
      const [one, other] = [place.get(a.id) ?? 0, place.get(b.id) ?? 0];
      const key = Math.min(one, other) * entities.length + Math.max(one, other);
      const pair = pairs.get(key);
      if (pair) pair.strengths[kind] = Math.max(pair.strengths[kind] ?? 0, strength);
      else pairs.set(key, { a, b, strengths: { [kind]: strength } });
    },
    1024,
  );
  return pairs;
}

function rate({ a, b, strengths }: Pair, neighbours: SharedNeighbours): Candidate | undefined {
  const signals = KINDS.reduce((sum, kind) => sum + WEIGHTS[kind] * (strengths[kind] ?? 0), 0);
  const types = typesContradict(a, b) ? OTHER_TYPE : a.type === b.type ? SAME_TYPE : 0;
  const score = signals + SIMILARITY * neighbours.similarity(a.id, b.id) + types;
  if (score < LEAST || namesContradict(a, b) || typesExclude(a, b)) return undefined;
  const [into, from] = isBefore(a, b) ? [a, b] : [b, a];
  return { into, from, score };
}

/** The more frequent entity comes first, of equals the one with the longer name. */
function isBefore(a: NamedEntity, b: NamedEntity): boolean {
  return (a.frequency - b.frequency || a.title.length - b.title.length || (a.key < b.key ? 1 : -1)) > 0;
}

const order = (a: Candidate, b: Candidate): number =>
  pairKey(a.into.key, a.from.key) < pairKey(b.into.key, b.from.key) ? -1 : 1;

/** An entity with more neighbours than this is no evidence about any two of them. */
const MOST_NEIGHBOURS = 12;
const LEAST_SHARED = 3;
const LEAST_SIMILARITY = 0.5;

/** Compares entities by their neighbours in the graph. */
interface SharedNeighbours {
  /** Neighbours of both entities over neighbours of either (Jaccard), 0 to 1. */
  similarity(a: string, b: string): number;
  /** Pairs with nearly the same neighbours. They are found by way of neighbours that few entities have. */
  signals(entities: readonly NamedEntity[]): Work<readonly MatchSignal[]>;
}

/** Prepares the comparison of neighbours. */
function* findSharedNeighbours(relationships: Rows<Ends>): Work<SharedNeighbours> {
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
