import { describe, expect, it } from 'vitest';
import { selectReports, type SelectionChoices } from '../../../../src/core/search/modes/global/rate-reports';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { indexOf } from '../ask';
import { smallWorld, type SmallCommunity } from '../small-world';

const TREE = [
  ['Coast', 0, -1, ['Pier', 'Quay', 'Reef']],
  ['Hills', 0, -1, ['Mill', 'Farm']],
  ['Harbour', 1, 0, ['Pier', 'Quay']],
  ['Sea', 1, 0, ['Reef']],
  ['Valley', 1, 1, ['Mill', 'Farm']],
  ['Docks', 2, 2, ['Quay']],
] as const;
const names = ['Pier', 'Quay', 'Reef', 'Mill', 'Farm'];
/** The weightier, the more it is told of. */
const documents = [
  { id: 'coast', title: 'Coast', paragraphs: names.slice(0, 3).map((name) => `${name} was built of oak.`) },
  { id: 'hills', title: 'Hills', paragraphs: names.slice(3).map((name) => `${name} was built of stone.`) },
];

const worldOf = (minor: readonly string[] = []) =>
  indexOf(
    smallWorld({
      documents,
      entities: names.map((title) => ({ title, type: 'place' })),
      communities: TREE.map(([title, level, parent, members], community): SmallCommunity => {
        const report = {
          title,
          rank: minor.includes(title) ? 1 : 5,
          findings: members.map((name) => `${name} was built of ${oak(name)}.`),
        };
        return { community, level, parent, members, report };
      }),
    }),
  );
const oak = (name: string): string => (names.indexOf(name) < 3 ? 'oak' : 'stone');

interface Asked extends Partial<SelectionChoices> {
  /** Titles that are rated 5; the others get 0. */
  readonly bearing: readonly string[];
  /** Titles of little importance. */
  readonly minor?: readonly string[];
  readonly documentIds?: readonly string[];
}

async function selected({ bearing, minor, documentIds, ...choices }: Asked) {
  const index = worldOf(minor);
  const titleOf = (row: number): string => index.tables.communityReports[row]?.title ?? '';
  const rated: (readonly string[])[] = [];
  const whole = { level: 2, leastRating: 1, keepParents: false, mostRatings: 100, ...choices };
  const { rows, ratings, unrated } = await selectReports(
    index,
    scopeOf(index, { ...(documentIds && { documentIds }) }).unit,
    whole,
    async (asked) => {
      rated.push(asked.map(titleOf));
      return asked.map((row) => (bearing.includes(titleOf(row)) ? 5 : 0));
    },
  );
  return { taken: rows.map(titleOf).sort(), rated: rated.map((level) => [...level].sort()), ratings, unrated };
}

describe('reports that are chosen by their ratings', () => {
  it('are rated from the broadest down, and only below those that bear on the question', async () => {
    const { taken, rated } = await selected({ bearing: ['Coast', 'Harbour'] });
    expect(rated).toEqual([['Coast', 'Hills'], ['Harbour', 'Sea'], ['Docks']]);
    expect(taken).toEqual(['Harbour']);
  });

  it('stand beside their parts where these are to be kept', async () => {
    const { taken } = await selected({ bearing: ['Coast', 'Harbour', 'Docks'], keepParents: true });
    expect(taken).toEqual(['Coast', 'Docks', 'Harbour']);
    expect((await selected({ bearing: ['Coast', 'Harbour', 'Docks'] })).taken).toEqual(['Docks']);
  });

  it('are rated by whole levels until one bears on the question', async () => {
    const { taken, rated } = await selected({ bearing: ['Sea'] });
    expect(rated.slice(0, 2)).toEqual([
      ['Coast', 'Hills'],
      ['Harbour', 'Sea', 'Valley'],
    ]);
    expect(taken).toEqual(['Sea']);
  });

  it('are rated once, also where parts were rated in place of a whole that is left out', async () => {
    const { rated } = await selected({ bearing: [], minor: ['Coast'], leastRank: 2 });
    expect(rated).toEqual([['Harbour', 'Hills', 'Sea'], ['Valley'], ['Docks']]);
  });

  it('are none where none bears on the question, after all were rated', async () => {
    const { taken, rated } = await selected({ bearing: [] });
    expect(taken).toEqual([]);
    expect(rated.flat().sort()).toEqual(TREE.map(([title]) => title).sort());
  });

  it('lie no deeper than they may', async () => {
    const { taken, rated } = await selected({ bearing: ['Coast', 'Harbour', 'Docks'], level: 1 });
    expect(rated.flat()).not.toContain('Docks');
    expect(taken).toEqual(['Harbour']);
  });

  it('are as many as may be rated, the weightiest first; one whose parts were not rated stands for them', async () => {
    const { taken, ratings, unrated } = await selected({ bearing: ['Coast', 'Harbour'], mostRatings: 2 });
    expect(ratings.size).toBe(2);
    expect(unrated).toBe(2);
    expect(taken).toEqual(['Coast']);
    expect((await selected({ bearing: [], mostRatings: 1 })).rated).toEqual([['Coast']]);
  });

  it('bear on it from the rating on that is set', async () => {
    expect((await selected({ bearing: ['Coast'], leastRating: 5 })).rated[1]).toEqual(['Harbour', 'Sea']);
    expect((await selected({ bearing: ['Coast'], leastRating: 6 })).taken).toEqual([]);
  });

  it('stand in for a community whose report is left out', async () => {
    const { rated } = await selected({ bearing: [], minor: ['Coast'], leastRank: 2 });
    expect(rated[0]).toEqual(['Harbour', 'Hills', 'Sea']);
  });

  it('tell of the chosen documents', async () => {
    const { rated } = await selected({ bearing: ['Hills'], documentIds: ['hills'] });
    expect(rated).toEqual([['Hills'], ['Valley']]);
  });
});
