/** The rows of a table: an array of them, or columns of which a row is made when it is looked at. */
export interface Rows<R> extends Iterable<R> {
  readonly length: number;
  /** The row at a place from 0 on; undefined beyond the last one. */
  at(place: number): R | undefined;
  map<T>(make: (row: R, place: number) => T): T[];
  flatMap<T>(make: (row: R, place: number) => T | readonly T[]): T[];
  filter(is: (row: R, place: number) => boolean): R[];
  find(is: (row: R, place: number) => boolean): R | undefined;
  some(is: (row: R, place: number) => boolean): boolean;
  entries(): IterableIterator<[number, R]>;
}

/** Rows that are kept as columns. */
export interface KeptAsColumns<R> extends Rows<R> {
  /** A number that no row of other values has; one that stays in later states of a table keeps it. */
  identity(place: number): number;
  /** Reads one column, without making rows. */
  column<K extends keyof R>(name: K): (place: number) => R[K];
  /** Some of the rows, in the order of these places. */
  pick(places: Iterable<number>): KeptAsColumns<R>;
}

const isColumns = <R>(rows: Rows<R>): rows is KeptAsColumns<R> => 'identity' in rows;

/** Reads what distinguishes a row from all others: the object in an array, its number in columns; undefined beyond the last row. */
export function identities<R>(rows: Rows<R>): (place: number) => unknown {
  if (!isColumns(rows)) return (place) => rows.at(place);
  return (place) => (place < rows.length ? rows.identity(place) : undefined);
}

/** Reads one column, without making rows where there are columns. */
export function columnOf<R extends object, K extends keyof R>(
  rows: Rows<R>,
  name: K,
): (place: number) => R[K] | undefined {
  return isColumns(rows) ? rows.column(name) : (place) => rows.at(place)?.[name];
}

/** The row at a place; undefined where the place is negative, or beyond the last row. */
export const rowIn = <R>(rows: Rows<R>, place: number): R | undefined => (place < 0 ? undefined : rows.at(place));

/** The rows at these places. */
export function rowsAt<R>(rows: Rows<R>, places: Iterable<number>): Rows<R> {
  if (isColumns(rows)) return rows.pick(places);
  return Array.from(places, (place) => rows.at(place)).filter((row) => row !== undefined);
}

/** The place of each row, by its id. */
export function placesById(rows: Rows<{ readonly id: string }>): ReadonlyMap<string, number> {
  const idOf = columnOf(rows, 'id');
  return new Map(Array.from({ length: rows.length }, (_, place) => [idOf(place) ?? '', place]));
}

/** Checks that two rows have the same values, lists too. */
export function isSameRow<R extends object>(one: R, other: R): boolean {
  return Object.entries(other).every(([name, value]) => isSameValue(one[name as keyof R], value));
}

/** Checks for the same value, or lists of the same ones. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((value, at) => value === other[at]));

/** The ids of those of some rows that a table has with the same values. */
export function unchangedIds<R extends { readonly id: string }>(
  rows: Rows<R>,
  wanted: Iterable<R>,
): ReadonlySet<string> {
  const before = new Map(Array.from(wanted, (row) => [row.id, row]));
  const idOf = columnOf(rows, 'id');
  const found = new Set<string>();
  for (let place = 0; place < rows.length && found.size < before.size; place++) {
    const other = before.get(idOf(place) ?? '');
    const row = other && rows.at(place);
    if (row && (row === other || isSameRow(other, row))) found.add(row.id);
  }
  return found;
}
