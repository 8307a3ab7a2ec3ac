import type { TableLayout, TableReading } from '../../../core/ports/documents';
import { oneLine } from '../text/clean-text';
import { columnNames, csvLayout, tellLayout } from './csv-shape';

/** Rows that may name the columns, columns, and characters of a cell that a person is shown. */
const SHOWN = { heads: 6, columns: 12, cell: 60 };

/** The ways to read rows that were cut by this sign: the likeliest first, then each by the row that names its columns. */
export function tableReadings(all: readonly (readonly string[])[], delimiter: string): readonly TableReading[] {
  const { above, heads } = tellLayout(all);
  const likeliest: TableLayout = { delimiter, above, heads };
  const bare: TableLayout = { delimiter, above: heads === 0 ? above : 0, heads: 0 };
  const headed = all.slice(1, SHOWN.heads + 1).map((_, at): TableLayout => ({ delimiter, above: at, heads: 1 }));
  const isLikeliest = (layout: TableLayout): boolean => layout.above === above && layout.heads === heads;
  return [likeliest, ...[bare, ...headed].filter((layout) => !isLikeliest(layout))].map((layout) =>
    readingOf(all, layout),
  );
}

function readingOf(all: readonly (readonly string[])[], layout: TableLayout): TableReading {
  const { header, rows } = csvLayout(all, layout);
  const [first = []] = rows;
  const cut = (cells: readonly string[]): string[] =>
    cells.slice(0, SHOWN.columns).map((cell) => oneLine(cell.slice(0, 4 * SHOWN.cell)).slice(0, SHOWN.cell));
  return { ...layout, columns: cut(columnNames(header, Math.max(header.length, first.length))), first: cut(first) };
}
