import Papa from 'papaparse';
import type { TableLayout } from '../../../core/ports/documents';
import { numeral } from '../blocks/numerals';
import { oneLine } from '../text/clean-text';
import { headingOdds, isMeasure, isMeasured } from './heading-odds';

/** Signs that a table is written with. */
export interface CsvSigns {
  readonly delimiter: string;
  readonly escapeChar: string;
}

/** Signs, and how well a table fits them, -1 to 1. */
interface FittingSigns extends CsvSigns {
  readonly fit: number;
}

/** First of these, of those that fit equally well. */
const DELIMITERS = [',', ';', '\t', '|'];
/** Characters from which the signs of a table are told. */
export const SAMPLE = 64 * 1024;
/** Lead of the best signs over the next, or over none, from which they are sure. */
const LEAD = 0.25;

/** Tells the signs of a table by trial, best first: most rows have then the same number of cells, and no cell looks torn. */
export function csvSigns(text: string, delimiters = DELIMITERS): readonly FittingSigns[] {
  const cut = text.length > SAMPLE ? text.lastIndexOf('\n', SAMPLE) : -1;
  const sample = cut > 0 ? text.slice(0, cut) : text;
  const ofDelimiter = (delimiter: string): FittingSigns =>
    (sample.includes('\\"') ? ['"', '\\'] : ['"'])
      .map((escapeChar) => ({ delimiter, escapeChar, fit: fit(sample, { delimiter, escapeChar }) }))
      .reduce((best, other) => (other.fit > best.fit ? other : best));
  return delimiters.map(ofDelimiter).sort((a, b) => b.fit - a.fit);
}

/** Checks if the first of these signs are far better than the second, or there is nothing to tell. */
export const areSure = ([best, next]: readonly FittingSigns[]): boolean =>
  !best || !next || best.fit < 0 || best.fit - Math.max(0, next.fit) >= LEAD;

/** Share of rows with the usual number of cells, less the share of cells that hold a sign of another table. */
function fit(sample: string, signs: CsvSigns): number {
  const { data, errors } = Papa.parse<string[]>(sample, { ...signs, skipEmptyLines: 'greedy' });
  const width = usualWidth(data);
  if (width < 2) return -1;
  const usual = data.filter((row) => row.length === width);
  const cells = usual.flat().filter((cell) => cell !== '');
  const torn = cells.filter((cell) => isTorn(cell, signs.delimiter)).length / Math.max(1, cells.length);
  return usual.length / data.length - torn - (errors.some(({ type }) => type === 'Quotes') ? 0.5 : 0);
}

/** A comma in running text or in a number tears nothing. */
function isTorn(cell: string, delimiter: string): boolean {
  const others = delimiter === ',' ? /[;\t|]/u : delimiter === ';' ? /[\t|]/u : /\t/u;
  return others.test(cell) || /\\$|^[^"]*"$/u.test(cell);
}

/** Number of cells that most rows have; of two that are as common the larger. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 0;
}

/** Parts of a table's rows. */
export interface CsvLayout {
  /** Lines above the table, such as those of a bank statement. */
  readonly preamble: readonly string[];
  /** Names of the columns; empty where the first row is data already. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Cuts the rows as a layout says. */
export function csvLayout(all: readonly (readonly string[])[], { above, heads }: Layout): CsvLayout {
  const [first = [], second = []] = all.slice(above);
  return {
    preamble: all.slice(0, above).map((row) => row.map(oneLine).filter(Boolean).join(': ')),
    header: heads === 0 ? [] : heads === 1 ? first : joinedHeads(first, second),
    rows: all.slice(above + heads),
  };
}

/** Names of so many columns, each one once; letters where there is none. */
export function columnNames(header: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: Math.min(width, 2000) }, (_, index) => {
    const base = oneLine(header[index] ?? '').slice(0, 200) || numeral(index + 1, 'A');
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base} ${count}`;
    taken.add(name);
    return name;
  });
}

type Layout = Omit<TableLayout, 'delimiter'>;

/** Rows from which the columns are told. */
const LOOKED_AT = 200;
/** Log-odds from which a row surely names the columns, or surely does not: 7 to 1. */
const SURE = 2;

/** Tells preamble, heading rows and data apart by what the columns hold. `isSure` is false where they hold too little. */
export function tellLayout(all: readonly (readonly string[])[]): Layout & { readonly isSure: boolean } {
  const width = usualWidth(all.slice(0, LOOKED_AT));
  const above = preambleLength(all, width);
  const [first = [], second = [], ...others] = all.slice(above, above + LOOKED_AT);
  if (hasTwoHeads(first, second, others)) return { above, heads: 2, isSure: true };
  const odds = headingOdds(first, [second, ...others]);
  if (odds <= 0) return { above, heads: 0, isSure: odds <= -SURE };
  const namesAll = first.length >= width && filled(first) >= Math.min(width - 1, 0.8 * width);
  return { above, heads: 1, isSure: odds >= SURE && namesAll && headingOdds(second, others) < SURE };
}

const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;

const MOST_ABOVE = 30;

/** Rows of a cell or two, above one that is full and names the columns. */
function preambleLength(rows: readonly (readonly string[])[], width: number): number {
  const most = Math.min(2, width - 1);
  const isAbove = (row: readonly string[]): boolean => filled(row) <= most && (row[0] ?? '').trim() !== '';
  const end = rows.findIndex((row) => !isAbove(row));
  const names = rows[end];
  const isHead = names !== undefined && filled(names) >= 0.8 * width && !names.some(isMeasure);
  return end > 0 && end <= MOST_ABOVE && end + 1 < rows.length && isHead ? end : 0;
}

/** Checks for names that reach over several columns of measures, with names of these below. */
function hasTwoHeads(
  first: readonly string[],
  second: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  const gaps = first.flatMap((cell, at) => (!cell.trim() && isMeasured(rows, at) ? [at] : []));
  return gaps.length > 0 && gaps.every((at) => !!second[at]?.trim() && !isMeasure(second[at]));
}

function joinedHeads(first: readonly string[], second: readonly string[]): string[] {
  let above = '';
  return first.map((cell, at) => {
    above = cell.trim() || above;
    return [above, (second[at] ?? '').trim()].filter(Boolean).join(' ');
  });
}
