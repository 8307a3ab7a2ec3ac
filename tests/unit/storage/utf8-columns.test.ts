import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finish } from '../../../src/core/work';
import { decodeStrings, encodeStrings } from '../../../src/adapters/storage/arrow/utf8-columns';

test('a column of any strings is the UTF-8 of each, one after another', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 8 }), (values) => {
      const { bytes, offsets } = encodeStrings(values);
      expect(finish(decodeStrings(bytes, offsets, values.length))).toEqual(values);
      expect(values.map((_, at) => bytes.slice(offsets[at], offsets[at + 1]))).toEqual(
        values.map((value) => new TextEncoder().encode(value)),
      );
    }),
  );
});

test('lone surrogates keep the length of every string', () => {
  const unit = fc.constantFrom('\ud83d', '\ude00', 'a', 'é', '穴');
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 4 }), { maxLength: 6 }), (values) => {
      const { bytes, offsets } = encodeStrings(values);
      expect(finish(decodeStrings(bytes, offsets, values.length))).toEqual(values.map((value) => value.toWellFormed()));
    }),
  );
});

test('columns of many thousand characters of every width come back whole', () => {
  const values = ['a', 'é', '穴', '👍'].flatMap((character) => [
    character.repeat(40_000),
    '',
    ...Array.from({ length: 9_000 }, (_, at) => character.repeat(at % 7)),
  ]);
  const { bytes, offsets } = encodeStrings(values);
  expect(bytes.length).toBe(new TextEncoder().encode(values.join('')).length);
  expect(finish(decodeStrings(bytes, offsets, values.length))).toEqual(values);
});

test('a long string is never cut within a character, wherever its characters begin', () => {
  for (const before of ['', 'a', 'é', '穴b']) {
    const values = ['x', before + '👍'.repeat(20_000), '', before];
    const { bytes, offsets } = encodeStrings(values);
    expect(finish(decodeStrings(bytes, offsets, values.length))).toEqual(values);
  }
});

test('rows are read from the middle of a column', () => {
  const { bytes, offsets } = encodeStrings(['é', 'b👍', 'c']);
  expect(finish(decodeStrings(bytes, offsets.subarray(1), 2))).toEqual(['b👍', 'c']);
});
