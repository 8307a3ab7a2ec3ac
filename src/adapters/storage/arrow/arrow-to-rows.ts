import { type Data, type Table, tableFromIPC, type Vector } from 'apache-arrow';
import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import { emptyValue, type Column, type ColumnType, type Finding } from '../../../core/tables/schema';
import { TABLES, type TableName, type TableRow } from '../../../core/tables/tables';
import { emptyRow } from '../../../core/tables/column-rows';
import { lateProperty } from '../../../core/memo';
import { finish, type Work } from '../../../core/work';
import type { ParquetCodec } from './parquet';
import { StringPool } from './string-pool';
import { decodeStrings, lateStrings } from './utf8-columns';
import { freeBytes } from '../../free-bytes';

export interface RowOptions {
  /** The columns; all that are declared by default. */
  readonly names?: readonly string[] | undefined;
  /** Pool of equal strings; of these rows alone by default. */
  readonly pool?: StringPool | undefined;
  /** True to decode late columns when they are asked for. The bytes stay until then. */
  readonly late?: boolean;
}

/**
 * The rows of an Arrow IPC stream, with the declared columns of the table only, or those of them that are named; in small steps. Takes the bytes:
 * they are freed, unless late columns are still to be decoded from them. Throws StorageError when a column is missing or of another type.
 */
export function* rowsInSteps<N extends TableName>(
  table: N,
  ipc: Uint8Array,
  { names = Object.keys(TABLES[table]), pool = new StringPool(), late: isLate = false }: RowOptions = {},
): Work<TableRow<N>[]> {
  const arrow = tableFromIPC(ipc);
  const all: [string, Column][] = Object.entries(TABLES[table]);
  const declared = all.filter(([name]) => names.includes(name));
  const late = isLate ? lateColumns(declared, arrow) : NONE_LATE;
  const columns: NamedColumn[] = [];
  for (const [name, column] of declared) {
    if (late.has(name)) continue;
    const options = { count: arrow.numRows, pool };
    columns.push({ name, values: yield* columnValues(`${table}.${name}`, column, arrow.getChild(name), options) });
  }
  const rows = yield* assemble(columns, arrow.numRows);
  for (const [name, strings] of late) {
    for (const [at, row] of rows.entries()) GIVE_LATE.get(name)?.(row, strings[at] as () => string);
  }
  if (late.size === 0) freeBytes(ipc);
  return rows as TableRow<N>[];
}

/** The same at once. */
export const arrowToRows = <N extends TableName>(table: N, ipc: Uint8Array): TableRow<N>[] =>
  finish(rowsInSteps(table, ipc));

/** For each late column, what gives its value to a row. */
const GIVE_LATE = new Map(
  Object.values(TABLES)
    .flatMap((columns): [string, Column][] => Object.entries(columns))
    .filter(([, { late }]) => late)
    .map(([name]) => [name, lateProperty(name, (find: () => string) => find())]),
);

/** By name, how the values of late columns are found, row by row. */
type LateColumns = ReadonlyMap<string, readonly (() => string)[]>;

const NONE_LATE: LateColumns = new Map();

/** The late columns, but for those whose values are short, repeat or may be null. */
function lateColumns(declared: readonly (readonly [string, Column])[], arrow: Table): LateColumns {
  const found = new Map<string, readonly (() => string)[]>();
  for (const [name, column] of declared) {
    const [data, ...more] = (column.late && arrow.getChild(name)?.data) || [];
    if (!data || more.length > 0 || data.nullCount > 0 || String(data.type) !== 'Utf8') continue;
    const strings = lateStrings(data.values, data.valueOffsets, data.length);
    if (strings) found.set(name, strings);
  }
  return found;
}

/** The values of a column. */
export function* columnValues(
  where: string,
  column: Column,
  found: Vector | null,
  { count, pool }: { readonly count: number; readonly pool: StringPool },
): Work<unknown[]> {
  if (column.derived || (!found && column.since)) return new Array<unknown>(count).fill(emptyValue(column));
  const chunks: unknown[][] = [];
  for (const data of found?.data ?? []) chunks.push(yield* valuesOf(where, column.type, data, pool));
  const values = chunks.length === 1 ? (chunks[0] ?? []) : chunks.flat();
  if (values.length !== count) throw unreadable(where, 'missing');
  return values;
}

/** The number of rows in a Parquet file, without making them. */
export async function countRows(codec: ParquetCodec, bytes: Uint8Array): Promise<number> {
  const arrow = await codec.decode(bytes);
  const { numRows } = tableFromIPC(arrow);
  freeBytes(arrow);
  return numRows;
}

/** Names of the columns in an Arrow IPC stream. */
export const columnNames = (ipc: Uint8Array): readonly string[] =>
  tableFromIPC(ipc).schema.fields.map(({ name }) => name);

/** A column's values, row by row. */
interface NamedColumn {
  readonly name: string;
  readonly values: readonly unknown[];
}

function* assemble(columns: readonly NamedColumn[], count: number): Work<object[]> {
  const rows = new Array<object>(count);
  const shape = emptyRow(columns.map(({ name }) => name));
  for (let row = 0; row < count; row++) {
    const one = { ...shape };
    for (const { name, values } of columns) one[name] = values[row];
    rows[row] = one;
    if (row % ROWS_PER_STEP === 0) yield { done: row, total: count };
  }
  return rows;
}

const TYPE_NAMES: Readonly<Record<ColumnType, RegExp>> = {
  string: /^(?:Utf8|Dictionary<Int32, Utf8>)$/,
  int: /^Int64$/,
  double: /^Float64$/,
  'string[]': /^List<(?:Utf8|Dictionary<Int32, Utf8>)>$/,
  'int[]': /^List<Int64>$/,
  findings: /^List<Struct<\{explanation:Utf8, summary:Utf8\}>>$/,
};

/** Throws StorageError where a column is of another type. */
export function checkType(where: string, type: ColumnType, data: Data): void {
  const actual = String(data.type);
  if (!TYPE_NAMES[type].test(actual)) throw unreadable(where, actual);
}

function* valuesOf(where: string, type: ColumnType, data: Data, pool: StringPool): Work<unknown[]> {
  checkType(where, type, data);
  const values = yield* plainValues(type, data, pool);
  if (data.nullCount > 0) values.forEach((_, row) => data.getValid(row) || (values[row] = null));
  return values;
}

function* plainValues(type: ColumnType, data: Data, pool: StringPool): Work<unknown[]> {
  switch (type) {
    case 'string':
      return yield* strings(data, pool);
    case 'int':
      return readInt64s(data, new Array<number>(data.length));
    case 'double':
      return Array.from((data.values as Float64Array).subarray(0, data.length));
    case 'string[]':
      return yield* lists(data, (child) => strings(child, pool));
    case 'int[]':
      return yield* lists(data, (child) => plainValues('int', child, pool) as Work<number[]>);
    case 'findings':
      return yield* lists(data, (child) => findings(child, pool));
  }
}

/** The strings of a column, those that repeat from the pool; without one each is its own. */
function* strings(data: Data, pool?: StringPool): Work<string[]> {
  const { values, valueOffsets, length, dictionary } = data;
  if (!dictionary) return yield* decodeStrings(values, valueOffsets, length, pool);
  const words = yield* dictionaryWords(data, pool);
  const places = values as Int32Array;
  const found = new Array<string>(length);
  for (let row = 0; row < length; row++) {
    found[row] = words[places[row] ?? 0] ?? '';
    if (row % ROWS_PER_STEP === 0) yield { done: row, total: length };
  }
  return found;
}

/** The strings of a dictionary, from the pool where there is one. */
export function* dictionaryWords({ dictionary }: Data, pool?: StringPool): Work<string[]> {
  const words: string[] = [];
  for (const chunk of dictionary?.data ?? []) {
    for (const word of yield* strings(chunk)) words.push(pool?.of(word) ?? word);
  }
  return words;
}

/** Reads whole numbers into an array. */
export function readInt64s<A extends number[] | Float64Array>({ values, length }: Data, numbers: A): A {
  const { buffer, byteOffset } = values as BigInt64Array;
  const words = new Int32Array(buffer, byteOffset, length * 2);
  for (let row = 0; row < length; row++) {
    numbers[row] = (words[2 * row + 1] ?? 0) * 2 ** 32 + ((words[2 * row] ?? 0) >>> 0);
  }
  return numbers;
}

function* findings(data: Data, pool: StringPool): Work<Finding[]> {
  const columns: string[][] = [];
  for (const child of data.children) columns.push(yield* strings(child, pool));
  const [explanations = [], summaries = []] = columns;
  return explanations.map((explanation, at) => ({ explanation, summary: summaries[at] ?? '' }));
}

const EMPTY: readonly never[] = Object.freeze([]);

const ROWS_PER_STEP = 4096;

function* lists<T>(data: Data, decode: (child: Data) => Work<T[]>): Work<(readonly T[])[]> {
  const [child] = data.children;
  const flat = child ? yield* decode(child) : [];
  const rows = new Array<readonly T[]>(data.length);
  for (let row = 0; row < data.length; row++) {
    const start = data.valueOffsets[row] ?? 0;
    const end = data.valueOffsets[row + 1] ?? start;
    rows[row] = start === end ? EMPTY : flat.slice(start, end);
    if (row % ROWS_PER_STEP === 0) yield { done: row, total: data.length };
  }
  return rows;
}

function unreadable(where: string, found: string): StorageError {
  return new StorageError(message`The column ${where} is not as it was saved (${found}).`, { detail: where });
}
