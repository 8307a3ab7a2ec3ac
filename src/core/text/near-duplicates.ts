import { IGNORED_MARK, SEPARATOR, WORD, characterClasses } from './characters';
import { remembered } from '../memo';
import { finish, type Work } from '../work';

/** Words, or letters of a script without spaces, that one shingle holds (Broder 1997). */
const SHINGLE = 3;
/** Shingles that are kept of a text: those of the smallest hashes, which are the same in texts that share them. */
const SKETCH = 256;
/** Texts whose shingles are so much the same are near-duplicates. */
const ALIKE = 0.5;
/** Share of the shorter passage's shingles that the longer one must have. */
const CONTAINED = 0.8;
/** A text of fewer shingles is as often a form as a copy; it must be the same in all of them. */
const FEW = 60;
/** Texts that share a shingle with more others share what all have, such as a licence. */
const MOST_SHARING = 64;

/** A text under the name that the groups give it. */
interface NamedText {
  readonly id: string;
  readonly text: string;
}

/**
 * Groups of texts that are nearly the same, each with two or more ids in the order given: at least half of their
 * distinct shingles are shared, as estimated from the shingles of the 256 smallest hashes of each (bottom-k MinHash,
 * Broder 1997). Linear in the texts.
 */
export const nearDuplicateGroups = (texts: readonly NamedText[]): readonly (readonly string[])[] =>
  finish(findNearDuplicates(texts));

const sketchIn = remembered(({ text }: NamedText) => sketchOf(text));

/** The same in small steps. A text is read once for as long as its object is there. */
export function* findNearDuplicates(texts: readonly NamedText[]): Work<readonly (readonly string[])[]> {
  const sketches: Uint32Array[] = [];
  for (const named of texts) {
    yield { done: sketches.length, total: texts.length };
    sketches.push(sketchIn(named));
  }
  const leader = texts.map((_, at) => at);
  const leaderOf = (at: number): number => {
    let top = at;
    while (leader[top] !== undefined && leader[top] !== top) top = leader[top] ?? top;
    leader[at] = top;
    return top;
  };
  const join = (one: number, other: number): void => {
    const [low, high] = [leaderOf(one), leaderOf(other)].sort((a, b) => a - b);
    if (low !== undefined && high !== undefined) leader[high] = low;
  };
  const bySketch = new Map<string, number>();
  const distinct: number[] = [];
  sketches.forEach((sketch, at) => {
    if (sketch.length === 0) return;
    const key = sketch.join(' ');
    const same = bySketch.get(key);
    if (same !== undefined) return join(same, at);
    bySketch.set(key, at);
    if (sketch.length >= FEW) distinct.push(at);
  });
  for (const [one, other] of likelyPairs(sketches, distinct)) {
    if (resemblance(sketches[one] ?? NO_SHINGLES, sketches[other] ?? NO_SHINGLES) >= ALIKE) join(one, other);
  }
  const groups = new Map<number, string[]>();
  texts.forEach(({ id }, at) => groups.set(leaderOf(at), [...(groups.get(leaderOf(at)) ?? []), id]));
  return [...groups.values()].filter((ids) => ids.length > 1);
}

const NO_SHINGLES = new Uint32Array(0);

/** Pairs that share a quarter of what a resemblance by half shares, and more. */
function* likelyPairs(
  sketches: readonly Uint32Array[],
  distinct: readonly number[],
): Generator<readonly [number, number]> {
  const holders = new Map<number, number[]>();
  for (const at of distinct) {
    const shared = new Map<number, number>();
    const sketch = sketches[at] ?? NO_SHINGLES;
    for (const hash of sketch) {
      const list = holders.get(hash);
      if (!list) holders.set(hash, [at]);
      else if (list.length < MOST_SHARING) {
        for (const other of list) shared.set(other, (shared.get(other) ?? 0) + 1);
        list.push(at);
      }
    }
    for (const [other, count] of shared) if (count * 8 >= sketch.length) yield [other, at];
  }
}

/** Jaccard's index, estimated from the smallest hashes of both together. */
function resemblance(one: Uint32Array, other: Uint32Array): number {
  const size = Math.min(SKETCH, Math.max(one.length, other.length));
  let shared = 0;
  let seen = 0;
  for (let left = 0, right = 0; seen < size && (left < one.length || right < other.length); seen++) {
    const first = one[left] ?? Infinity;
    const second = other[right] ?? Infinity;
    if (first === second) shared++;
    if (first <= second) left++;
    if (second <= first) right++;
  }
  return seen === 0 ? 0 : shared / seen;
}

/** The smallest hashes of a text's shingles, each once, ascending. */
function sketchOf(text: string): Uint32Array {
  let kept: number[] = [];
  let limit = 0xffffffff;
  const shrink = (): void => {
    kept = [...new Set(kept)].sort((a, b) => a - b).slice(0, SKETCH);
    if (kept.length === SKETCH) limit = kept.at(-1) ?? limit;
  };
  eachShingle(text, (hash) => {
    if (hash > limit) return;
    kept.push(hash);
    if (kept.length >= 4 * SKETCH) shrink();
  });
  shrink();
  return Uint32Array.from(kept);
}

/**
 * Checks that two passages are nearly the same: four fifths of the shorter one's shingles stand in the longer one.
 * Passages of fewer than three words must have the same words.
 */
export const isNearDuplicate = (a: string, b: string): boolean => areAlike(a, b, shinglesOf);

/** Compares passages of which each is compared with many: their words are read once. */
interface PassageComparison {
  /** As {@link isNearDuplicate}. */
  readonly areAlike: (a: string, b: string) => boolean;
  /**
   * Checks if nearly all of a text stands in another one: four fifths of its shingles, or a text of fewer than three
   * words as it is.
   */
  readonly holds: (whole: string, part: string) => boolean;
  /** Tells whether all of a text stands in another one, but for marks on letters: no word or number differs. */
  readonly repeats: (whole: string, part: string) => boolean;
}

export function comparePassages(): PassageComparison {
  const known = new Map<string, ReadonlySet<number>>();
  const read: ReadShingles = (text) => {
    const shingles = known.get(text) ?? shinglesOf(text);
    known.set(text, shingles);
    return shingles;
  };
  const holdsShare = (whole: string, part: string, share?: number): boolean => {
    const shingles = read(part);
    return shingles.size === 0 ? ` ${plain(whole)} `.includes(` ${plain(part)} `) : isIn(shingles, read(whole), share);
  };
  return {
    areAlike: (a, b) => areAlike(a, b, read),
    holds: (whole, part) => holdsShare(whole, part),
    repeats: (whole, part) => holdsShare(whole, part, 1),
  };
}

function areAlike(a: string, b: string, read: ReadShingles): boolean {
  const [one, other] = [read(a), read(b)];
  const [short, long] = one.size <= other.size ? [one, other] : [other, one];
  if (short.size === 0) return long.size === 0 && plain(a) === plain(b);
  return isIn(short, long);
}

type ReadShingles = (text: string) => ReadonlySet<number>;

function isIn(short: ReadonlySet<number>, long: ReadonlySet<number>, share = CONTAINED): boolean {
  let shared = 0;
  for (const hash of short) if (long.has(hash)) shared++;
  return shared >= share * short.size;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function shinglesOf(text: string): ReadonlySet<number> {
  const hashes = new Set<number>();
  eachShingle(text, (hash) => hashes.add(hash));
  return hashes;
}

/** Hashes each run of three words, without case, accents, note marks and signs, in which editions differ. */
function eachShingle(text: string, visit: (hash: number) => void): void {
  const letters = letterTable();
  let [first, second, count, word] = [0, 0, 0, 0];
  for (let at = 0; at <= text.length; at++) {
    const letter = at < text.length ? (letters[text.charCodeAt(at)] ?? 0) : 0;
    if (letter === SKIPPED) continue;
    if (letter > 0 && letter < ALONE) {
      word = (Math.imul(word ^ letter, 0x01000193) + 0x9dc5) | 0;
      continue;
    }
    if (word !== 0) {
      if (++count >= SHINGLE) visit(mixed(Math.imul(first, 0x85ebca6b) ^ Math.imul(second, 0x27d4eb2f) ^ word));
      [first, second, word] = [second, word, 0];
    }
    if (letter === 0) continue;
    const alone = mixed(letter) | 0;
    if (++count >= SHINGLE) visit(mixed(Math.imul(first, 0x85ebca6b) ^ Math.imul(second, 0x27d4eb2f) ^ alone));
    [first, second] = [second, alone];
  }
}

/** The finaliser of MurmurHash3 (Appleby 2011), as an unsigned number. */
function mixed(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Added to the codes of letters that are words of their own within a shingle. */
const ALONE = 0x10000;

/** Accents that stand apart, soft hyphens and raised digits. */
const SKIPPED = 0xffffffff;

let table: Uint32Array | undefined;

/** Per UTF-16 code unit its small letter without accents, 0 for what separates words. */
function letterTable(): Uint32Array {
  if (table) return table;
  table = new Uint32Array(0x10000);
  const classes = characterClasses();
  for (let code = 0; code < 0x10000; code++) {
    const kind = classes[code] ?? SEPARATOR;
    if (kind === IGNORED_MARK) table[code] = SKIPPED;
    if (kind === SEPARATOR || kind === IGNORED_MARK) continue;
    const small = String.fromCharCode(code).toLowerCase();
    table[code] = kind === WORD ? small.normalize('NFD').charCodeAt(0) : ALONE + small.charCodeAt(0);
  }
  return table;
}
