import { characterClasses, SEPARATOR } from '../../text/characters';
import { folded } from '../../text/folded-text';

/** Letters from which on a name counts as no longer. */
const LONGEST = 999;
/** Weight from which on a row counts as no heavier. */
const HEAVIEST = 1e5;
/** Separator before and behind each name, and in none. */
const END = '\n';
const END_CODE = END.charCodeAt(0);
/** Most places of a search that are kept for a longer text, which can match only there. */
const KEPT = 1000;

/** The names by which a row is found, and its weight: of rows that fit alike the heavier come first. */
export interface NamedRow {
  readonly names: readonly string[];
  readonly weight: number;
}

/**
 * The names of a table's rows, folded, in one text: those of heavy rows first, among these short ones, and then in the order of the rows. So the
 * first that fit are the best that fit, and nobody has to look further. Beside its letters a name takes some 8 bytes, and 4 for each word.
 */
export class NameList {
  readonly #text: string;
  /** Start of each name, and of one more. */
  readonly #starts: Int32Array;
  readonly #rows: Int32Array;
  /** Starts of names and of other words in them, by their first letters, among these in order. */
  readonly #names: Places;
  readonly #words: Places;
  /** All places of what was looked for last, where these were few. */
  #last: { readonly sought: string; readonly places: readonly number[] } | undefined;

  constructor(rows: readonly NamedRow[]) {
    const names: string[] = [];
    const rowOf: number[] = [];
    for (const [at, row] of rows.entries()) {
      for (const name of row.names) {
        names.push(folded(name));
        rowOf.push(at);
      }
    }
    const order = heaviestFirst(names, (at) => rows[rowOf[at] ?? 0]?.weight ?? 0);
    this.#rows = order.map((at) => rowOf[at] ?? 0);
    this.#text = ['', ...Array.from(order, (at) => names[at] ?? ''), ''].join(END);
    this.#starts = new Int32Array(order.length + 1);
    let start = 1;
    for (const [at, name] of order.entries()) {
      this.#starts[at] = start;
      start += (names[name]?.length ?? 0) + END.length;
    }
    this.#starts[order.length] = start;
    ({ names: this.#names, words: this.#words } = beginnings(this.#text));
  }

  /**
   * The rows with a name that fits a folded text, at most `limit` of those that are there: whole names, then
   * beginnings, beginnings of words, and matches within. Linear in the names at worst.
   */
  best(sought: string, limit: number, isThere: (row: number) => boolean): readonly number[] {
    if (sought === '') return [];
    const found = this.#beginningWith(sought, limit, isThere);
    const words = this.#words.get(sought.charCodeAt(0)) ?? [];
    for (let at = 0; at < words.length && found.size < limit; at++) {
      const place = words[at] ?? 0;
      if (this.#text.startsWith(sought, place)) this.#note(found, place, isThere);
    }
    for (const place of found.size < limit ? this.#placesOf(sought) : []) {
      this.#note(found, place, isThere);
      if (found.size >= limit) break;
    }
    return [...found].slice(0, limit);
  }

  /** Rows with a name that is the text, then those with one that begins with it; at least so many where there are. */
  #beginningWith(sought: string, limit: number, isThere: (row: number) => boolean): Set<number> {
    const text = this.#text;
    const whole = new Set<number>();
    const begun = new Set<number>();
    const names = this.#names.get(sought.charCodeAt(0)) ?? [];
    for (let at = 0; at < names.length && whole.size < limit; at++) {
      const place = names[at] ?? 0;
      const isWhole = text.charCodeAt(place + sought.length) === END_CODE;
      if ((isWhole || begun.size < limit) && text.startsWith(sought, place))
        this.#note(isWhole ? whole : begun, place, isThere);
    }
    return new Set([...whole, ...begun]);
  }

  #note(rows: Set<number>, place: number, isThere: (row: number) => boolean): void {
    const row = this.#rows[nameAt(this.#starts, place)] ?? 0;
    if (!rows.has(row) && isThere(row)) rows.add(row);
  }

  /** Places of a text, in order. */
  *#placesOf(sought: string): Generator<number> {
    const last = this.#last;
    const within = last ? sought.indexOf(last.sought) : -1;
    const places: number[] = [];
    for (const place of last && within >= 0 ? last.places.map((at) => at - within) : occurrences(this.#text, sought)) {
      if (!this.#text.startsWith(sought, place)) continue;
      if (places.length <= KEPT) places.push(place);
      yield place;
    }
    if (places.length <= KEPT) this.#last = { sought, places };
  }
}

/** The numbers of names by falling weight and growing length. */
function heaviestFirst(names: readonly string[], weightOf: (name: number) => number): Int32Array {
  const ranks = Float64Array.from(
    names,
    ({ length }, at) => Math.min(length, LONGEST) - (LONGEST + 1) * Math.min(weightOf(at), HEAVIEST),
  );
  return Int32Array.from(names.keys()).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
}

/** Places in a text by their letter, in order. */
type Places = ReadonlyMap<number, Int32Array>;

/** Starts of names, and of other words in them, in a text. */
function beginnings(text: string): { readonly names: Places; readonly words: Places } {
  const classes = characterClasses();
  const names = new Map<number, number[]>();
  const words = new Map<number, number[]>();
  let before = END_CODE;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (classes[before] === SEPARATOR) {
      const places = before === END_CODE ? names : words;
      const own = places.get(code);
      if (own) own.push(at);
      else places.set(code, [at]);
    }
    before = code;
  }
  const packed = (places: ReadonlyMap<number, readonly number[]>): Places =>
    new Map(Array.from(places, ([code, own]) => [code, Int32Array.from(own)]));
  return { names: packed(names), words: packed(words) };
}

function* occurrences(text: string, sought: string): Generator<number> {
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) yield at;
}

/** The name at an offset. */
function nameAt(starts: Int32Array, offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
