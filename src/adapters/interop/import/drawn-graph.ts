import { message } from '../../../core/message';
import type { ForeignGraph } from '../../../core/ports/interop';
import { cell, decimal, text } from './cells';
import { notImported } from './given-files';
import type { LooseRow } from './parquet-rows';

/** Nodes and edges as a person or a program for graphs has them: any columns, the ends of edges by the ids of nodes. */
export interface DrawnGraph {
  readonly nodes: readonly LooseRow[];
  readonly edges: readonly LooseRow[];
}

/** The first of some columns, whatever their case. */
function column(row: LooseRow, ...names: readonly string[]): string {
  const lower = Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]));
  return text(cell(lower, ...names)).trim();
}

/**
 * Nodes and edges as a graph without texts: a node is an entity, an edge a relationship. An edge may name a node that is not listed. Throws
 * ParseError where an id stands twice, and where there is nothing.
 */
export function drawnGraph({ nodes, edges }: DrawnGraph, origin: Pick<ForeignGraph, 'name' | 'program'>): ForeignGraph {
  const titles = new Map<string, string>();
  const taken = new Set<string>();
  const rows: { readonly id: string; readonly row: LooseRow }[] = [];
  const add = (id: string, row: LooseRow): void => {
    let title = column(row, 'title', 'label', 'name') || id;
    while (taken.has(title)) title = `${title} (${id})`;
    taken.add(title);
    titles.set(id, title);
    rows.push({ id, row });
  };
  for (const [at, row] of nodes.entries()) {
    const id = column(row, 'id') || column(row, 'title', 'label', 'name') || `node ${String(at + 1)}`;
    if (titles.has(id)) throw notImported(message`two nodes have the id ${id.slice(0, 80)}`);
    add(id, row);
  }
  const ends = edges.map((row) => ({ row, source: column(row, 'source'), target: column(row, 'target') }));
  if (edges.length > 0 && ends.every(({ source, target }) => source === '' || target === ''))
    throw notImported(message`the edges have no columns source and target`);
  const whole = ends.filter(({ source, target }) => source !== '' && target !== '');
  for (const { source, target } of whole) for (const id of [source, target]) if (!titles.has(id)) add(id, {});
  if (rows.length === 0) throw notImported(message`there are no nodes`);
  const used = new Set<string>();
  return {
    ...origin,
    documents: [],
    text_units: [],
    covariates: [],
    communities: [],
    community_reports: [],
    entities: rows.map(({ id, row }, at) => ({
      id,
      human_readable_id: at,
      title: titles.get(id) ?? id,
      type: column(row, 'type', 'category', 'kind').toLowerCase() || 'concept',
      description: column(row, 'description'),
      text_unit_ids: [],
      x: null,
      y: null,
    })),
    relationships: whole.map(({ row, source, target }, at) => {
      const given = column(row, 'id', 'key');
      const id = given === '' || used.has(given) ? `edge ${String(at + 1)}: ${source} → ${target}` : given;
      used.add(id);
      return {
        id,
        human_readable_id: at,
        source: titles.get(source) ?? source,
        target: titles.get(target) ?? target,
        description: column(row, 'description', 'label', 'relation', 'relationship'),
        weight: decimal(column(row, 'weight'), 1),
        text_unit_ids: [],
      };
    }),
  };
}
