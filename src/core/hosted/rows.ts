import { isRecord } from '../shapes/read-fields';
import { emptyValue, type Column, type ColumnType } from '../tables/schema';
import { TABLES, type TableName, type TableRow } from '../tables/tables';

/** Columns that are filled where a row is read. */
type LeftOut = readonly string[];

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
    return isEmpty ? [] : [[column, Array.isArray(value) ? shortList(value) : value] as const];
  });
  return Object.fromEntries(kept);
}

/** The row of such JSON. Throws RangeError where a value does not fit its column: a host may send anything. */
export function rowFrom<N extends TableName>(name: N, value: unknown): TableRow<N> {
  if (!isRecord(value)) throw new RangeError(`A row of ${name} is no object.`);
  const columns = columnsOf(name).map(([column, declared]) => {
    const given = longList(value[column]);
    if (given === undefined) return [column, emptyValue(declared)] as const;
    if (!holds(declared.type, given)) throw new RangeError(`The column ${column} of ${name} holds something else.`);
    return [column, given] as const;
  });
  return Object.fromEntries(columns) as TableRow<N>;
}

/** Letters with whole numbers behind them, as short ids are, become that letter and the distances between the numbers. */
function shortList(values: readonly unknown[]): readonly unknown[] {
  const [letter] = typeof values[0] === 'string' ? values[0] : '';
  const numbers = values.map((value) =>
    typeof value === 'string' && value[0] === letter ? Number(value.slice(1)) : NaN,
  );
  const isShort = letter !== undefined && numbers.every((number, at) => `${letter}${number}` === values[at]);
  return isShort && numbers.every(Number.isSafeInteger)
    ? [letter, ...numbers.map((number, at) => number - (numbers[at - 1] ?? 0))]
    : values;
}

/** The list of such distances; anything else as it is. */
function longList(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [letter, ...distances] = value as readonly unknown[];
  if (typeof letter !== 'string' || distances.length === 0 || !distances.every(Number.isSafeInteger)) return value;
  let number = 0;
  return distances.map((distance) => `${letter}${(number += Number(distance))}`);
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
