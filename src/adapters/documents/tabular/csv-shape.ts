import Papa from 'papaparse';
import { oneLine } from '../text/clean-text';

/** Signs that a table is written with. */
export interface CsvSigns {
  readonly delimiter: string;
  readonly escapeChar: string;
}

/** First of these, of those that fit equally well. */
const DELIMITERS = [',', ';', '\t', '|'];
/** Characters from which the signs of a table are told. */
const SAMPLE = 64 * 1024;

/** Tells the signs of a table by trial: most rows have then the same number of cells, and no cell looks torn. */
export function csvSigns(text: string): CsvSigns {
  const cut = text.length > SAMPLE ? text.lastIndexOf('\n', SAMPLE) : -1;
  const sample = cut > 0 ? text.slice(0, cut) : text;
  let best: CsvSigns = { delimiter: ',', escapeChar: '"' };
  let highest = -Infinity;
  for (const escapeChar of sample.includes('\\"') ? ['"', '\\'] : ['"']) {
    for (const delimiter of DELIMITERS) {
      const score = fit(sample, { delimiter, escapeChar });
      if (score <= highest) continue;
      highest = score;
      best = { delimiter, escapeChar };
    }
  }
  return best;
}

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

/** Rows from which the columns are told. */
const LOOKED_AT = 200;

/** Tells preamble, heading rows and data apart by what the columns hold. */
export function csvLayout(all: readonly (readonly string[])[]): CsvLayout {
  const width = usualWidth(all.slice(0, LOOKED_AT));
  const above = preambleLength(all, width);
  const preamble = all.slice(0, above).map((row) => row.map(oneLine).filter(Boolean).join(': '));
  const [first = [], second = [], ...others] = all.slice(above);
  const body = [second, ...others.slice(0, LOOKED_AT)];
  const columns = first.map((_, at) => measures(body.slice(1), at) ?? measures(body, at));
  if (hasTwoHeads(first, second, columns) && others.length > 0)
    return { preamble, header: joinedHeads(first, second), rows: others };
  const measured = columns.flatMap((column, at) => (column && first[at]?.trim() ? [isOne(first[at], column)] : []));
  const isData = measured.filter(Boolean).length * 2 > measured.length;
  return isData
    ? { preamble, header: [], rows: all.slice(above) }
    : { preamble, header: first, rows: all.slice(above + 1) };
}

const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;

/** Rows of a cell or two, above one that is full and names the columns. */
function preambleLength(rows: readonly (readonly string[])[], width: number): number {
  const most = Math.min(2, width - 1);
  const isAbove = (row: readonly string[]): boolean => filled(row) <= most && (row[0] ?? '').trim() !== '';
  const end = rows.findIndex((row) => !isAbove(row));
  const names = rows[end];
  const isHead =
    names !== undefined && filled(names) >= 0.8 * width && !names.some((cell) => MEASURE.test(cell.trim()));
  return end > 0 && end + 1 < rows.length && isHead ? end : 0;
}

/** A number, an amount, a date or a time. */
const MEASURE = /^[-+(]?[\p{Sc}\s]*\d[\d.,:/\s'’-]{0,30}[\p{Sc}%\s)]*$/u;

/** Forms of the measures of a column, and how long these are. */
interface Measures {
  readonly forms: ReadonlySet<string>;
  readonly least: number;
  readonly most: number;
}

const formOf = (cell: string): string => cell.trim().replace(/\d+/gu, '9');

/** Measures in a column; undefined for one of words. */
function measures(rows: readonly (readonly string[])[], at: number): Measures | undefined {
  const cells = rows.map((row) => (row[at] ?? '').trim()).filter(Boolean);
  const numbers = cells.filter((cell) => MEASURE.test(cell));
  if (numbers.length === 0 || numbers.length < 0.8 * cells.length) return undefined;
  const lengths = numbers.map(({ length }) => length);
  return {
    forms: new Set(numbers.map(formOf)),
    least: lengths.reduce((least, length) => Math.min(least, length), Infinity),
    most: lengths.reduce((most, length) => Math.max(most, length), 0),
  };
}

/** Checks if a cell could be one of a column's measures: a year above amounts is none. */
const isOne = (cell: string, { forms, least, most }: Measures): boolean =>
  MEASURE.test(cell.trim()) && forms.has(formOf(cell)) && (!YEAR.test(cell.trim()) || (least <= 4 && most >= 4));

const YEAR = /^(?:1[5-9]|20)\d\d$/u;

/** Checks for names that reach over several columns, with names of these below. */
function hasTwoHeads(
  first: readonly string[],
  second: readonly string[],
  columns: readonly (Measures | undefined)[],
): boolean {
  const gaps = columns.flatMap((column, at) => (column && !first[at]?.trim() ? [at] : []));
  const isName = (at: number): boolean => !!second[at]?.trim() && !MEASURE.test(second[at].trim());
  return gaps.length > 0 && gaps.every(isName);
}

function joinedHeads(first: readonly string[], second: readonly string[]): string[] {
  let above = '';
  return first.map((cell, at) => {
    above = cell.trim() || above;
    return [above, (second[at] ?? '').trim()].filter(Boolean).join(' ');
  });
}
