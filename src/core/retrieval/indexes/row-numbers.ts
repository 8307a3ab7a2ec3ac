import { columnOf, identities, rowIn, type Rows } from '../../tables/rows';
import type { Work } from '../../work';
import { hashOf } from '../lexical/frozen-lists';

/** A row of a table, known by its id. */
export interface Row {
  readonly id: string;
}

/** Lookup by a key. */
export interface Lookup<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
}

/**
 * Numbers of a table's rows, shared by successive states of the table. A row keeps its number while what is indexed of
 * it stays; numbers are not used again. So an index by number needs only what is new, and an earlier state continues
 * finding its own rows.
 */
interface RowNumbers<R> {
  /** By number, the row as it is indexed; undefined for one that is gone. */
  readonly indexed: (R | undefined)[];
  /** The latest number of each id. */
  readonly latest: Map<string, number>;
  /** By number, the one that its id had before. */
  readonly earlier: (number | undefined)[];
  /** Number of removed rows. */
  gone: number;
}

/** One state of a table. A row is meant by its position in `rows`; its number is only for what is kept from state to state. */
export interface NumberedRows<R extends Row> extends Lookup<string, R> {
  readonly rows: Rows<R>;
  /** By position. */
  readonly numbers: Int32Array;
  /** By number; -1 for a row that is not in this state. */
  readonly positions: Int32Array;
  /** Positions by id. */
  readonly at: Lookup<string, number>;
  /** Owner of the numbers: equal numbers of one owner are the same row. */
  readonly shared: RowNumbers<R>;
}

/** Keeper of a value for each row of a table, by its number. */
interface RowKeeper<R> {
  add(number: number, row: R): void;
  remove(number: number): void;
  /** Checks that the kept value of a row, from its earlier state, is still right for its present one. */
  isCurrent(number: number, row: R, then: R): boolean;
}

/** Keeps rows, and knows them again where what is kept of them was frozen. */
interface FreezableKeeper<R> extends RowKeeper<R> {
  /**
   * A number that identifies the kept value of a row: another one where that differs, of all rows that a frozen one may
   * meet.
   */
  print(row: R): number;
  /** A row of which what is kept was frozen. */
  restore(number: number, row: R): void;
}

/** Methods that create kept values of a table's rows, write them down as arrays, and restore them from these. */
export interface Keeping<R extends Row, K, F> {
  create(frozen?: F): K;
  keeper(kept: K): FreezableKeeper<R>;
  /** Writes down the kept values of a state's rows, each under its position as its number. */
  freeze(kept: K, state: NumberedRows<R>): Work<F>;
}

/** A table in a state, and what is kept of its rows. */
export interface KeptRows<R extends Row, K> {
  readonly state: NumberedRows<R>;
  readonly kept: K;
}

/** Kept values of the rows of one state, as arrays. */
export interface FrozenRows<F> {
  /** By position, a hash of the row's id and its print. */
  readonly prints: Int32Array;
  readonly kept: F;
}

const ROWS_PER_STEP = 4;
/** Share of removed numbers beyond which all is made from scratch. */
const MOST_GONE = 0.5;

/**
 * The next state of a table: adds what is new to what is kept, in small steps. Rows that are gone stay there until the returned function is
 * called, so that the earlier state can be asked meanwhile. A work that was given up is gone on with by the next one.
 */
export function* keepRows<R extends Row, K>(
  rows: Rows<R>,
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
  for (const [at, row] of rows.entries()) {
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

function numberedRows<R extends Row>(rows: Rows<R>, numbers: Int32Array, shared: RowNumbers<R>): NumberedRows<R> {
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
    get: (id) => rowIn(rows, positionOf(id) ?? -1),
    has: (id) => positionOf(id) !== undefined,
  };
}

const goneShare = ({ gone, indexed }: RowNumbers<Row>): number => gone / Math.max(1, indexed.length);

/** Most removed rows that are skipped one by one. */
const NEAR = 64;

/**
 * For each row its position in an earlier state of the table, where it is the same object there; else -1. Rows that stay mostly keep their
 * order, so that one sweep finds them.
 */
export function samePositions(before: Rows<Row>, rows: Rows<Row>): Int32Array {
  const found = new Int32Array(rows.length).fill(-1);
  const [then, now] = [identities(before), identities(rows)];
  const [idThen, idNow] = [columnOf(before, 'id'), columnOf(rows, 'id')];
  let all: ReadonlyMap<unknown, number> | undefined;
  let next = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = now(at);
    if (next < before.length && then(next) !== row && idThen(next) !== idNow(at)) {
      let from = next + 1;
      while (from < next + NEAR && then(from) !== row) from++;
      if (then(from) !== row) {
        all ??= new Map(Array.from({ length: before.length }, (_, position) => [then(position), position]));
        from = all.get(row) ?? next - 1;
      }
      next = from;
    }
    if (next >= 0 && then(next) === row) found[at] = next;
    next++;
  }
  return found;
}

const RESTORED_PER_STEP = 512;

/** Writes down what is kept of the rows of a state. */
export function* freezeRows<R extends Row, K, F>(
  { state, kept }: KeptRows<R, K>,
  { keeper, freeze }: Keeping<R, K, F>,
): Work<FrozenRows<F>> {
  const { print } = keeper(kept);
  const prints = new Int32Array(2 * state.rows.length);
  for (const [at, row] of state.rows.entries()) {
    prints[2 * at] = hashOf(row.id);
    prints[2 * at + 1] = print(row);
    if (at % RESTORED_PER_STEP === 0) yield { done: at, total: state.rows.length };
  }
  return { prints, kept: yield* freeze(kept, state) };
}

/** The rows of a table that are as they were when they were frozen, with what was kept of them. The others are still to be kept. */
export function* restoreRows<R extends Row, K, F>(
  rows: Rows<R>,
  { create, keeper }: Keeping<R, K, F>,
  frozen: FrozenRows<F>,
): Work<KeptRows<R, K>> {
  const kept = create(frozen.kept);
  const { remove, restore, print } = keeper(kept);
  const count = frozen.prints.length / 2;
  const none = () => new Array<undefined>(count).fill(undefined);
  const shared: RowNumbers<R> = { indexed: none(), latest: new Map(), earlier: none(), gone: 0 };
  const [found, numbers]: [R[], number[]] = [[], []];
  const numberOf = frozenNumbers(frozen.prints);
  for (const [at, row] of rows.entries()) {
    const number = numberOf(hashOf(row.id), print(row));
    if (number !== undefined && shared.indexed[number] === undefined) {
      shared.indexed[number] = row;
      shared.latest.set(row.id, number);
      restore(number, row);
      found.push(row);
      numbers.push(number);
    }
    if (at % RESTORED_PER_STEP === 0) yield { done: at, total: rows.length };
  }
  for (let number = 0; number < count; number++) {
    if (shared.indexed[number] !== undefined) continue;
    shared.gone++;
    remove(number);
  }
  return { state: numberedRows(found, Int32Array.from(numbers), shared), kept };
}

/** Finds the number of a frozen row. Rows mostly come in the order in which they were frozen. */
function frozenNumbers(prints: Int32Array): (id: number, print: number) => number | undefined {
  let next = 0;
  let all: ReadonlyMap<number, number> | undefined;
  const is = (number: number | undefined, id: number, print: number): number is number =>
    number !== undefined && prints[2 * number] === id && prints[2 * number + 1] === print;
  return (id, print) => {
    if (!is(next, id, print)) {
      all ??= new Map(Array.from({ length: prints.length / 2 }, (_, number) => [prints[2 * number] ?? 0, number]));
      const number = all.get(id);
      if (!is(number, id, print)) return undefined;
      next = number;
    }
    return next++;
  };
}
