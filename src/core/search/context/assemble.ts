import { CONTEXT_DATASETS, type BuiltContext, type ContextTable } from './context';
import { tableHead, TABLE_FORMS, type TableForm } from './render-table';

/** Tables as one text, in GraphRAG's order with an empty line between them; without those that have no row to show. */
export function assemble(
  tables: readonly ContextTable[],
  budget: number,
  forms: Readonly<Partial<Record<ContextTable['dataset'], TableForm>>> = TABLE_FORMS,
): BuiltContext {
  const ordered = CONTEXT_DATASETS.flatMap((name) => tables.filter(({ dataset }) => dataset === name));
  const shown = ordered.filter(({ tokens }) => tokens > 0);
  const text = shown.map((table) => tableText(table, forms[table.dataset] ?? TABLE_FORMS[table.dataset])).join('\n\n');
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

const tableText = ({ rows }: ContextTable, form: TableForm): string =>
  [tableHead(form), ...rows.filter(({ used }) => used).map(({ line }) => line)].join('\n');
