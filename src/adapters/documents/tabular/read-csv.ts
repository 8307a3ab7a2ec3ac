import Papa from 'papaparse';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult, TableReading } from '../../../core/ports/documents';
import type { OpenSource } from '../format-reader';
import { decodeText } from '../text/decode-text';
import { areSure, columnNames, csvLayout, csvSigns, SAMPLE, tellLayout, type CsvSigns } from './csv-shape';
import { PARSED, readRows } from './read-rows';
import { tableReadings } from './table-readings';

/** Reads a table. Its signs, its heading rows and what stands above it are told by what its columns hold, or else by a person. */
export function readCsv(source: OpenSource): ReadResult {
  const { choice, onProgress } = source;
  const answer = source.answer?.kind === 'table' ? source.answer : undefined;
  const { text, signs } = signed(decodeText(source.bytes), answer?.delimiter);
  const all = parseCsv(text, signs[0], onProgress);
  const layout = tellLayout(all);
  if (!answer && !choice && all.length > 1 && !(layout.isSure && areSure(signs)))
    return { kind: 'documents', documents: [], need: { kind: 'table', readings: readingsOf(text, signs) } };
  const { preamble, header, rows } = csvLayout(all, answer ?? layout);
  if (rows.length === 0) throw new ParseError(message`It has no rows below its heading row. A table needs both.`);
  const width = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  const columns = columnNames(header, width);
  const raw = (row: number): unknown =>
    Object.fromEntries(columns.map((name, index) => [name, rows[row]?.[index] ?? '']));
  return readRows(source, { columns, rows, raw, preamble });
}

/** All cells of a text. Throws ParseError for a quotation mark that is never closed. */
export function closedCsvRows(csv: string): string[][] {
  const { text, signs } = signed(csv);
  const rows = rowsOf(text, optionsOf(signs[0]), () => undefined);
  if (!rows) throw new ParseError(message`A quotation mark of the file is never closed.`);
  return rows;
}

/** Readings by signs that fit some rows, but at least by the best ones. */
const readingsOf = (text: string, signs: readonly SignsOfTable[]): readonly TableReading[] =>
  signs
    .filter(({ fit }, at) => at === 0 || fit > 0)
    .flatMap((one) => tableReadings(parseCsv(text.slice(0, SAMPLE), one), one.delimiter));

type SignsOfTable = ReturnType<typeof csvSigns>[number];

/** A text with the signs that may be its own, best first. */
function signed(csv: string, delimiter?: string): { readonly text: string; readonly signs: readonly SignsOfTable[] } {
  const whole = csv.replace(/^\ufeff/u, '');
  // The line by which spreadsheets tell each other the delimiter.
  const [line = '', written] = /^sep=(.)\r?\n/iu.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const known = delimiter ?? written;
  return { text, signs: csvSigns(text, known === undefined ? undefined : [known]) };
}

const optionsOf = ({ delimiter, escapeChar }: CsvSigns = { delimiter: ',', escapeChar: '"' }): CsvOptions => ({
  ...{ delimiter, escapeChar },
  skipEmptyLines: 'greedy',
});

/** A quotation mark that is never closed would swallow the rest: then marks are taken as plain characters. */
function parseCsv(
  text: string,
  signs: CsvSigns | undefined,
  onProgress: OpenSource['onProgress'] = () => undefined,
): string[][] {
  const options = optionsOf(signs);
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
