import { ParseError } from '../../../core/errors';
import type { ReadChoice, TabularShape } from '../../../core/ports/documents';
import { titleFromPath } from '../formats';
import { oneLine } from '../text/clean-text';
import type { TextBuilder } from '../text/text-builder';
import type { Rows } from './read-rows';
import { PROSE, isKey } from './tabular-shape';

export type RowsChoice = ReadChoice & { readonly kind: 'rows' };
type RowWriter = (builder: TextBuilder, row: readonly string[]) => void;

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

/**
 * Writes rows so that each cell can be found and cited: the title as a heading, the chosen prose bare, and the other cells below it as
 * `column: value` lines, but for a key that was not chosen. Throws ParseError when a chosen column is missing.
 */
export function createRowWriter(table: Rows, shape: TabularShape, choice: RowsChoice): RowWriter {
  const names = table.columns;
  const chosen = choice.textColumns.map((name) => positionOf(names, name));
  if (chosen.length === 0) throw new ParseError('Choose at least one text column to read it one document per row.');
  const isProse = (position: number): boolean => (shape.columns[position]?.averageLength ?? 0) >= PROSE;
  const bare = new Set(chosen.length === 1 ? chosen : chosen.filter(isProse));
  const isField = (position: number): boolean => bare.size === 0 && chosen.includes(position);
  const title = names.findIndex((name, at) => name === choice.titleColumn && !bare.has(at) && !isField(at));
  const keys = names.flatMap((_, at) => (isKey(table, at) && !chosen.includes(at) ? [at] : []));
  const skip = new Set([...bare, ...keys, title]);
  return (builder, row) => {
    builder.heading(2, row[title] ?? '');
    for (const position of bare) builder.paragraph(row[position] ?? '');
    builder.paragraph(fieldLines(names, row, skip));
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
