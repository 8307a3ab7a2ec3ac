import { isRecord } from '../shapes/read-fields';
import { emptyValue, type Column, type ColumnType } from '../tables/schema';
import { TABLES, type TableName, type TableRow } from '../tables/tables';

/** Columns that are filled where a row is read. */
export type LeftOut = readonly string[];

/** A row without its empty values, as JSON has it. */
export function bareRow<N extends TableName>(name: N, row: TableRow<N>, leftOut: LeftOut = []): object {
  const given = row as Readonly<Record<string, unknown>>;
  const kept = columnsOf(name).flatMap(([column, declared]) => {
    const value = given[column];
    const isEmpty =
      leftOut.includes(column) ||
      value === undefined ||
      value === emptyValue(declared) ||
      (Array.isArray(value) && value.length === 0);
    return isEmpty ? [] : [[column, value] as const];
  });
  return Object.fromEntries(kept);
}

/** The row of such JSON. Throws RangeError where a value is not what its column holds: a host may send anything. */
export function rowFrom<N extends TableName>(name: N, value: unknown): TableRow<N> {
  if (!isRecord(value)) throw new RangeError(`A row of ${name} is no object.`);
  const columns = columnsOf(name).map(([column, declared]) => {
    const given = value[column];
    if (given === undefined) return [column, emptyValue(declared)] as const;
    if (!holds(declared.type, given)) throw new RangeError(`The column ${column} of ${name} holds something else.`);
    return [column, given] as const;
  });
  return Object.fromEntries(columns) as TableRow<N>;
}

const columnsOf = (name: TableName): readonly [string, Column][] => Object.entries(TABLES[name]);

function holds(type: ColumnType, value: unknown): boolean {
  if (type === 'string') return typeof value === 'string';
  if (type === 'int') return Number.isSafeInteger(value);
  if (type === 'double') return Number.isFinite(value);
  if (!Array.isArray(value)) return false;
  if (type === 'string[]') return value.every((one) => typeof one === 'string');
  if (type === 'int[]') return value.every((one) => Number.isSafeInteger(one));
  return value.every(
    (one: unknown) => isRecord(one) && typeof one.summary === 'string' && typeof one.explanation === 'string',
  );
}
