import { type Compressors, type FileMetaData, parquetMetadata, parquetScan, type SchemaElement } from 'hyparquet';

/** Limits of a file: bytes once it is unpacked, rows, and values in all. */
export interface ParquetLimits {
  readonly fileBytes: number;
  readonly rows: number;
  readonly cells: number;
}

/**
 * Result of reading a Parquet file of another program: the wanted columns that it has, as plain values. Whole numbers
 * beyond 2^53 are texts, dates and times are as in ISO 8601. Else the reason why it was not read.
 */
export type ForeignParquet =
  | { readonly kind: 'columns'; readonly rows: number; readonly columns: ReadonlyMap<string, readonly unknown[]> }
  | { readonly kind: 'no-parquet' | 'encrypted' | 'too-large' | 'too-many-values' }
  | {
      readonly kind: 'unknown-type' | 'unknown-compression' | 'unreadable';
      readonly column: string;
      readonly detail: string;
    };

const COMPRESSIONS: ReadonlySet<string> = new Set([
  'UNCOMPRESSED',
  'SNAPPY',
  'GZIP',
  'BROTLI',
  'ZSTD',
  'LZ4',
  'LZ4_RAW',
]);

/** Types that no column of a graph has, and that have no plain value. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set([
  'TIME',
  'INTERVAL',
  'BSON',
  'VARIANT',
  'GEOMETRY',
  'GEOGRAPHY',
  'FILE',
]);

/**
 * Reads columns by the types in the Parquet file itself. The Arrow schema that some writers add describes their memory,
 * with types that no reader here would need to know.
 */
export async function readForeignParquet(
  bytes: Uint8Array,
  names: ReadonlySet<string>,
  limits: ParquetLimits,
): Promise<ForeignParquet> {
  const ending = magic(bytes.subarray(-4));
  if (ending === 'PARE') return { kind: 'encrypted' };
  if (bytes.length < 12 || magic(bytes.subarray(0, 4)) !== 'PAR1' || ending !== 'PAR1') return { kind: 'no-parquet' };
  const buffer = bytes.slice().buffer;
  let metadata: FileMetaData;
  try {
    metadata = parquetMetadata(buffer, { geoparquet: false });
  } catch {
    return { kind: 'no-parquet' }; // the list of what it holds is cut or overwritten
  }
  const columns = topColumns(metadata).filter(({ name }) => names.has(name));
  const rows = Number(metadata.num_rows);
  const refusal = refusalOf(metadata, columns, limits);
  if (refusal) return refusal;
  const file = { byteLength: buffer.byteLength, slice: (start: number, end?: number) => buffer.slice(start, end) };
  const found = new Map<string, readonly unknown[]>();
  let column = '';
  try {
    const compressors = needsCompressors(metadata) ? await loadCompressors() : {};
    const wanted = columns.map(({ name }) => name);
    const options = { parsers: PARSERS, geoparquet: false, utf8: false };
    const scan = await parquetScan({ file, metadata, columns: wanted, compressors, ...options });
    for (const one of columns) {
      column = one.name;
      const values: unknown[] = [];
      for (const range of scan.ranges)
        for (const value of await scan.readColumn({ column, ...range })) values.push(value);
      if (values.length !== rows) return { kind: 'unreadable', column, detail: `${values.length} of ${rows} values` };
      found.set(column, plainValues(values, one));
    }
  } catch (cause) {
    return { kind: 'unreadable', column, detail: cause instanceof Error ? cause.message : String(cause) };
  }
  return { kind: 'columns', rows, columns: found };
}

const magic = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** A column of the table, with the parts that it is made of. */
interface TopColumn {
  readonly name: string;
  readonly parts: readonly SchemaElement[];
}

/** The columns of the table, and with them all that lies in lists and structs. The first element is the table itself. */
function topColumns({ schema }: FileMetaData): readonly TopColumn[] {
  const [root, ...elements] = schema;
  const columns: { readonly name: string; readonly parts: SchemaElement[] }[] = [];
  let open = 0;
  for (const element of elements) {
    if (open === 0) {
      columns.push({ name: element.name, parts: [] });
      open = 1;
    }
    open += (element.num_children ?? 0) - 1;
    columns.at(-1)?.parts.push(withConvertedType(element));
  }
  return columns.slice(0, root?.num_children ?? 0);
}

/** Adds the older name of a column's type, by which the reader knows some types, where a writer left it out. */
function withConvertedType(element: SchemaElement): SchemaElement {
  const { logical_type: logical } = element;
  if (element.converted_type !== undefined || !logical) return element;
  if (logical.type === 'DATE' || logical.type === 'JSON') element.converted_type = logical.type;
  if (logical.type === 'DECIMAL') Object.assign(element, { converted_type: 'DECIMAL', scale: logical.scale });
  return element;
}

function refusalOf(
  { num_rows, row_groups: groups }: FileMetaData,
  columns: readonly TopColumn[],
  limits: ParquetLimits,
): ForeignParquet | undefined {
  const wanted = new Set(columns.map(({ name }) => name));
  const rows = Number(num_rows);
  if (rows > limits.rows || rows * columns.length > limits.cells) return { kind: 'too-many-values' };
  for (const { name: column, parts } of columns) {
    const type = parts.map(typeOf).find((one) => UNKNOWN_TYPES.has(one));
    if (type !== undefined) return { kind: 'unknown-type', column, detail: type };
  }
  let size = 0;
  for (const { meta_data: data } of groups.flatMap((group) => group.columns)) {
    const column = data?.path_in_schema[0] ?? '';
    if (!data || !wanted.has(column)) continue;
    if (!COMPRESSIONS.has(data.codec)) return { kind: 'unknown-compression', column, detail: data.codec };
    size += Number(data.total_uncompressed_size);
  }
  return size > limits.fileBytes ? { kind: 'too-large' } : undefined;
}

const typeOf = ({ logical_type: logical, converted_type: converted }: SchemaElement): string =>
  UNKNOWN_TYPES.has(converted ?? '') ? (converted ?? '') : (logical?.type ?? '');

/** Checks if a column is compressed otherwise than by SNAPPY, which the reader itself knows. */
const needsCompressors = ({ row_groups: groups }: FileMetaData): boolean =>
  groups.some(({ columns }) =>
    columns.some(({ meta_data: data }) => data?.codec !== 'SNAPPY' && data?.codec !== 'UNCOMPRESSED'),
  );

/**
 * Functions that unpack pages. An empty page has nothing to unpack: those of LZ4 take one, which Polars writes for a column without values, for
 * a broken one (hyparquet-compressors 1.1.2).
 */
async function loadCompressors(): Promise<Compressors> {
  const { compressors } = await import('hyparquet-compressors');
  return Object.fromEntries(
    Object.entries(compressors).map(([name, unpack]): [string, Unpack] => [
      name,
      (input, length) => (length === 0 ? new Uint8Array() : unpack(input, length)),
    ]),
  );
}

type Unpack = (input: Uint8Array, length: number) => Uint8Array;

const decoder = new TextDecoder();

/** Values of types that JavaScript has none for, as text. */
const PARSERS = {
  timestampFromMilliseconds: (time: bigint): string => isoTime(time, 3),
  timestampFromMicroseconds: (time: bigint): string => isoTime(time, 6),
  timestampFromNanoseconds: (time: bigint): string => isoTime(time, 9),
  dateFromDays: (days: number): string => isoTime(BigInt(days) * 86_400n, 0),
  jsonFromBytes: (bytes: Uint8Array | undefined): string | undefined => bytes && decoder.decode(bytes),
};

/** A time of so many digits behind the second, as ISO 8601; a whole day as its date. As it is where no calendar has it. */
function isoTime(time: bigint, digits: number): string {
  const unit = 10n ** BigInt(digits);
  const seconds = time / unit - (time % unit < 0n ? 1n : 0n);
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return String(time);
  const [day = '', clock = ''] = date.toISOString().split('T');
  const fraction =
    digits === 0
      ? ''
      : String(time - seconds * unit)
          .padStart(digits, '0')
          .replace(/0+$/u, '');
  if (clock === '00:00:00.000Z' && fraction === '') return day;
  return `${day}T${clock.slice(0, 8)}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The values of a column as structured cloning takes them best: numbers, texts, lists and objects. Bytes without a type are texts where all of
 * them are, else ids: other programs lose the type of a UUID on the way.
 */
function plainValues(values: readonly unknown[], { parts: [type] }: TopColumn): readonly unknown[] {
  const logical = type?.logical_type;
  const isUtc = logical?.type === 'TIMESTAMP' && logical.isAdjustedToUTC;
  const zoned = (value: unknown): unknown => (typeof value === 'string' && value.includes('T') ? `${value}Z` : value);
  const all = (ofBytes: (bytes: Uint8Array) => string): readonly unknown[] =>
    values.map((value) => (isUtc ? zoned(plain(value, ofBytes)) : plain(value, ofBytes)));
  try {
    return all((bytes) => strictDecoder.decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) return all(idOf);
    throw error;
  }
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/** Bytes as hexadecimal digits, sixteen of them as a UUID. */
function idOf(bytes: Uint8Array): string {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return bytes.length === 16 ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-') : digits;
}

function plain(value: unknown, ofBytes: (bytes: Uint8Array) => string): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return ofBytes(value);
  if (Array.isArray(value)) return value.map((one) => plain(one, ofBytes));
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return value;
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as Iterable<unknown>, (one) => plain(one, ofBytes));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one, ofBytes)]));
}
