import { describe, expect, it } from 'vitest';
import { degreesOf, goldPairs, ratesOf, tallyEntities, tallyPairs } from '../../../bench/lib/extraction-score';
import { matchEntities } from '../../../bench/lib/name-matches';

const entity = (title: string, ...aliases: string[]) => ({ title, aliases, type: 'person' });
const gold = [entity('Ada Byron', 'Ada Lovelace'), entity('The Mill'), entity('王小明'), entity('Lundy')];

describe('matching found entities with gold ones', () => {
  it('takes any name of either, whatever its article, case or plural', () => {
    const found = [entity('Countess', 'ada lovelace'), entity('mills')];
    expect(matchEntities(found, gold, 'strict').ofFound).toEqual([[0], [1]]);
  });

  it('takes a part of a name only when partial, and only whole words', () => {
    const found = [entity('Lovelace'), entity('Love'), entity('millpond')];
    expect(matchEntities(found, gold, 'strict').ofFound).toEqual([[], [], []]);
    expect(matchEntities(found, gold, 'partial').ofFound).toEqual([[0], [], []]);
  });

  it('needs no word borders in Chinese', () => {
    expect(matchEntities([entity('小明')], gold, 'partial').ofFound).toEqual([[2]]);
  });

  it('counts found and gold apart when several found entities match one', () => {
    const found = [entity('Ada Byron'), entity('Ada Lovelace'), entity('Noise')];
    const tally = tallyEntities(matchEntities(found, gold, 'strict'));
    expect(tally).toEqual({ found: 3, right: 2, gold: 4, reached: 1 });
    expect(ratesOf(tally)).toEqual({ precision: 2 / 3, recall: 1 / 4, f1: 4 / 11 });
  });
});

describe('tallying pairs', () => {
  it('ignores direction and repeats', () => {
    const tally = tallyPairs(
      [
        [1, 0],
        [0, 1],
        [2, 3],
      ],
      [
        [0, 1],
        [1, 2],
      ],
    );
    expect(tally).toEqual({ found: 2, right: 1, gold: 2, reached: 1 });
  });

  it('drops found pairs without a gold entity at both ends, and pairs of one entity with itself', () => {
    const matches = matchEntities(
      [entity('Ada Byron'), entity('Ada Lovelace'), entity('Mill'), entity('x')],
      gold,
      'strict',
    );
    const pairs = [
      [0, 1],
      [1, 2],
      [2, 3],
    ] as const;
    expect(goldPairs(pairs, matches)).toEqual([[0, 1]]);
  });

  it('counts distinct neighbours', () => {
    const pairs = [
      [0, 1],
      [1, 0],
      [1, 2],
      [2, 2],
    ] as const;
    expect(degreesOf(pairs, 4)).toEqual([1, 2, 1, 0]);
  });
});

describe('rates', () => {
  it('are 0 where nothing was found or asked', () => {
    expect(ratesOf({ found: 0, right: 0, gold: 0, reached: 0 })).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});
