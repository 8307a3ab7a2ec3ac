import { unpaired } from '../../tables/table-patch';
import type { CovariateRow, EntityRow, RelationshipRow } from '../../tables/tables';
import type { CommunitySource, NodeGraph } from './kept-communities';

/** The tables that communities follow from. */
interface CommunityTables {
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  readonly covariates?: readonly CovariateRow[];
}

/** What has changed since the previous communities were made. */
export interface Changes {
  /** 1 for each node whose entity, or one of its relationships, is another. */
  readonly nodes: Uint8Array;
  /** The share of all weight that has changed, since other partitions were last looked for. */
  readonly drift: number;
}

/** Undefined where it is not known what the previous communities were made from, and where claims, which may be about anybody, are in them. */
export function changesSince(
  { entities, relationships, covariates = [] }: CommunityTables,
  { nodeOf, links }: NodeGraph,
  before: CommunitySource | undefined,
  parameters: string,
): Changes | undefined {
  if (before?.parameters !== parameters || covariates.length > 0) return undefined;
  const nodes = new Uint8Array(entities.length);
  const note = (id: string): void => {
    const node = nodeOf(id);
    if (node >= 0) nodes[node] = 1;
  };
  for (const { id } of unpaired(before.entities, entities).come) note(id);
  const { left, come } = unpaired(before.relationships, relationships);
  const earlier = new Map(left.map((row) => [row.id, row]));
  let moved = 0;
  for (const row of come) {
    const other = earlier.get(row.id);
    earlier.delete(row.id);
    // Degrees are those of the entities, which are looked at by themselves.
    if (other && other.text_unit_ids === row.text_unit_ids && other.weight === row.weight) continue;
    moved += Math.abs(row.weight - (other?.weight ?? 0));
    for (const id of [row.source_id, row.target_id]) note(id);
  }
  for (const row of earlier.values()) {
    moved += Math.abs(row.weight);
    for (const id of [row.source_id, row.target_id]) note(id);
  }
  const total = links.weight.reduce((sum, weight) => sum + Math.max(0, weight), 0);
  return { nodes, drift: before.drift + moved / Math.max(1, total) };
}
