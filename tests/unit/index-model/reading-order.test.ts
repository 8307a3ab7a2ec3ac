import { describe, expect, it } from 'vitest';
import { readingOrder } from '../../../src/core/index/model/reading-order';
import type { ExtractionRow, TextUnitRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';

const unit = (document: string, at: number): TextUnitRow =>
  ({ id: `${document}${String(at)}`, document_id: document, start: at, n_tokens: 100 }) as TextUnitRow;
const mention = (key: string, unitId: string): ExtractionRow => ({ key, text_unit_id: unitId }) as ExtractionRow;
const order = (units: readonly TextUnitRow[], mentions: readonly ExtractionRow[], share = 1): readonly string[] =>
  finish(readingOrder(units, mentions, share)).map(({ id }) => id);

const UNITS = [
  ...Array.from({ length: 12 }, (_, at) => unit('a', at)),
  ...Array.from({ length: 4 }, (_, at) => unit('b', at)),
];
const MENTIONS = [
  mention('weir', 'a3'),
  mention('weir', 'b1'),
  mention('vicar', 'a3'),
  mention('vicar', 'a7'),
  mention('vicar', 'b1'),
  ...UNITS.map(({ id }) => mention('water', id)),
  mention('once', 'a0'),
];

describe('The order in which a model reads', () => {
  it('puts first what shares rare names with other passages, and lets names that stand everywhere or once count nothing', () => {
    expect(order(UNITS, MENTIONS).slice(0, 4)).toEqual(['a3', 'b1', 'a7', 'a0']);
  });

  it('takes the same share of each document, and at least one passage of each', () => {
    expect(order(UNITS, MENTIONS, 0.25)).toEqual(['a3', 'b1', 'a7', 'a0']);
    expect(order(UNITS, MENTIONS, 0.1)).toHaveLength(2);
  });

  it('rounds to the nearest number of passages, so that many short documents do not make it read far more than the share', () => {
    const short = Array.from({ length: 20 }, (_, at) => [0, 1, 2].map((n) => unit(`d${String(at)}-`, n))).flat();
    expect(order(short, [], 0.4)).toHaveLength(20);
    expect(order(short, [], 0.6)).toHaveLength(40);
  });

  it('takes the same passages of a document when another one is added', () => {
    const before = order(UNITS, MENTIONS, 0.5).filter((id) => id.startsWith('a'));
    const more = [...UNITS, unit('c', 0), unit('c', 1)];
    const after = order(more, [...MENTIONS, mention('elsewhere', 'c0'), mention('elsewhere', 'c1')], 0.5);
    expect(after.filter((id) => id.startsWith('a')).toSorted()).toEqual(before.toSorted());
  });

  it('takes no more of a document whose share is read, although what is central has moved since', () => {
    const read = new Set(order(UNITS, MENTIONS, 0.5));
    const others = MENTIONS.filter(({ text_unit_id: id }) => !['a3', 'a7'].includes(id));
    const moved = [...others, ...['a9', 'a10', 'a11', 'b3'].map((id) => mention('ford', id))];
    expect(order(UNITS, moved, 0.5).toSorted()).not.toEqual([...read].toSorted());
    const again = finish(readingOrder(UNITS, moved, 0.5, read)).map(({ id }) => id);
    expect(again.toSorted()).toEqual([...read].toSorted());
    const further = finish(readingOrder(UNITS, moved, 1, read)).map(({ id }) => id);
    expect(further).toEqual(order(UNITS, moved));
  });

  it('prefers of two passages that share the same names the shorter one, which costs less', () => {
    const long = { ...unit('a', 0), n_tokens: 400 };
    const rest = Array.from({ length: 8 }, (_, at) => unit('a', at + 1));
    const shared = [mention('weir', 'a0'), mention('weir', 'a5')];
    expect(order([long, ...rest], shared)[0]).toBe('a5');
  });

  it('is the same whatever the order of the rows', () => {
    expect(order(UNITS.toReversed(), MENTIONS.toReversed())).toEqual(order(UNITS, MENTIONS));
  });

  it('is empty without passages', () => {
    expect(order([], [])).toEqual([]);
  });
});
