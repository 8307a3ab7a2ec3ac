import type { TabularShape } from '../../../core/ports/documents';
import { oneLine } from '../text/clean-text';

/** A table in memory. Rows may be shorter than `columns`; `raw` is what `raw_data` keeps of a row. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  raw(row: number): unknown;
  /** Lines that stood above the table. */
  readonly preamble?: readonly string[];
}

/** Rows from which the columns are described. */
const SAMPLE_ROWS = 500;

interface Column {
  readonly name: string;
  readonly sample: string;
  readonly averageLength: number;
  /** Distinct values per filled value. */
  readonly distinct: number;
  readonly filled: number;
  readonly numeric: boolean;
}

/** Names of a column that only numbers the rows, and its values. */
const KEY = /^_?(?:id|uuid|guid)$/iu;
const COUNT_OR_HASH = /^(?:\d+|[0-9a-f-]{16,})$/iu;

/** Checks for a column that only numbers the rows. */
export function isKey({ columns, rows }: Rows, position: number): boolean {
  if (!KEY.test(columns[position] ?? '')) return false;
  const values = rows.map((row) => row[position]?.trim() ?? '').filter(Boolean);
  return new Set(values).size === values.length && values.every((value) => COUNT_OR_HASH.test(value));
}

/** From this average length on (UTF-16 code units) a column is running text rather than a field. */
export const PROSE = 60;

/**
 * Describes the columns by the first rows. Suggests the columns of running text, or all of them where cells are short. Also suggests a title
 * column: one that is called so, else a short, mostly unique one.
 */
export function tabularShape(table: Rows): TabularShape {
  const columns = table.columns.map((name, position) => describe(name, table.rows.slice(0, SAMPLE_ROWS), position));
  const prose = columns.filter((column) => !column.numeric && column.averageLength >= PROSE);
  const text = prose.length > 0 ? prose : columns.filter((column) => column.filled > 0);
  const title = titleOf(columns.filter((column) => !prose.includes(column) && !KEY.test(column.name)));
  return {
    columns: columns.map(({ name, sample, averageLength }) => ({ name, sample, averageLength })),
    rows: table.rows.length,
    suggestion: { textColumns: text.map(({ name }) => name), ...(title ? { titleColumn: title.name } : {}) },
  };
}

/** Column names of titles, most telling first. */
const TITLES = [
  /^(?:title|titel|titre|título|titolo|headline|heading|subject|标题|題名|タイトル|件名)$/iu,
  /^(?:(?:full|display)[ _-]?)?(?:name|nom|nombre|nome)$|^(?:姓名|名称|名字|名前|氏名)$/iu,
  /(?:^|[ _-])(?:title|name)$|[a-z](?:Title|Name)$/u,
  /^(?:site|place|station|location|label|item|product|term|question|ort|lieu|地点)$/iu,
];

function titleOf(columns: readonly Column[]): Column | undefined {
  const short = columns.filter(isShort);
  for (const pattern of TITLES) {
    const named = short.find((column) => pattern.test(column.name));
    if (named) return named;
  }
  return short.find((column) => column.distinct >= MOST);
}

function describe(name: string, rows: readonly (readonly string[])[], position: number): Column {
  const values = rows.map((row) => row[position]?.trim() ?? '').filter(Boolean);
  const length = values.reduce((sum, value) => sum + value.length, 0);
  return {
    name,
    sample: oneLine(values[0]?.slice(0, 400) ?? '').slice(0, 120),
    averageLength: Math.round((length / Math.max(1, rows.length)) * 10) / 10,
    distinct: new Set(values).size / Math.max(1, values.length),
    filled: values.length / Math.max(1, rows.length),
    numeric: values.length > 0 && values.every((value) => /^[-+]?[\d.,\s]+%?$/u.test(value.slice(0, 40))),
  };
}

/** The share that counts as most of the rows. */
const MOST = 0.8;

function isShort(column: Column): boolean {
  return column.averageLength > 0 && column.averageLength <= 120 && !column.numeric && column.filled >= MOST;
}
