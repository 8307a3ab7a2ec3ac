import { type Data, tableFromIPC, type Vector } from 'apache-arrow';
import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import { emptyValue, type Column, type ColumnType, type Finding } from '../../../core/tables/schema';
import { TABLES, type TableName, type TableRow } from '../../../core/tables/tables';
import { finish, type Work } from '../../../core/work';
import type { ParquetCodec } from './parquet';
import { decodeStrings, freeBytes } from './utf8-columns';

/**
 * The rows of an Arrow IPC stream, with the declared columns of the table only, or those of them that are named; in small steps, during which
 * the bytes must stay. Throws StorageError when a column is missing or of another type.
 */
export function* rowsInSteps<N extends TableName>(
  table: N,
  ipc: Uint8Array,
  names: readonly string[] = Object.keys(TABLES[table]),
): Work<TableRow<N>[]> {
  const arrow = tableFromIPC(ipc);
  const all: [string, Column][] = Object.entries(TABLES[table]);
  const declared = all.filter(([name]) => names.includes(name));
  const columns: unknown[][] = [];
  for (const [name, column] of declared)
    columns.push(yield* columnValues(`${table}.${name}`, column, arrow.getChild(name), arrow.numRows));
  return (yield* assemble(
    declared.map(([name]) => name),
    columns,
    arrow.numRows,
  )) as TableRow<N>[];
}

/** The same at once. */
export const arrowToRows = <N extends TableName>(table: N, ipc: Uint8Array): TableRow<N>[] =>
  finish(rowsInSteps(table, ipc));

function* columnValues(where: string, column: Column, found: Vector | null, count: number): Work<unknown[]> {
  if (column.derived || (!found && column.since)) return new Array<unknown>(count).fill(emptyValue(column));
  const chunks: unknown[][] = [];
  for (const data of found?.data ?? []) chunks.push(yield* valuesOf(where, column.type, data));
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

function* assemble(names: readonly string[], columns: readonly (readonly unknown[])[], count: number): Work<object[]> {
  const rows = new Array<object>(count);
  for (let row = 0; row < count; row++) {
    const one: Record<string, unknown> = {};
    for (let column = 0; column < names.length; column++) one[names[column] as string] = columns[column]?.[row];
    rows[row] = one;
    if (row % ROWS_PER_STEP === 0) yield { done: row, total: count };
  }
  return rows;
}

const TYPE_NAMES: Readonly<Record<ColumnType, RegExp>> = {
  string: /^Utf8$/,
  int: /^Int64$/,
  double: /^Float64$/,
  'string[]': /^List<Utf8>$/,
  'int[]': /^List<Int64>$/,
  findings: /^List<Struct<\{explanation:Utf8, summary:Utf8\}>>$/,
};

function* valuesOf(where: string, type: ColumnType, data: Data): Work<unknown[]> {
  const actual = String(data.type);
  if (!TYPE_NAMES[type].test(actual)) throw unreadable(where, actual);
  const values = yield* plainValues(type, data);
  if (data.nullCount > 0) values.forEach((_, row) => data.getValid(row) || (values[row] = null));
  return values;
}

function* plainValues(type: ColumnType, data: Data): Work<unknown[]> {
  switch (type) {
    case 'string':
      return yield* decodeStrings(data.values, data.valueOffsets, data.length);
    case 'int':
      return int64s(data.values, data.length);
    case 'double':
      return Array.from((data.values as Float64Array).subarray(0, data.length));
    case 'string[]':
      return yield* lists(data, (child) => plainValues('string', child));
    case 'int[]':
      return yield* lists(data, (child) => plainValues('int', child));
    case 'findings':
      return yield* lists(data, findings);
  }
}

function int64s(values: BigInt64Array, count: number): number[] {
  const words = new Int32Array(values.buffer, values.byteOffset, count * 2);
  const numbers = new Array<number>(count);
  for (let row = 0; row < count; row++) {
    numbers[row] = (words[2 * row + 1] ?? 0) * 2 ** 32 + ((words[2 * row] ?? 0) >>> 0);
  }
  return numbers;
}

function* findings(data: Data): Work<Finding[]> {
  const columns: string[][] = [];
  for (const child of data.children) columns.push((yield* plainValues('string', child)) as string[]);
  const [explanations = [], summaries = []] = columns;
  return explanations.map((explanation, at) => ({ explanation, summary: summaries[at] ?? '' }));
}

const EMPTY: readonly never[] = Object.freeze([]);

const ROWS_PER_STEP = 4096;

function* lists(data: Data, decode: (child: Data) => Work<unknown[]>): Work<(readonly unknown[])[]> {
  const flat = data.children[0] ? yield* decode(data.children[0]) : [];
  const rows = new Array<readonly unknown[]>(data.length);
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
