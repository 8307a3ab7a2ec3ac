import type { Work } from '../work';

/** A row of a table, known by its id. */
export interface Row {
  readonly id: string;
}

/** What is looked up by a key. */
export interface Lookup<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
}

/**
 * Numbers of a table's rows, shared by successive states of the table. A row keeps its number while what is indexed of it stays; numbers are
 * not used again. So an index by number needs only what is new, and an earlier state goes on finding its own rows.
 */
interface RowNumbers<R> {
  /** By number, the row as it is indexed; undefined for one that is gone. */
  readonly indexed: (R | undefined)[];
  /** The latest number of each id. */
  readonly latest: Map<string, number>;
  /** By number, the one that its id had before. */
  readonly earlier: (number | undefined)[];
  /** How many are gone. */
  gone: number;
}

/** One state of a table. A row is meant by its position in `rows`; its number is only for what is kept from state to state. */
export interface NumberedRows<R extends Row> extends Lookup<string, R> {
  readonly rows: readonly R[];
  /** By position. */
  readonly numbers: Int32Array;
  /** By number; -1 for a row that is not in this state. */
  readonly positions: Int32Array;
  /** Positions by id. */
  readonly at: Lookup<string, number>;
  /** What the numbers are shared by: only numbers of the same are the same rows. */
  readonly shared: RowNumbers<R>;
}

/** How something is kept of a table's rows by their numbers. */
export interface RowKeeper<R> {
  add(number: number, row: R): void;
  remove(number: number): void;
  /** Whether what is kept of a row, as it was then, is what would be kept of it as it is now. */
  isCurrent(number: number, row: R, then: R): boolean;
}

/** A table in a state, and what is kept of its rows. */
export interface KeptRows<R extends Row, K> {
  readonly state: NumberedRows<R>;
  readonly kept: K;
}

const ROWS_PER_STEP = 4;
/** Where more of the numbers than this are gone, all is made anew. */
const MOST_GONE = 0.5;

/**
 * The next state of a table: adds what is new to what is kept, in small steps. Rows that are gone stay there until the returned function is
 * called, so that the earlier state can be asked meanwhile. A work that was given up is gone on with by the next one.
 */
export function* keepRows<R extends Row, K>(
  rows: readonly R[],
  { create, keeper }: { readonly create: () => K; readonly keeper: (kept: K) => RowKeeper<R> },
  before?: KeptRows<R, K>,
): Work<() => KeptRows<R, K>> {
  const earlier = before && goneShare(before.state.shared) <= MOST_GONE ? before : undefined;
  const kept = earlier?.kept ?? create();
  const { add, remove, isCurrent } = keeper(kept);
  const shared: RowNumbers<R> = earlier?.state.shared ?? { indexed: [], latest: new Map(), earlier: [], gone: 0 };
  const same = earlier && samePositions(earlier.state.rows, rows);
  const numbers = new Int32Array(rows.length);
  let added = 0;
  for (let at = 0, row: R | undefined; (row = rows[at]) !== undefined; at++) {
    const from = same?.[at] ?? -1;
    const known = from < 0 ? shared.latest.get(row.id) : earlier?.state.numbers[from];
    const then = known === undefined ? undefined : shared.indexed[known];
    if (known !== undefined && then && isCurrent(known, row, then)) {
      shared.indexed[known] = row;
      numbers[at] = known;
      continue;
    }
    const number = shared.indexed.length;
    shared.indexed.push(row);
    shared.earlier.push(shared.latest.get(row.id));
    shared.latest.set(row.id, number);
    add(number, row);
    numbers[at] = number;
    if (++added % ROWS_PER_STEP === 0) yield { done: at, total: rows.length };
  }
  return () => {
    const state = numberedRows(rows, numbers, shared);
    for (let number = 0; number < shared.indexed.length; number++) {
      if (shared.indexed[number] === undefined || (state.positions[number] ?? -1) >= 0) continue;
      shared.indexed[number] = undefined;
      shared.gone++;
      remove(number);
    }
    return { state, kept };
  };
}

function numberedRows<R extends Row>(rows: readonly R[], numbers: Int32Array, shared: RowNumbers<R>): NumberedRows<R> {
  const positions = new Int32Array(shared.indexed.length).fill(-1);
  for (let at = 0; at < numbers.length; at++) positions[numbers[at] ?? 0] = at;
  const positionOf = (id: string): number | undefined => {
    let number = shared.latest.get(id);
    while (number !== undefined && (positions[number] ?? -1) < 0) number = shared.earlier[number];
    return number === undefined ? undefined : positions[number];
  };
  return {
    rows,
    numbers,
    positions,
    shared,
    at: { get: positionOf, has: (id) => positionOf(id) !== undefined },
    get: (id) => rows[positionOf(id) ?? -1],
    has: (id) => positionOf(id) !== undefined,
  };
}

const goneShare = ({ gone, indexed }: RowNumbers<Row>): number => gone / Math.max(1, indexed.length);

/** So many rows that are gone are passed over one by one. */
const NEAR = 64;

/**
 * For each row its position in an earlier state of the table, where it is the same object there; else -1. Rows that stay mostly keep their
 * order, so that one sweep finds them.
 */
export function samePositions(before: readonly Row[], rows: readonly Row[]): Int32Array {
  const found = new Int32Array(rows.length).fill(-1);
  let all: ReadonlyMap<Row, number> | undefined;
  let next = 0;
  for (let at = 0, row: Row | undefined; (row = rows[at]) !== undefined; at++) {
    if (next < before.length && before[next] !== row && before[next]?.id !== row.id) {
      let from = next + 1;
      while (from < next + NEAR && before[from] !== row) from++;
      if (before[from] !== row) {
        all ??= new Map(before.map((one, position) => [one, position]));
        from = all.get(row) ?? next - 1;
      }
      next = from;
    }
    if (before[next] === row) found[at] = next;
    next++;
  }
  return found;
}
