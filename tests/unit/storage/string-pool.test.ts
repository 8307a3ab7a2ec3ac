import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStrings, encodeStrings } from '../../../src/adapters/storage/arrow/utf8-columns';
import { StringPool } from '../../../src/adapters/storage/arrow/string-pool';
import { finish } from '../../../src/core/work';

test('without room it takes in nothing more, and knows what it has', () => {
  const pool = new StringPool(8);
  expect(['abcd', 'efgh', 'i', 'abcd'].map((one) => pool.of(one))).toEqual(['abcd', 'efgh', 'i', 'abcd']);
  expect([pool.size, pool.has('abcd'), pool.has('i')]).toEqual([2, true, false]);
});

test('a long text takes no room', () => {
  const pool = new StringPool(300);
  expect(pool.of('x'.repeat(257))).toHaveLength(257);
  expect([pool.size, pool.of('name'), pool.has('name')]).toEqual([0, 'name', true]);
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
