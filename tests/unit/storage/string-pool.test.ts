import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStrings, encodeStrings } from '../../../src/adapters/storage/arrow/utf8-columns';
import { NOWHERE, StringPool } from '../../../src/adapters/storage/arrow/string-pool';
import { finish } from '../../../src/core/work';

const view = (text: string): DataView => new DataView(new TextEncoder().encode(text).buffer);

/** The place of a text that stands after some bytes. */
function placeOf(pool: StringPool, text: string, before = ''): number {
  const bytes = view(before + text);
  return pool.placeOf(bytes, view(before).byteLength, bytes.byteLength);
}

test('equal bytes have one place, wherever they stand, and others have another', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '穴', '👍'), maxLength: 9 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), fc.constantFrom('', 'x', 'éé', 'xyz'), (texts, before) => {
      const pool = new StringPool();
      const first = texts.map((one) => placeOf(pool, one));
      expect(texts.map((one) => placeOf(pool, one, before))).toEqual(first);
      expect(pool.size).toBe(new Set(texts).size);
      expect(new Set(first).size).toBe(pool.size);
    }),
  );
});

test('it grows to a hundred thousand strings', () => {
  const pool = new StringPool();
  for (let at = 0; at < 100_000; at++) expect(placeOf(pool, `name ${String(at)}`)).toBe(at);
  for (let at = 0; at < 100_000; at += 7) expect(placeOf(pool, `name ${String(at)}`)).toBe(at);
});

test('without room it takes in nothing more, and knows what it has', () => {
  const pool = new StringPool(8);
  expect([placeOf(pool, 'abcd'), placeOf(pool, 'efgh'), placeOf(pool, 'i'), placeOf(pool, 'abcd')]).toEqual([
    0,
    1,
    NOWHERE,
    0,
  ]);
  expect(pool.size).toBe(2);
  expect(pool.isFull).toBe(true);
});

test('a place whose string never came is an error, not an empty string', () => {
  const pool = new StringPool();
  expect(() => pool.get(placeOf(pool, 'abc'))).toThrow('no string yet');
});

test('lists of one string are one list', () => {
  const pool = new StringPool();
  expect(pool.alone('a')).toBe(pool.alone('a'));
  expect(pool.alone('a')).not.toBe(pool.alone('b'));
});

test('columns that share a pool come back whole, with any room', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '穴', '👍'), maxLength: 3 });
  const column = fc.array(text, { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(column, { maxLength: 4 }), fc.nat(30), (columns, room) => {
      const pool = new StringPool(room);
      for (const values of columns) {
        const { bytes, offsets } = encodeStrings(values);
        expect(finish(decodeStrings(bytes, offsets, values.length, pool))).toEqual(values);
      }
    }),
  );
});

test('a column of ids does not fill the pool; one that repeats itself late comes back whole', () => {
  const ids = Array.from({ length: 3000 }, (_, at) => `id ${String(at)}`);
  const values = [...ids, ...ids, 'last'];
  const { bytes, offsets } = encodeStrings(values);
  const pool = new StringPool();
  expect(finish(decodeStrings(bytes, offsets, values.length, pool))).toEqual(values);
  expect(pool.size).toBeLessThan(1000);
});
