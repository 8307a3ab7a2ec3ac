import { columnWriters, type StoredColumn } from './stored-column';
import type { Column } from './schema';
import { isKeptAsColumns, TABLES, type TableName, type TableOf, type TableRow } from './tables';
import type { KeptAsColumns, Rows } from './rows';

/** Columns of rows that were made together. Immutable. */
interface Block {
  /** The identity of the first row. */
  readonly first: number;
  readonly length: number;
  readonly columns: ReadonlyMap<string, StoredColumn>;
  /** A row of nulls. */
  readonly shape: Readonly<Record<string, unknown>>;
}

/** Rows that were ever made: each has a number of its own. */
let made = 0;

/** A table as columns. It shares the blocks of earlier states, as far as rows of them are left. */
export class ColumnRows<R extends object> implements KeptAsColumns<R> {
  readonly length: number;
  readonly #blocks: readonly Block[];
  /** By place, the identity of the row; null where all rows are there, and their identities follow one another. */
  readonly #places: Uint32Array | null;

  constructor(blocks: readonly Block[], places: Uint32Array | null) {
    this.#blocks = blocks;
    this.#places = places;
    this.length = places?.length ?? blocks.reduce((sum, { length }) => sum + length, 0);
  }

  /** The rows of some tables, one after the other. */
  static joined<R extends object>(tables: readonly ColumnRows<R>[]): ColumnRows<R> {
    const parts = tables.filter(({ length }) => length > 0);
    const blocks = parts.flatMap((part) => part.#blocks).sort((a, b) => a.first - b.first);
    let length = 0;
    const follows = (part: ColumnRows<R>): boolean => {
      const place = length;
      length += part.length;
      return !part.#places && part.identity(0) === (blocks[0]?.first ?? 0) + place;
    };
    if (parts.filter(follows).length === parts.length) return new ColumnRows(blocks, null);
    const places = new Uint32Array(length);
    let at = 0;
    for (const part of parts) for (let place = 0; place < part.length; place++) places[at++] = part.identity(place);
    return new ColumnRows(blocks, places);
  }

  identity(place: number): number {
    return this.#places ? (this.#places[place] ?? -1) : (this.#blocks[0]?.first ?? 0) + place;
  }

  at(place: number): R | undefined {
    if (place >= this.length) return undefined;
    const identity = this.identity(place);
    const { columns, first, shape } = this.#blockOf(identity);
    const row = { ...shape };
    for (const [name, column] of columns) row[name] = column.value(identity - first);
    return row as R;
  }

  column<K extends keyof R>(name: K): (place: number) => R[K] {
    const columns = this.#blocks.map((block) => block.columns.get(name as string));
    const [only] = columns;
    if (only && columns.length === 1 && !this.#places) return (place) => only.value(place) as R[K];
    let [first, end] = [0, 0]; // of the block that was read last: places next to each other mostly share one
    let read: StoredColumn | undefined;
    return (place) => {
      const identity = this.identity(place);
      if (identity < first || identity >= end) {
        const number = this.#numberOf(identity);
        const block = this.#blocks[number] as Block;
        [first, end, read] = [block.first, block.first + block.length, columns[number]];
      }
      return read?.value(identity - first) as R[K];
    };
  }

  pick(places: Iterable<number>): ColumnRows<R> {
    return new ColumnRows(
      this.#blocks,
      Uint32Array.from(places, (place) => this.identity(place)),
    );
  }

  /** The rows of these identities, which are of this state or of `come`; the blocks of others are let go. */
  after(identities: Uint32Array, come: ColumnRows<R>): ColumnRows<R> {
    const blocks = [...this.#blocks, ...come.#blocks].sort((a, b) => a.first - b.first);
    const both = new ColumnRows<R>(blocks, identities);
    const used = new Set(identities.length === 0 ? [] : both.#usedBlocks());
    return new ColumnRows(
      blocks.filter((block) => used.has(block)),
      identities,
    );
  }

  *[Symbol.iterator](): IterableIterator<R> {
    for (let place = 0; place < this.length; place++) yield this.at(place) as R;
  }

  *entries(): IterableIterator<[number, R]> {
    for (let place = 0; place < this.length; place++) yield [place, this.at(place) as R];
  }

  map<T>(make: (row: R, place: number) => T): T[] {
    return Array.from({ length: this.length }, (_, place) => make(this.at(place) as R, place));
  }

  flatMap<T>(make: (row: R, place: number) => T | readonly T[]): T[] {
    return this.map(make).flat() as T[];
  }

  filter(is: (row: R, place: number) => boolean): R[] {
    const kept: R[] = [];
    for (const [place, row] of this.entries()) if (is(row, place)) kept.push(row);
    return kept;
  }

  find(is: (row: R, place: number) => boolean): R | undefined {
    for (const [place, row] of this.entries()) if (is(row, place)) return row;
    return undefined;
  }

  some(is: (row: R, place: number) => boolean): boolean {
    return this.find(is) !== undefined;
  }

  *#usedBlocks(): Generator<Block> {
    for (let place = 0; place < this.length; place++) yield this.#blockOf(this.identity(place));
  }

  #blockOf(identity: number): Block {
    return this.#blocks[this.#numberOf(identity)] as Block;
  }

  #numberOf(identity: number): number {
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#blocks[middle]?.first ?? 0) <= identity) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** A row of nulls. V8 gives an object that was parsed, and its copies, room for all columns; one that grows has a second object for most. */
export function emptyRow(names: readonly string[]): Record<string, unknown> {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<string, unknown>;
}

/** Takes rows of a table one after the other, and keeps their values alone. */
export interface RowWriter<R extends object> {
  add(row: R): void;
  finish(): ColumnRows<R>;
}

/** Writes the declared columns of a table. */
export function rowWriter<N extends TableName>(table: N): RowWriter<TableRow<N>> {
  const declared: [string, Column][] = Object.entries(TABLES[table]);
  const writers = columnWriters(declared);
  let length = 0;
  return {
    add(row) {
      const values = row as Readonly<Record<string, unknown>>;
      for (const [name, writer] of writers) writer.add(values[name]);
      length++;
    },
    finish: () => rowsOfColumns(new Map(writers.map(([name, writer]) => [name, writer.finish()])), length),
  };
}

/** Rows of these columns, each of which has so many values. */
export function rowsOfColumns<R extends object>(
  columns: ReadonlyMap<string, StoredColumn>,
  length: number,
): ColumnRows<R> {
  const first = made;
  made += length;
  return new ColumnRows([{ first, length, columns, shape: emptyRow([...columns.keys()]) }], null);
}

/** A table as columns: itself where it is. */
export function columnRows<N extends TableName>(table: N, rows: Rows<TableRow<N>>): ColumnRows<TableRow<N>> {
  if (rows instanceof ColumnRows) return rows;
  const writer = rowWriter(table);
  for (const row of rows) writer.add(row);
  return writer.finish();
}

/** Rows of a table by their places, and other rows among them. */
export function rowsAmong<N extends TableName>(
  table: N,
  rows: Rows<TableRow<N>>,
  order: readonly (number | TableRow<N>)[],
): Rows<TableRow<N>> {
  const others = order.filter((one) => typeof one !== 'number');
  if (!(rows instanceof ColumnRows))
    return order.map((one) => (typeof one === 'number' ? rows.at(one) : one) as TableRow<N>);
  const come = columnRows(table, others);
  let at = 0;
  const identityOf = (one: number | TableRow<N>): number =>
    typeof one === 'number' ? rows.identity(one) : come.identity(at++);
  return rows.after(Uint32Array.from(order, identityOf), come);
}

/** A table of parts that follow one another, in the form in which it is kept. */
export function joinedTable<N extends TableName>(table: N, parts: readonly Rows<TableRow<N>>[]): TableOf<N> {
  const rows: Rows<TableRow<N>> = isKeptAsColumns(table)
    ? ColumnRows.joined(parts.map((part) => columnRows(table, part)))
    : parts.flatMap((part) => [...part]);
  return rows as TableOf<N>;
}
