import { groupBy } from '../../arrays';
import { columnOf, type Rows, rowsAt } from '../../tables/rows';
import type { CommunityRow, CovariateRow, EntityRow, RelationshipRow } from '../../tables/tables';
import { lazy } from '../../memo';
import { claimsInside, withLists } from './community-rows';

/** Inputs of the lists of communities. */
interface CommunityLinks {
  readonly communities: readonly Pick<CommunityRow, 'community' | 'level' | 'children' | 'entity_ids'>[];
  readonly entities: readonly Pick<EntityRow, 'id' | 'key' | 'title' | 'text_unit_ids'>[];
  readonly relationships: Rows<Pick<RelationshipRow, 'id' | 'source_id' | 'target_id' | 'text_unit_ids'>>;
  readonly covariates: readonly CovariateRow[];
}

/**
 * A community as it is kept: the members of one that was split are those of its children, and what is inside it is not kept. The lists of a row
 * may be made only when they are asked for, so this does not ask.
 */
export const storedCommunity = (row: CommunityRow): CommunityRow => ({
  id: row.id,
  human_readable_id: row.human_readable_id,
  community: row.community,
  level: row.level,
  parent: row.parent,
  children: row.children,
  title: row.title,
  entity_ids: row.children.length > 0 ? NONE : row.entity_ids,
  relationship_ids: NONE,
  text_unit_ids: NONE,
  period: row.period,
  size: row.size,
  covariate_ids: NONE,
});

const NONE: readonly never[] = Object.freeze([]);

/** Fills the members of a kept community, and what is inside it: relationships and their text units once they are asked for. */
export function communityLinker(links: CommunityLinks): (row: CommunityRow) => CommunityRow {
  const { communities, entities, relationships, covariates } = links;
  const nodeOf = new Map(entities.map(({ id }, node) => [id, node]));
  const placeOf = new Map(communities.map(({ community }, place) => [community, place]));
  const members = membersByPlace(communities, nodeOf, placeOf, entities);
  const membership = lazy(() => membershipOf(communities, members, entities.length));
  const inside = lazy(() => insideByPlace(relationships, membership(), nodeOf, communities.length));
  const claims = covariates.length > 0 ? claimsInside(covariates, entities, membership(), communities.length) : [];
  return (row) => {
    const place = placeOf.get(row.community) ?? -1;
    const entity_ids = (members[place] ?? []).flatMap((node) => entities[node]?.id ?? []);
    return withLists(
      { ...row, entity_ids },
      () => rowsAt(relationships, inside()[place] ?? NONE),
      claims[place] ?? NONE,
    );
  };
}

/** The places of relationships with both ends inside each community, at every level. */
function insideByPlace(
  relationships: CommunityLinks['relationships'],
  membership: readonly Int32Array[],
  nodeOf: ReadonlyMap<string, number>,
  communities: number,
): readonly (readonly number[])[] {
  const inside = Array.from({ length: communities }, (): number[] => []);
  const [sourceOf, targetOf] = [columnOf(relationships, 'source_id'), columnOf(relationships, 'target_id')];
  for (let at = 0; at < relationships.length; at++) {
    const [source, target] = [nodeOf.get(sourceOf(at) ?? '') ?? -1, nodeOf.get(targetOf(at) ?? '') ?? -1];
    for (const labels of membership) {
      const place = labels[source] ?? -1;
      if (place < 0 || place !== labels[target]) break;
      inside[place]?.push(at);
    }
  }
  return inside;
}

/** Per level, broadest first, the community of each node by its place. A part of a graph may lack some of its levels. */
const membershipOf = (
  communities: CommunityLinks['communities'],
  members: readonly (readonly number[])[],
  nodes: number,
): readonly Int32Array[] =>
  [...groupBy(communities.keys(), (place) => communities[place]?.level ?? 0)]
    .sort(([a], [b]) => a - b)
    .map(([, places]) => labelsOf(places, members, nodes));

/** The community of each node among those of one level, by their places; −1 for none. */
function labelsOf(places: readonly number[], members: readonly (readonly number[])[], nodes: number): Int32Array {
  const labels = new Int32Array(nodes).fill(-1);
  for (const place of places) for (const node of members[place] ?? []) labels[node] = place;
  return labels;
}

/** The members of each community as nodes, by their keys. */
function membersByPlace(
  communities: CommunityLinks['communities'],
  nodeOf: ReadonlyMap<string, number>,
  placeOf: ReadonlyMap<number, number>,
  entities: CommunityLinks['entities'],
): readonly (readonly number[])[] {
  const found: (readonly number[] | undefined)[] = [];
  const keyOf = (node: number): string => entities[node]?.key ?? '';
  const membersOf = (place: number): readonly number[] => {
    const known = found[place];
    if (known) return known;
    const { entity_ids = [], children = [] } = communities[place] ?? {};
    const nodes =
      entity_ids.length > 0 || children.length === 0
        ? entity_ids.flatMap((id) => nodeOf.get(id) ?? [])
        : children.flatMap((child) => membersOf(placeOf.get(child) ?? -1));
    return (found[place] = nodes.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)));
  };
  return communities.map((_, place) => membersOf(place));
}
