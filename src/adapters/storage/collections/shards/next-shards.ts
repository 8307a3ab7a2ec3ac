import { mapConcurrent } from '../../../../core/async';
import type { TableChange } from '../../../../core/ports/collections';
import type { TablePatch } from '../../../../core/tables/table-patch';
import { TABLES, type TableName, type TableRow } from '../../../../core/tables/tables';
import { shortened, unmarked } from '../manifest/grown-lists';
import type { Manifest, Shard } from '../manifest/manifest';
import { ownerOf, shardFiles, type ShardFiles, type Writing } from './table-shards';

/** Most tables at once: each waits for storage or for the codec most of the time, and more would need more memory. */
const TABLES_AT_ONCE = 4;

/** Writes the files of a change and returns the shards of every table after it. The first failure in their order ends it, once nothing is written any more. */
export async function nextShards(
  before: Manifest['shards'],
  change: TableChange,
  writing: Writing,
): Promise<Manifest['shards']> {
  const files = shardFiles(writing);
  const tables = Object.keys(TABLES) as TableName[];
  const lists = await mapConcurrent(tables, TABLES_AT_ONCE, (table) =>
    nextTable(table, before[table] ?? [], change, files),
  );
  const after = tables.map((table, at) => [table, lists[at] ?? []] as const);
  return Object.fromEntries(after.filter(([, shards]) => shards.length > 0));
}

async function nextTable<N extends TableName>(
  table: N,
  before: readonly Shard[],
  { replace, append, patch, removeDocuments, dropFiles = [] }: TableChange,
  files: ShardFiles,
): Promise<readonly Shard[]> {
  const patched = (patch as { readonly [M in TableName]?: TablePatch<TableRow<M>> } | undefined)?.[table];
  const replaced = replace?.[table];
  const kept = replaced
    ? await files.write(table, replaced)
    : await withoutDocuments(
        table,
        await withoutFiles(table, before, new Set(dropFiles), files),
        new Set(removeDocuments),
        files,
      );
  const shards = [...kept, ...(await files.write(table, append?.[table] ?? []))];
  return patched ? [...shards, ...(await writePatch(table, patched, shards.length > 0, files))] : shards;
}

/** A patch as shards of its own, so that little is written. Where there are no older rows, its rows stand for themselves. */
async function writePatch<N extends TableName>(
  table: N,
  { rows, earlier = [], removed }: TablePatch<TableRow<N>>,
  hasOlder: boolean,
  files: ShardFiles,
): Promise<readonly Shard[]> {
  if (!hasOlder) return files.write(table, rows);
  const gone = removed.map((id) => ({ id })) as unknown as readonly TableRow<N>[];
  const short = rows.map((row, at) => shortened(table, row, earlier[at] ?? null));
  return [...(await files.write(table, gone, 'removed')), ...(await files.write(table, short, 'rows'))];
}

/** The shards without some files. Lists of later patches may lean on rows that were in them, so they keep only items of their own. */
async function withoutFiles<N extends TableName>(
  table: N,
  shards: readonly Shard[],
  dropped: ReadonlySet<string>,
  files: ShardFiles,
): Promise<readonly Shard[]> {
  const next: Shard[] = [];
  let isBroken = false;
  for (const shard of shards) {
    if (dropped.has(shard.file)) isBroken = true;
    else if (!isBroken || shard.patch !== 'rows') next.push(shard);
    else {
      const rows = await files.read(table, shard);
      const whole = rows.map((row) => unmarked(table, row));
      const isSame = whole.every((row, at) => row === rows[at]);
      next.push(...(isSame ? [shard] : await files.write(table, whole, 'rows')));
    }
  }
  return next;
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
