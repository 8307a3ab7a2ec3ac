import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { RowsQuery, TableQuery } from '../../../core/ports/collections';
import type { Column, ColumnType } from '../../../core/tables/schema';
import { TABLES, type TableName } from '../../../core/tables/tables';

/** SQL for a page of a table and for the number of rows that match; what a person typed goes in as parameters only. */
interface PageSql {
  readonly rows: string;
  readonly total: string;
  readonly parameters: readonly string[];
}

const MAX_PAGE = 1000;

/** Throws StorageError for a table, column or range that is not declared. */
export function pageSql(query: TableQuery): PageSql {
  const chosen = [...new Set(query.columns)].map((name) => columnOf(query, name));
  const { offset, limit } = query;
  if (chosen.length === 0 || !isCount(offset) || !isCount(limit) || limit > MAX_PAGE) {
    throw new StorageError(message`This page of the table cannot be shown.`, { detail: JSON.stringify(query) });
  }
  const { ordered, from, parameters } = selection(query, chosen);
  return {
    rows: `${ordered} LIMIT ${limit} OFFSET ${offset}`,
    total: `SELECT count(*) AS total ${from}`,
    parameters,
  };
}

function selection(query: RowsQuery, chosen: readonly NamedColumn[]) {
  const filter = query.filter ? [`%${escaped(query.filter)}%`] : [];
  const conditions = [whereSql(chosen, query.filter), amongSql(query, filter.length)].filter((one) => one !== '');
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.map((one) => `(${one})`).join(' AND ')}`;
  const from = `FROM ${quoted(query.table)}${where}`;
  return {
    ordered: `SELECT ${chosen.map(({ name }) => quoted(name)).join(', ')} ${from}${orderSql(query)}`,
    from,
    parameters: [...filter, ...(query.among?.values ?? [])],
  };
}

/** Matches the rows whose value is one of some; their parameters come after so many others. */
function amongSql(query: RowsQuery, before: number): string {
  if (!query.among) return '';
  const { name } = columnOf(query, query.among.column);
  const places = query.among.values.map((_, at) => `$${String(before + at + 1)}`);
  return places.length === 0 ? 'false' : `CAST(${quoted(name)} AS VARCHAR) IN (${places.join(', ')})`;
}

/** SQL that keeps all rows of a query, in their order, as a table of its own, and what is asked of that one. */
interface KeptRowsSql {
  readonly keep: string;
  readonly total: string;
  /** The rows at these positions. */
  readonly part: (start: number, end: number) => string;
  readonly drop: string;
  readonly parameters: readonly string[];
}

/** Throws StorageError for a table or column that is not declared. `name` is ours, never a person's. */
export function keptRowsSql(query: RowsQuery, name: string): KeptRowsSql {
  const chosen = [...new Set(query.columns)].map((column) => columnOf(query, column));
  if (chosen.length === 0)
    throw new StorageError(message`This page of the table cannot be shown.`, { detail: JSON.stringify(query) });
  const { ordered, parameters } = selection(query, chosen);
  const columns = chosen.map((column) => quoted(column.name)).join(', ');
  return {
    keep: `CREATE TEMP TABLE ${quoted(name)} AS SELECT *, row_number() OVER () AS ${quoted(POSITION)} FROM (${ordered})`,
    total: `SELECT count(*) AS total FROM ${quoted(name)}`,
    part: (start, end) =>
      `SELECT ${columns} FROM ${quoted(name)} WHERE ${quoted(POSITION)} > ${start} AND ${quoted(POSITION)} <= ${end} ORDER BY ${quoted(POSITION)}`,
    drop: `DROP TABLE IF EXISTS ${quoted(name)}`,
    parameters,
  };
}

/** No column of ours has this name. */
const POSITION = 'position in the export';

/** DDL of a table with some of its columns, in their declared order. */
export function createTableSql(table: TableName, columns: readonly string[]): string {
  const declared: [string, Column][] = Object.entries(TABLES[table]);
  const list = declared.flatMap(([name, { type }]) =>
    columns.includes(name) ? [`${quoted(name)} ${SQL_TYPES[type]}`] : [],
  );
  return `CREATE OR REPLACE TABLE ${quoted(table)} (${list.join(', ')})`;
}

/** Columns that a query needs, whether shown or not. */
export function neededColumns(query: RowsQuery): string[] {
  const { columns, sort, among } = query;
  return ['human_readable_id', ...columns, ...(sort ? [sort.column] : []), ...(among ? [among.column] : [])];
}

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'VARCHAR',
  int: 'BIGINT',
  double: 'DOUBLE',
  'string[]': 'VARCHAR[]',
  'int[]': 'BIGINT[]',
  findings: 'STRUCT(explanation VARCHAR, summary VARCHAR)[]',
};

interface NamedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

function columnOf({ table }: RowsQuery, name: string): NamedColumn {
  if (!Object.hasOwn(TABLES, table)) throw new StorageError(message`There is no such table.`, { detail: table });
  const columns: Readonly<Record<string, Column>> = TABLES[table];
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw new StorageError(message`The table ${table} has no such column.`, { detail: name });
  return { name, type: column.type };
}

function whereSql(columns: readonly NamedColumn[], filter: string | undefined): string {
  if (!filter) return '';
  const texts = columns.flatMap(({ name, type }) => {
    if (type === 'string') return [quoted(name)];
    return type === 'string[]' ? [`array_to_string(${quoted(name)}, chr(10))`] : [];
  });
  if (texts.length === 0) return 'false';
  return `${texts.map((text) => `${text} ILIKE $1 ESCAPE '\\'`).join(' OR ')}`;
}

/** Text sorts without regard to case, lists by their length; rows that are equal keep one order over all pages. */
function orderSql(query: RowsQuery): string {
  if (!query.sort) return ' ORDER BY "human_readable_id"';
  const { name, type } = columnOf(query, query.sort.column);
  const key = { string: `lower(${quoted(name)})`, int: quoted(name), double: quoted(name) }[type as string];
  const direction = query.sort.descending ? 'DESC' : 'ASC';
  return ` ORDER BY ${key ?? `len(${quoted(name)})`} ${direction} NULLS LAST, "human_readable_id"`;
}

function quoted(name: string): string {
  return `"${name}"`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
