import { describe, expect, it } from 'vitest';
import { foldEdits } from '../../../src/core/graph/edits/fold-edits';
import {
  atLeast,
  estimateFutureDescriptions,
  type DescribedSoFar,
  BEFORE_READING,
  descriptionRates,
} from '../../../src/core/descriptions/estimate-descriptions';
import { countNameOccurrences, type NameOccurrences } from '../../../src/core/descriptions/list-descriptions';
import { finish } from '../../../src/core/work';
import { edit, mention, stated } from '../../helpers/rows';
import { DESCRIPTION_OPTIONS as OPTIONS } from './description-options';

/** At each mention a description of 30 tokens, and none of two together. */
const RATES = { entities: { perPassage: 1, tokens: 30 }, relationships: { perPassage: 0, tokens: 30 } };

const passages = (names: Readonly<Record<string, number>>): NameOccurrences => ({
  names: new Map(Object.entries(names)),
  pairs: new Map(),
});

function coming(
  names: Readonly<Record<string, number>>,
  over: {
    readonly joinAbove?: number;
    readonly fragments?: number;
    readonly described?: Readonly<Record<string, DescribedSoFar>>;
    readonly rates?: typeof RATES;
  },
) {
  const { joinAbove = 0, fragments = Infinity, described = {}, rates = RATES } = over;
  const options = {
    ...OPTIONS,
    limit: { tokens: joinAbove, fragments },
    rates,
    described: new Map(Object.entries(described)),
  };
  return finish(estimateFutureDescriptions(passages(names), options));
}

describe('what joining descriptions will take', () => {
  it('is a call for each name that stands in two passages or more, where any two are joined', () => {
    expect(coming({ ada: 3, babbage: 2, clara: 1 }, {})).toMatchObject({ items: 2, calls: 2 });
  });

  it('is a call only for those of which so much is said that it is not to stand side by side', () => {
    expect(coming({ ada: 5, babbage: 4, clara: 2 }, { joinAbove: 120 })).toMatchObject({ items: 1, calls: 1 });
  });

  it('counts what is said by now: what is due already is not counted again, what was joined is joined again', () => {
    const described = {
      ada: { count: 4, tokens: 119, isSummarised: false },
      babbage: { count: 5, tokens: 150, isSummarised: false },
      clara: { count: 5, tokens: 150, isSummarised: true },
    };
    expect(coming({ ada: 1 }, { joinAbove: 120, described }).calls).toBe(1);
    expect(coming({ babbage: 1 }, { joinAbove: 120, described }).calls).toBe(0);
    expect(coming({ clara: 1 }, { joinAbove: 120, described }).calls).toBe(1);
  });

  it('is less of a model that says less, and more of one that names what was not found without it', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`name ${String(at)}`, 3]));
    const calls = (perPassage: number): number =>
      coming(many, { rates: { ...RATES, entities: { perPassage, tokens: 30 } } }).calls;
    expect([calls(0), calls(0.5), calls(1), calls(1.5)]).toEqual([0, 50, 100, 150]);
  });

  it('knows that much is joined in turns', () => {
    expect(coming({ ada: 400 }, {}).calls).toBeGreaterThan(2);
  });
});

it('tells how likely so many events are', () => {
  expect(atLeast(0, 5, 0.3)).toBe(1);
  expect(atLeast(1, 3, 0.5)).toBeCloseTo(7 / 8, 12);
  expect(atLeast(2, 4, 0.25)).toBeCloseTo(1 - 0.75 ** 4 - 4 * 0.25 * 0.75 ** 3, 12);
  expect(atLeast(3, 3, 1)).toBe(1);
  expect(atLeast(4, 3, 1)).toBe(0);
});

describe('the passages of names', () => {
  const of = (text_unit_id: string, sentence: number, key: string, phrase = 'proper') =>
    mention(key, { text_unit_id, sentence, start: 0, attributes: JSON.stringify({ phrase }) });

  it('are counted once each, and those of two names where one sentence has both; nouns are not', () => {
    const mentions = [
      ...[of('u1', 0, 'ada'), of('u1', 0, 'babbage'), of('u1', 1, 'ada'), of('u1', 1, 'babbage')],
      ...[of('u2', 5, 'ada'), of('u2', 6, 'babbage'), of('u2', 6, 'mill', 'common')],
    ];
    const { names, pairs } = finish(countNameOccurrences(mentions, foldEdits([])));
    expect(Object.fromEntries(names)).toEqual({ ada: 2, babbage: 2 });
    expect([...pairs.values()]).toEqual([1]);
  });

  it('are those of the one that two names were joined to', () => {
    const merged = foldEdits([edit(1, 'merge', 'countess', 'ada')]);
    const { names } = finish(countNameOccurrences([of('u1', 0, 'ada'), of('u2', 0, 'countess')], merged));
    expect(Object.fromEntries(names)).toEqual({ ada: 2 });
  });
});

describe('how much a model says', () => {
  const names = new Map(Array.from({ length: 100 }, (_, at) => [`name ${String(at)}`, 6]));
  const pairs = new Map([['pair', 600]]);
  const records = Array.from({ length: 300 }, (_, at) => ({
    ...mention(`name ${String(at % 100)}`, { sentence: 0, start: 0 }),
    kind: 'entity',
    description: `A thing that was seen at place ${String(at)}.`,
  }));

  it('is what was expected as long as it has read nothing', () => {
    const none = { names: new Map<string, number>(), pairs: new Map<string, number>() };
    expect(finish(descriptionRates([], none))).toEqual(BEFORE_READING);
  });

  it('is nearly what it said in passages that it has read, each thing in the same words counted once', () => {
    const linked = stated('name 1', 'name 2', { description: 'They met.' });
    const rates = finish(descriptionRates([...records, ...records, linked, linked], { names, pairs }));
    expect(rates.entities.perPassage).toBeCloseTo((60 + 300) / (60 + 600), 12);
    expect(rates.entities.tokens).toBeLessThan(16);
    expect(rates.relationships.perPassage).toBeCloseTo((90 + 1) / (60 + 600), 12);
  });
});
