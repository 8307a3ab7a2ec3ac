import type { EntityRow, RelationshipRow } from '../../../src/core/tables/tables';
import type { Edge } from './graph-fixtures';

/** The entity of a node of a graph, named by its number. */
export const entityOfNode = (node: number): EntityRow => ({
  id: `e${node}`,
  human_readable_id: node,
  title: `T${node}`,
  type: 'concept',
  description: '',
  text_unit_ids: [],
  frequency: 1,
  degree: 0,
  key: String(node).padStart(4, '0'),
  aliases: [],
  method: 'no-model',
  description_hash: null,
  x: null,
  y: null,
});

/** The relationship of an edge, with text units by its place among all of them. */
export const relationshipOfEdge = ([a, b, weight]: Edge, index: number): RelationshipRow => ({
  id: `r${index}`,
  human_readable_id: index,
  source: `T${a}`,
  target: `T${b}`,
  description: 'appears with',
  weight,
  combined_degree: 0,
  text_unit_ids: [`u${index % 7}`, `u${index % 3}`],
  keywords: [],
  theme_keywords: [],
  theme_keywords_key: null,
  method: 'no-model',
  description_hash: null,
  source_id: `e${a}`,
  target_id: `e${b}`,
  count: 1,
  evidence_document_ids: [],
  evidence_starts: [],
  evidence_ends: [],
});
