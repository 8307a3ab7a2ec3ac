import type { Box } from './box';

/** Rows of a table, each with a cell for every column, and the number of lines that they take. */
interface FoundTable {
  readonly rows: readonly (readonly string[])[];
  readonly lines: number;
  /** The first row names the columns. */
  readonly hasHead: boolean;
}

/** Fewest rows: of parts that wide gaps set apart, and of those that may be words of justified lines. */
const FEWEST_ROWS = 2;
const FEWEST_NARROW_ROWS = 3;
/** Distance of lines, in multiples of the letter size, within a cell. */
const CELL_SPACING = 1.5;

/** Finds the table that begins at a line of a region; its rows are lines with parts below one another. */
export function tableAt(
  region: readonly Box[],
  start: number,
  isHeading: (line: Box) => boolean,
): FoundTable | undefined {
  const rows: Box[][] = [];
  let end = start;
  for (let before: Box | undefined; end < region.length; end += 1) {
    const line = region[end];
    const row = rows.at(-1);
    if (!line || isHeading(line)) break;
    const cells = line.parts ?? line.cells;
    if (cells && (!row || sharesColumn(row, cells))) rows.push([...cells]);
    else if (!cells && row && before && continuesCell(line, row, before)) row.push(line);
    else break;
    before = line;
  }
  const isWide = region.slice(start, end).some(({ text }) => text.includes('\t'));
  if (rows.length < (isWide ? FEWEST_ROWS : FEWEST_NARROW_ROWS)) return undefined;
  const columns = columnsOf(rows);
  const cells = rows.map((row) => cellsOf(row, columns));
  repeatLabels(cells);
  return {
    rows: cells,
    lines: end - start,
    hasHead: isBoldAlone(rows) || namesColumns(cells),
  };
}

/** The first row alone is bold. */
const isBoldAlone = ([head = [], ...rows]: readonly (readonly Box[])[]): boolean =>
  head.every(({ bold }) => bold) && rows.every((row) => row.some(({ bold }) => !bold));

/** Words alone stand in each column, above a row with a number or a date. */
function namesColumns([head = [], below = []]: readonly (readonly string[])[]): boolean {
  const isValue = (text: string): boolean => /^[^\p{L}]*\d/u.test(text);
  return head.every((text) => text !== '' && !isValue(text)) && below.some(isValue);
}

/** A row without a first cell belongs to the label above, which may be merged over several rows. */
function repeatLabels(rows: readonly string[][]): void {
  rows.forEach((row, at) => {
    if (row[0] === '' && row.filter(Boolean).length > 1) row[0] = rows[at - 1]?.[0] ?? '';
  });
}

const overlap = (a: Span, b: Span): number => Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);

/** A part stands below one of the row above. */
const sharesColumn = (row: readonly Box[], cells: readonly Box[]): boolean =>
  cells.some((cell) => row.some((above) => overlap(above, cell) > 0));

/** A line right below a cell that is not the first one. */
function continuesCell(line: Box, row: readonly Box[], before: Box): boolean {
  const [first] = row;
  return !!first && line.x0 > first.x1 && line.y - before.y <= CELL_SPACING * line.size && overlap(before, line) > 0;
}

interface Span {
  readonly x0: number;
  readonly x1: number;
}

/** Columns from the rows with as many parts as most rows have. */
function columnsOf(rows: readonly (readonly Box[])[]): Span[] {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual = 0] = [...counts].toSorted(([a, m], [b, n]) => n - m || b - a)[0] ?? [];
  const full = rows.filter(({ length }) => length === usual);
  return Array.from({ length: usual }, (_, at) => ({
    x0: full.reduce((least, row) => Math.min(least, row[at]?.x0 ?? least), Infinity),
    x1: full.reduce((most, row) => Math.max(most, row[at]?.x1 ?? most), -Infinity),
  }));
}

function cellsOf(row: readonly Box[], columns: readonly Span[]): string[] {
  const cells = columns.map(() => '');
  for (const part of row) {
    const at = columns.reduce(
      (best, column, each) => (overlap(column, part) > overlap(columns[best] ?? column, part) ? each : best),
      0,
    );
    cells[at] = `${cells[at] ?? ''} ${part.text}`.trim();
  }
  return cells;
}
