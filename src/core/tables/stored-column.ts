import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { isStableId } from '../ids';
import type { Column } from './schema';

/** Values of one column, by their places. */
export interface StoredColumn {
  value(place: number): unknown;
}

/** Takes the values of a column one after the other. */
export interface ColumnWriter {
  add(value: unknown): void;
  /** The column, in the least room that its values allow. */
  finish(): StoredColumn;
}

/** Writers of all columns of some rows. Lists of equal lengths share their offsets. */
export function columnWriters(
  columns: readonly (readonly [name: string, column: Column])[],
): ReadonlyMap<string, ColumnWriter> {
  const offsets = sharedOffsets();
  return new Map(columns.map(([name, column]) => [name, writerOf(column, offsets)]));
}

type ShareOffsets = (offsets: Uint32Array) => Uint32Array;

function writerOf({ type, unique }: Pick<Column, 'type' | 'unique'>, offsets: ShareOffsets): ColumnWriter {
  switch (type) {
    case 'string':
      return unique ? idWriter() : dictionaryWriter();
    case 'int':
    case 'double':
      return numberWriter();
    case 'string[]':
      return listWriter(dictionaryWriter(), offsets);
    case 'int[]':
      return listWriter(numberWriter(), offsets);
    case 'findings':
      return plainWriter();
  }
}

function plainWriter(values: unknown[] = []): ColumnWriter {
  return { add: (value) => void values.push(value), finish: () => ({ value: (place) => values[place] }) };
}

/** Bytes of a stable id. */
const ID_BYTES = 16;

/** Ids as bytes, as long as all of them are of Burrow's own; else as strings. */
function idWriter(): ColumnWriter {
  let bytes = new Uint8Array(ID_BYTES * 64);
  let length = 0;
  let others: ColumnWriter | undefined;
  const idAt = (from: Uint8Array, place: number): string =>
    bytesToHex(from.subarray(place * ID_BYTES, (place + 1) * ID_BYTES));
  return {
    add(value) {
      if (!others && !(typeof value === 'string' && isStableId(value))) {
        others = plainWriter(Array.from({ length }, (_, place) => idAt(bytes, place)));
      }
      if (others) return others.add(value);
      if ((length + 1) * ID_BYTES > bytes.length) bytes = grown(bytes);
      bytes.set(hexToBytes(String(value)), length++ * ID_BYTES);
    },
    finish() {
      if (others) return others.finish();
      const kept = bytes.slice(0, length * ID_BYTES);
      return { value: (place) => idAt(kept, place) };
    },
  };
}

/** Each value once, and its number for each row. */
function dictionaryWriter(): ColumnWriter {
  const numbers = new Map<unknown, number>();
  const words: unknown[] = [];
  const codes = numberList();
  return {
    add(value) {
      let number = numbers.get(value);
      if (number === undefined) {
        number = words.push(value) - 1;
        numbers.set(value, number);
      }
      codes.push(number);
    },
    finish() {
      if (words.length === 1) return { value: () => words[0] };
      const kept = narrowed(codes.taken());
      return { value: (place) => words[kept[place] ?? -1] };
    },
  };
}

function numberWriter(): ColumnWriter {
  const numbers = numberList();
  const odd = new Map<number, unknown>();
  return {
    add(value) {
      if (typeof value !== 'number') odd.set(numbers.length, value);
      numbers.push(typeof value === 'number' ? value : 0);
    },
    finish() {
      const kept = narrowed(numbers.taken());
      const [first] = kept;
      if (odd.size > 0) return { value: (place) => (odd.has(place) ? odd.get(place) : kept[place]) };
      return kept.every((value) => Object.is(value, first))
        ? { value: () => first }
        : { value: (place) => kept[place] };
    },
  };
}

const EMPTY: readonly never[] = Object.freeze([]);

function listWriter(items: ColumnWriter, share: ShareOffsets): ColumnWriter {
  const ends = numberList();
  let length = 0;
  return {
    add(list) {
      for (const item of list as readonly unknown[]) items.add(item);
      length += (list as readonly unknown[]).length;
      ends.push(length);
    },
    finish() {
      if (length === 0) return { value: () => EMPTY };
      const offsets = share(Uint32Array.from(ends.taken()));
      const child = items.finish();
      return {
        value(place) {
          const list: unknown[] = [];
          for (let at = place > 0 ? (offsets[place - 1] ?? 0) : 0; at < (offsets[place] ?? 0); at++)
            list.push(child.value(at));
          return list;
        },
      };
    },
  };
}

function sharedOffsets(): ShareOffsets {
  const known: Uint32Array[] = [];
  return (offsets) => {
    const same = known.find(
      (other) => other.length === offsets.length && other.every((end, at) => end === offsets[at]),
    );
    if (!same) known.push(offsets);
    return same ?? offsets;
  };
}

/** Numbers that grow in number. */
function numberList() {
  let data = new Float64Array(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value: number): void {
      if (length === data.length) data = grown(data);
      data[length++] = value;
    },
    taken: (): Float64Array => data.slice(0, length),
  };
}

function grown<A extends Uint8Array | Float64Array>(data: A): A {
  const larger = new (data.constructor as new (length: number) => A)(data.length * 2);
  larger.set(data);
  return larger;
}

/** Whole numbers in as few bytes as they need. */
function narrowed(values: Float64Array): Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array {
  let [least, most] = [0, 0];
  for (const value of values) {
    if (!Number.isInteger(value) || Object.is(value, -0)) return values;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least < 0) return least >= -(2 ** 31) && most < 2 ** 31 ? Int32Array.from(values) : values;
  if (most < 2 ** 8) return Uint8Array.from(values);
  if (most < 2 ** 16) return Uint16Array.from(values);
  return most < 2 ** 32 ? Uint32Array.from(values) : values;
}
