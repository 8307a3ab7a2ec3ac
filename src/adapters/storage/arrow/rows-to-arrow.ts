import {
  Data,
  type DataType,
  Dictionary,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  Vector,
} from 'apache-arrow';
import { emptyValue, type Column, type Columns, type ColumnType } from '../../../core/tables/schema';
import { columnOf, type Rows } from '../../../core/tables/rows';
import { TABLES, type TableName, type TableRow } from '../../../core/tables/tables';
import { encodeStrings } from './utf8-columns';
import { freeBytes } from '../../free-bytes';
import { isRecord } from '../../../core/shapes/read-fields';

/** Options of encoding: columns, derived values (empty by default) and the form of strings. */
export interface EncodeOptions {
  readonly columns?: readonly string[];
  readonly keepDerived?: boolean;
  /** Strings that repeat are written once in a dictionary, for a reader that knows them, as `arrow-to-rows` does. */
  readonly dictionaries?: boolean;
}

/**
 * Rows as an Arrow IPC stream of one record batch, typed by the table's declaration. Derived columns become empty; a
 * lone surrogate becomes U+FFFD, which keeps every offset. Throws TypeError for a value of a wrong type.
 */
export function rowsToArrow<N extends TableName>(
  table: N,
  rows: Rows<TableRow<N>>,
  options: EncodeOptions = {},
): Uint8Array {
  const declared: [string, Column][] = Object.entries(TABLES[table]);
  const chosen = options.columns ? declared.filter(([name]) => options.columns?.includes(name)) : declared;
  return batchToIPC(
    chosen.map(([name, column]) => [
      name,
      columnData(`${table}.${name}`, column, columnValues(name, column, rows, options), options.dictionaries),
    ]),
    rows.length,
  );
}

/** Rows of no table of Burrow's as such a stream; `where` names them in an error. */
export function columnsToArrow(where: string, columns: Columns, rows: readonly object[]): Uint8Array {
  return batchToIPC(
    Object.entries(columns).map(([name, column]) => [
      name,
      columnData(`${where}.${name}`, column, columnValues(name, column, rows, {})),
    ]),
    rows.length,
  );
}

/** Row-major vectors with their ids as such a stream: columns `id` and `embedding`, a list of 64-bit floats, as GraphRAG has them. */
export function vectorsToArrow(ids: readonly string[], vectors: Float32Array): Uint8Array {
  const dims = ids.length === 0 ? 0 : vectors.length / ids.length;
  const child = makeData({
    type: new Float64(),
    length: vectors.length,
    data: Float64Array.from(vectors),
    ...NO_NULLS,
  });
  const valueOffsets = Int32Array.from({ length: ids.length + 1 }, (_, at) => at * dims);
  return batchToIPC(
    [
      ['id', utf8Data(ids)],
      ['embedding', listOf(child, ids.length, valueOffsets)],
    ],
    ids.length,
  );
}

/** Columns as an Arrow IPC stream of one record batch; their buffers are used up. */
function batchToIPC(columns: readonly (readonly [string, Data])[], length: number): Uint8Array {
  const children = columns.map(([, data]) => data);
  const schema = new Schema(columns.map(([name, { type }]) => new Field(name, type as DataType, true)));
  const struct = makeData({ type: new Struct(schema.fields), length, nullCount: 0, children });
  const ipc = tableToIPC(new Table(schema, [new RecordBatch(schema, struct)]), 'stream');
  children.forEach(free);
  return ipc;
}

/** Frees the buffers of a column: they were copied into the stream. */
function free({ values, valueOffsets, nullBitmap, children, dictionary }: Data): void {
  for (const view of [values, valueOffsets, nullBitmap] as readonly unknown[]) {
    if (ArrayBuffer.isView(view)) freeBytes(view);
  }
  children.forEach(free);
  dictionary?.data.forEach(free);
}

const EMPTY: readonly never[] = Object.freeze([]);

function columnValues(
  name: string,
  column: Column,
  rows: Rows<object>,
  { keepDerived }: EncodeOptions,
): readonly unknown[] {
  if (column.derived && !keepDerived) return new Array<unknown>(rows.length).fill(emptyValue(column));
  const valueOf = columnOf(rows as Rows<Readonly<Record<string, unknown>>>, name);
  const values = new Array<unknown>(rows.length);
  for (let place = 0; place < values.length; place++) values[place] = valueOf(place);
  return values;
}

function columnData(where: string, column: Column, values: readonly unknown[], dictionaries = false): Data {
  const absent = column.nullable ? values.map((value) => value === null) : [];
  const nulls = absent.filter(Boolean).length;
  const bitmap = nulls === 0 ? {} : { nullCount: nulls, nullBitmap: validityBitmap(absent) };
  const isNullable = column.nullable === true;
  return typedData(where, column.type, values, { nulls: { nullCount: 0, ...bitmap }, isNullable, dictionaries });
}

interface Nulls {
  readonly nullCount: number;
  readonly nullBitmap?: Uint8Array;
}

const NO_NULLS: Nulls = { nullCount: 0 };

interface Typing {
  readonly nulls?: Nulls;
  readonly isNullable?: boolean;
  readonly dictionaries?: boolean;
}

function typedData(where: string, type: ColumnType, values: readonly unknown[], typing: Typing = {}): Data {
  const length = values.length;
  const { nulls = NO_NULLS, isNullable = false, dictionaries = false } = typing;
  switch (type) {
    case 'string': {
      const strings = checked(where, values, isString, '', isNullable);
      return (dictionaries ? dictionaryData(strings, nulls) : undefined) ?? utf8Data(strings, nulls);
    }
    case 'int': {
      const data = int64s(checked(where, values, Number.isSafeInteger as (v: unknown) => v is number, 0, isNullable));
      return makeData({ type: new Int64(), length, data, ...nulls });
    }
    case 'double': {
      const data = Float64Array.from(checked(where, values, isNumber, 0, isNullable));
      return makeData({ type: new Float64(), length, data, ...nulls });
    }
    case 'string[]':
      return listData(where, values, (flat) => typedData(where, 'string', flat, { dictionaries }));
    case 'int[]':
      return listData(where, values, (flat) => typedData(where, 'int', flat));
    case 'findings':
      return listData(where, values, (flat) => findingsData(where, flat));
  }
}

function utf8Data(strings: readonly string[], nulls = NO_NULLS): Data<Utf8> {
  const { bytes, offsets } = encodeStrings(strings);
  return makeData({ type: new Utf8(), length: strings.length, data: bytes, valueOffsets: offsets, ...nulls });
}

/** In a shorter column a dictionary takes more room than it saves. */
const FEW = 64;

/** Each string once, and its place in each row; undefined where a string does not occur in two rows on average. */
function dictionaryData(strings: readonly string[], nulls: Nulls): Data | undefined {
  const { length } = strings;
  if (length < FEW) return undefined;
  const places = new Map<string, number>();
  const data = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    const string = strings[row] ?? '';
    const known = places.get(string);
    if (known === undefined) places.set(string, places.size);
    if (2 * places.size > length) return undefined;
    data[row] = known ?? places.size - 1;
  }
  const dictionary = new Vector([utf8Data([...places.keys()])]);
  return makeData({ type: new Dictionary(new Utf8(), new Int32()), length, data, dictionary, ...nulls });
}

function findingsData(where: string, findings: readonly unknown[]): Data {
  const rows = checked(where, findings, isRecord, {}, false);
  const children = ['explanation', 'summary'].map((name) => {
    const values = rows.map((row) => row[name]);
    return typedData(`${where}.${name}`, 'string', values);
  });
  const fields = ['explanation', 'summary'].map((name) => new Field(name, new Utf8(), true));
  return makeData({ type: new Struct(fields), length: findings.length, nullCount: 0, children });
}

function listData(where: string, values: readonly unknown[], encode: (flat: readonly unknown[]) => Data): Data {
  const lists = checked(where, values, isList, EMPTY, false);
  const valueOffsets = new Int32Array(lists.length + 1);
  const flat: unknown[] = [];
  lists.forEach((list, at) => {
    for (const value of list) flat.push(value);
    valueOffsets[at + 1] = flat.length;
  });
  return listOf(encode(flat), lists.length, valueOffsets);
}

function listOf(child: Data, length: number, valueOffsets: Int32Array): Data {
  const type = new List<DataType>(new Field('element', child.type as DataType, true));
  return makeData({ type, length, nullCount: 0, valueOffsets, child });
}

/** Splits each number into two 32-bit words, much faster than through BigInt. */
function int64s(values: readonly number[]): BigInt64Array {
  const words = new Int32Array(values.length * 2);
  values.forEach((value, at) => {
    words[2 * at] = value;
    words[2 * at + 1] = Math.floor(value / 2 ** 32);
  });
  return new BigInt64Array(words.buffer);
}

function validityBitmap(absent: readonly boolean[]): Uint8Array {
  const bitmap = new Uint8Array(Math.ceil(absent.length / 8));
  absent.forEach((isAbsent, at) => {
    if (!isAbsent) bitmap[at >> 3] = (bitmap[at >> 3] ?? 0) | (1 << (at & 7));
  });
  return bitmap;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function checked<T>(
  where: string,
  values: readonly unknown[],
  is: (value: unknown) => value is T,
  whenNull: T,
  nullable: boolean,
): readonly T[] {
  if (values.every(is)) return values;
  return values.map((value, row) => {
    if (is(value)) return value;
    if (nullable && value === null) return whenNull;
    throw new TypeError(`${where} cannot hold ${String(value)} (${typeof value}) in row ${row}`);
  });
}
