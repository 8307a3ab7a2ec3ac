import { addTo } from '../../../../core/arrays';
import type { TableName, TableRow } from '../../../../core/tables/tables';
import { lengthened, unmarked } from '../manifest/grown-lists';
import type { Shard } from '../manifest/manifest';
import type { ShardFiles } from './table-shards';

/** The rows of a shard after the shards that follow it are applied. */
interface ShardRows<N extends TableName> {
  readonly shard: Shard;
  readonly rows: readonly TableRow<N>[];
  /** True if its file has other rows. */
  readonly changed: boolean;
}

/** Patch of a row: gives it these values, or null, which removes it. */
interface RowPatch<N extends TableName> {
  /** Place of the patch among the shards. */
  readonly at: number;
  readonly row: TableRow<N> | null;
}

/**
 * The rows of a table's shards, one shard at a time, with patches applied: a replaced row keeps the place of the first
 * of its id. Only the patches are in memory together. `hasOlder`: there are shards before these, which lists of the
 * patches may refer to.
 */
export async function* currentRows<N extends TableName>(
  table: N,
  shards: readonly Shard[],
  { read }: Pick<ShardFiles, 'read'>,
  hasOlder = false,
): AsyncGenerator<ShardRows<N>> {
  const rowsOf = new Map<Shard, readonly TableRow<N>[]>();
  const patches = new Map<string, RowPatch<N>[]>();
  for (const [at, shard] of shards.entries()) {
    if (!shard.patch) continue;
    const rows = await read(table, shard);
    rowsOf.set(shard, rows);
    for (const row of rows) addTo(patches, idOf(row), { at, row: shard.patch === 'removed' ? null : row });
  }
  const present = new Set<string>();
  for (const [at, shard] of shards.entries()) {
    const own = rowsOf.get(shard) ?? (await read(table, shard));
    if (shard.patch === 'removed') for (const row of own) present.delete(idOf(row));
    else if (patches.size === 0) yield { shard, rows: own, changed: false };
    else yield { shard, ...standing(own, { table, at, shard, patches, present, hasOlder }) };
  }
}

/** Every patched table has this column. */
export const idOf = (row: object): string => (row as { readonly id: string }).id;

interface Place<N extends TableName> {
  readonly table: N;
  readonly hasOlder: boolean;
  readonly at: number;
  readonly shard: Shard;
  readonly patches: ReadonlyMap<string, readonly RowPatch<N>[]>;
  /** Ids with patches whose rows have come. */
  readonly present: Set<string>;
}

function standing<N extends TableName>(
  rowsOfShard: readonly TableRow<N>[],
  { table, at, shard, patches, present, hasOlder }: Place<N>,
): Pick<ShardRows<N>, 'rows' | 'changed'> {
  const rows: TableRow<N>[] = [];
  let changed = shard.patch !== undefined;
  for (const row of rowsOfShard) {
    const id = idOf(row);
    const later = patches.get(id);
    if (later && shard.patch && present.has(id)) continue;
    if (later) present.add(id);
    const own = shard.patch && !hasOlder ? unmarked(table, row) : row;
    const last = later ? afterPatches(table, own, at, later) : row;
    if (last !== row) changed = true;
    if (last) rows.push(last);
  }
  return { rows, changed };
}

/** A row after the patches that follow its shard, up to the first that removes it. */
function afterPatches<N extends TableName>(
  table: N,
  row: TableRow<N>,
  at: number,
  patches: readonly RowPatch<N>[],
): TableRow<N> | null {
  let last = row;
  for (const patch of patches) {
    if (patch.at <= at) continue;
    if (!patch.row) return null;
    last = lengthened(table, patch.row, last);
  }
  return last;
}
