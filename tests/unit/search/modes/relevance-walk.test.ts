import { describe, expect, it } from 'vitest';
import {
  RelevanceWalk,
  type PlacedPassage,
  type WalkBatch,
  type WalkChoices,
} from '../../../../src/core/search/modes/lazy/walk';

const CHOICES: WalkChoices = { budget: 100, batch: 2, perCommunity: 4, misses: 2 };
/** A budget of which a first walk spends half. */
const SOON = { budget: 12 };

/** Passages by their numbers in the order of their rank, each with the communities of one entity. */
const ranked = (...paths: readonly (readonly number[])[]): readonly PlacedPassage[] =>
  paths.map((path, slot) => ({ slot, paths: path.length === 0 ? [] : [path] }));

interface Walked {
  /** The slots of each batch, in the order in which they were given. */
  readonly batches: readonly (readonly number[])[];
  readonly walk: RelevanceWalk;
}

/** Walks with so many batches under way. */
function walked(
  passages: readonly PlacedPassage[],
  relevant: readonly number[],
  {
    neighbours = () => [] as readonly number[],
    underWay = 1,
    ...choices
  }: Partial<WalkChoices> & {
    readonly neighbours?: (slot: number) => readonly number[];
    readonly underWay?: number;
  } = {},
): Walked {
  const walk = new RelevanceWalk(passages, neighbours, { ...CHOICES, ...choices });
  const given: WalkBatch[] = [];
  const open: WalkBatch[] = [];
  for (;;) {
    const batch = open.length < underWay ? walk.next() : null;
    if (batch) {
      given.push(batch);
      open.push(batch);
      continue;
    }
    const first = open.shift();
    if (!first) return { batches: given.map(({ slots }) => slots), walk };
    walk.take(
      first,
      first.slots.map((slot) => relevant.includes(slot)),
    );
  }
}

describe('The walk of a relevance budget', () => {
  it('tests the best passages of all, then communities in the order of their best passages', () => {
    const passages = ranked([1], [1], [1], [2], [1], [2], [3], [3]);
    expect(walked(passages, [3, 5], SOON).batches).toEqual([
      [0, 1],
      [2, 4],
      [3, 5],
      [6, 7],
    ]);
  });

  it('ends a community with the first batch without a hit', () => {
    const passages = ranked([9], [9], [1], [1], [1], [1], [2], [2]);
    expect(walked(passages, [], SOON).batches).toEqual([
      [0, 1],
      [2, 3],
      [6, 7],
    ]);
  });

  it('calls a community relevant where any of its batches had a hit', () => {
    // The hit of community 1 is in its first batch alone; it is walked again all the same.
    const passages = ranked([9], [9], [1], [1], [1], [1], [1], [1]);
    const { batches } = walked(passages, [2], { perCommunity: 4 });
    expect(batches).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
      [6, 7],
    ]);
  });

  it('leaves out what lies below a community without a hit', () => {
    const passages = ranked([9], [9], [1, 11], [1, 11], [1, 12], [1, 12], [2, 21], [2, 21], [2, 22]);
    const { batches } = walked(passages, [6], SOON);
    expect(batches).toEqual([[0, 1], [2, 3], [6, 7], [8]]);
  });

  it('goes on to finer communities after some misses in a row, and ends with a level without hits', () => {
    const passages = ranked([0], [0], [1, 11], [1, 11], [2, 21], [2, 21], [3, 31], [3, 31], [4, 41], [4, 41]);
    const { batches, walk } = walked(passages, [0], SOON);
    expect(batches.flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(walk.communities).toEqual({ walked: 2, leftOut: 1 });
  });

  it('begins again over the rest where it found nothing before half of its budget was spent', () => {
    const passages = ranked([0], [0], [1], [1], [2], [2], [3], [3], [4], [4]);
    expect(walked(passages, [], { budget: 12 }).batches.flat()).toHaveLength(6);
    expect(walked(passages, [], { budget: 13 }).batches.flat()).toHaveLength(10);
  });

  it.each([20, 100])('goes on with the next larger budget where %s tests found nothing', (budget) => {
    const passages = ranked(...Array.from({ length: 600 }, (_, at) => [at % 40]));
    const tests = (most: number) => walked(passages, [], { budget: most, batch: 5, misses: 2 }).batches.flat();
    const [first, next] = [tests(budget), tests(5 * budget)];
    expect(first.length).toBeLessThanOrEqual(budget);
    expect(next.length).toBeGreaterThan(2 * first.length);
    expect(next.slice(0, first.length)).toEqual(first);
  });

  it('pursues what it finds after it began again', () => {
    const passages = ranked([0], [0], [1], [1], [2], [2], [3], [3], [3], [3]);
    const { batches } = walked(passages, [8, 9], { budget: 14, neighbours: () => [100] });
    expect(batches.flat().slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(batches.flat()).toEqual(expect.arrayContaining([8, 9, 100]));
  });

  it('keeps back tests for the neighbours of hits, which come last', () => {
    const passages = ranked([0], [0], [1], [1], [2], [2], [3], [3]);
    const neighbours = (slot: number): readonly number[] => [100 + slot, 200 + slot];
    const { batches } = walked(passages, [0, 1], { budget: 6, neighbours });
    expect(batches).toEqual([
      [0, 1],
      [100, 200],
    ]);
  });

  it.each([1, 3, 8])('gives no more tests than the budget with %s batches under way', (underWay) => {
    const passages = ranked(...Array.from({ length: 300 }, (_, at) => [at % 30, 100 + (at % 60)]));
    const neighbours = (slot: number): readonly number[] => [(slot + 1) % 300, (slot + 299) % 300];
    const relevant = Array.from({ length: 100 }, (_, at) => 3 * at);
    const { batches } = walked(passages, relevant, { budget: 100, batch: 5, neighbours, underWay });
    expect(batches.flat().length).toBeLessThanOrEqual(100);
    expect(batches.flat().length).toBeGreaterThan(75);
    expect(new Set(batches.flat()).size).toBe(batches.flat().length);
  });

  it('gives the same first tests with a larger budget, so that these need not be paid again', () => {
    const passages = ranked(...Array.from({ length: 300 }, (_, at) => [at % 30, 100 + (at % 60)]));
    const relevant = Array.from({ length: 75 }, (_, at) => 4 * at);
    const tests = (budget: number) => walked(passages, relevant, { budget, batch: 5 }).batches.flat();
    expect(tests(100).slice(0, 20)).toEqual(tests(20));
  });
});
