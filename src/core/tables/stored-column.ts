import { bytesToHex } from '@noble/hashes/utils.js';
import type { Column } from './schema';

/** Values of one column, by their places. What is made here holds nothing of the writer that made it. */
export interface StoredColumn {
  value(place: number): unknown;
}

type Numbers = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

const EMPTY: readonly never[] = Object.freeze([]);

/** Bytes of a stable id. */
const ID_BYTES = 16;

/** One value at all places. */
export const sameValue = (value: unknown): StoredColumn => ({ value: () => value });
const plainValues = (values: readonly unknown[]): StoredColumn => ({ value: (place) => values[place] });
const numbersOf = (kept: Numbers): StoredColumn => ({ value: (place) => kept[place] });
const wordsOf = (codes: Numbers, words: readonly unknown[]): StoredColumn => ({
  value: (place) => words[codes[place] ?? -1],
});
const idAt = (bytes: Uint8Array, place: number): string =>
  bytesToHex(bytes.subarray(place * ID_BYTES, (place + 1) * ID_BYTES));
const idsOf = (bytes: Uint8Array): StoredColumn => ({ value: (place) => idAt(bytes, place) });

/** Numbers in the least room that they allow. Keeps nothing of the array. */
export function numberColumn(values: Float64Array | Int32Array): StoredColumn {
  const [first] = values;
  return values.every((value) => Object.is(value, first)) ? sameValue(first) : numbersOf(narrowed(values));
}

/** By place, the number of its word. Keeps nothing of the codes. */
export const wordColumn = (codes: Float64Array | Int32Array, words: readonly unknown[]): StoredColumn =>
  words.length === 1 ? sameValue(words[0]) : wordsOf(narrowed(codes), words);

/** Burrow's own ids, whose hex digits follow one another in ASCII; undefined where one is none. */
export function idColumn(digits: Uint8Array): StoredColumn | undefined {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    const [high, low] = [digitOf(digits[2 * at] ?? 0), digitOf(digits[2 * at + 1] ?? 0)];
    if (high < 0 || low < 0) return undefined;
    bytes[at] = 16 * high + low;
  }
  return idsOf(bytes);
}

/** `ends`: where the list of each place ends among all items. */
export const listColumn = (ends: Uint32Array, items: () => StoredColumn): StoredColumn =>
  (ends.at(-1) ?? 0) === 0 ? sameValue(EMPTY) : listsOf(ends, items());

const listsOf = (ends: Uint32Array, items: StoredColumn): StoredColumn => ({
  value(place) {
    const list: unknown[] = [];
    for (let at = place > 0 ? (ends[place - 1] ?? 0) : 0; at < (ends[place] ?? 0); at++) list.push(items.value(at));
    return list;
  },
});

/** Takes the values of a column one after the other. */
export interface ColumnWriter {
  add(value: unknown): void;
  /** The column, in the least room that its values allow. */
  finish(): StoredColumn;
}

/** A column of these values. */
export function writtenColumn(column: Column, values: readonly unknown[]): StoredColumn {
  const writer = writerOf(column, (ends) => ends);
  for (const value of values) writer.add(value);
  return writer.finish();
}

/** Writers of the columns of some rows. Lists of the same lengths share their ends. */
export function columnWriters(
  columns: readonly (readonly [name: string, column: Column])[],
): readonly (readonly [name: string, writer: ColumnWriter])[] {
  const share = sharedEnds();
  return columns.map(([name, column]) => [name, writerOf(column, share)]);
}

export type ShareEnds = (ends: Uint32Array) => Uint32Array;

/** Gives ends that are the same as earlier ones as one array. */
export function sharedEnds(): ShareEnds {
  const known: Uint32Array[] = [];
  return (ends) => {
    const same = known.find((other) => other.length === ends.length && other.every((end, at) => end === ends[at]));
    if (!same) known.push(ends);
    return same ?? ends;
  };
}

function writerOf({ type, unique }: Column, share: ShareEnds): ColumnWriter {
  switch (type) {
    case 'string':
      return unique ? idWriter() : wordWriter();
    case 'int':
    case 'double':
      return numberWriter();
    case 'string[]':
      return listWriter(wordWriter(), share);
    case 'int[]':
      return listWriter(numberWriter(), share);
    case 'findings':
      return plainWriter();
  }
}

function plainWriter(values: unknown[] = []): ColumnWriter {
  return { add: (value) => void values.push(value), finish: () => plainValues(values) };
}

/** Ids as bytes, as long as all of them are Burrow's own; else as strings. */
function idWriter(): ColumnWriter {
  let bytes = new Uint8Array(ID_BYTES * 64);
  let length = 0;
  let others: ColumnWriter | undefined;
  return {
    add(value) {
      if (others) return others.add(value);
      if ((length + 1) * ID_BYTES > bytes.length) bytes = withRoom(new Uint8Array(2 * bytes.length), bytes);
      if (writeId(String(value), bytes, length * ID_BYTES)) return void length++;
      others = plainWriter(Array.from({ length }, (_, place) => idAt(bytes, place)));
      others.add(value);
    },
    finish: () => others?.finish() ?? idsOf(bytes.slice(0, length * ID_BYTES)),
  };
}

/** Writes an id as bytes; false where it is not Burrow's own. */
function writeId(id: string, bytes: Uint8Array, from: number): boolean {
  if (id.length !== 2 * ID_BYTES) return false;
  for (let at = 0; at < ID_BYTES; at++) {
    const [high, low] = [digitOf(id.charCodeAt(2 * at)), digitOf(id.charCodeAt(2 * at + 1))];
    if (high < 0 || low < 0) return false;
    bytes[from + at] = 16 * high + low;
  }
  return true;
}

/** The value of a lower-case hex digit, by its code; -1 for any other character. */
function digitOf(code: number): number {
  if (code >= 48 && code < 58) return code - 48;
  return code >= 97 && code < 103 ? code - 87 : -1;
}

/** Each value once, and its number for each row. */
function wordWriter(): ColumnWriter {
  const numbers = new Map<unknown, number>();
  const codes = numberList();
  let [last, number]: [unknown, number] = [undefined, -1];
  return {
    add(value) {
      if (value !== last || number < 0) {
        number = numbers.get(value) ?? numbers.size;
        if (number === numbers.size) numbers.set(value, number);
        last = value;
      }
      codes.push(number);
    },
    finish: () => wordColumn(codes.taken(), [...numbers.keys()]),
  };
}

/** Numbers; values that are none, such as null, as they are. */
function numberWriter(): ColumnWriter {
  const numbers = numberList();
  let others: ColumnWriter | undefined;
  return {
    add(value) {
      if (!others && typeof value !== 'number') others = plainWriter([...numbers.taken()]);
      if (others) others.add(value);
      else numbers.push(Number(value));
    },
    finish: () => others?.finish() ?? numberColumn(numbers.taken()),
  };
}

function listWriter(items: ColumnWriter, share: ShareEnds): ColumnWriter {
  const ends = numberList();
  let length = 0;
  return {
    add(list) {
      for (const item of list as readonly unknown[]) items.add(item);
      length += (list as readonly unknown[]).length;
      ends.push(length);
    },
    finish: () => listColumn(share(new Uint32Array(ends.taken())), () => items.finish()),
  };
}

/** A larger array that begins with a smaller one. */
function withRoom<A extends Uint8Array | Float64Array>(larger: A, data: A): A {
  larger.set(data);
  return larger;
}

/** A growing list of numbers. */
function numberList() {
  let data = new Float64Array(64);
  let length = 0;
  return {
    push(value: number): void {
      if (length === data.length) data = withRoom(new Float64Array(2 * length), data);
      data[length++] = value;
    },
    taken: (): Float64Array => data.subarray(0, length),
  };
}

/** A copy of numbers: whole ones in as few bytes as they need. */
function narrowed(values: Float64Array | Int32Array): Numbers {
  let [least, most] = [0, 0];
  for (const value of values) {
    if (!Number.isInteger(value) || Object.is(value, -0)) return values.slice();
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least < 0) return least >= -(2 ** 31) && most < 2 ** 31 ? new Int32Array(values) : values.slice();
  if (most < 2 ** 8) return new Uint8Array(values);
  if (most < 2 ** 16) return new Uint16Array(values);
  return most < 2 ** 32 ? new Uint32Array(values) : values.slice();
}
