import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packLists, unpackLists } from '../../../../src/core/hosted/sorted-lists';
import { varintReader, varintWriter } from '../../../../src/core/hosted/varints';

const numbers = fc.uniqueArray(fc.nat(0xffff_ffff), { maxLength: 40 }).map((list) => list.sort((a, b) => a - b));

describe('lists in blocks', () => {
  it('are the same after packing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), numbers), (lists) => {
        const sorted = Object.entries(lists).sort(([a], [b]) => (a < b ? -1 : 1));
        const blocks = [...packLists(sorted)];
        const read = blocks.flatMap(({ bytes }) => [...unpackLists(bytes)]);
        expect(read.map(([key, values]) => [key, [...values]])).toEqual(sorted);
      }),
    );
  });

  it('give a long list a block of its own', () => {
    const long = Array.from({ length: 20_000 }, (_, at) => at * 3);
    const blocks = [
      ...packLists([
        ['a', [1]],
        ['b', long],
        ['c', [2]],
      ]),
    ];
    expect(blocks.map(({ first }) => first)).toEqual(['a', 'b', 'c']);
  });

  it('refuse bytes that end too early', () => {
    const [block] = [...packLists([['word', [1, 300, 70_000]]])];
    for (let length = 1; length < (block?.bytes.length ?? 0); length++) {
      expect(() => unpackLists(block?.bytes.slice(0, length) ?? new Uint8Array())).toThrow(RangeError);
    }
  });

  it('keep whole numbers up to 2^53', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (values) => {
        const writer = varintWriter();
        for (const value of values) writer.put(value);
        const reader = varintReader(writer.taken());
        expect(values.map(() => reader.next())).toEqual(values);
        expect(reader.done()).toBe(true);
      }),
    );
  });
});
