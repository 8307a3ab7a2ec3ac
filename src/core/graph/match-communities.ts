import { membersOf, type Hierarchy } from './hierarchy';

/** An earlier community with the members that still exist, as node numbers. */
export interface EarlierCommunity {
  readonly community: number;
  readonly level: number;
  readonly members: readonly number[];
}

/** Members that two communities must share, of all that they have together, to be the same one. */
const MIN_OVERLAP = 0.3;

interface Candidate {
  readonly index: number;
  readonly community: number;
  readonly overlap: number;
}

/**
 * Numbers for the communities of a hierarchy: that of the earlier community of the same level with the greatest overlap
 * (Jaccard), each used once, best matches first; undefined where none overlaps enough.
 */
export function matchCommunities(
  hierarchy: Hierarchy,
  nodes: number,
  earlier: readonly EarlierCommunity[],
): readonly (number | undefined)[] {
  const numbers: (number | undefined)[] = Array.from({ length: hierarchy.level.length }, () => undefined);
  const used = new Set<number>();
  for (const { index, community } of candidates(hierarchy, nodes, earlier)) {
    if (numbers[index] !== undefined || used.has(community)) continue;
    numbers[index] = community;
    used.add(community);
  }
  return numbers;
}

/** Pairs that overlap enough, best first. */
function candidates(hierarchy: Hierarchy, nodes: number, earlier: readonly EarlierCommunity[]): readonly Candidate[] {
  const earlierAt: Int32Array[] = [];
  for (const [position, { level, members }] of earlier.entries()) {
    const labels = (earlierAt[level] ??= new Int32Array(nodes).fill(-1));
    for (const node of members) labels[node] = position;
  }
  const found: Candidate[] = [];
  for (const [index, level] of hierarchy.level.entries()) {
    const members = membersOf(hierarchy, index);
    const shared = new Map<number, number>();
    for (const node of members) {
      const position = earlierAt[level]?.[node] ?? -1;
      if (position >= 0) shared.set(position, (shared.get(position) ?? 0) + 1);
    }
    for (const [position, count] of shared) {
      const other = earlier[position];
      if (!other) continue;
      const overlap = count / (members.length + other.members.length - count);
      if (overlap >= MIN_OVERLAP) found.push({ index, community: other.community, overlap });
    }
  }
  return found.sort((a, b) => b.overlap - a.overlap || a.community - b.community || a.index - b.index);
}
