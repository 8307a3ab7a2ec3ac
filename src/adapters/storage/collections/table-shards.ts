import type { TableChange } from '../../../core/ports/collections';
import { TABLES, type TableName, type TableRow } from '../../../core/tables/tables';
import { applyPatch, type TablePatch } from '../../../core/tables/table-patch';
import type { FileStore } from '../opfs/file-store';
import { type Manifest, PARQUET_ENDING, pathOf, type Shard, shardFile } from './manifest';
import type { ParquetCodec } from '../arrow/parquet';
import { StorageError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import type { Column } from '../../../core/tables/schema';
import { sha256Bytes } from '../../browser-env';
import { arrowToRows } from '../arrow/arrow-to-rows';
import { freeBytes } from '../arrow/utf8-columns';
import { type EncodeOptions, rowsToArrow } from '../arrow/rows-to-arrow';

/** More small shards than this, one after another at a table's end, are merged. */
export const MAX_SHARDS = 32;

/** A commit while its files are written; nothing names them until the manifest does. */
interface Writing {
  readonly files: FileStore;
  readonly codec: ParquetCodec;
  readonly generation: number;
  /** Names of the files written so far. */
  readonly written: string[];
}

/** Writes the files of a change and returns the shards of every table after it. */
export async function nextShards(
  before: Manifest['shards'],
  change: TableChange,
  writing: Writing,
): Promise<Manifest['shards']> {
  const files = shardFiles(writing);
  const next: Partial<Record<TableName, readonly Shard[]>> = {};
  for (const table of Object.keys(TABLES) as TableName[]) {
    const shards = await nextTable(table, before[table] ?? [], change, files);
    if (shards.length > 0) next[table] = shards;
  }
  return next;
}

async function nextTable<N extends TableName>(
  table: N,
  before: readonly Shard[],
  { replace, append, patch, removeDocuments }: TableChange,
  files: ShardFiles,
): Promise<readonly Shard[]> {
  const patched = (patch as { readonly [M in TableName]?: TablePatch<TableRow<M>> } | undefined)?.[table];
  const replaced = patched ? applyPatch(await readAll(table, before, files), patched) : replace?.[table];
  const kept = replaced
    ? await files.write(table, replaced)
    : await withoutDocuments(table, before, new Set(removeDocuments), files);
  const shards = [...kept, ...(await files.write(table, append?.[table] ?? []))];
  const small = shards.length - 1 - shards.findLastIndex(isFull);
  return small > MAX_SHARDS ? mergeNewest(table, shards, small, files) : shards;
}

async function readAll<N extends TableName>(
  table: N,
  shards: readonly Shard[],
  files: ShardFiles,
): Promise<readonly TableRow<N>[]> {
  const rows: TableRow<N>[] = [];
  for (const shard of shards) for (const row of await files.read(table, shard)) rows.push(row);
  return rows;
}

async function withoutDocuments<N extends TableName>(
  table: N,
  shards: readonly Shard[],
  removed: ReadonlySet<string>,
  files: ShardFiles,
): Promise<readonly Shard[]> {
  const owner = ownerOf(table);
  if (!owner || removed.size === 0) return shards;
  const next: Shard[] = [];
  for (const shard of shards) {
    const documents = shard.documents;
    if (documents && !documents.some((id) => removed.has(id))) next.push(shard);
    else if (!documents?.every((id) => removed.has(id))) {
      const rows = (await files.read(table, shard)).filter((row) => !removed.has(owner(row)));
      next.push(...(await files.write(table, rows)));
    }
  }
  return next;
}

/** Merges the newest small shards, as long as the next older one is not much larger, so that each row is rewritten seldom. */
async function mergeNewest<N extends TableName>(
  table: N,
  shards: readonly Shard[],
  small: number,
  files: ShardFiles,
): Promise<readonly Shard[]> {
  let first = shards.length;
  for (let rows = 0; first > shards.length - small; first--) {
    const older = shards[first - 1]?.rows ?? 0;
    if (shards.length - first >= 2 && older > 2 * rows) break;
    rows += older;
  }
  const rows = await readAll(table, shards.slice(first), files);
  return [...shards.slice(0, first), ...(await files.write(table, rows))];
}

/** Reads the files of tables, and writes those of one generation. */
interface ShardFiles {
  read<N extends TableName>(table: N, shard: Shard): Promise<TableRow<N>[]>;
  write<N extends TableName>(table: N, rows: readonly TableRow<N>[]): Promise<readonly Shard[]>;
}

function shardFiles({ files, codec, generation, written }: Writing): ShardFiles {
  const encode = shardEncoder(codec, generation);
  return {
    read: async (table, shard) => decodeShard(codec, table, shard, await files.read(pathOf(shard.file))),
    write: async (table, rows) => {
      const shards: Shard[] = [];
      for await (const { shard, bytes } of encode(table, rows)) {
        written.push(shard.file);
        await files.write(pathOf(shard.file), bytes);
        shards.push(shard);
      }
      return shards;
    },
  };
}

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
type ShardEncoder = <N extends TableName>(table: N, rows: readonly TableRow<N>[]) => AsyncGenerator<EncodedShard>;

/** Makes Parquet files of a size that fits a worker's memory, hashed and named apart within their generation. */
export function shardEncoder(codec: ParquetCodec, generation: number, options?: EncodeOptions): ShardEncoder {
  const parts = new Map<TableName, number>();
  return async function* <N extends TableName>(table: N, rows: readonly TableRow<N>[]) {
    for (const some of splitRows(table, rows)) {
      const part = parts.get(table) ?? 0;
      parts.set(table, part + 1);
      const name = { file: shardFile(table, generation, part, PARQUET_ENDING), born: generation };
      yield encodeShard(codec, table, name, some, options);
    }
  };
}

/** Rows as one shard of this name. */
export async function encodeShard<N extends TableName>(
  codec: ParquetCodec,
  table: N,
  { file, born }: Pick<Shard, 'file' | 'born'>,
  rows: readonly TableRow<N>[],
  options?: EncodeOptions,
): Promise<EncodedShard> {
  const bytes = await codec.encode(rowsToArrow(table, rows, options));
  const documents = documentsOf(table, rows);
  const about = { rows: rows.length, bytes: bytes.length, sha256: await sha256Bytes(bytes), born };
  return { shard: { file, ...about, ...(documents && { documents }) }, bytes };
}

/** The rows of a shard's file. Throws StorageError with its name when its bytes have changed since they were written. */
export async function decodeShard<N extends TableName>(
  codec: ParquetCodec,
  table: N,
  shard: Shard,
  bytes: Uint8Array | undefined,
): Promise<TableRow<N>[]> {
  if (!bytes) throw damagedShard(table, shard, message`it is missing`);
  if (bytes.length !== shard.bytes || (await sha256Bytes(bytes)) !== shard.sha256) {
    throw damagedShard(table, shard, message`its bytes have changed`);
  }
  const arrow = await decodeParquet(codec, table, shard, bytes);
  const rows = arrowToRows(table, arrow);
  freeBytes(arrow);
  if (rows.length !== shard.rows) throw damagedShard(table, shard, message`its number of rows differs`);
  return rows;
}

/** Reads the document that owns a row; undefined for tables without owners. */
function ownerOf<N extends TableName>(table: N): ((row: TableRow<N>) => string) | undefined {
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

function documentsOf<N extends TableName>(table: N, rows: readonly TableRow<N>[]): string[] | undefined {
  const owner = ownerOf(table);
  return owner && [...new Set(rows.map(owner))];
}

/** Encoding a shard blocks the thread, so its size is limited. */
const MAX_ROWS = 12_000;
const MAX_CHARACTERS = 8_000_000;

/** Whether merging a shard with others would only write it again. */
function isFull({ rows, bytes }: Shard): boolean {
  return rows >= MAX_ROWS / 2 || bytes >= 1_000_000;
}

function* splitRows<N extends TableName>(table: N, rows: readonly TableRow<N>[]): Generator<readonly TableRow<N>[]> {
  const declared: [string, Column][] = Object.entries(TABLES[table]);
  const written = declared.filter(([, { type, derived }]) => type.startsWith('string') && !derived);
  const columns = written.map(([name]) => name);
  let start = 0;
  let characters = 0;
  for (let row = 0; row < rows.length; row++) {
    const size = charactersOf(rows[row] as Readonly<Record<string, unknown>>, columns);
    if (row > start && (characters + size > MAX_CHARACTERS || row - start >= MAX_ROWS)) {
      yield rows.slice(start, row);
      start = row;
      characters = 0;
    }
    characters += size;
  }
  if (start < rows.length) yield rows.slice(start);
}

function charactersOf(row: Readonly<Record<string, unknown>>, columns: readonly string[]): number {
  let characters = 0;
  for (const name of columns) {
    const value = row[name];
    if (typeof value === 'string') characters += value.length;
    else if (Array.isArray(value)) for (const one of value) characters += String(one).length;
  }
  return characters;
}

function damagedShard(table: TableName, shard: Shard, what: Message): StorageError {
  const words = message`The file ${shard.file} of the table ${table} is damaged: ${what}. The other tables can still be read; a saved copy brings it back.`;
  return new StorageError(words, { detail: shard.file, traits: ['damage'] });
}
