import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addList, append, copyList, emptyPostings } from '../../../src/core/retrieval/lexical/postings';

it('gives back every value of every list in order, however the lists grow together', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(8), fc.integer({ min: 0, max: 0xffffffff })), { maxLength: 5000 }),
      (steps) => {
        const postings = emptyPostings();
        const expected = Array.from({ length: 9 }, () => {
          addList(postings);
          return [] as number[];
        });
        for (const [list, value] of steps) {
          append(postings, list, value);
          expected[list]?.push(value);
        }
        expected.forEach((values, list) => {
          const buffer = new Uint32Array(values.length);
          expect(copyList(postings, list, buffer)).toBe(values.length);
          expect([...buffer]).toEqual(values);
        });
      },
    ),
    { numRuns: 30 },
  );
});

it('holds a list longer than a page and more lists than its first tables', () => {
  const postings = emptyPostings();
  const lists = Array.from({ length: 3000 }, () => addList(postings));
  const last = lists.at(-1) ?? 0;
  for (let value = 0; value < 200_000; value++) append(postings, last, value);
  const buffer = new Uint32Array(200_000);
  copyList(postings, last, buffer);
  expect(buffer.every((value, at) => value === at)).toBe(true);
});
