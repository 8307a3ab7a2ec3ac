import type { TableChange } from '../../core/ports/collections';
import { TABLES, type TableName, type TableRow } from '../../core/tables/tables';
import type { FileStore } from './file-store';
import { type Manifest, type Shard, TABLES_FOLDER } from './manifest';
import type { ParquetCodec } from './parquet-codec';
import { decodeShard, isFull, ownerOf, shardEncoder } from './shards';

/** More small shards than this, one after another at a table's end, are merged. */
export const MAX_SHARDS = 32;

/** A commit while its files are written; nothing names them until the manifest does. */
export interface Writing {
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
  const write = shardWriter(writing);
  const removed = new Set(change.removeDocuments);
  const next: Partial<Record<TableName, readonly Shard[]>> = {};
  for (const table of Object.keys(TABLES) as TableName[]) {
    const shards = await nextTable(table, before[table] ?? [], change, removed, { ...writing, write });
    if (shards.length > 0) next[table] = shards;
  }
  return next;
}

type ShardWriter = <N extends TableName>(table: N, rows: readonly TableRow<N>[]) => Promise<Shard[]>;
type TableWriting = Writing & { readonly write: ShardWriter };

async function nextTable<N extends TableName>(
  table: N,
  before: readonly Shard[],
  change: TableChange,
  removed: ReadonlySet<string>,
  writing: TableWriting,
): Promise<Shard[]> {
  const replaced = change.replace?.[table];
  const shards = replaced
    ? await writing.write(table, replaced)
    : await withoutDocuments(table, before, removed, writing);
  const appended = change.append?.[table] ?? [];
  shards.push(...(await writing.write(table, appended)));
  const small = shards.length - 1 - shards.findLastIndex(isFull);
  return small > MAX_SHARDS ? merge(table, shards, small, writing) : shards;
}

async function withoutDocuments<N extends TableName>(
  table: N,
  shards: readonly Shard[],
  removed: ReadonlySet<string>,
  writing: TableWriting,
): Promise<Shard[]> {
  const owner = ownerOf(table);
  if (!owner || removed.size === 0) return [...shards];
  const next: Shard[] = [];
  for (const shard of shards) {
    const documents = shard.documents;
    if (documents && !documents.some((id) => removed.has(id))) next.push(shard);
    else if (!documents?.every((id) => removed.has(id))) {
      const rows = await readShard(table, shard, writing);
      next.push(
        ...(await writing.write(
          table,
          rows.filter((row) => !removed.has(owner(row))),
        )),
      );
    }
  }
  return next;
}

/** Merges the newest small shards, as long as the next older one is not much larger, so that each row is rewritten seldom. */
async function merge<N extends TableName>(
  table: N,
  shards: readonly Shard[],
  small: number,
  writing: TableWriting,
): Promise<Shard[]> {
  let first = shards.length;
  for (let rows = 0; first > shards.length - small; first--) {
    const older = shards[first - 1]?.rows ?? 0;
    if (shards.length - first >= 2 && older > 2 * rows) break;
    rows += older;
  }
  const rows: TableRow<N>[] = [];
  for (const shard of shards.slice(first)) for (const row of await readShard(table, shard, writing)) rows.push(row);
  return [...shards.slice(0, first), ...(await writing.write(table, rows))];
}

async function readShard<N extends TableName>(
  table: N,
  shard: Shard,
  { files, codec }: Writing,
): Promise<TableRow<N>[]> {
  return decodeShard(codec, table, shard, await files.read(`${TABLES_FOLDER}/${shard.file}`));
}

function shardWriter({ files, codec, generation, written }: Writing): ShardWriter {
  const encode = shardEncoder(codec, generation);
  return async (table, rows) => {
    const shards: Shard[] = [];
    for await (const { shard, bytes } of encode(table, rows)) {
      written.push(shard.file);
      await files.write(`${TABLES_FOLDER}/${shard.file}`, bytes);
      shards.push(shard);
    }
    return shards;
  };
}
