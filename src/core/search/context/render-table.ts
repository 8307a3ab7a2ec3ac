import { withoutTurnBorders } from '../../prompts/turn-borders';
import { oneLine } from '../../reports/model/clip-text';
import { estimateTokens } from '../../text/tokens';
import type { ContextDataset } from './context';

/** A table as a model is shown it. */
export interface TableForm {
  readonly dataset: ContextDataset;
  /** After the number. */
  readonly columns: readonly string[];
}

/** GraphRAG's columns (B1), with the document of a source, since a passage alone may not say what it is about. */
export const TABLE_FORMS: Readonly<Record<ContextDataset, TableForm>> = {
  Reports: { dataset: 'Reports', columns: ['title', 'content'] },
  Entities: { dataset: 'Entities', columns: ['entity', 'number of relationships', 'description'] },
  Relationships: { dataset: 'Relationships', columns: ['source', 'target', 'weight', 'description'] },
  Claims: { dataset: 'Claims', columns: ['entity', 'object', 'status', 'start date', 'end date', 'description'] },
  Sources: { dataset: 'Sources', columns: ['document', 'text'] },
};

/** The two lines above the rows. */
export const tableHead = ({ dataset, columns }: TableForm): string =>
  `-----${dataset}-----\n${['id', ...columns].join('|')}`;

/** A row: its cells cannot begin another row or cell, whatever a document holds. */
export const tableRow = (cells: readonly (string | number)[]): string => cells.map((cell) => cleaned(cell)).join('|');

/** On one line, with a broken bar for each bar. */
export const cleaned = (cell: string | number): string =>
  typeof cell === 'number' ? String(cell) : oneLine(cell).replaceAll('|', '¦');

/** Estimated tokens of whole lines as they are sent, each with its line end; the sum over lines is never below that of the text. */
export function lineTokens(lines: string): number {
  const sent = /[<[]/u.test(lines) ? withoutTurnBorders(lines) : lines;
  return estimateTokens(`${sent}\n`);
}
