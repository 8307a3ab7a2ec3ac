import type { Work } from '../../work';
import { freezeLists, frozenKeys, frozenValues, type FrozenLists } from './frozen-lists';
import { addList, append, copyList, emptyPostings } from './postings';

/** Lists of unsigned 32-bit values by key that grow: those that were frozen, and what came since. */
export interface KeyedLists {
  /** The number under which values are added to a key's list. */
  open(key: string): number;
  append(list: number, value: number): void;
  /** Counts the values of a key. */
  count(key: string): number;
  /** The values of a key, in a buffer that the next call uses again, and the caller may use too. */
  values(key: string): Uint32Array;
  /** Every key that has a value. */
  keys(): Iterable<string>;
}

/** Lists without any values yet, but for those that are frozen. */
export function createKeyedLists(frozen?: FrozenLists): KeyedLists {
  const postings = emptyPostings();
  const lists = new Map<string, number>();
  let buffer = new Uint32Array(1024);
  const earlier = (key: string): Uint32Array | undefined => frozen && frozenValues(frozen, key);
  return {
    open(key) {
      let list = lists.get(key);
      if (list === undefined) lists.set(key, (list = addList(postings)));
      return list;
    },
    append: (list, value) => append(postings, list, value),
    count: (key) => (earlier(key)?.length ?? 0) + (postings.lengths[lists.get(key) ?? -1] ?? 0),
    values(key) {
      const before = earlier(key);
      const from = before?.length ?? 0;
      const list = lists.get(key);
      const length = from + (list === undefined ? 0 : (postings.lengths[list] ?? 0));
      if (buffer.length < length) buffer = new Uint32Array(2 ** Math.ceil(Math.log2(length)));
      if (before) buffer.set(before);
      if (list !== undefined) copyList(postings, list, buffer.subarray(from));
      return buffer.subarray(0, length);
    },
    *keys() {
      if (frozen) yield* frozenKeys(frozen);
      for (const key of lists.keys()) if (!earlier(key)?.length) yield key;
    },
  };
}

/** The lists as they are now, frozen, with other values; undefined leaves a value out. */
export function freezeKeyed(lists: KeyedLists, valueOf: (value: number) => number | undefined): Work<FrozenLists> {
  function* kept(): Generator<readonly [string, ArrayLike<number>]> {
    for (const key of lists.keys()) {
      const values = lists.values(key);
      let length = 0;
      for (const value of values) {
        const now = valueOf(value);
        if (now !== undefined) values[length++] = now;
      }
      yield [key, values.subarray(0, length)];
    }
  }
  return freezeLists(kept());
}
