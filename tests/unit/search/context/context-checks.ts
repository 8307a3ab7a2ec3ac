import { expect } from 'vitest';
import { withoutTurnBorders } from '../../../../src/core/prompts/prompt';
import type { SearchIndex } from '../../../../src/core/retrieval';
import type { BuiltContext, ContextRow, ContextTable } from '../../../../src/core/search/context/context';
import { readQuestion, type Question } from '../../../../src/core/search/request/question';
import { estimateTokens } from '../../../../src/core/text/tokens';

export const ask = (index: SearchIndex, question: string): Question => readQuestion(index, { question, mode: 'auto' });

export const rowsOf = ({ tables }: BuiltContext, dataset: ContextTable['dataset']): readonly ContextRow[] =>
  tables.find((table) => table.dataset === dataset)?.rows ?? [];

export const usedOf = (context: BuiltContext, dataset: ContextTable['dataset']): readonly ContextRow[] =>
  rowsOf(context, dataset).filter(({ used }) => used);

export const titlesOf = (context: BuiltContext, dataset: ContextTable['dataset']): readonly string[] =>
  usedOf(context, dataset).map(({ title }) => title);

/** Checks a context: within its budget, numbered, citable, of the allowed documents, and readable as its tables. */
export function expectSound(index: SearchIndex, context: BuiltContext, documentIds: readonly string[] = []): void {
  const { text, tokens, budget, tables } = context;
  expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
  expect(estimateTokens(withoutTurnBorders(text))).toBeLessThanOrEqual(tokens);
  expect(tokens).toBeLessThanOrEqual(Math.max(0, budget));
  for (const table of tables) {
    const used = table.rows.filter((row) => row.used);
    expect(used.map(({ number }) => number)).toEqual(used.map((_, at) => at + 1));
    expect(new Set(table.rows.map(({ row }) => row)).size).toBe(table.rows.length);
    for (const row of table.rows) expectSoundRow(index, row, documentIds);
  }
  expectReadable(context);
  for (const id of context.documentIds) expectAllowed(index, id, documentIds);
}

function expectSoundRow(index: SearchIndex, row: ContextRow, documentIds: readonly string[]): void {
  expect(Number.isFinite(row.score)).toBe(true);
  expect(row.tokens).toBeGreaterThan(0);
  if (!row.used) {
    expect(row).toMatchObject({ number: 0, line: '', premises: [], documentIds: [] });
    return;
  }
  for (const premise of row.premises) {
    expect(premise).toMatchObject({ dataset: row.dataset, number: row.number });
    expect(premise.text).not.toBe('');
    for (const { document_id, start, end } of premise.spans) {
      expectAllowed(index, document_id, documentIds);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(index.documents.get(document_id)?.text.length ?? -1);
    }
  }
}

function expectAllowed(index: SearchIndex, id: string, documentIds: readonly string[]): void {
  expect(index.documents.has(id)).toBe(true);
  if (documentIds.length > 0) expect(documentIds).toContain(id);
}

/** Each line is a head, a list of columns, a row of as many cells with its number, or empty. */
function expectReadable({ text, tables }: BuiltContext): void {
  const shown = tables.filter((table) => table.rows.some(({ used }) => used));
  const parts = text === '' ? [] : text.split('\n\n');
  expect(parts).toHaveLength(shown.length);
  for (const [at, part] of parts.entries()) {
    const [head, columns = '', ...lines] = part.split('\n');
    const used = shown[at]?.rows.filter((row) => row.used) ?? [];
    expect(head).toBe(`-----${shown[at]?.dataset ?? ''}-----`);
    expect(lines).toEqual(used.map(({ line }) => line));
    for (const [n, line] of lines.entries()) {
      expect(line.split('|')).toHaveLength(columns.split('|').length);
      expect(line.startsWith(`${String(n + 1)}|`)).toBe(true);
    }
  }
}
