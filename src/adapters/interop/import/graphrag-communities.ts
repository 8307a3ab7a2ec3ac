import { message } from '../../../core/message';
import type { ForeignGraph } from '../../../core/ports/interop';
import { cell, decimal, findings, text, texts, whole, wholes, type LooseRow } from './cells';
import { notImported } from './given-files';
import type { LooseTables } from './loose-tables';

type Community = ForeignGraph['communities'][number];
type Report = ForeignGraph['community_reports'][number];
type Titled = Pick<ForeignGraph['entities'][number], 'id' | 'title'>;

/** Members of communities as the table of nodes of versions 0 and 1 has them: a row per node and level. */
interface NodeMembership {
  /** Ids of entities by community. */
  readonly members: ReadonlyMap<number, readonly string[]>;
  readonly levels: ReadonlyMap<number, number>;
}

/**
 * Communities with what later versions added: numbers, members, parents and children. A parent is the community of the level before with most
 * of the members.
 */
export function foreignCommunities(tables: LooseTables, entities: readonly Titled[]): readonly Community[] {
  const nodes = membershipOf(tables.nodes ?? [], entities);
  const rows = tables.communities ?? [...nodes.levels].map(([community, level]) => ({ community, level }));
  const relationships = new Map((tables.relationships ?? []).map((row) => [text(cell(row, 'id')), row]));
  const idOf = new Map(entities.toReversed().map(({ id, title }) => [title, id]));
  const drafts = rows.map((row: LooseRow): Community & { readonly hasParent: boolean } => {
    const community = whole(cell(row, 'community', 'id'), -1);
    if (community < 0) throw notImported(message`the table communities has a row without a number`);
    const given = texts(cell(row, 'entity_ids'));
    const ends = texts(cell(row, 'relationship_ids')).flatMap((id) => {
      const edge = relationships.get(id);
      return [cell(edge ?? {}, 'source'), cell(edge ?? {}, 'target')].flatMap((end) => idOf.get(text(end)) ?? []);
    });
    const entity_ids = given.length > 0 ? given : (nodes.members.get(community) ?? [...new Set(ends)]);
    const id = text(cell(row, 'id'));
    return {
      id: id === '' ? String(community) : id,
      human_readable_id: whole(cell(row, 'human_readable_id'), community),
      community,
      level: Math.max(0, whole(cell(row, 'level'), nodes.levels.get(community) ?? 0)),
      parent: whole(cell(row, 'parent'), -1),
      children: wholes(cell(row, 'children')),
      title: text(cell(row, 'title')) || `Community ${String(community)}`,
      entity_ids,
      period: text(cell(row, 'period')),
      size: whole(cell(row, 'size'), new Set(entity_ids).size),
      hasParent: cell(row, 'parent') !== null,
    };
  });
  const numbers = new Set(drafts.map(({ community }) => community));
  if (numbers.size < drafts.length) throw notImported(message`the table communities has a number twice`);
  return withHierarchy(drafts, numbers);
}

function membershipOf(nodes: readonly LooseRow[], entities: readonly Titled[]): NodeMembership {
  const known = new Set(entities.map(({ id }) => id));
  const idOf = new Map(entities.toReversed().map(({ id, title }) => [title, id]));
  const members = new Map<number, string[]>();
  const levels = new Map<number, number>();
  for (const row of nodes) {
    const community = whole(cell(row, 'community'), -1);
    const id = text(cell(row, 'id'));
    const entity = known.has(id) ? id : idOf.get(text(cell(row, 'title')));
    if (community < 0 || entity === undefined) continue;
    levels.set(community, whole(cell(row, 'level'), 0));
    const list = members.get(community);
    if (list) list.push(entity);
    else members.set(community, [entity]);
  }
  return { members, levels };
}

function withHierarchy(
  drafts: readonly (Community & { readonly hasParent: boolean })[],
  numbers: ReadonlySet<number>,
): readonly Community[] {
  const above = new Map<string, number>();
  for (const { community, level, entity_ids } of drafts)
    for (const id of entity_ids) above.set(`${String(level)} ${id}`, community);
  const parents = new Map(
    drafts.map((row) => [row.community, row.hasParent ? row.parent : parentByMembers(row, above)] as const),
  );
  const children = new Map<number, number[]>();
  for (const [community, parent] of parents) {
    if (parent < 0 || parent === community || !numbers.has(parent)) continue;
    const list = children.get(parent);
    if (list) list.push(community);
    else children.set(parent, [community]);
  }
  return drafts.map(({ hasParent: _, ...row }) => {
    const parent = parents.get(row.community) ?? -1;
    const given = row.children.filter((child) => numbers.has(child) && child !== row.community);
    return {
      ...row,
      parent: numbers.has(parent) && parent !== row.community ? parent : -1,
      children: given.length > 0 ? given : (children.get(row.community) ?? []),
    };
  });
}

function parentByMembers({ level, entity_ids }: Community, above: ReadonlyMap<string, number>): number {
  if (level === 0) return -1;
  const votes = new Map<number, number>();
  for (const id of entity_ids) {
    const community = above.get(`${String(level - 1)} ${id}`);
    if (community !== undefined) votes.set(community, (votes.get(community) ?? 0) + 1);
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return best?.[0] ?? -1;
}

/** Reports, with what earlier versions left to the table of communities. */
export function foreignReports(tables: LooseTables, communities: readonly Community[]): readonly Report[] {
  const known = new Map(communities.map((row) => [row.community, row]));
  const seen = new Set<number>();
  return (tables.community_reports ?? []).map((row) => {
    const community = whole(cell(row, 'community'), -1);
    if (seen.has(community)) throw notImported(message`the table community_reports has two reports on one community`);
    seen.add(community);
    const place = known.get(community);
    const title = text(cell(row, 'title'));
    return {
      id: text(cell(row, 'id')) || `report ${String(community)}`,
      human_readable_id: whole(cell(row, 'human_readable_id'), community),
      community,
      level: whole(cell(row, 'level'), place?.level ?? 0),
      parent: whole(cell(row, 'parent'), place?.parent ?? -1),
      children: row['children'] === undefined ? (place?.children ?? []) : wholes(row['children']),
      title,
      summary: text(cell(row, 'summary')),
      full_content: text(cell(row, 'full_content')),
      rank: decimal(cell(row, 'rank'), 0),
      rating_explanation: text(cell(row, 'rating_explanation', 'rank_explanation')),
      findings: findings(cell(row, 'findings')),
      full_content_json: text(cell(row, 'full_content_json')),
      period: text(cell(row, 'period')) || (place?.period ?? ''),
      size: whole(cell(row, 'size'), place?.size ?? 0),
    };
  });
}
