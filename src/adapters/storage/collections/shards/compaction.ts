import { TABLES, type TableName, type TableRow } from '../../../../core/tables/tables';
import { currentRows, idOf } from './current-rows';
import type { Manifest, Shard } from '../manifest/manifest';
import { isFull, isFullFile, type ShardFiles, textCharacters } from './table-shards';

/** More small shards than this, one after another at a table's end, are merged. */
export const MAX_SHARDS = 32;
/** A table whose patches have more rows than this part of its own, and not just a few, is written again. Rows that a patch adds count, too. */
const MAX_PATCHED = 1 / 3;
const FEW_ROWS = 500;

/** Shards of a table that are to be written together, from `first` up to `end`. */
export interface Compaction<N extends TableName = TableName> {
  readonly table: N;
  readonly first: number;
  readonly end: number;
}

/**
 * Finds the shards to be written together next, of tables that are not passed over; undefined when nothing needs it.
 */
export function nextCompaction(
  { shards, purge, state }: Manifest,
  passedOver: ReadonlySet<TableName> = new Set(),
): Compaction | undefined {
  for (const table of Object.keys(TABLES) as TableName[]) {
    if (passedOver.has(table)) continue;
    const own = shards[table] ?? [];
    if (isMuchPatched(own) || (purge && state.derived && own.some(({ patch }) => patch)))
      return { table, first: 0, end: own.length };
    const small = own.length - 1 - own.findLastIndex(isFull);
    if (small > MAX_SHARDS) return { table, first: newestAlike(own, small), end: own.length };
  }
  return undefined;
}

function isMuchPatched(shards: readonly Shard[]): boolean {
  const rowsOf = (some: readonly Shard[]): number => some.reduce((sum, { rows }) => sum + rows, 0);
  const patches = shards.filter(({ patch }) => patch);
  return rowsOf(patches) > Math.max(FEW_ROWS, MAX_PATCHED * (rowsOf(shards) - rowsOf(patches)));
}

/**
 * Returns the first of the newest small shards. The next older one must not be much larger, so that each row is rewritten seldom.
 */
function newestAlike(shards: readonly Shard[], small: number): number {
  let first = shards.length;
  for (let rows = 0; first > shards.length - small; first--) {
    const older = shards[first - 1]?.rows ?? 0;
    if (shards.length - first >= 2 && older > 2 * rows) break;
    rows += older;
  }
  return first;
}

/**
 * Writes shards that follow one another together, with their patches applied, a few of them in memory at a time. Full ones that no patch
 * changes stay. With older shards before them, patches remain a patch.
 */
export async function compactShards<N extends TableName>(
  table: N,
  shards: readonly Shard[],
  hasOlder: boolean,
  files: ShardFiles,
): Promise<readonly Shard[]> {
  const patch = hasOlder && shards.some((shard) => shard.patch) ? 'rows' : undefined;
  const next: Shard[] = patch ? [...(await mergeRemoved(table, shards, files))] : [];
  let rows: TableRow<N>[] = [];
  let characters = 0;
  const charactersOf = textCharacters(table);
  const flush = async (): Promise<void> => {
    next.push(...(await files.write(table, rows, patch)));
    [rows, characters] = [[], 0];
  };
  for await (const part of currentRows(table, shards, files, patch !== undefined)) {
    const stays = !patch && !part.changed && isFull(part.shard);
    if (stays || isFullFile(rows.length, characters)) await flush();
    if (stays) next.push(part.shard);
    for (const row of stays ? [] : part.rows) {
      rows.push(row);
      characters += charactersOf(row);
    }
  }
  await flush();
  return next;
}

async function mergeRemoved<N extends TableName>(
  table: N,
  shards: readonly Shard[],
  files: ShardFiles,
): Promise<readonly Shard[]> {
  const removed = new Map<string, TableRow<N>>();
  for (const shard of shards) {
    if (shard.patch === 'removed') for (const row of await files.read(table, shard)) removed.set(idOf(row), row);
  }
  return files.write(table, [...removed.values()], 'removed');
}
