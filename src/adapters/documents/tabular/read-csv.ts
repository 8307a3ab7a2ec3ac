import Papa from 'papaparse';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import type { OpenSource } from '../format-reader';
import { oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { readRows } from './read-rows';

const DELIMITERS = [',', ';', '\t', '|'];

/** Reads a table with a heading row; the delimiter is found by looking. */
export function readCsv(source: OpenSource): ReadResult {
  const [header, ...rows] = parseCsv(decodeText(source.bytes).replace(/^\ufeff/u, ''));
  if (!header || rows.length === 0)
    throw new ParseError(message`It has no rows below its heading row. A table needs both.`);
  const width = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  const columns = columnNames(header, width);
  const raw = (row: number): unknown =>
    Object.fromEntries(columns.map((name, index) => [name, rows[row]?.[index] ?? '']));
  return readRows(source, { columns, rows, raw });
}

/** A quotation mark that is never closed would swallow the rest: then marks are taken as plain characters. */
function parseCsv(text: string): string[][] {
  const options = { skipEmptyLines: 'greedy', delimitersToGuess: DELIMITERS } as const;
  const parsed = Papa.parse<string[]>(text, options);
  if (!parsed.errors.some((error) => error.code === 'MissingQuotes')) return parsed.data;
  return Papa.parse<string[]>(text, { ...options, quoteChar: '\u0000' }).data;
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
