import { read, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { addTo } from '../../../core/arrays';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { commentBlock, type Block } from '../blocks/block';
import { numeral } from '../blocks/numerals';
import { render } from '../blocks/render';
import { authoredTitle, oneDocument, type OpenSource } from '../format-reader';
import { isZip } from '../read-zip';
import { titleFromPath } from '../paths';
import { hiddenSheets } from './hidden-sheets';
import { leftOut } from './left-out';
import { measurePackage } from './open-package';
import { shownValue } from './shown-value';

/** Reads an Excel or OpenDocument workbook: each visible sheet with its values as they are shown, and its comments. */
export async function readWorkbook(source: OpenSource): Promise<ReadResult> {
  // The library unpacks whatever it is given.
  if (isZip(source.bytes)) await measurePackage(source);
  const hiddenByStyle = await hiddenSheets(source);
  source.onProgress();
  const book = parse(source.bytes);
  const { Title = '', Author = '' } = book.Props ?? {};
  const hidden = book.SheetNames.filter(
    (name, at) => hiddenByStyle.has(name) || (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0,
  );
  return oneDocument(source, render(blocksOf(book, new Set(hidden), source)), {
    title: authoredTitle(Title) ?? titleFromPath(source.path),
    author: Author,
    attributes: leftOut('sheets', hidden),
  });
}

function parse(bytes: Uint8Array): WorkBook {
  try {
    // Dates are those written, in no time zone; `dense` has rows as arrays.
    return read(bytes, { type: 'array', cellDates: true, cellNF: true, dense: true, dateNF: 'yyyy-mm-dd', UTC: true });
  } catch (cause) {
    if (cause instanceof Error && /password|encrypt/iu.test(cause.message)) throw new ParseError(LOCKED, { cause });
    throw new ParseError(message`It is damaged: its sheets cannot be read. Open it, save it again and add that.`, {
      cause,
    });
  }
}

const LOCKED = message`It is protected with a password. Save it without one and add that.`;

function* blocksOf(book: WorkBook, hidden: ReadonlySet<string>, source: OpenSource): Generator<Block> {
  for (const [at, name] of book.SheetNames.entries()) {
    yield { kind: 'part', part: 'sheet', number: at + 1, name };
    const sheet = book.Sheets[name];
    if (hidden.has(name) || !sheet) continue;
    yield { kind: 'heading', level: 1, text: name };
    yield* sheetBlocks(sheet, at + 1);
    source.onProgress();
  }
}

type Cells = readonly (CellObject | undefined)[];
type Merge = NonNullable<WorkSheet['!merges']>[number];

function* sheetBlocks(sheet: WorkSheet, table: number): Generator<Block> {
  const rows = Array.from(sheet['!data'] ?? [], (row): Cells => row ?? []);
  const texts = textsOf(rows, sheet['!merges'] ?? []);
  const head = headOf(rows);
  for (const [at, cells] of texts.entries()) {
    if (cells.length === 0) continue;
    yield { kind: 'row', table, number: at + 1, cells, ...(at === head && { header: true }) };
  }
  for (const [at, row] of rows.entries()) {
    for (const [column, cell] of writtenCells(row)) yield* commentsOf(cell, `${numeral(column + 1, 'A')}${at + 1}`);
  }
}

/** Finds the row that names the columns: words alone, above a row with a number or a date. -1 for none. */
function headOf(rows: readonly Cells[]): number {
  const isWords = (row: Cells): boolean => row.every((cell) => !cell || cell.t === 's' || cell.t === 'z');
  const first = rows.findIndex((row) => row.filter((cell) => textOf(cell) !== '').length > 1);
  const [head, below] = [rows[first], rows[first + 1]];
  return head && below && isWords(head) && !isWords(below) ? first : -1;
}

/** The cells that a row has, with their columns from 0. A row with one cell far to the right has one. */
const writtenCells = (row: Cells): readonly (readonly [number, CellObject | undefined])[] =>
  Object.entries(row).map(([column, cell]) => [Number(column), cell]);

/** Finds the columns with words, and the first one of those without that lie between them. */
function shownColumns(rows: readonly Cells[]): readonly number[] {
  const filled = new Set<number>();
  for (const row of rows) {
    for (const [column, cell] of writtenCells(row)) if (!filled.has(column) && textOf(cell) !== '') filled.add(column);
  }
  const columns = [...filled].sort((a, b) => a - b);
  return columns.flatMap((column, at) => (at > 0 && !filled.has(column - 1) ? [column - 1, column] : [column]));
}

/**
 * The cells of all rows as texts, in the columns that are shown. A label that is merged over rows stands in each that
 * has something else.
 */
function textsOf(rows: readonly Cells[], merges: readonly Merge[]): readonly (readonly string[])[] {
  const starting = new Map<number, Merge[]>();
  for (const merge of merges) addTo(starting, merge.s.r, merge);
  const columns = shownColumns(rows);
  /** By column: the last row of the merged cell that covers it, and what that cell shows there. */
  const covers: { readonly last: number; readonly text: string }[] = [];
  const coverAt = (column: number, row: number) => {
    const cover = covers[column];
    return cover && cover.last >= row ? cover : undefined;
  };
  return rows.map((row, at) => {
    for (const { s, e } of starting.get(at) ?? []) {
      // Merged cells that overlap others are written by no program.
      const last = Math.min(e.c, columns.at(-1) ?? -1);
      for (let column = s.c; column <= last && !coverAt(column, at); column += 1)
        covers[column] = { last: e.r, text: column === s.c ? textOf(row[column]) : '' };
    }
    if (row.length === 0) return [];
    const isEmpty = columns.every((column) => coverAt(column, at) !== undefined || textOf(row[column]) === '');
    if (isEmpty && !starting.has(at)) return [];
    const texts = columns.map((column) => coverAt(column, at)?.text ?? textOf(row[column]));
    return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  });
}

/** The value as it is shown; one without a format of its own with all its digits. */
function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.t === 'z') return '';
  const isPlain = cell.z === 'General' || (cell.z === undefined && PLAIN.test(cell.w ?? ''));
  if (cell.t === 'n' && isPlain && typeof cell.v === 'number') return String(Number(cell.v.toPrecision(15)));
  const shown = shownValue(cell);
  if (shown !== undefined) return shown;
  return cell.v instanceof Date ? cell.v.toISOString().replace(/T00:00:00\.000Z$/u, '') : String(cell.v);
}

/** A number that no format has shaped: it begins with one zero at most. */
const PLAIN = /^[-+]?(?!0\d)[.\d]*(?:E[-+]?\d+)?$/u;

const commentsOf = (cell: CellObject | undefined, place: string): Block[] =>
  (cell?.c ?? []).map(({ a, t }) => commentBlock(t, place, a));
