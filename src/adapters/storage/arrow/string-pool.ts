/** Bytes of the strings that a pool takes in by default. An id has 32. */
const ROOM = 16_000_000;

/** The place of what a pool has no room for. */
export const NOWHERE = -1;

/**
 * Strings by their UTF-8 bytes. Ids and names stand in many rows of many tables: read with one pool, equal ones are one object, and each is
 * decoded once. A hash table with linear probing; the bytes of all strings stand one after another.
 */
export class StringPool {
  readonly #room: number;
  readonly #strings: string[] = [];
  /** Lists of one string, which equal lists share. */
  readonly #alone = new Map<string, readonly string[]>();
  /** Place of a string plus 1; 0 where there is none. The length is a power of two. */
  #slots = new Int32Array(1 << 10);
  #bytes = new Uint8Array(1 << 14);
  /** Where the bytes of a place end. */
  #ends = new Int32Array(1 << 9);
  #size = 0;

  constructor(room = ROOM) {
    this.#room = room;
  }

  /** Strings that are in it. */
  get size(): number {
    return this.#size;
  }

  /** The place of the string of these bytes. One that is not here yet gets the next, and its string by `set`; `NOWHERE` without room. */
  placeOf(bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashAt(bytes, start, end) & mask;
    for (;;) {
      const place = (this.#slots[slot] ?? 0) - 1;
      if (place < 0) return this.#add(slot, bytes, start, end);
      if (this.#isAt(place, bytes, start, end)) return place;
      slot = (slot + 1) & mask;
    }
  }

  get(place: number): string {
    return this.#strings[place] ?? '';
  }

  set(place: number, string: string): void {
    this.#strings[place] = string;
  }

  /** The list of this string alone. */
  alone(string: string): readonly string[] {
    const known = this.#alone.get(string);
    if (known) return known;
    const list = Object.freeze([string]);
    this.#alone.set(string, list);
    return list;
  }

  #startOf(place: number): number {
    return place === 0 ? 0 : (this.#ends[place - 1] ?? 0);
  }

  #isAt(place: number, bytes: Uint8Array, start: number, end: number): boolean {
    const first = this.#startOf(place);
    const length = end - start;
    if ((this.#ends[place] ?? 0) - first !== length) return false;
    let at = 0;
    while (at < length && this.#bytes[first + at] === bytes[start + at]) at++;
    return at === length;
  }

  #add(slot: number, bytes: Uint8Array, start: number, end: number): number {
    const place = this.#size;
    const from = this.#startOf(place);
    const to = from + end - start;
    if (to > this.#room) return NOWHERE;
    if (to > this.#bytes.length) this.#bytes = grown(this.#bytes, Math.max(to, 2 * this.#bytes.length));
    this.#bytes.set(bytes.subarray(start, end), from);
    if (place === this.#ends.length) this.#ends = grown(this.#ends, 2 * place);
    this.#ends[place] = to;
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
      let slot = hashAt(this.#bytes, this.#startOf(place), this.#ends[place] ?? 0) & mask;
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

/** A hash of some bytes (FNV-1a). */
function hashAt(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}
