import fc from 'fast-check';
import { expect, it } from 'vitest';
import { freezeLists, frozenKeys, frozenValues } from '../../../src/core/retrieval/lexical/frozen-lists';
import { createKeyedLists, freezeKeyed } from '../../../src/core/retrieval/lexical/keyed-lists';
import { packArrays, unpackArrays } from '../../../src/core/retrieval/indexes/image-bytes';
import { finish } from '../../../src/core/work';

const key = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('𝒳', '灯塔', '\ud800', ''));
const lists = fc.array(fc.tuple(key, fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 6 })));

it('gives back the values of every key, and none of a key that was not there', () => {
  fc.assert(
    fc.property(lists, fc.array(key), (all, others) => {
      const expected = new Map(all);
      const frozen = finish(freezeLists(expected));
      for (const [one, values] of expected) expect([...frozenValues(frozen, one)]).toEqual(values);
      for (const one of others) expect([...frozenValues(frozen, one)]).toEqual(expected.get(one) ?? []);
      expect([...frozenKeys(frozen)]).toEqual([...expected].flatMap(([one, { length }]) => (length > 0 ? [one] : [])));
    }),
  );
});

it('goes on growing from what was frozen, packed and unpacked', () => {
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      const expected = new Map<string, number[]>();
      const grow = (into: ReturnType<typeof createKeyedLists>, some: typeof before): void => {
        for (const [one, values] of some)
          for (const value of values) {
            into.append(into.open(one), value);
            expected.set(one, [...(expected.get(one) ?? []), value]);
          }
      };
      const first = createKeyedLists();
      grow(first, before);
      const frozen = finish(freezeKeyed(first, (value) => value));
      const second = createKeyedLists(unpackArrays(packArrays(frozen)) as typeof frozen);
      grow(second, after);
      expect(new Map([...second.keys()].map((one) => [one, [...second.values(one)]]))).toEqual(expected);
      for (const [one, { length }] of expected) expect(second.count(one)).toBe(length);
    }),
  );
});
