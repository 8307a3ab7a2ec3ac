import type { CommunityRow } from '../../tables/tables';

/** Share of a community's members from which a sub-community is redundant. Around one hub each level sheds only a few members. */
const NEARLY = 0.8;

type Sized = Pick<CommunityRow, 'community' | 'parent' | 'children' | 'size'>;

/** Whether a sub-community holds nearly all of a community. */
const isNearly = (part: Sized, whole: Sized): boolean => part.size >= NEARLY * whole.size;

/** Leaves out communities that hold nearly all of the last remaining one above them. A report on them would repeat that one's. */
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

/** The sub-communities of a community. A redundant one is replaced by its own sub-communities. */
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
