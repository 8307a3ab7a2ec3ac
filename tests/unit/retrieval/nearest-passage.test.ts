import { describe, expect, it } from 'vitest';
import { nearestFirst } from '../../../src/core/retrieval/nearest-passage';

const order = (quotes: readonly string[], ...texts: readonly [string, ...string[]]): readonly string[] =>
  nearestFirst(
    quotes.map((quote) => ({ quote })),
    ...texts,
  ).map(({ quote }) => quote);

describe('quotes by their nearness to a text', () => {
  it('begin with the one that shares most of its terms', () => {
    const quotes = ['The lamp burns oil.', 'Tobias rowed out and saved the sailors.'];
    expect(order(quotes, 'Tobias saved nine sailors.')).toEqual(quotes.toReversed());
  });

  it('count a term that few of them hold for more than one that all hold', () => {
    const quotes = ['Agnes Hale met the keeper.', 'Agnes Hale slept.', 'The sluice was opened.', 'Agnes Hale wrote.'];
    expect(order(quotes, 'Agnes found the sluice.')[0]).toBe('The sluice was opened.');
  });

  it('put the shorter one of equals first', () => {
    const quotes = ['The mill burned down on a Tuesday in spring.', 'The mill burned.'];
    expect(order(quotes, 'A mill.')).toEqual(quotes.toReversed());
  });

  it('keep their order where none shares a term', () => {
    const quotes = ['The mill burned down on a Tuesday in spring.', 'The mill burned.'];
    expect(order(quotes, '某人夜里打开了闸门。')).toEqual(quotes);
  });

  it('are told apart by a further text where they share as much with the first', () => {
    const quotes = ['The harbour froze in January.', 'The harbour paid for a lamp.'];
    expect(order(quotes, 'The harbour.', 'Who paid?')).toEqual(quotes.toReversed());
  });
});
