import type { Block } from './block';
import { TableRoom } from './table-room';

/** A cell that may reach over several rows and columns. */
export interface SpanningCell {
  readonly text: string;
  readonly rows?: number;
  readonly columns?: number;
}

export interface SpanningRow {
  readonly cells: readonly SpanningCell[];
  /** Names the columns below. */
  readonly isHead?: boolean;
}

/** A cell in a row, at the columns of the file that it covers: the first, and the one behind its last. */
interface PlacedCell {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Rows below that it reaches into. */
  readonly below: number;
}

/** Columns up to which a merged cell is believed; browsers stop at the same number. */
const WIDEST = 1000;

/**
 * Yields full rows of cells with spans, so that each value stands in its own column: a cell merged over rows is repeated
 * in each of them, one merged over columns is followed by empty cells. A column is one in which a cell of some row begins;
 * those behind the last text of all rows are cut. Throws ParseError where the room is used up.
 */
export function* expandSpans(
  rows: Iterable<readonly SpanningCell[]>,
  room: TableRoom = new TableRoom(),
): Generator<string[]> {
  const placed = [...placeRows(rows, room)];
  const columns = columnsOf(placed);
  for (const cells of placed) {
    const row: string[] = [];
    const fill = (end: number): void => {
      while ((columns[row.length] ?? Infinity) < end) {
        room.take('');
        row.push('');
      }
    };
    for (const { text, from, to } of cells) {
      fill(from);
      if (columns[row.length] === from) row.push(text);
      fill(to);
    }
    yield row;
  }
}

/** Yields the rows of a table as blocks. */
export function* tableBlocks(table: number, rows: readonly SpanningRow[], room?: TableRoom): Generator<Block> {
  let at = 0;
  for (const cells of expandSpans(
    rows.map((row) => row.cells),
    room,
  ))
    yield { kind: 'row', table, cells, ...(rows[at++]?.isHead && { header: true }) };
}

function* placeRows(rows: Iterable<readonly SpanningCell[]>, room: TableRoom): Generator<readonly PlacedCell[]> {
  let above: readonly PlacedCell[] = [];
  for (const cells of rows) {
    const row: PlacedCell[] = [];
    let next = 0;
    let column = 0;
    const hang = (cell: PlacedCell): void => {
      room.take(cell.text);
      row.push({ ...cell, below: cell.below - 1 });
      column = cell.to;
      next += 1;
    };
    for (const { text, rows: height = 1, columns: width = 1 } of cells) {
      for (let cell = above[next]; cell && cell.from <= column; cell = above[next]) hang(cell);
      const to = column + Math.max(1, Math.min(WIDEST, width) || 1);
      row.push({ text, from: column, to, below: height - 1 });
      column = to;
      while ((above[next]?.from ?? Infinity) < column) next += 1;
    }
    for (let cell = above[next]; cell; cell = above[next]) hang(cell);
    above = row.filter(({ below }) => below > 0);
    yield row;
  }
}

/** Columns of the file in which cells begin, up to the last one with text. */
function columnsOf(rows: readonly (readonly PlacedCell[])[]): readonly number[] {
  const begun = new Set<number>();
  let last = -1;
  for (const { text, from } of rows.flat()) {
    begun.add(from);
    if (text.trim() !== '') last = Math.max(last, from);
  }
  return [...begun].filter((from) => from <= last).sort((left, right) => left - right);
}
