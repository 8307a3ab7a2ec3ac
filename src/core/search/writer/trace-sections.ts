import { CONTEXT_DATASETS, type BuiltContext, type ContextDataset, type ContextRow } from '../context/context';
import type { ContextItem, ContextSection } from '../events';

/** Rows of a table that found no room and that the trace keeps at most. */
const UNUSED = 60;

const KINDS: Readonly<Record<ContextDataset, ContextItem['kind']>> = {
  Reports: 'report',
  Entities: 'entity',
  Relationships: 'relationship',
  Claims: 'claim',
  Sources: 'text unit',
};

/** What several contexts showed, by table, with the best of what found no room; a row that was in more than one counts as used where it was used once. */
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
    const all = [...byId.values()];
    const unused = all.filter((item) => !item.used);
    const items = [...all.filter((item) => item.used), ...unused.slice(0, UNUSED)];
    const more = Math.max(0, unused.length - UNUSED);
    const sum = (of: (table: (typeof tables)[number]) => number): number =>
      tables.reduce((tokens, one) => tokens + of(one), 0);
    const told = { tokens: sum(({ tokens }) => tokens), budget: sum(({ budget }) => budget) };
    return [{ name, ...told, items, ...(more > 0 && { more }) }];
  });
}
