import { createMutex } from '../../../core/async';
import type { Table } from 'apache-arrow';
import type { TablePage, TableQueries, TableQuery } from '../../../core/ports/collections';
import type { TableName, TableRow } from '../../../core/tables/tables';
import { createTableSql, neededColumns, pageSql } from './page-sql';
import type { QueryDatabase } from './query-database';
import { rowsToArrow } from '../arrow/rows-to-arrow';

type Tables = { readonly [N in TableName]?: readonly TableRow<N>[] };

/** Pages of tables by SQL. The database starts with `start` or the first page, and gets only the tables and columns asked for. */
export function createTableQueries(boot: () => Promise<QueryDatabase>): TableQueries {
  let tables: Tables = {};
  let loaded = new Map<string, LoadedTable>();
  let database: Promise<QueryDatabase> | undefined;
  const turns = createMutex();
  const answer = async (query: TableQuery): Promise<TablePage> => {
    const sql = pageSql(query);
    try {
      database ??= boot();
      const db = await database;
      await loadTable(db, loaded, query, tables[query.table] ?? []);
      const rows = await db.select(sql.rows, sql.parameters);
      const total = await db.select(sql.total, sql.parameters);
      return { rows: plainRows(rows), total: Number(plainRows(total)[0]?.['total']) };
    } catch (error) {
      loaded = new Map();
      await forget(database);
      database = undefined;
      throw error;
    }
  };
  return {
    load: async (newTables) => {
      tables = newTables;
    },
    page: (query) => turns.run(() => answer(query)),
    start: () =>
      turns.run(async () => {
        database ??= boot();
        const [started] = await Promise.allSettled([database]);
        if (started.status === 'rejected') database = undefined;
      }),
  };
}

interface LoadedTable {
  readonly rows: readonly unknown[];
  readonly columns: ReadonlySet<string>;
}

const ROWS_PER_INSERT = 20_000;

async function loadTable(
  db: QueryDatabase,
  tables: Map<string, LoadedTable>,
  query: TableQuery,
  rows: readonly TableRow<TableQuery['table']>[],
): Promise<void> {
  const { table } = query;
  const loaded = tables.get(table);
  const needed = neededColumns(query);
  if (loaded?.rows === rows && needed.every((column) => loaded.columns.has(column))) return;
  const columns = new Set([...(loaded?.columns ?? []), ...needed]);
  tables.delete(table);
  await db.run(createTableSql(table, [...columns]));
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    const some = rows.slice(at, at + ROWS_PER_INSERT);
    await db.insert(table, rowsToArrow(table, some as never, { columns: [...columns], keepDerived: true }));
  }
  tables.set(table, { rows, columns });
}

/** Closes a database that failed. The next query starts another one. */
async function forget(database: Promise<QueryDatabase> | undefined): Promise<void> {
  const [started] = await Promise.allSettled([database]);
  if (started.status === 'fulfilled') await Promise.allSettled([started.value?.close()]);
}

function plainRows(table: Table): Readonly<Record<string, unknown>>[] {
  const columns = table.schema.fields.map(({ name }) => [name, table.getChild(name)] as const);
  return Array.from({ length: table.numRows }, (_, row) =>
    Object.fromEntries(columns.map(([name, vector]) => [name, plain(vector?.get(row))])),
  );
}

/** Arrow's values as plain ones: its lists and structs both iterate, but only a struct iterates over named fields. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('length' in value && Symbol.iterator in value) return Array.from(value as Iterable<unknown>, plain);
  const fields = (value as { toJSON(): object }).toJSON();
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, plain(field)]));
}
