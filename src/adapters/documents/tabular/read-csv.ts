import Papa from 'papaparse';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import type { OpenSource } from '../format-reader';
import { oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { csvLayout, csvSigns, type CsvSigns } from './csv-shape';
import { PARSED, readRows } from './read-rows';

/** Reads a table. Its signs, its heading rows and what stands above it are told by what its columns hold. */
export function readCsv(source: OpenSource): ReadResult {
  const { preamble, header, rows } = csvLayout(csvRows(decodeText(source.bytes), source.onProgress));
  if (rows.length === 0) throw new ParseError(message`It has no rows below its heading row. A table needs both.`);
  const width = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  const columns = columnNames(header, width);
  const raw = (row: number): unknown =>
    Object.fromEntries(columns.map((name, index) => [name, rows[row]?.[index] ?? '']));
  return readRows(source, { columns, rows, raw, preamble });
}

/** All rows of a CSV text, by its own signs. */
export function csvRows(csv: string, onProgress: OpenSource['onProgress'] = () => undefined): string[][] {
  const { text, signs } = signed(csv);
  return parseCsv(text, signs, onProgress);
}

/** The same of a text whose cells must be told apart. Throws ParseError for a quotation mark that is never closed. */
export function closedCsvRows(csv: string): string[][] {
  const { text, signs } = signed(csv);
  const rows = rowsOf(text, { skipEmptyLines: 'greedy', ...signs }, () => undefined);
  if (!rows) throw new ParseError(message`A quotation mark of the file is never closed.`);
  return rows;
}

function signed(csv: string): { readonly text: string; readonly signs: CsvSigns } {
  const { text, delimiter } = withoutSignLine(csv.replace(/^\ufeff/u, ''));
  return { text, signs: { ...csvSigns(text), ...(delimiter !== undefined && { delimiter }) } };
}

/** Takes off the line by which spreadsheets tell each other the delimiter. */
function withoutSignLine(text: string): { readonly text: string; readonly delimiter?: string } {
  const [line, delimiter] = /^sep=(.)\r?\n/iu.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? { text } : { text: text.slice(line.length), delimiter };
}

/** A quotation mark that is never closed would swallow the rest: then marks are taken as plain characters. */
function parseCsv(text: string, signs: CsvSigns, onProgress: OpenSource['onProgress']): string[][] {
  const options = { skipEmptyLines: 'greedy', ...signs } as const;
  return rowsOf(text, options, onProgress) ?? rowsOf(text, { ...options, quoteChar: '\u0000' }, onProgress) ?? [];
}

interface CsvOptions extends CsvSigns {
  readonly skipEmptyLines: 'greedy';
  readonly quoteChar?: string;
}

/** Characters that are parsed between two signs of life, at least, and how often there are such signs at most: what is not closed is read again. */
const LEAST_PIECE = 2_000_000;
const MOST_PIECES = 24;

/** The rows of a text; undefined where a quotation mark is never closed. */
function rowsOf(text: string, options: CsvOptions, onProgress: OpenSource['onProgress']): string[][] | undefined {
  const rows: string[][] = [];
  let isClosed = true;
  const inPieces = {
    ...options,
    chunkSize: Math.max(LEAST_PIECE, Math.ceil(text.length / MOST_PIECES)),
    chunk: ({ data, errors, meta }: Papa.ParseResult<string[]>) => {
      for (const row of data) rows.push(row);
      isClosed &&= !errors.some(({ code }) => code === 'MissingQuotes');
      onProgress((PARSED * meta.cursor) / text.length);
    },
  };
  Papa.parse<string[]>(text, inPieces);
  return isClosed ? rows : undefined;
}

function columnNames(header: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: Math.min(width, 2000) }, (_, index) => {
    const base = oneLine(header[index] ?? '').slice(0, 200) || `column ${index + 1}`;
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base} ${count}`;
    taken.add(name);
    return name;
  });
}
