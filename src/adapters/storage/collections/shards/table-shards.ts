import { StorageError } from '../../../../core/errors';
import { message, type Message } from '../../../../core/message';
import type { Clock } from '../../../../core/platform';
import type { Column } from '../../../../core/tables/schema';
import type { CommitOptions } from '../../../../core/ports/collections';
import type { PendingSource } from '../../../../core/ports/index-state';
import { rowsAt, type Rows } from '../../../../core/tables/rows';
import {
  isKeptAsColumns,
  TABLES,
  type DocumentRow,
  type TableName,
  type TableRow,
} from '../../../../core/tables/tables';
import { finish, runWork, type Work } from '../../../../core/work';
import { sha256Bytes } from '../../../browser-env';
import { columnsInSteps } from '../../arrow/arrow-to-columns';
import { columnNames, type RowOptions, rowsInSteps } from '../../arrow/arrow-to-rows';
import type { ParquetCodec } from '../../arrow/parquet';
import { type EncodeOptions, rowsToArrow } from '../../arrow/rows-to-arrow';
import type { StringPool } from '../../arrow/string-pool';
import type { FileStore } from '../../opfs/file-store';
import { isHash, PARQUET_ENDING, pathOf, type Shard, shardFile } from '../manifest/manifest';

/** The column by which a row belongs to a document, for the tables that have one. */
const OWNER_COLUMN = {
  documents: 'id',
  text_units: 'document_id',
  extractions: 'document_id',
} as const satisfies {
  readonly [N in TableName]?: keyof (typeof TABLES)[N];
};

/** A shard together with the bytes of its file. */
export interface EncodedShard {
  readonly shard: Shard;
  readonly bytes: Uint8Array;
}

/** Encodes rows as the shards of one generation; no rows, no shard. */
type ShardEncoder = <N extends TableName>(
  table: N,
  rows: Rows<TableRow<N>>,
  patch?: Shard['patch'],
) => AsyncGenerator<EncodedShard>;

/** Makes Parquet files of a size that fits a worker's memory, hashed and named apart within their generation. */
export function shardEncoder(codec: ParquetCodec, generation: number, options?: EncodeOptions): ShardEncoder {
  const parts = new Map<TableName, number>();
  return async function* <N extends TableName>(table: N, rows: Rows<TableRow<N>>, patch?: Shard['patch']) {
    const chosen = patch === 'removed' ? { ...options, columns: ['id'] } : options;
    for (const some of splitRows(table, rows)) {
      const part = parts.get(table) ?? 0;
      parts.set(table, part + 1);
      const name = { file: shardFile(table, generation, part, PARQUET_ENDING), born: generation };
      const { shard, bytes } = await encodeShard(codec, table, name, some, chosen);
      yield { shard: patch ? { ...shard, patch } : shard, bytes };
    }
  };
}

/** Rows as one shard of this name. */
export async function encodeShard<N extends TableName>(
  codec: ParquetCodec,
  table: N,
  { file, born }: Pick<Shard, 'file' | 'born'>,
  rows: Rows<TableRow<N>>,
  options?: EncodeOptions,
): Promise<EncodedShard> {
  const bytes = await codec.encode(rowsToArrow(table, rows, options));
  const about = { rows: rows.length, bytes: bytes.length, sha256: await sha256Bytes(bytes), born };
  return { shard: shardOf(table, rows, { file, ...about }), bytes };
}

/** Describes a file with these rows for a manifest. */
function shardOf<N extends TableName>(table: N, rows: Rows<TableRow<N>>, about: Shard): Shard {
  const documents = documentsOf(table, rows);
  const sources = table === 'documents' ? sourcesOf(rows as Rows<DocumentRow>) : undefined;
  return { ...about, ...(documents && { documents }), ...(sources && { sources }) };
}

/**
 * The rows of a shard's file, of a shard of removed rows only their ids. Throws StorageError with its name when its bytes have changed since
 * they were written.
 */
export async function decodeShard<N extends TableName>(
  codec: ParquetCodec,
  table: N,
  shard: Shard,
  bytes: Uint8Array | undefined,
): Promise<TableRow<N>[]> {
  return finish(rowsOf(rowsInSteps<N>, { table, shard }, await arrowOf(codec, table, shard, bytes)));
}

/**
 * The rows of a file that no manifest names, and its entry for one. A file that has nothing but ids is of removed rows.
 * Throws StorageError where it cannot be decoded, with the trait of damage only where its bytes are the cause.
 */
export async function describeShard<N extends TableName>(
  codec: ParquetCodec,
  table: N,
  { file, born }: Pick<Shard, 'file' | 'born'>,
  bytes: Uint8Array,
): Promise<{ readonly shard: Shard; readonly rows: readonly TableRow<N>[] }> {
  const about = { file, bytes: bytes.length, sha256: await sha256Bytes(bytes), born };
  try {
    const arrow = await codec.decode(bytes);
    const isOfRemoved = columnNames(arrow).join() === 'id';
    const rows = finish(rowsInSteps(table, arrow, { names: isOfRemoved ? ['id'] : undefined }));
    const patch = isOfRemoved ? ({ patch: 'removed' } as const) : {};
    return { rows, shard: shardOf(table, rows, { ...about, rows: rows.length, ...patch }) };
  } catch (cause) {
    if (isAboutBytes(cause)) throw damagedShard(table, { file }, message`it cannot be decoded`, cause);
    const words = message`The file ${file} of the table ${table} could not be decoded. There may be too little memory: close other tabs, then open the collection again. Its files are kept.`;
    throw new StorageError(words, { cause, detail: file, traits: ['says what was kept', 'worth another try'] });
  }
}

/**
 * Checks if an error of decoding is about the bytes: the codec's, or ours. A lack of memory, or a worker that stopped,
 * throws others.
 */
const isAboutBytes = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'Error' || error instanceof StorageError);

async function arrowOf(
  codec: ParquetCodec,
  table: TableName,
  shard: Shard,
  bytes: Uint8Array | undefined,
): Promise<Uint8Array> {
  if (!bytes) throw damagedShard(table, shard, message`it is missing`);
  if (bytes.length !== shard.bytes || (await sha256Bytes(bytes)) !== shard.sha256) {
    throw damagedShard(table, shard, message`its bytes have changed`);
  }
  return decodeParquet(codec, table, shard, bytes);
}

function* rowsOf<N extends TableName, R extends Rows<TableRow<N>>>(
  read: (table: N, arrow: Uint8Array, options: RowOptions) => Work<R>,
  { table, shard }: ShardOf<N>,
  arrow: Uint8Array,
  options?: Pick<RowOptions, 'pool' | 'late'>,
): Work<R> {
  const names = shard.patch === 'removed' ? ['id'] : undefined;
  const rows = yield* read(table, arrow, { ...options, names });
  if (rows.length !== shard.rows) throw damagedShard(table, shard, message`its number of rows differs`);
  return rows;
}

/** Reads the rows of a shard. */
export type ReadRows = <N extends TableName>(table: N, shard: Shard) => Promise<Rows<TableRow<N>>>;

interface ShardOf<N extends TableName> {
  readonly table: N;
  readonly shard: Shard;
}

/** The rows in the form in which they are kept in memory. */
const rowsInForm = <N extends TableName>(
  of: ShardOf<N>,
  arrow: Uint8Array,
  pool: StringPool,
): Work<Rows<TableRow<N>>> =>
  isKeptAsColumns(of.table)
    ? rowsOf(columnsInSteps<N>, of, arrow, { pool })
    : rowsOf(rowsInSteps<N>, of, arrow, { pool, late: true });

/** Shards that are decoded on their thread while rows are made of another. */
const AHEAD = 3;

/**
 * Reads the shards of tables, one table after the other, as `currentRows` asks for them: patches first, then the others. The next ones, of the
 * next table too, are read and decoded while rows are made of one in small steps: what the page asks meanwhile does not wait for them. Strings
 * that the pool has are its own, and late columns are decoded when they are asked for. No rows are made of a table that is kept as columns.
 */
export function readAhead(
  tables: readonly { readonly table: TableName; readonly shards: readonly Shard[] }[],
  {
    files,
    codec,
    clock,
    pool,
  }: Pick<Writing, 'files' | 'codec'> & { readonly clock: Clock; readonly pool: StringPool },
): ReadRows {
  const order = tables.flatMap(({ table, shards }) =>
    [...shards.filter(({ patch }) => patch), ...shards.filter(({ patch }) => !patch)].map((shard) => ({
      table,
      shard,
    })),
  );
  const placeOf = new Map(order.map(({ shard }, place) => [shard, place]));
  const coming = new Map<Shard, Promise<Uint8Array>>();
  const start = (table: TableName, shard: Shard): Promise<Uint8Array> => {
    const known = coming.get(shard);
    if (known) return known;
    const made = files.read(pathOf(shard.file)).then((bytes) => arrowOf(codec, table, shard, bytes));
    made.catch(() => undefined); // told when its turn comes
    coming.set(shard, made);
    return made;
  };
  return async (table, shard) => {
    const arrow = start(table, shard);
    const place = placeOf.get(shard) ?? order.length;
    for (const next of order.slice(place + 1, place + 1 + AHEAD)) void start(next.table, next.shard);
    const rows = await runWork(rowsInForm({ table, shard }, await arrow, pool), { clock });
    coming.delete(shard);
    return rows;
  };
}

/** Files of one generation while they are written; nothing names them until the manifest does. */
export interface Writing {
  readonly files: FileStore;
  readonly codec: ParquetCodec;
  /** A number that no file has yet. */
  readonly generation: number;
  /** Names of the files written so far. */
  readonly written: string[];
  /** Called with the rows of each file of rows. */
  readonly onWritten?: CommitOptions['onWritten'];
}

/** Reads the files of tables, and writes those of one generation. */
export interface ShardFiles {
  read<N extends TableName>(table: N, shard: Shard): Promise<TableRow<N>[]>;
  write<N extends TableName>(table: N, rows: Rows<TableRow<N>>, patch?: Shard['patch']): Promise<readonly Shard[]>;
}

export function shardFiles({ files, codec, generation, written, onWritten }: Writing): ShardFiles {
  const encode = shardEncoder(codec, generation, { dictionaries: true });
  return {
    read: async (table, shard) => decodeShard(codec, table, shard, await files.read(pathOf(shard.file))),
    write: async (table, rows, patch) => {
      const shards: Shard[] = [];
      for await (const { shard, bytes } of encode(table, rows, patch)) {
        written.push(shard.file);
        await files.write(pathOf(shard.file), bytes);
        shards.push(shard);
        onWritten?.(shard.rows);
      }
      return shards;
    },
  };
}

/** Reads the document that owns a row; undefined for tables without owners. */
export function ownerOf<N extends TableName>(table: N): ((row: TableRow<N>) => string) | undefined {
  const column: string | undefined = (OWNER_COLUMN as Partial<Record<TableName, string>>)[table];
  return column === undefined ? undefined : (row) => String((row as Readonly<Record<string, unknown>>)[column]);
}

async function decodeParquet(
  codec: ParquetCodec,
  table: TableName,
  shard: Shard,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  try {
    return await codec.decode(bytes);
  } catch (cause) {
    const words = message`The file ${shard.file} of the table ${table} is as it was written, but could not be decoded. There may be too little memory: close other tabs and try again.`;
    throw new StorageError(words, { cause, detail: shard.file });
  }
}

function documentsOf<N extends TableName>(table: N, rows: Rows<TableRow<N>>): string[] | undefined {
  const owner = ownerOf(table);
  return owner && [...new Set(rows.map(owner))];
}

/** Lists the sources of documents, each once. They are read again from there should their file be damaged. */
function sourcesOf(rows: Rows<DocumentRow>): readonly PendingSource[] {
  const sources = rows.map(({ source_path: path, byte_hash, byte_size }) => ({ path, byte_hash, byte_size }));
  const whole = sources.filter(({ byte_hash }) => isHash(byte_hash));
  return [...new Map(whole.map((source) => [source.byte_hash, source])).values()];
}

/** Encoding a shard blocks the thread, so its size is limited. */
const MAX_ROWS = 12_000;
const MAX_CHARACTERS = 8_000_000;

/** Checks if merging a shard with others would only write it again. */
export function isFull({ rows, bytes }: Pick<Shard, 'rows' | 'bytes'>): boolean {
  return rows >= MAX_ROWS / 2 || bytes >= 1_000_000;
}

/** Checks if rows are as many as one file takes; `characters` are those of their texts. */
export const isFullFile = (rows: number, characters: number): boolean =>
  rows >= MAX_ROWS / 2 || characters >= MAX_CHARACTERS;

/** Characters of the texts of a row that are written. */
export function textCharacters(table: TableName): (row: object) => number {
  const declared: [string, Column][] = Object.entries(TABLES[table]);
  const written = declared.filter(([, { type, derived }]) => type.startsWith('string') && !derived);
  const columns = written.map(([name]) => name);
  return (row) => charactersOf(row as Readonly<Record<string, unknown>>, columns);
}

function* splitRows<N extends TableName>(table: N, rows: Rows<TableRow<N>>): Generator<Rows<TableRow<N>>> {
  const charactersIn = textCharacters(table);
  let start = 0;
  let characters = 0;
  for (let row = 0; row < rows.length; row++) {
    const size = charactersIn(rows.at(row) ?? {});
    if (row > start && (characters + size > MAX_CHARACTERS || row - start >= MAX_ROWS)) {
      yield rowsAt(rows, placesBetween(start, row));
      start = row;
      characters = 0;
    }
    characters += size;
  }
  if (start < rows.length) yield rowsAt(rows, placesBetween(start, rows.length));
}

const placesBetween = (start: number, end: number): readonly number[] =>
  Array.from({ length: end - start }, (_, at) => start + at);

function charactersOf(row: Readonly<Record<string, unknown>>, columns: readonly string[]): number {
  let characters = 0;
  for (const name of columns) {
    const value = row[name];
    if (typeof value === 'string') characters += value.length;
    else if (Array.isArray(value)) for (const one of value) characters += String(one).length;
  }
  return characters;
}

function damagedShard(table: TableName, shard: Pick<Shard, 'file'>, what: Message, cause?: unknown): StorageError {
  const words = message`The file ${shard.file} of the table ${table} is damaged: ${what}. The other tables can still be read; a saved copy brings it back.`;
  return new StorageError(words, { cause, detail: shard.file, traits: ['damage'] });
}
