type Row = readonly string[];

/** A number, an amount, a date or a time. */
const MEASURE = /^[-+(]?[\p{Sc}\s]*\d[\d.,:/\s'’-]{0,30}[\p{Sc}%\s)]*$/u;

export const isMeasure = (cell: string | undefined): boolean => MEASURE.test(cell?.trim() ?? '');

/** Files that name their columns, for each that begins with data (log-odds). */
const PRIOR = Math.log(3);
/** Most that one column can tell (log-odds). */
const MOST = 3;

/** Log-odds that a row names the columns rather than being one more of the rows below it, by what each column holds. */
export const headingOdds = (row: Row, below: readonly Row[]): number =>
  row.reduce((odds, cell, at) => odds + (cell.trim() ? columnOdds(cell.trim(), cellsAt(below, at)) : 0), PRIOR);

/** Checks for a column of measures. */
export function isMeasured(rows: readonly Row[], at: number): boolean {
  const cells = cellsAt(rows, at);
  return cells.length > 0 && cells.filter(isMeasure).length >= 0.8 * cells.length;
}

const cellsAt = (rows: readonly Row[], at: number): string[] =>
  rows.map((row) => (row[at] ?? '').trim()).filter(Boolean);

function columnOdds(cell: string, below: readonly string[]): number {
  const measures = below.filter(isMeasure);
  if (measures.length > 0 && measures.length >= 0.8 * below.length) return measureOdds(cell, measures);
  if (below.includes(cell)) return -MOST;
  const odds = Math.max(novelty(below, cell, String), novelty(below, cell, formOf), outlying(below, cell));
  return Math.min(MOST, odds);
}

/** A year above years may be one of them; above amounts it is a name. */
function measureOdds(cell: string, measures: readonly string[]): number {
  if (!isMeasure(cell)) return MOST;
  if (YEAR.test(cell) && !measures.every((measure) => YEAR.test(measure)))
    return measures.some(({ length }) => length === cell.length) ? 0 : MOST;
  return measures.map(formOf).includes(formOf(cell)) ? -MOST - PRIOR : 0;
}

const YEAR = /^(?:1[5-9]|20)\d\d$/u;

/** Kinds of signs in their order: `Ida 1909` is `Aa 9`. */
const formOf = (cell: string): string =>
  cell
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/[^\P{L}A]+/gu, 'a')
    .replace(/\d+/gu, '9');

/** Tells how rarely a cell has a value or form that no other cell of its column has (Good and Turing). */
function novelty(below: readonly string[], cell: string, of: (cell: string) => string): number {
  const counts = new Map<string, number>();
  for (const other of below) counts.set(of(other), (counts.get(of(other)) ?? 0) + 1);
  if (counts.has(of(cell))) return 0;
  const single = [...counts.values()].filter((count) => count === 1).length;
  return Math.log((below.length + 1) / (single + 1));
}

/** Tells how rarely a cell is shorter, or longer, than all the others. */
const outlying = (below: readonly string[], { length }: string): number =>
  below.every((other) => other.length > length) || below.every((other) => other.length < length)
    ? Math.log((below.length + 1) / 2)
    : 0;
