import { CONTEXT_DATASETS, type BuiltContext, type ContextDataset, type ContextRow } from './context';

/** Several contexts of one search with numbers that hold for all of them: those of a later one go on where the earlier ones end. */
export function numberedOn(contexts: readonly BuiltContext[]): readonly BuiltContext[] {
  const given = new Map<ContextDataset, number>(CONTEXT_DATASETS.map((dataset) => [dataset, 0]));
  return contexts.map((context) => {
    const tables = context.tables.map((table) => {
      const before = given.get(table.dataset) ?? 0;
      const rows = table.rows.map((row) => movedOn(row, before));
      given.set(table.dataset, before + rows.filter(({ used }) => used).length);
      return { ...table, rows };
    });
    const { text, tokens, budget, documentIds } = context;
    return { tables, text, tokens, budget, documentIds };
  });
}

function movedOn(row: ContextRow, by: number): ContextRow {
  if (!row.used || by === 0) return row;
  const number = row.number + by;
  return { ...row, number, premises: row.premises.map((ground) => ({ ...ground, number })) };
}

/** The number that a row of one of the contexts, by its number there, has in the whole search. */
export function numberIn(
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
