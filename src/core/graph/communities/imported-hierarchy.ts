import type { Rows } from '../../tables/rows';
import type { CommunityRow, CovariateRow, EntityRow, RelationshipRow } from '../../tables/tables';
import type { Work } from '../../work';
import { makeCommunities, type Communities, type CommunityParameters } from './communities';
import { communityLinker } from './community-links';

interface ImportedHierarchy {
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  readonly covariates: readonly CovariateRow[];
  readonly previous: readonly CommunityRow[];
  /** The highest number of a community that came with the graph. */
  readonly keptUpTo: number;
  readonly counter: number;
  readonly today: string;
}

/**
 * Communities that came with a graph, as they came, but for entities that are gone; all other entities are grouped among themselves. So the
 * reports that came with them stay true.
 */
export function* updateImportedHierarchy(input: ImportedHierarchy, parameters: CommunityParameters): Work<Communities> {
  const { entities, relationships, covariates, previous, keptUpTo, ...rest } = input;
  const known = new Set(entities.map(({ id }) => id));
  const kept = withoutEmpty(
    previous
      .filter(({ community }) => community <= keptUpTo)
      .map((row) => ({ row, members: row.entity_ids.filter((id) => known.has(id)) })),
  );
  yield { done: 0, total: 1 };
  const link = communityLinker({ communities: kept, entities, relationships, covariates });
  const earlier = new Map(previous.map((row) => [row.community, row]));
  const rows = kept.map((row) => sameOr(earlier.get(row.community), link(row)));
  const grouped = new Set(kept.flatMap(({ entity_ids }) => entity_ids));
  const others = yield* makeCommunities(
    {
      ...rest,
      entities: entities.filter(({ id }) => !grouped.has(id)),
      relationships,
      covariates,
      previous: previous.filter(({ community }) => community > keptUpTo),
      counter: Math.max(rest.counter, keptUpTo),
    },
    parameters,
  );
  const all = [...rows, ...others.rows].sort((a, b) => a.level - b.level || a.community - b.community);
  return { rows: all, counter: others.counter };
}

/** Communities that still have members, with no word of those that have none. */
function withoutEmpty(
  drafts: readonly { readonly row: CommunityRow; readonly members: readonly string[] }[],
): readonly CommunityRow[] {
  const standing = new Set(drafts.flatMap(({ row, members }) => (members.length > 0 ? [row.community] : [])));
  return drafts
    .filter(({ row }) => standing.has(row.community))
    .map(({ row, members }) => ({
      ...row,
      parent: standing.has(row.parent) ? row.parent : -1,
      children: row.children.filter((child) => standing.has(child)),
      entity_ids: members,
      size: members.length === row.entity_ids.length ? row.size : members.length,
    }));
}

/** The earlier row where the new one is equal. */
const sameOr = (earlier: CommunityRow | undefined, now: CommunityRow): CommunityRow =>
  earlier && JSON.stringify({ ...earlier }) === JSON.stringify({ ...now }) ? earlier : now;
