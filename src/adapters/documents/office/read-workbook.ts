import { read, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { addTo } from '../../../core/arrays';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { authoredTitle, oneDocument, type OpenSource } from '../format-reader';
import { isZip } from '../read-zip';
import { titleFromPath } from '../paths';
import { hiddenSheets } from './hidden-sheets';
import { measurePackage } from './open-package';

/** Reads an Excel or OpenDocument workbook: each visible sheet with its values as they are shown, and its comments. */
export async function readWorkbook(source: OpenSource): Promise<ReadResult> {
  // The library unpacks whatever it is given.
  if (isZip(source.bytes)) await measurePackage(source);
  const hidden = await hiddenSheets(source);
  source.onProgress();
  const book = parse(source.bytes);
  const { Title = '', Author = '' } = book.Props ?? {};
  const attributes = Author ? { author: Author } : {};
  return oneDocument(source, render(blocksOf(book, hidden, source)), {
    title: authoredTitle(Title) ?? titleFromPath(source.path),
    attributes,
  });
}

function parse(bytes: Uint8Array): WorkBook {
  try {
    // Dates are those written, in no time zone; `dense` has rows as arrays.
    return read(bytes, { type: 'array', cellDates: true, cellNF: true, dense: true, dateNF: 'yyyy-mm-dd', UTC: true });
  } catch (cause) {
    if (cause instanceof Error && /password/iu.test(cause.message)) throw new ParseError(LOCKED, { cause });
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
    const isHidden = hidden.has(name) || (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0;
    if (isHidden || !sheet) continue;
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
    yield { kind: 'row', table, number: at + 1, cells, ...(at === head && { header: true }) };
  }
  for (const [at, row] of rows.entries()) {
    for (const [column, cell] of row.entries()) yield* commentsOf(cell, `${letters(column)}${at + 1}`);
  }
}

/** Finds the row that names the columns: words alone, above a row with a number or a date. -1 for none. */
function headOf(rows: readonly Cells[]): number {
  const isWords = (row: Cells): boolean => row.every((cell) => !cell || cell.t === 's' || cell.t === 'z');
  const first = rows.findIndex((row) => row.filter((cell) => textOf(cell) !== '').length > 1);
  const [head, below] = [rows[first], rows[first + 1]];
  return head && below && isWords(head) && !isWords(below) ? first : -1;
}

/** The cells of all rows as texts. A label that is merged over rows stands in each that has something else. */
function textsOf(rows: readonly Cells[], merges: readonly Merge[]): readonly (readonly string[])[] {
  const starting = new Map<number, Merge[]>();
  for (const merge of merges) addTo(starting, merge.s.r, merge);
  let open: { readonly merge: Merge; readonly label: string }[] = [];
  return rows.map((row, at) => {
    const texts = Array.from(row, textOf);
    open = open.filter(({ merge }) => merge.e.r >= at);
    for (const merge of starting.get(at) ?? []) open.push({ merge, label: texts[merge.s.c] ?? '' });
    for (const { merge } of open) texts.fill('', merge.s.c, merge.e.c + 1);
    if (texts.every((text) => text === '') && !starting.has(at)) return [];
    for (const { merge, label } of open) if (merge.s.c < texts.length) texts[merge.s.c] = label;
    return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  });
}

/** The value as it is shown; one without a format of its own with all its digits. */
function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined || cell.t === 'z') return '';
  const isPlain = cell.z === 'General' || (cell.z === undefined && /^[-+.\dE]*$/u.test(cell.w ?? ''));
  if (cell.t === 'n' && isPlain && typeof cell.v === 'number') return String(Number(cell.v.toPrecision(15)));
  if (cell.w !== undefined) return cell.w;
  return cell.v instanceof Date ? cell.v.toISOString().replace(/T00:00:00\.000Z$/u, '') : String(cell.v);
}

const commentsOf = (cell: CellObject | undefined, place: string): Block[] =>
  (cell?.c ?? []).map(({ a = '', t }) => ({
    kind: 'note',
    note: 'comment',
    mark: '',
    text: `${place}${a && `, ${a}`}: ${t}`,
  }));

/** The letters of a column, from 0: A, B, … Z, AA. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));
