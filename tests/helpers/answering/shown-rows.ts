import { shownData } from '../shown-data';

/** A row of a table that a call shows, as a model sees it. */
export interface ShownRow {
  readonly table: string;
  /** First column: the number by which it may be named; 0 for a finding, which has none. */
  readonly number: number;
  /** Last column of the row. */
  readonly text: string;
  readonly cells: readonly string[];
}

const HEAD = /^-----(\p{L}+)-----$/u;

/** The rows of all tables in the data of a message, in their order. */
export function shownRows(message: string): readonly ShownRow[] {
  const rows: ShownRow[] = [];
  let table = '';
  for (const line of shownData(message).split('\n')) {
    const head = HEAD.exec(line)?.[1];
    if (head) table = head;
    else if (table && /^\d+\|/u.test(line)) {
      const cells = line.split('|');
      rows.push({ table, number: Number(cells[0]), text: cells.at(-1) ?? '', cells });
    } else if (table === 'Findings' && line !== 'finding' && line.trim() !== '') {
      rows.push({ table, number: 0, text: line, cells: [line] });
    } else if (line.trim() === '') table = '';
  }
  return rows;
}
