import type { TabularShape } from '../../../core/ports';
import { oneLine } from '../text/clean-text';
import type { Rows } from './read-rows';

const LOOKED_AT = 500;

interface Column {
  readonly name: string;
  readonly sample: string;
  readonly averageLength: number;
  /** Distinct values per filled value. */
  readonly distinct: number;
  readonly filled: number;
  readonly numeric: boolean;
}

/** Describes the columns from the first rows and suggests the longest text column and a short, mostly unique title column. */
export function tabularShape(table: Rows): TabularShape {
  const columns = table.columns.map((name, position) => describe(name, table.rows.slice(0, LOOKED_AT), position));
  const byLength = [...columns].sort((a, b) => b.averageLength - a.averageLength);
  const text = byLength.find((column) => !column.numeric) ?? byLength[0];
  const title = columns.find((column) => column !== text && canBeTitle(column));
  return {
    columns: columns.map(({ name, sample, averageLength }) => ({ name, sample, averageLength })),
    rows: table.rows.length,
    suggestion: { textColumns: text ? [text.name] : [], ...(title ? { titleColumn: title.name } : {}) },
  };
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

function canBeTitle(column: Column): boolean {
  const isShort = column.averageLength > 0 && column.averageLength <= 120;
  return isShort && !column.numeric && column.distinct >= 0.8 && column.filled >= 0.8;
}
