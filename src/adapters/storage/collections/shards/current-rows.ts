import { addTo } from '../../../../core/arrays';
import type { TableName, TableRow } from '../../../../core/tables/tables';
import { rowsAmong } from '../../../../core/tables/column-rows';
import { columnOf, type Rows } from '../../../../core/tables/rows';
import { lengthened, unmarked } from '../manifest/grown-lists';
import type { Shard } from '../manifest/manifest';
import type { ReadRows } from './table-shards';

/** The rows of a shard after the shards that follow it are applied. */
interface ShardRows<N extends TableName> {
  readonly shard: Shard;
  readonly rows: Rows<TableRow<N>>;
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
  { read }: { readonly read: ReadRows },
  hasOlder = false,
): AsyncGenerator<ShardRows<N>> {
  const rowsOf = new Map<Shard, Rows<TableRow<N>>>();
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
  rowsOfShard: Rows<TableRow<N>>,
  { table, at, shard, patches, present, hasOlder }: Place<N>,
): Pick<ShardRows<N>, 'rows' | 'changed'> {
  const order: (number | TableRow<N>)[] = [];
  let changed = shard.patch !== undefined;
  const idAt = columnOf(rowsOfShard as Rows<{ readonly id: string }>, 'id');
  for (let place = 0; place < rowsOfShard.length; place++) {
    const id = idAt(place) ?? '';
    const later = patches.get(id);
    const row = later && rowsOfShard.at(place);
    if (!row) {
      order.push(place);
      continue;
    }
    if (shard.patch && present.has(id)) continue;
    present.add(id);
    const own = shard.patch && !hasOlder ? unmarked(table, row) : row;
    const last = afterPatches(table, own, at, later);
    if (last === row) order.push(place);
    else changed = true;
    if (last && last !== row) order.push(last);
  }
  return { rows: changed ? rowsAmong(table, rowsOfShard, order) : rowsOfShard, changed };
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
