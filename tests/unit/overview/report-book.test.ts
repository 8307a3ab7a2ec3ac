import { describe, expect, it } from 'vitest';
import { communitiesAtLevel, inReadingOrder } from '../../../src/core/overview/community-order';
import { bookContents, bookReports } from '../../../src/core/overview/report-book';
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { harbour } from '../search/harbour';

const place = (community: number, level: number, parent: number, size: number) => ({ community, level, parent, size });

const HIERARCHY = [
  place(0, 0, -1, 9),
  place(1, 0, -1, 20),
  place(2, 1, 1, 5),
  place(3, 1, 1, 15),
  place(4, 2, 3, 7),
  place(5, 2, 3, 8),
  place(6, 1, 1, 1),
  place(7, 3, 6, 2),
];

describe('communities in reading order', () => {
  const numbers = (rows: readonly { readonly community: number }[]): readonly number[] =>
    rows.map(({ community }) => community);

  it('stand before their parts, the larger before the smaller', () => {
    expect(numbers(inReadingOrder(HIERARCHY))).toEqual([1, 3, 5, 4, 2, 0, 7]);
  });

  it('of a level are its own, and the broader ones that were not divided', () => {
    const ordered = inReadingOrder(HIERARCHY);
    expect(numbers(communitiesAtLevel(ordered, 0))).toEqual([1, 0]);
    expect(numbers(communitiesAtLevel(ordered, 1))).toEqual([3, 2, 0]);
    expect(numbers(communitiesAtLevel(ordered, 2))).toEqual([5, 4, 2, 0]);
    expect(communitiesAtLevel(ordered, null)).toEqual(ordered);
  });

  it('are ordered for a deep hierarchy, and for many of one level', () => {
    const chain = Array.from({ length: 5_000 }, (_, at) => place(at, at, at - 1, 30_000 - at));
    expect(inReadingOrder(chain.toReversed())).toEqual(chain);
    const flat = Array.from({ length: 5_000 }, (_, at) => place(at, 0, -1, 30_000 - at));
    expect(inReadingOrder(flat.toReversed())).toEqual(flat);
  });
});

describe('a book of reports', () => {
  const index = indexOf(harbour());

  it('lists the reports of a level by their titles', () => {
    const { titles, levels, deepest } = bookContents(index, null);
    expect(titles).toEqual([
      'The coast and its people',
      'Edda Marrow and the lighthouse',
      'The toll of the Harbour Company',
    ]);
    expect([...levels]).toEqual([0, 1, 1]);
    expect(deepest).toBe(1);
    expect(bookContents(index, 0).titles).toEqual(['The coast and its people']);
  });

  it('composes no report for its contents', () => {
    const fresh = indexOf({ ...harbour(), communityReports: [] });
    bookContents(fresh, null);
    expect(fresh.reports.composed.size).toBe(0);
    finish(bookReports(fresh, [2]));
    expect([...fresh.reports.composed.keys()]).toEqual([2]);
  });

  it('gives reports in the order asked for, each finding with its passages, and null for what is gone', () => {
    const [toll, gone, coast] = finish(bookReports(index, [2, 99, 0]));
    expect(toll?.title).toBe('The toll of the Harbour Company');
    expect(toll?.findings[0]?.passages[0]?.quote).toContain('refused to pay it in 1893');
    expect(gone).toBeNull();
    expect(coast?.title).toBe('The coast and its people');
  });
});
