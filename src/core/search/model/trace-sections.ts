import { CONTEXT_DATASETS, type BuiltContext, type ContextDataset, type ContextRow } from '../context/context';
import type { ContextItem, ContextSection } from '../events';

/** Rows of a table that the trace keeps at most. */
const SHOWN = 60;

const KINDS: Readonly<Record<ContextDataset, ContextItem['kind']>> = {
  Reports: 'report',
  Entities: 'entity',
  Relationships: 'relationship',
  Claims: 'claim',
  Sources: 'text unit',
};

/** What several contexts showed, by table; a row that was in more than one counts as used where it was used once. */
export function sectionsOf(
  contexts: readonly BuiltContext[],
  left: readonly ContextRow[] = [],
): readonly ContextSection[] {
  return CONTEXT_DATASETS.flatMap((name): readonly ContextSection[] => {
    const tables = contexts.flatMap(({ tables: all }) => all.filter(({ dataset }) => dataset === name));
    const rows = [...tables.flatMap((table) => table.rows), ...left.filter(({ dataset }) => dataset === name)];
    if (rows.length === 0) return [];
    const byId = new Map<string, ContextItem>();
    for (const { id, title, score, used } of rows) {
      const known = byId.get(id);
      if (!known || (used && !known.used)) byId.set(id, { kind: KINDS[name], id, title, score, used });
    }
    const items = [...byId.values()].sort((a, b) => Number(b.used) - Number(a.used)).slice(0, SHOWN);
    const sum = (of: (table: (typeof tables)[number]) => number): number =>
      tables.reduce((all, one) => all + of(one), 0);
    return [{ name, tokens: sum(({ tokens }) => tokens), budget: sum(({ budget }) => budget), items }];
  });
}
