import { ParseError } from '../../../core/errors';
import type { ReadChoice, TabularShape } from '../../../core/ports/document-reader';
import { titleFromPath } from '../formats';
import { cleanText, oneLine } from '../text/clean-text';
import type { Rows } from './read-rows';
import { PROSE } from './tabular-shape';

export type RowsChoice = ReadChoice & { readonly kind: 'rows' };

/** A row's cells as `column: value` lines, blank cells left out. */
export function fieldLines(
  columns: readonly string[],
  row: readonly string[],
  skip: ReadonlySet<number> = NONE,
): string {
  const lines = columns.flatMap((column, position) => {
    const value = skip.has(position) ? '' : oneLine(row[position] ?? '');
    return value ? [`${column}: ${value}`] : [];
  });
  return lines.join('\n');
}

const NONE: ReadonlySet<number> = new Set();

/** Names by which formats of records call the number of a row. */
const KEY = /^_?(?:id|uuid|guid)$|[_-]id$|[a-z]Id$/u;
const COUNT_OR_HASH = /^(?:\d+|[0-9a-f-]{16,})$/iu;

/** Whether a column numbers the rows and says nothing of them. */
export const isKey = ({ name, sample }: { readonly name: string; readonly sample: string }): boolean =>
  KEY.test(name) && COUNT_OR_HASH.test(sample);

/**
 * Writes a row as a text that holds its cells, so that each can be found and cited: the chosen prose first, bare, and the other cells
 * below it as `column: value` lines, but for the row's title and its number. Throws ParseError when a chosen column is missing.
 */
export function createRowText(shape: TabularShape, choice: RowsChoice): (row: readonly string[]) => string {
  const names = shape.columns.map(({ name }) => name);
  const chosen = choice.textColumns.map((name) => positionOf(names, name));
  if (chosen.length === 0) throw new ParseError('Choose at least one text column to read it one document per row.');
  const isProse = (position: number): boolean => (shape.columns[position]?.averageLength ?? 0) >= PROSE;
  const bare = new Set(chosen.length === 1 ? chosen : chosen.filter(isProse));
  const written = new Set([
    ...bare,
    ...shape.columns.flatMap((column, position) =>
      isKey(column) || column.name === choice.titleColumn ? [position] : [],
    ),
  ]);
  for (const position of bare.size === 0 ? chosen : []) written.delete(position);
  return (row) => {
    const prose = [...bare].map((position) => cleanText(row[position] ?? ''));
    return [...prose, fieldLines(names, row, written)].filter((part) => part !== '').join('\n\n');
  };
}

/** Names a row by its title column; by its number, too, where rows share a title or have none. */
export function createRowTitle(
  path: string,
  table: Rows,
  { titleColumn }: RowsChoice,
): (row: readonly string[], index: number) => string {
  const position = titleColumn === undefined ? -1 : positionOf(table.columns, titleColumn);
  const own = (row: readonly string[]): string => oneLine(row[position] ?? '').slice(0, 300);
  const counts = new Map<string, number>();
  for (const row of table.rows) counts.set(own(row), (counts.get(own(row)) ?? 0) + 1);
  return (row, index) => {
    const title = own(row);
    return title && counts.get(title) === 1 ? title : `${title || titleFromPath(path)}, row ${index + 1}`;
  };
}

function positionOf(columns: readonly string[], name: string): number {
  const position = columns.indexOf(name);
  if (position < 0)
    throw new ParseError(`It has no column "${name}". Its columns are: ${columns.slice(0, 30).join(', ')}.`);
  return position;
}
