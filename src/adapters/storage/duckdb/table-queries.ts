import { abortable, createMutex } from '../../../core/async';
import type { CallOptions } from '../../../core/platform';
import type { Table } from 'apache-arrow';
import type { RowsPart, RowsQuery, TablePage, TableQueries, TableQuery } from '../../../core/ports/collections';
import { rowsAt, type Rows } from '../../../core/tables/rows';
import { TABLES, TABLES_ON_DISK, type TableName, type TableRow, type IndexTables } from '../../../core/tables/tables';
import { EMPTY_TABLES, linkTables } from '../../../core/index/index-tables';
import { remembered } from '../../../core/memo';
import { createTableSql, keptRowsSql, neededColumns, pageSql } from './page-sql';
import { keepResult, mustHave, resultCsv, resultRows, type SqlResult } from './person-sql';
import type { QueryDatabase } from './query-database';
import { rowsToArrow } from '../arrow/rows-to-arrow';

type Tables = { readonly [N in TableName]?: Rows<TableRow<N>> };

/**
 * Pages of tables, and what a person asks of them in SQL. The database starts with `start` or the first question, and gets only the tables and columns
 * asked for.
 */
export function createTableQueries(boot: () => Promise<QueryDatabase>): TableQueries {
  let tables: Tables = {};
  let loaded = new Map<string, LoadedTable>();
  let database: Promise<QueryDatabase> | undefined;
  let result: SqlResult | null = null;
  const turns = createMutex();
  /** Uses the database; one that fails is given up. */
  const use = async <T>(act: (db: QueryDatabase) => Promise<T>): Promise<T> => {
    try {
      database ??= boot();
      return await act(await database);
    } catch (error) {
      await giveUp();
      throw error;
    }
  };
  const giveUp = async (): Promise<void> => {
    loaded = new Map();
    result = null;
    await closed(database);
    database = undefined;
  };
  const answer = (query: TableQuery): Promise<TablePage> => {
    const sql = pageSql(query);
    return use(async (db) => {
      await loadTable(db, loaded, query.table, neededColumns(query), tables[query.table] ?? []);
      const rows = await db.select(sql.rows, sql.parameters);
      return { rows: plainRows(rows), total: await numberOf(db, sql.total, sql.parameters) };
    });
  };
  const runSql: TableQueries['sql'] = (query, { signal, store, summaries, leftOut = [] }) =>
    use(async (db) => {
      result = null;
      const isNamed = (table: TableName): boolean => query.toLowerCase().includes(table);
      const fromDisk = TABLES_ON_DISK.filter(isNamed);
      const onDisk: Tables =
        fromDisk.length > 0 && store ? await store.readTables(fromDisk, { ...(signal && { signal }) }) : {};
      const made: Tables = summaries && isNamed('summaries') ? { summaries: await summaries() } : {};
      const all: Tables = { ...linkedTables(tables), ...onDisk, ...made };
      const isLeftOut = rowsOf(leftOut, linkedTables(tables));
      // A table that the query does not name is there, empty, so that it can be listed.
      for (const table of TABLE_NAMES) {
        if (!isNamed(table) && loaded.has(table)) continue;
        signal?.throwIfAborted();
        const rows: Rows<TableRow<TableName>> = (isNamed(table) ? all[table] : undefined) ?? [];
        const kept = leftOut.length === 0 ? rows : rows.filter((row) => !isLeftOut(row));
        await loadTable(db, loaded, table, Object.keys(TABLES[table]), kept);
      }
      const outcome = await abortable(keepResult(db, query), signal);
      // Logs may be large and change without a sign: the next query that names them reads them again.
      for (const table of fromDisk) loaded.delete(table);
      result = outcome.kind === 'result' ? outcome : null;
      return outcome;
    });
  let exports = 0;
  /** Pages are answered between two parts. */
  const rows = async function* (query: RowsQuery, { signal }: CallOptions = {}): AsyncIterable<RowsPart> {
    const sql = keptRowsSql(query, `export ${String(++exports)}`);
    signal?.throwIfAborted();
    let origin: QueryDatabase | undefined;
    const total = await turns.run(() =>
      use(async (db) => {
        await loadTable(db, loaded, query.table, neededColumns(query), tables[query.table] ?? []);
        await db.select(sql.keep, sql.parameters);
        origin = db;
        return numberOf(db, sql.total, []);
      }),
    );
    try {
      for (let at = 0; at < total; at += ROWS_PER_PART) {
        signal?.throwIfAborted();
        const part = await turns.run(() => use((db) => db.select(sql.part(at, at + ROWS_PER_PART), [])));
        yield { rows: plainRows(part), total };
      }
    } finally {
      // What was given up is gone with its tables.
      if (origin === (await database)) await turns.run(() => use((db) => db.run(sql.drop)));
    }
  };
  return {
    load: async (newTables) => {
      tables = newTables;
    },
    forget: () => {
      tables = {};
      return turns.run(giveUp);
    },
    page: (query) => turns.run(() => answer(query)),
    rows,
    sql: (query, options) => turns.run(() => runSql(query, options)),
    sqlRows: (offset, limit) =>
      turns.run(async () => {
        const kept = mustHave(result);
        return use((db) => resultRows(db, kept, offset, limit));
      }),
    sqlCsv: ({ signal }) =>
      turns.run(async () => {
        const kept = mustHave(result);
        return use((db) => resultCsv(db, kept, signal));
      }),
    start: () =>
      turns.run(async () => {
        database ??= boot();
        const [started] = await Promise.allSettled([database]);
        if (started.status === 'rejected') database = undefined;
      }),
  };
}

/**
 * The tables with the links of documents and text units, which are not in memory. Made once for each state of the
 * tables.
 */
const linkedTables = remembered((tables: Tables): IndexTables =>
  linkTables({ ...EMPTY_TABLES, ...tables } as IndexTables),
);

/** Finds the rows of documents: these themselves, and what one of their text units has made, alone or with others. */
function rowsOf(documentIds: readonly string[], tables: IndexTables): (row: TableRow<TableName>) => boolean {
  const documents = new Set(documentIds);
  if (documents.size === 0) return () => false;
  const idsOf = (rows: readonly TableRow<TableName>[]): Set<string> =>
    new Set(rows.flatMap((row) => ('id' in row && isOwn(row) ? [String(row.id)] : [])));
  const [units, entities] = [new Set<string>(), new Set<string>()];
  const communities = new Set<number>();
  const isOwn = (row: TableRow<TableName>): boolean => {
    if ('document_id' in row) return documents.has(row.document_id ?? '');
    if ('document_ids' in row) return row.document_ids.some((id) => documents.has(id));
    if ('community' in row) return communities.has(row.community);
    if ('text_unit_ids' in row) return row.text_unit_ids.some((id) => units.has(id));
    return 'id' in row && documents.has(String(row.id));
  };
  for (const id of idsOf(tables.text_units)) units.add(id);
  for (const id of idsOf(tables.entities)) entities.add(id);
  for (const { community, entity_ids } of tables.communities)
    if (entity_ids.some((id) => entities.has(id))) communities.add(community);
  return isOwn;
}

interface LoadedTable {
  readonly rows: Rows<unknown>;
  readonly columns: ReadonlySet<string>;
}

const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];
const ROWS_PER_INSERT = 20_000;
const ROWS_PER_PART = 2_000;

async function numberOf(db: QueryDatabase, sql: string, parameters: readonly string[]): Promise<number> {
  return Number(plainRows(await db.select(sql, parameters))[0]?.['total']);
}

async function loadTable(
  db: QueryDatabase,
  tables: Map<string, LoadedTable>,
  table: TableName,
  needed: readonly string[],
  rows: Rows<TableRow<TableName>>,
): Promise<void> {
  const loaded = tables.get(table);
  if (loaded?.rows === rows && needed.every((column) => loaded.columns.has(column))) return;
  const columns = new Set([...(loaded?.columns ?? []), ...needed]);
  tables.delete(table);
  await db.run(createTableSql(table, [...columns]));
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    const length = Math.min(ROWS_PER_INSERT, rows.length - at);
    const some = rowsAt(
      rows,
      Array.from({ length }, (_, place) => at + place),
    );
    await db.insert(table, rowsToArrow(table, some as never, { columns: [...columns], keepDerived: true }));
  }
  tables.set(table, { rows, columns });
}

/** Closes a database, also one that failed. */
async function closed(database: Promise<QueryDatabase> | undefined): Promise<void> {
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
