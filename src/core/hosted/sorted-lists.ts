import { varintReader, varintWriter } from './varints';

/** A key with its values, whole numbers that rise. */
export type KeyedList = readonly [key: string, values: ArrayLike<number>];

/** Some lists whose keys follow each other, as bytes. */
interface ListBlock {
  readonly first: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Bytes from which on a block is closed. A list that is longer by itself has a block of its own, so that its neighbours cost nothing. */
const CLOSED_FROM = 8_192;
/** Bytes of the longest key: a name of 20,000 code units in UTF-8. */
const LONGEST_KEY = 60_000;
/** Bytes of a varint of 32 bits. */
const LONGEST_NUMBER = 5;

/** Bytes of the largest block of lists whose values are below `most`. */
export const largestListBlock = (most: number): number => CLOSED_FROM + LONGEST_KEY + LONGEST_NUMBER * (most + 2);

/** Packs lists into blocks. Keys must rise, by UTF-16 code units. */
export function* packLists(lists: Iterable<KeyedList>): Generator<ListBlock> {
  let first: string | undefined;
  let block = varintWriter();
  for (const [key, values] of lists) {
    if (first !== undefined && block.length() > 0 && values.length * 2 > CLOSED_FROM) {
      yield { first, bytes: block.taken() };
      [first, block] = [undefined, varintWriter()];
    }
    first ??= key;
    block.text(key);
    block.put(values.length);
    let before = 0;
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0;
      block.put(value - before);
      before = value;
    }
    if (block.length() >= CLOSED_FROM) {
      yield { first, bytes: block.taken() };
      [first, block] = [undefined, varintWriter()];
    }
  }
  if (first !== undefined) yield { first, bytes: block.taken() };
}

/** The lists of a block, whose values are below `most`. Throws RangeError for bytes that are none. */
export function unpackLists(bytes: Uint8Array<ArrayBuffer>, most = 2 ** 32): ReadonlyMap<string, Uint32Array> {
  const reader = varintReader(bytes);
  const lists = new Map<string, Uint32Array>();
  while (!reader.done()) {
    const key = reader.text();
    const count = reader.next();
    // Each value takes a byte at least.
    if (count > bytes.length) throw new RangeError('A list is longer than its bytes.');
    const values = new Uint32Array(count);
    let value = 0;
    for (let at = 0; at < count; at++) values[at] = value += reader.next();
    // Values rise, so that the last one is the greatest.
    if (value >= most && count > 0) throw new RangeError('A list leads out of the index.');
    if (lists.has(key)) throw new RangeError('A key is repeated.');
    lists.set(key, values);
  }
  return lists;
}
