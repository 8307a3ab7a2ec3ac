import type { CommunityRow } from '../../tables/tables';

/** Part of a community's members with which a sub-community is nearly the same: where one hub holds all together, level after level sheds a few. */
const NEARLY = 0.8;

type Sized = Pick<CommunityRow, 'community' | 'parent' | 'children' | 'size'>;

/** Whether a community holds nearly all that another one does, of which it is a part. */
const isNearly = (part: Sized, whole: Sized): boolean => part.size >= NEARLY * whole.size;

/**
 * Communities without those that hold nearly all of the last one above them that is in the list: a report on such a one would say the same again.
 */
export function withoutRedundantSubcommunities<Row extends Sized>(communities: readonly Row[]): readonly Row[] {
  const rows = new Map(communities.map((row) => [row.community, row]));
  const wholes = new Map<number, Row>();
  const wholeOf = (row: Row): Row => {
    const known = wholes.get(row.community);
    const above = rows.get(row.parent);
    const whole = above && wholeOf(above);
    const own = known ?? (whole && isNearly(row, whole) ? whole : row);
    wholes.set(row.community, own);
    return own;
  };
  return communities.filter((row) => wholeOf(row) === row);
}

/** What a community comes apart into: of a sub-community that holds nearly all of it, the parts of that one. */
export function distinctSubcommunities<Row extends Sized>(
  row: Row,
  communities: ReadonlyMap<number, Row>,
): readonly Row[] {
  const within = (one: Row): readonly Row[] =>
    one.children.flatMap((number) => {
      const child = communities.get(number);
      if (!child) return [];
      return isNearly(child, row) ? within(child) : [child];
    });
  return within(row);
}
