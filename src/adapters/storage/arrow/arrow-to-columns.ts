import { type Data, tableFromIPC, type Vector } from 'apache-arrow';
import { type ColumnRows, rowsOfColumns } from '../../../core/tables/column-rows';
import type { Column, ColumnType } from '../../../core/tables/schema';
import {
  idColumn,
  listColumn,
  numberColumn,
  sharedEnds,
  type ShareEnds,
  type StoredColumn,
  wordColumn,
  writtenColumn,
} from '../../../core/tables/stored-column';
import { TABLES, type TableName, type TableRow } from '../../../core/tables/tables';
import type { Work } from '../../../core/work';
import { freeBytes } from '../../free-bytes';
import { checkType, columnValues, type RowOptions, dictionaryWords, readInt64s } from './arrow-to-rows';
import { StringPool } from './string-pool';

/**
 * The same as `rowsInSteps` without any rows: numbers, places in dictionaries and ids are taken over from the stream, which is freed. Throws
 * StorageError when a column is missing or of another type.
 */
export function* columnsInSteps<N extends TableName>(
  table: N,
  ipc: Uint8Array,
  { names = Object.keys(TABLES[table]), pool = new StringPool() }: Omit<RowOptions, 'late'> = {},
): Work<ColumnRows<TableRow<N>>> {
  const arrow = tableFromIPC(ipc);
  const share = sharedEnds();
  const columns = new Map<string, StoredColumn>();
  for (const [name, column] of Object.entries(TABLES[table]) as [string, Column][]) {
    if (!names.includes(name)) continue;
    const where = `${table}.${name}`;
    const found = arrow.getChild(name);
    const taken = column.derived ? undefined : yield* takenColumn(where, column, found, { pool, share });
    const made =
      taken ?? writtenColumn(column, yield* columnValues(where, column, found, { count: arrow.numRows, pool }));
    columns.set(name, made);
    yield { done: columns.size, total: names.length };
  }
  freeBytes(ipc);
  return rowsOfColumns(columns, arrow.numRows);
}

interface Taking {
  readonly pool: StringPool;
  readonly share: ShareEnds;
}

/** A column that needs no value of a row; undefined where its form is another one. */
function* takenColumn(
  where: string,
  { type, unique }: Column,
  found: Vector | null,
  taking: Taking,
): Work<StoredColumn | undefined> {
  const [data, ...more] = found?.data ?? [];
  if (!data || more.length > 0 || data.nullCount > 0) return undefined;
  checkType(where, type, data);
  return unique ? idsOf(data) : yield* takenValues(type, data, taking);
}

function* takenValues(type: ColumnType, data: Data, taking: Taking): Work<StoredColumn | undefined> {
  switch (type) {
    case 'string':
      if (!data.dictionary) return undefined;
      return wordColumn(
        (data.values as Int32Array).subarray(0, data.length),
        yield* dictionaryWords(data, taking.pool),
      );
    case 'int':
      return numberColumn(readInt64s(data, new Float64Array(data.length)));
    case 'double':
      return numberColumn((data.values as Float64Array).subarray(0, data.length));
    case 'string[]':
      return yield* takenLists('string', data, taking);
    case 'int[]':
      return yield* takenLists('int', data, taking);
    case 'findings':
      return undefined;
  }
}

function* takenLists(type: 'string' | 'int', data: Data, taking: Taking): Work<StoredColumn | undefined> {
  const [child] = data.children;
  const offsets = data.valueOffsets.subarray(0, data.length + 1);
  if (!child || offsets[0] !== 0 || child.length !== offsets[data.length]) return undefined;
  const items = yield* takenValues(type, child, taking);
  return items && listColumn(taking.share(Uint32Array.from(offsets.subarray(1))), () => items);
}

/** Characters of an id. */
const ID_LENGTH = 32;

function idsOf({ dictionary, values, valueOffsets, length }: Data): StoredColumn | undefined {
  if (dictionary) return undefined;
  const [first, last] = [valueOffsets[0] ?? 0, valueOffsets[length] ?? 0];
  for (let row = 0; row <= length; row++) if (valueOffsets[row] !== first + ID_LENGTH * row) return undefined;
  return idColumn((values as Uint8Array).subarray(first, last));
}
