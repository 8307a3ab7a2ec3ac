import type { Work } from '../../work';

/**
 * Lists of unsigned 32-bit values by key, which never change: some arrays that can be written to a file and used from there as they are. A key
 * is found by its hash, so that nothing has to be built first.
 */
export interface FrozenLists {
  /** UTF-16 code units of all keys. */
  readonly text: Uint16Array;
  /** n + 1 places in `text`. */
  readonly keyStarts: Uint32Array;
  /** n + 1 places in `values`. */
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
  /** Open addressing by the hash of a key: the number of its list plus one, 0 where there is none. Its length is a power of two. */
  readonly slots: Uint32Array;
}

/** Keys with their values, as they are to be frozen. A list without values is left out. */
export function* freezeLists(lists: Iterable<readonly [key: string, values: ArrayLike<number>]>): Work<FrozenLists> {
  const text = growing((size) => new Uint16Array(size));
  const values = growing((size) => new Uint32Array(size));
  const [keyStarts, starts]: [number[], number[]] = [[0], [0]];
  let done = 0;
  for (const [key, own] of lists) {
    if (own.length > 0) {
      const codes = text.more(key.length);
      for (let at = 0; at < key.length; at++) codes[at] = key.charCodeAt(at);
      values.more(own.length).set(own);
      keyStarts.push(text.length());
      starts.push(values.length());
    }
    if (++done % KEYS_PER_STEP === 0) yield { done, total: done };
  }
  const frozen = { text: text.taken(), keyStarts: Uint32Array.from(keyStarts), values: values.taken() };
  const slots = yield* slotsOf(frozen);
  return { ...frozen, starts: Uint32Array.from(starts), slots };
}

const KEYS_PER_STEP = 2048;

function* slotsOf({ text, keyStarts }: Pick<FrozenLists, 'text' | 'keyStarts'>): Work<Uint32Array> {
  const count = keyStarts.length - 1;
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 2)));
  const mask = slots.length - 1;
  for (let list = 0; list < count; list++) {
    let hash = HASH_START;
    for (let at = keyStarts[list] ?? 0; at < (keyStarts[list + 1] ?? 0); at++) hash = hashed(hash, text[at] ?? 0);
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = list + 1;
    if (list % KEYS_PER_STEP === 0) yield { done: list, total: count };
  }
  return slots;
}

/** The values of a key, in place; empty for one that is not there. */
export function frozenValues(frozen: FrozenLists, key: string): Uint32Array {
  const { keyStarts, slots, starts, text, values } = frozen;
  const mask = slots.length - 1;
  for (let slot = hashOf(key) & mask; ; slot = (slot + 1) & mask) {
    const list = (slots[slot] ?? 0) - 1;
    if (list < 0) return values.subarray(0, 0);
    const start = keyStarts[list] ?? 0;
    const length = (keyStarts[list + 1] ?? 0) - start;
    let same = length === key.length ? 0 : -1;
    while (same >= 0 && same < length) same = text[start + same] === key.charCodeAt(same) ? same + 1 : -1;
    if (same === length) return values.subarray(starts[list], starts[list + 1]);
  }
}

/** All keys, in the order in which they were frozen. */
export function* frozenKeys({ keyStarts, text }: FrozenLists): Generator<string> {
  for (let list = 0; list + 1 < keyStarts.length; list++) {
    yield String.fromCharCode(...text.subarray(keyStarts[list], keyStarts[list + 1]));
  }
}

const HASH_START = 0x811c9dc5;

/** A hash with one more code unit (FNV-1a). */
const hashed = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

/** The hash of a text, as a signed 32-bit number; another start gives another hash. */
export function hashOf(text: string, start = HASH_START): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = hashed(hash, text.charCodeAt(at));
  return hash;
}

type Numbers = Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** An array that doubles when it is full. */
function growing<A extends Numbers>(make: (size: number) => A) {
  let array = make(1024);
  let length = 0;
  return {
    /** Room for so many more values. */
    more(count: number): A {
      if (length + count > array.length) {
        const larger = make(Math.max(length + count, 2 * array.length));
        larger.set(array);
        array = larger;
      }
      length += count;
      return array.subarray(length - count, length) as A;
    },
    length: () => length,
    taken: (): A => array.slice(0, length) as A,
  };
}
