/** Bytes of the strings that a pool takes in by default. An id has 32. */
const ROOM = 16_000_000;

/** The place of what a pool has no room for. */
export const NOWHERE = -1;

/** Lists of one string that a pool keeps at most. */
const MOST_ALONE = 100_000;

/**
 * Strings by their UTF-8 bytes. Ids and names stand in many rows of many tables: those that are read with one pool, while it has room, are one
 * object and decoded once. A pool serves one reading at a time, and none after one that failed, since some of its places have no string then.
 * A hash table with linear probing; the bytes of all strings stand one after another.
 */
export class StringPool {
  readonly #room: number;
  readonly #strings: string[] = [];
  /** Lists of one string, which equal lists share. */
  readonly #alone = new Map<string, readonly string[]>();
  /** Place of a string plus 1; 0 where there is none. The length is a power of two. */
  #slots = new Int32Array(1 << 10);
  #bytes = new DataView(new ArrayBuffer(1 << 14));
  /** Where the bytes of a place end, and their hash. */
  #ends = new Int32Array(1 << 9);
  #hashes = new Int32Array(1 << 9);
  #size = 0;
  #isFull = false;

  constructor(room = ROOM) {
    this.#room = room;
  }

  /** Strings that are in it. */
  get size(): number {
    return this.#size;
  }

  /** The place of the string of these bytes. One that is not here yet gets the next, and its string by `set`; `NOWHERE` without room. */
  placeOf(bytes: DataView, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    const hash = hashOf(bytes, start, end);
    let slot = hash & mask;
    for (;;) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0) return this.#add(slot, hash, bytes, start, end);
      if (this.#hashes[place] === hash && this.#isAt(place, bytes, start, end)) return place;
      slot = (slot + 1) & mask;
    }
  }

  /** Whether it has turned something away. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get(place: number): string {
    const string = this.#strings[place];
    if (string === undefined) throw new Error('A place of the pool has no string yet');
    return string;
  }

  set(place: number, string: string): void {
    this.#strings[place] = string;
  }

  /** The list of this string alone, the same for each call until there are very many. */
  alone(string: string): readonly string[] {
    const known = this.#alone.get(string);
    if (known) return known;
    const list = Object.freeze([string]);
    if (this.#alone.size < MOST_ALONE) this.#alone.set(string, list);
    return list;
  }

  #startOf(place: number): number {
    return place === 0 ? 0 : (this.#ends[place - 1] ?? 0);
  }

  #isAt(place: number, bytes: DataView, start: number, end: number): boolean {
    const first = this.#startOf(place);
    const length = end - start;
    if ((this.#ends[place] ?? 0) - first !== length) return false;
    let at = 0;
    for (; at + 4 <= length; at += 4)
      if (this.#bytes.getUint32(first + at) !== bytes.getUint32(start + at)) return false;
    for (; at < length; at++) if (this.#bytes.getUint8(first + at) !== bytes.getUint8(start + at)) return false;
    return true;
  }

  #add(slot: number, hash: number, bytes: DataView, start: number, end: number): number {
    const place = this.#size;
    const from = this.#startOf(place);
    const to = from + end - start;
    if (to > this.#room) {
      this.#isFull = true;
      return NOWHERE;
    }
    if (to > this.#bytes.byteLength) {
      const length = Math.max(to, 2 * this.#bytes.byteLength);
      this.#bytes = new DataView(grown(new Uint8Array(this.#bytes.buffer), length).buffer);
    }
    for (let at = start; at < end; at++) this.#bytes.setUint8(from + at - start, bytes.getUint8(at));
    if (place === this.#ends.length) {
      this.#ends = grown(this.#ends, 2 * place);
      this.#hashes = grown(this.#hashes, 2 * place);
    }
    this.#ends[place] = to;
    this.#hashes[place] = hash;
    this.#slots[slot] = place + 1;
    this.#size++;
    if (2 * this.#size > this.#slots.length) this.#spread();
    return place;
  }

  /** Twice as many slots. */
  #spread(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let place = 0; place < this.#size; place++) {
      let slot = (this.#hashes[place] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = place + 1;
    }
    this.#slots = slots;
  }
}

function grown<T extends Uint8Array | Int32Array>(array: T, length: number): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}

/** A hash of some bytes: FNV-1a over words of four, then over what is left, with all bits mixed into the low ones at the end. */
function hashOf(bytes: DataView, start: number, end: number): number {
  let hash = 0x811c9dc5;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    hash = Math.imul(hash ^ bytes.getUint32(at), 0x01000193);
    hash ^= hash >>> 15;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes.getUint8(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
