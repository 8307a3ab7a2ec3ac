import { groupBy } from '../../arrays';
import type { CommunityRow } from '../../tables/tables';

/** The highest level that is kept: real hierarchies have about ten. */
const DEEPEST = 63;

/**
 * Communities as a hierarchy: each parent is here and on a lower level, −1 where it is not, and children are those that
 * name it as their parent. Tables from elsewhere may violate this, and lead in circles. The row itself where it is so
 * already.
 */
export function soundHierarchy<Row extends Pick<CommunityRow, 'community' | 'level' | 'parent' | 'children'>>(
  communities: readonly Row[],
): readonly Row[] {
  const rows = communities.filter(({ community }) => community >= 0);
  const levels = new Map(rows.map(({ community, level }) => [community, Math.max(0, Math.min(level, DEEPEST))]));
  const levelOf = (community: number): number => levels.get(community) ?? Infinity;
  const parentOf = ({ community, parent }: Row): number => (levelOf(parent) < levelOf(community) ? parent : -1);
  const parts = groupBy(rows, parentOf);
  return rows.map((row) => {
    const children = (parts.get(row.community) ?? []).map(({ community }) => community);
    const sound = { level: levelOf(row.community), parent: parentOf(row) };
    const named = new Set(row.children);
    const isSame = named.size === children.length && children.every((child) => named.has(child));
    if (isSame && sound.level === row.level && sound.parent === row.parent) return row;
    return { ...row, ...sound, children: isSame ? row.children : children };
  });
}
