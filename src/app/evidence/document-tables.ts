import type { DocumentView } from '../../core/engine/documents/document-view';
import { cellsIn, linesIn, type TextTable } from '../../core/tables/document-tables';
import { rowAt, type DocumentParts } from '../../core/tables/documents';
import { runsOf, type NotedRange, type TextRange, type TextRun } from './text-runs';

export { CELL_BORDER, cellsIn, linesIn } from '../../core/tables/document-tables';

/** Rows of a table, with the marked parts cut out. */
export interface DocumentTable {
  /** Place among the tables of its document, from 1. */
  readonly number: number;
  /** Rows that name the columns. A run with a negative start is none of the text. */
  readonly head: readonly Cells[];
  readonly rows: readonly DocumentTableRow[];
}

/** By column; a blank cell has no runs. */
type Cells = readonly (readonly TextRun[])[];

interface DocumentTableRow {
  /** Offset of the row in the document. */
  readonly start: number;
  /** As people count the rows of a sheet; null elsewhere. */
  readonly number: number | null;
  readonly marked: boolean;
  readonly cells: Cells;
}

/** The whole rows of a table in a window of its document, with those that name the columns. */
export function knownTable(
  document: Pick<DocumentView, 'text'> & DocumentParts,
  { start, body, end, number }: TextTable,
  window: TextRange,
  marks: readonly TextRange[],
  noted: readonly NotedRange[],
): TextRange & { readonly table: DocumentTable } {
  const { text } = document;
  const newline = text.indexOf('\n', window.end);
  const shown = {
    start: Math.max(start, text.lastIndexOf('\n', window.start - 1) + 1),
    end: Math.min(end, newline < 0 ? text.length : newline),
  };
  const cellsOf = (row: TextRange): Cells => cellsIn(text, row).map((cell) => runsOf(text, cell, marks, noted));
  const rows = linesIn(text, { start: Math.max(body, shown.start), end: shown.end }).map((row) => ({
    start: row.start,
    number: rowAt(document, row.start),
    marked: marks.some((mark) => mark.start < row.end && mark.end > row.start),
    cells: cellsOf(row),
  }));
  return { ...shown, table: { number, head: linesIn(text, { start, end: body }).map(cellsOf), rows } };
}

const ROW = /[^\n]+(?:\n[^\n]+)*/gu;
const CELL = /(.*?): (.*(?:\n {2}.*)*)/gu;

/** The rows in a window of a document that is a table, field by field; null where it is none, as where rows are prose under headings. */
export function recordTable(
  { text, tabular, headings }: Pick<DocumentView, 'text' | 'tabular' | 'headings'>,
  window: TextRange,
  marks: readonly TextRange[],
  noted: readonly NotedRange[] = [],
): DocumentTable | null {
  if (!tabular || headings.length > 0) return null;
  const columns: string[] = [];
  const records: { start: number; marked: boolean; cells: ReadonlyMap<string, readonly TextRun[]> }[] = [];
  const first = text.lastIndexOf('\n\n', window.start) + 1;
  const last = text.indexOf('\n\n', window.end);
  for (const { 0: words, index } of text.slice(first, last === -1 ? text.length : last).matchAll(ROW)) {
    const start = first + index;
    const cells = new Map<string, readonly TextRun[]>();
    let read = 0;
    for (const { 0: line, 1: column = '', 2: value = '', index: at } of words.matchAll(CELL)) {
      const end = start + at + line.length;
      cells.set(column, runsOf(text, { start: end - value.length, end }, marks, noted));
      read += line.length + 1;
    }
    if (read !== words.length + 1) return null; // a line without a column
    columns.push(...[...cells.keys()].filter((column) => !columns.includes(column)));
    const marked = marks.some((mark) => mark.start < start + words.length && mark.end > start);
    records.push({ start, marked, cells });
  }
  const head = [columns.map((column) => [{ start: -1, text: column, marked: false }])];
  const rows = records.map(({ start, marked, cells }) => ({
    ...{ start, number: null, marked },
    cells: columns.map((column) => cells.get(column) ?? []),
  }));
  return rows.length > 0 ? { number: 1, head, rows } : null;
}
