import type { Matches } from './name-matches';

/** Counts of a comparison: what was found, what of it is right, what should be found, what of that was. */
export interface Tally {
  readonly found: number;
  readonly right: number;
  readonly gold: number;
  readonly reached: number;
}

/** Two ends as numbers of gold entities, the smaller first. */
export type Pair = readonly [number, number];

/** Entities found against the gold entities that `counts` takes; precision is over the `foundCounts` ones. */
export function tallyEntities(
  { ofFound, ofGold }: Matches,
  counts: (gold: number) => boolean = () => true,
  foundCounts: (found: number) => boolean = () => true,
): Tally {
  const found = ofFound.filter((_, at) => foundCounts(at));
  const gold = ofGold.filter((_, at) => counts(at));
  return {
    found: found.length,
    right: found.filter((matches) => matches.length > 0).length,
    gold: gold.length,
    reached: gold.filter((matches) => matches.length > 0).length,
  };
}

/** Distinct pairs found against distinct gold pairs, direction aside. */
export function tallyPairs(found: readonly Pair[], gold: readonly Pair[]): Tally {
  const asked = new Set(gold.map(keyOfPair));
  const given = new Set(found.map(keyOfPair));
  const right = [...given].filter((key) => asked.has(key)).length;
  return { found: given.size, right, gold: asked.size, reached: right };
}

/** Pairs of found entities as pairs of gold entities; an entity that matches several stands for each of them. */
export function goldPairs(pairs: Iterable<readonly [number, number]>, { ofFound }: Matches): readonly Pair[] {
  const result = new Map<string, Pair>();
  for (const [one, other] of pairs) {
    for (const a of ofFound[one] ?? []) {
      for (const b of ofFound[other] ?? []) if (a !== b) result.set(keyOfPair([a, b]), [a, b]);
    }
  }
  return [...result.values()];
}

/** Number of distinct other ends of each gold entity. */
export function degreesOf(pairs: readonly Pair[], entities: number): readonly number[] {
  const neighbours = Array.from({ length: entities }, () => new Set<number>());
  for (const [a, b] of pairs) {
    if (a === b) continue;
    neighbours[a]?.add(b);
    neighbours[b]?.add(a);
  }
  return neighbours.map(({ size }) => size);
}

export interface Rates {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Precision, recall and their harmonic mean, 0 where there is nothing to divide by. */
export function ratesOf({ found, right, gold, reached }: Tally): Rates {
  const precision = found === 0 ? 0 : right / found;
  const recall = gold === 0 ? 0 : reached / gold;
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

const keyOfPair = ([a, b]: Pair): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
