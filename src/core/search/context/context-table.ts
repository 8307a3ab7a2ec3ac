import { withoutTurnBorders } from '../../prompts/prompt';
import { oneLine } from '../../text/clip';
import { estimateTokens } from '../../text/tokens';
import {
  type ContextDataset,
  type ContextRow,
  type ContextTable,
  CONTEXT_DATASETS,
  type BuiltContext,
  joined,
  type Entry,
  type HiddenColumn,
  type Statement,
  type TableForm,
  type Wording,
} from './context';
import type { Scope } from './scope';

/** GraphRAG's columns (B1, B2), with the document of a source, since a passage alone may not name its subject. */
const COLUMNS: Readonly<Record<ContextDataset, readonly string[]>> = {
  Reports: ['title', 'occurrence weight', 'rank', 'content'],
  Entities: ['entity', 'number of relationships', 'description'],
  Relationships: ['source', 'target', 'weight', 'links', 'description'],
  Claims: ['entity', 'object', 'status', 'start date', 'end date', 'description'],
  Sources: ['document', 'text'],
  Summaries: ['layer', 'text'],
};

/** The form of a table; the weight and rank of reports are hidden unless something else is. */
export const formOf = (
  dataset: ContextDataset,
  hidden: readonly HiddenColumn[] = ['occurrence weight', 'rank'],
): TableForm => ({ dataset, columns: COLUMNS[dataset], hidden });

/** Removes the values of hidden columns. */
export function visibleCells<T>({ columns, hidden = [] }: TableForm, each: readonly T[]): readonly T[] {
  const left: readonly string[] = hidden;
  return left.length === 0 ? each : each.filter((_, at) => !left.includes(columns[at] ?? ''));
}

/** The two lines above the rows. */
export const tableHead = (form: TableForm): string =>
  `-----${form.dataset}-----\n${['id', ...visibleCells(form, form.columns)].join('|')}`;

/** A row: its cells cannot begin another row or cell, whatever the document. */
export const tableRow = (cells: readonly (string | number)[]): string => cells.map((cell) => tableCell(cell)).join('|');

/** On one line, with a broken bar for each bar. */
export const tableCell = (cell: string | number): string =>
  typeof cell === 'number' ? String(cell) : oneLine(cell).replaceAll('|', '¦');

/** Estimated tokens of whole lines as they are sent, each with its line end; the sum over lines is never below that of the text. */
export function lineTokens(lines: string): number {
  const sent = /[<[]/u.test(lines) ? withoutTurnBorders(lines) : lines;
  return estimateTokens(`${sent}\n`);
}

/** Candidates without room that are kept. */
const KEPT = 40;

/**
 * A table filled with the candidates in their order, each in the fullest wording that fits. One that does not fit is passed over; as long
 * as the table is empty it is cut at the end of a sentence. The tokens of the heading and of all rows stay within the budget.
 */
export function fillTable(form: TableForm, entries: Iterable<Entry>, budget: number, scope: Scope): ContextTable {
  const rows: ContextRow[] = [];
  let left = budget - lineTokens(tableHead(form));
  let used = 0;
  for (const entry of entries) {
    if (rows.length - used >= KEPT) break;
    const number = used + 1;
    const fits = (): Fitted | null =>
      whole(form, entry, number, left) ?? (used === 0 ? cut(form, entry, number, left) : null);
    const fitted = left > 0 ? fits() : null;
    rows.push(fitted ? usedRow(entry, { ...fitted, number }, scope) : unusedRow(form, entry));
    if (!fitted) continue;
    used = number;
    left -= fitted.tokens;
  }
  return { dataset: form.dataset, form, rows, budget, tokens: used === 0 ? 0 : budget - left };
}

interface Fitted {
  readonly line: string;
  readonly tokens: number;
  readonly statements: () => readonly Statement[];
}

function whole(form: TableForm, entry: Entry, number: number, left: number): Fitted | null {
  for (const wording of entry.wordings) {
    const fitted = lineOf(form, entry, number, wording);
    if (fitted.tokens <= left) return fitted;
  }
  return null;
}

function lineOf(form: TableForm, { cells }: Entry, number: number, { text, statements }: Wording): Fitted {
  const line = tableRow([number, ...visibleCells(form, cells(text))]);
  return { line, tokens: lineTokens(line), statements };
}

/** As many sentences of the fullest wording as fit; null where not even the first does. */
export function cut(form: TableForm, entry: Entry, number: number, left: number): Fitted | null {
  const all = entry.wordings[0]?.statements() ?? [];
  let best: Fitted | null = null;
  let low = 1;
  let high = all.length;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const some = all.slice(0, middle);
    const fitted = lineOf(form, entry, number, { text: joined(some), statements: () => some });
    if (fitted.tokens <= left) {
      best = fitted;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

/** A row that was sent; what can be cited of it is found when it is asked for. */
export function usedRow(entry: Entry, sent: Fitted & { readonly number: number }, scope: Scope): ContextRow {
  const { dataset, id, row, title, score } = entry;
  const { number, line, tokens, statements } = sent;
  let premises: ContextRow['premises'] | undefined;
  let documentIds: ContextRow['documentIds'] | undefined;
  return {
    ...{ dataset, id, row, number, title, line, tokens, score, used: true },
    get premises() {
      premises ??= statements().map(({ text, spans }, at, all) => ({
        ...{ dataset, number, text, heading: title, spans: scope.spans(spans) },
        before: all[at - 1]?.text ?? '',
        after: all[at + 1]?.text ?? '',
      }));
      return premises;
    },
    get documentIds() {
      documentIds ??= entry.documentIds();
      return documentIds;
    },
  };
}

/** A row that found no room, with the tokens of its fullest wording. */
export function unusedRow(form: TableForm, entry: Entry, tokens?: number): ContextRow {
  const { dataset, id, row, title, score, wordings } = entry;
  const needed = tokens ?? lineOf(form, entry, 1, { text: wordings[0]?.text ?? '', statements: () => [] }).tokens;
  return {
    ...{ dataset, id, row, number: 0, title, line: '', tokens: needed, score, used: false },
    ...{ premises: [], documentIds: [] },
  };
}

/** Tables as one text, in GraphRAG's order with an empty line between them; without those that have no row to show. */
export function assemble(tables: readonly ContextTable[], budget: number): BuiltContext {
  const ordered = CONTEXT_DATASETS.flatMap((name) => tables.filter(({ dataset }) => dataset === name));
  const shown = ordered.filter(({ tokens }) => tokens > 0);
  const text = shown.map(tableText).join('\n\n');
  let documentIds: readonly string[] | undefined;
  return {
    tables: ordered.filter(({ rows }) => rows.length > 0),
    text,
    tokens: shown.reduce((sum, { tokens }) => sum + tokens, 0),
    budget,
    get documentIds() {
      documentIds ??= [...new Set(shown.flatMap(({ rows }) => rows.flatMap((row) => row.documentIds)))].sort();
      return documentIds;
    },
  };
}

const tableText = ({ form, rows }: ContextTable): string =>
  [tableHead(form), ...rows.filter(({ used }) => used).map(({ line }) => line)].join('\n');

/**
 * Several contexts of one search with numbers that are unique in all of them: those of a later one continue where the
 * earlier ones end.
 */
export function renumberContexts(contexts: readonly BuiltContext[]): readonly BuiltContext[] {
  const given = new Map<ContextDataset, number>(CONTEXT_DATASETS.map((dataset) => [dataset, 0]));
  return contexts.map((context) => {
    const tables = context.tables.map((table) => {
      const before = given.get(table.dataset) ?? 0;
      const rows = table.rows.map((row) => renumberRow(row, before));
      given.set(table.dataset, before + rows.filter(({ used }) => used).length);
      return { ...table, rows };
    });
    const { text, tokens, budget, documentIds } = context;
    return { tables, text, tokens, budget, documentIds };
  });
}

function renumberRow(row: ContextRow, by: number): ContextRow {
  if (!row.used || by === 0) return row;
  const number = row.number + by;
  return { ...row, number, premises: row.premises.map((ground) => ({ ...ground, number })) };
}

/** The number that a row of one of the contexts, by its number there, has in the whole search. */
export function renumbered(
  whole: BuiltContext,
  own: BuiltContext,
  dataset: ContextDataset,
  number: number,
): number | undefined {
  const at = own.tables
    .find((table) => table.dataset === dataset)
    ?.rows.findIndex((row) => row.used && row.number === number);
  if (at === undefined || at < 0) return undefined;
  return whole.tables.find((table) => table.dataset === dataset)?.rows[at]?.number;
}
