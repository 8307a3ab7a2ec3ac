import { isSameValue, type Rows } from '../../tables/rows';
import { pairRows, unpaired } from '../../tables/table-patch';
import type { CovariateRow, EntityRow, RelationshipRow } from '../../tables/tables';
import type { CommunitySource, NodeGraph } from './community-source';

/** The tables that communities follow from. */
interface CommunityTables {
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  readonly covariates?: readonly CovariateRow[];
}

/** Changes since the previous communities were made. */
interface Changes {
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
  let moved = 0;
  pairRows(left, come, (other, row) => {
    // Degrees are those of the entities, which are looked at by themselves.
    if (row && other && isSameValue(other.text_unit_ids, row.text_unit_ids) && other.weight === row.weight) return;
    moved += Math.abs((row?.weight ?? 0) - (other?.weight ?? 0));
    for (const one of [row, other]) {
      if (!one) continue;
      note(one.source_id);
      note(one.target_id);
    }
  });
  let total = 0;
  for (const weight of links.weight) total += Math.max(0, weight);
  return { nodes, drift: before.drift + moved / Math.max(1, total) };
}
