import type { Columns, RowOf } from './schema';

const descriptions = {
  type: 'string[]',
  doc: 'Each description that was read of it, in the order of reading.',
} as const;
const textUnitIds = { type: 'string[]', doc: 'The text unit of each record of it.' } as const;

/** GraphRAG's `raw_entities`: one row per title and type (GraphRAG A4.3). */
export const RAW_ENTITIES = {
  title: { type: 'string', doc: 'Commonest surface form.' },
  type: { type: 'string', doc: 'Type as it was read; `concept` when unknown.' },
  description: descriptions,
  text_unit_ids: textUnitIds,
  frequency: { type: 'int', doc: 'Number of records.' },
} as const satisfies Columns;

/** GraphRAG's `raw_relationships`: one row per source and target (GraphRAG A4.3). */
export const RAW_RELATIONSHIPS = {
  source: { type: 'string', doc: 'Title of one end.' },
  target: { type: 'string', doc: 'Title of the other end.' },
  description: descriptions,
  text_unit_ids: textUnitIds,
  weight: { type: 'double', doc: 'Sum of the strengths, or distance-decayed co-occurrence count.' },
} as const satisfies Columns;

export type RawEntityRow = RowOf<typeof RAW_ENTITIES>;
export type RawRelationshipRow = RowOf<typeof RAW_RELATIONSHIPS>;

/** Graph from extraction, before descriptions are merged and the graph is pruned. */
export interface RawGraph {
  readonly entities: readonly RawEntityRow[];
  readonly relationships: readonly RawRelationshipRow[];
}
