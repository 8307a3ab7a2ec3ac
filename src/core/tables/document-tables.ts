import { lowerBound } from '../arrays';
import { remembered } from '../memo';
import type { DocumentParts } from './documents';
import type { DocumentRow } from './tables';

/** A table in the text of a document: each line is a row. Offsets are in UTF-16 code units of the text, the end excluded. */
export interface TextTable {
  readonly start: number;
  /** Start of the first row below those that name the columns. */
  readonly body: number;
  readonly end: number;
  /** Rows that name the columns. */
  readonly heads: number;
  /** Place among the tables of its document, from 1. */
  readonly number: number;
}

/** Sign between two cells of a row. A bar that is a word of a cell has a no-break space before it, see `rowText`. */
export const CELL_BORDER = ' | ';

/** Writes cells as a row whose borders alone part them. */
export const rowText = (cells: readonly string[]): string =>
  cells.map((cell) => cell.replace(/ (?=\|(?: |$))/gu, '\u00a0')).join(CELL_BORDER);

type WithTables = Pick<DocumentRow, 'text'> & Pick<DocumentParts, 'table_starts' | 'table_heads'>;

interface Range {
  readonly start: number;
  readonly end: number;
}

const tablesOf = remembered(({ text, table_starts, table_heads }: WithTables): readonly TextTable[] => {
  let gap = -1;
  return table_starts.map((start, at) => {
    // Many tables may stand in one block: its end is looked for once.
    if (gap < start) gap = text.indexOf('\n\n', start);
    if (gap < 0) gap = text.length;
    const end = Math.min(gap, (table_starts[at + 1] ?? Infinity) - 1);
    const heads = table_heads[at] ?? 0;
    let body = start;
    for (let row = 0; row < heads && body < end; row += 1) {
      const line = text.indexOf('\n', body);
      body = line < 0 || line >= end ? end : line + 1;
    }
    return { start, body, end, heads, number: at + 1 };
  });
});

/** The tables that have a part in a range, in their order. */
export function tablesIn(document: WithTables, { start, end }: Range): readonly TextTable[] {
  if (document.table_starts.length === 0) return [];
  const tables = tablesOf(document);
  const first = lowerBound(tables.length, (at) => (tables[at]?.end ?? 0) <= start);
  const last = lowerBound(tables.length, (at) => (tables[at]?.start ?? 0) < end);
  return tables.slice(first, last);
}

/** The table around an offset; undefined for none. */
export const tableAt = (document: WithTables, offset: number): TextTable | undefined =>
  tablesIn(document, { start: offset, end: offset + 1 })[0];

/** The rows that name the columns of a table; empty for none. */
export const headText = ({ text }: Pick<DocumentRow, 'text'>, { start, body }: TextTable): string =>
  text.slice(start, body).trimEnd();

/** Offsets at which the rows of all tables start. */
export function rowStarts(document: WithTables): readonly number[] {
  return tablesIn(document, { start: 0, end: Infinity }).flatMap((table) =>
    linesIn(document.text, table).map(({ start }) => start),
  );
}

/** The lines in a range of a text. */
export function linesIn(text: string, { start, end }: Range): readonly Range[] {
  const lines: Range[] = [];
  for (let at = start; at < end;) {
    const newline = text.indexOf('\n', at);
    const to = newline < 0 || newline > end ? end : newline;
    lines.push({ start: at, end: to });
    at = to + 1;
  }
  return lines;
}

/** The cells of a row, which is a line of a table. */
export function cellsIn(text: string, { start, end }: Range): readonly Range[] {
  let from = start;
  return text
    .slice(start, end)
    .split(CELL_BORDER)
    .map((cell) => {
      const range = { start: from, end: from + cell.length };
      from = range.end + CELL_BORDER.length;
      return range;
    });
}
