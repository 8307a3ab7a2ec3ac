import { detached } from '../../../core/text/characters';

/** Characters of the strings that a pool takes in by default. An id has 32. */
const ROOM = 16_000_000;

/** Characters of the longest string that is worth a place in a pool: longer ones are texts, not names. */
const LONGEST = 256;

/**
 * Strings that occur in many rows of many tables, such as ids and names: those that are read with one pool, while it
 * has room, are one object.
 */
export class StringPool {
  readonly #room: number;
  readonly #strings = new Map<string, string>();
  #characters = 0;
  #isFull = false; // once it has turned a string away

  constructor(room = ROOM) {
    this.#room = room;
  }

  /** Strings that are in it. */
  get size(): number {
    return this.#strings.size;
  }

  has(string: string): boolean {
    return this.#strings.has(string);
  }

  /** The same string as one object: that of the first call with it. A long one, or one for which there is no room, is given back as it is. */
  of(string: string): string {
    if (string.length > LONGEST) return string;
    const known = this.#strings.get(string);
    if (known !== undefined) return known;
    this.#isFull ||= this.#characters + string.length > this.#room;
    if (this.#isFull) return string;
    const own = detached(string); // what it has may outlive the text from which it was cut
    this.#characters += own.length;
    this.#strings.set(own, own);
    return own;
  }
}
