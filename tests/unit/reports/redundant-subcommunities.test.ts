import { describe, expect, it } from 'vitest';
import { distinctSubcommunities, withoutRedundantSubcommunities } from '../../../src/core/reports/context/outline';

interface Sized {
  readonly community: number;
  readonly parent: number;
  readonly children: readonly number[];
  readonly size: number;
}

/** Communities by `number: [size, parent]`. */
function tree(sizes: Readonly<Record<number, readonly [size: number, parent: number]>>): readonly Sized[] {
  const rows = Object.entries(sizes).map(([number, [size, parent]]) => ({ community: Number(number), size, parent }));
  return rows.map((row) => ({
    ...row,
    children: rows.filter(({ parent }) => parent === row.community).map(({ community }) => community),
  }));
}

const numbers = (rows: readonly Sized[]): readonly number[] => rows.map(({ community }) => community);
const by = (rows: readonly Sized[]) => new Map(rows.map((row) => [row.community, row]));

/** A hub whose community sheds a few members at each level, and breaks in two in the end. */
const HUB = tree({ 1: [30, -1], 2: [28, 1], 3: [2, 1], 4: [25, 2], 5: [3, 2], 6: [13, 4], 7: [12, 4] });

describe('communities that hold nearly all of the one above', () => {
  it('are left out, measured by the last one that is in the list', () => {
    expect(numbers(withoutRedundantSubcommunities(HUB))).toEqual([1, 3, 5, 6, 7]);
    const chain = tree({ 1: [20, -1], 2: [17, 1], 3: [15, 2], 4: [13, 3] });
    expect(numbers(withoutRedundantSubcommunities(chain))).toEqual([1, 3]);
  });

  it('stay where the one above is not in the list', () => {
    expect(numbers(withoutRedundantSubcommunities(HUB.filter(({ community }) => community === 4)))).toEqual([4]);
  });

  it('give their own parts to what the one above comes apart into', () => {
    const [hub] = HUB;
    expect(hub && numbers(distinctSubcommunities(hub, by(HUB)))).toEqual([6, 7, 5, 3]);
  });

  it('leave what does not come apart whole', () => {
    const rows = tree({ 1: [12, -1], 2: [11, 1], 3: [1, 1] });
    const [all] = rows;
    expect(all && numbers(distinctSubcommunities(all, by(rows)))).toEqual([3]);
  });
});
