import type { DocumentView } from '../../core/engine/documents/document-view';
import { runsOf, type TextRange, type TextRun } from './document-blocks';

/** Rows of a table that was read as one document, with the marked parts cut out. */
export interface DocumentTable {
  readonly columns: readonly string[];
  readonly rows: readonly DocumentTableRow[];
}

export interface DocumentTableRow {
  /** Offset of the row in the document. */
  readonly start: number;
  readonly marked: boolean;
  /** By column; a blank cell is missing. */
  readonly cells: ReadonlyMap<string, readonly TextRun[]>;
}

const ROW = /[^\n]+(?:\n[^\n]+)*/gu;
const CELL = /(.*?): (.*)/gu;

/** The rows in a window of a document as a table; null where it is none, as where rows are prose under headings. */
export function documentTable(
  { text, tabular, headings }: Pick<DocumentView, 'text' | 'tabular' | 'headings'>,
  window: TextRange,
  marks: readonly TextRange[],
): DocumentTable | null {
  if (!tabular || headings.length > 0) return null;
  const columns: string[] = [];
  const rows: DocumentTableRow[] = [];
  const first = text.lastIndexOf('\n\n', window.start) + 1;
  const last = text.indexOf('\n\n', window.end);
  for (const { 0: words, index } of text.slice(first, last === -1 ? text.length : last).matchAll(ROW)) {
    const start = first + index;
    const cells = new Map<string, readonly TextRun[]>();
    let read = 0;
    for (const { 0: line, 1: column = '', 2: value = '', index: at } of words.matchAll(CELL)) {
      const end = start + at + line.length;
      cells.set(column, runsOf(text, { start: end - value.length, end }, marks));
      read += line.length + 1;
    }
    if (read !== words.length + 1) return null; // a line without a column
    const following = [...cells.keys()].filter((column) => !columns.includes(column));
    columns.push(...following);
    const marked = marks.some((mark) => mark.start < start + words.length && mark.end > start);
    rows.push({ start, marked, cells });
  }
  return rows.length > 0 ? { columns, rows } : null;
}
