/** Begins a file in UTF-8, without which spreadsheets take it for something else. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Cells that a spreadsheet would calculate, also behind apostrophes, so that each text has one more than it had. */
const FORMULA = /^'*[=+\-@\t\r]/u;

/**
 * A line of CSV (RFC 4180), with its end. A text that a spreadsheet would run as a formula begins with an apostrophe, but for those that are known to be
 * numbers; lists and objects are JSON.
 */
export const csvLine = (cells: readonly unknown[], isNumber: (cell: unknown) => boolean = () => false): string =>
  `${cells.map((cell) => (isNumber(cell) ? String(cell) : csvCell(cell))).join(',')}\r\n`;

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  const text = FORMULA.test(words) ? `'${words}` : words;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell without the apostrophe that {@link csvLine} puts before a formula. */
export const withoutFormulaMark = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r])/u, '');
