import type { Rows } from '../../tables/rows';
import type { CommunityRow, CovariateRow, EntityRow, RelationshipRow } from '../../tables/tables';
import type { EntityNumbers } from '../derive/graph-links';
import { asPart, type Work } from '../../work';
import { changesSince } from './community-changes';
import { communityRows } from './community-rows';
import { buildGraph, type CsrGraph } from '../leiden/csr';
import { TOLERANCE } from '../leiden/leiden';
import { communityHierarchy, membersOf, type Hierarchy } from './hierarchy';
import { choice, flag, number, type ValuesOf } from '../../parameters';
import { type CommunitySource, keepSource, type NodeGraph, nodeGraph, sourceOf } from './community-source';

interface CommunityInput {
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  /** Claims; communities keep the ids of those about their members. */
  readonly covariates?: readonly CovariateRow[];
  /** Communities of the last run: unchanged ones keep their members and number. */
  readonly previous?: readonly CommunityRow[];
  /** True to group all entities from scratch; earlier communities then give only their numbers. */
  readonly restart?: boolean;
  /** Highest community number ever given. */
  readonly counter: number;
  /** ISO date. */
  readonly today: string;
}

export interface Communities {
  /** By level, then by number. */
  readonly rows: readonly CommunityRow[];
  readonly counter: number;
}

/** The part of the time in which nodes are split; the rest makes rows of the parts. Only the progress bar uses it. */
const SPLITTING_SHARE = 0.7;

/**
 * The hierarchy of communities of all entities, single ones included (GraphRAG A8). It does not depend on the order of the rows, and its own
 * result as `previous` gives that result again. Relationships of weight ≤ 0 or with an unknown end are ignored. Throws RangeError for a weight
 * that is not a number.
 */
export function* makeCommunities(input: CommunityInput, parameters: CommunityParameters): Work<Communities> {
  const fingerprint = JSON.stringify(parameters);
  const source = input.previous && sourceOf(input.previous);
  const given = nodeGraph(input, source);
  const { entities, order } = given;
  const ends: Ends = given;
  const graph = clusteringGraph(given);
  const earlier = earlierCommunities(input.previous ?? [], given, source);
  const hadClaims = input.previous?.some(({ covariate_ids }) => covariate_ids.length > 0) ?? false;
  const changes = input.restart || hadClaims ? undefined : changesSince(input, given, source, fingerprint);
  const start = input.restart || earlier.length === 0 ? undefined : startLevels(earlier, entities.length, parameters);
  const splitting = communityHierarchy(graph, {
    algorithm: parameters.algorithm,
    maxClusterSize: parameters.max_cluster_size,
    maxLevels: parameters.max_levels,
    resolution: parameters.resolution,
    iterations: parameters.iterations,
    seed: parameters.seed,
    useLcc: parameters.use_lcc,
    ...(start && { start }),
    ...(changes && { settled: changes.drift < TOLERANCE / 2, partsOf: earlierParts(earlier, changes.nodes) }),
  });
  const hierarchy = yield* asPart(splitting, 0, SPLITTING_SHARE);
  let { counter } = input;
  const numbers = matchCommunities(hierarchy, graph.nodes, earlier).map((number) => number ?? ++counter);
  const making = communityRows({ ...input, entities, graph, ends, hierarchy, numbers, changed: changes?.nodes });
  const made = yield* asPart(making, SPLITTING_SHARE, 1);
  const drift = changes && changes.drift < TOLERANCE / 2 ? changes.drift : 0;
  const members = made.map(({ index }) => membersOf(hierarchy, index).map((node) => order[node] ?? -1));
  const rows = made.map(({ row }) => row);
  keepSource(rows, {
    entities: input.entities,
    relationships: input.relationships,
    drift,
    parameters: fingerprint,
    kept: { links: given.links, order, members },
  });
  return { rows, counter };
}

/** Records the tables and parameters from which communities were made, as when all of them come from the disk. */
export function standFor(
  communities: readonly CommunityRow[],
  { entities, relationships }: Pick<CommunityInput, 'entities' | 'relationships'>,
  parameters: CommunityParameters,
): void {
  keepSource(communities, { entities, relationships, drift: 0, parameters: JSON.stringify(parameters) });
}

/** The parts of earlier communities with the same members, none of which has changed. */
function earlierParts(
  earlier: ReturnType<typeof earlierCommunities>,
  changed: Uint8Array,
): (level: number, members: Int32Array) => readonly Int32Array[] | undefined {
  const byNumber = new Map(earlier.map((one) => [one.community, one]));
  const byFirst = new Map(earlier.map((one) => [`${one.level} ${one.members[0]}`, one]));
  return (level, members) => {
    const known = byFirst.get(`${level} ${members[0]}`);
    if (known?.members.length !== members.length) return undefined;
    if (!members.every((node, at) => node === known.members[at] && changed[node] === 0)) return undefined;
    const parts = known.children.flatMap((child) => byNumber.get(child) ?? []);
    return parts.map((part) => Int32Array.from(part.members));
  };
}

/** Nodes at both ends of each relationship; −1 for an unknown one. */
interface Ends {
  readonly source: Int32Array;
  readonly target: Int32Array;
}

/** The undirected graph that is clustered: both directions of a pair add up. */
function clusteringGraph({ entities, links, source, target }: NodeGraph): CsrGraph {
  const { weight } = links;
  let kept = 0;
  const [low, high] = [new Int32Array(weight.length), new Int32Array(weight.length)];
  const weights = new Float64Array(weight.length);
  for (let at = 0; at < weight.length; at++) {
    const [one, other] = [source[at] ?? -1, target[at] ?? -1];
    const own = weight[at] ?? 0;
    if (one < 0 || other < 0 || own <= 0) continue;
    low[kept] = one;
    high[kept] = other;
    weights[kept++] = own;
  }
  return buildGraph(entities.length, low.subarray(0, kept), high.subarray(0, kept), weights.subarray(0, kept));
}

/** Earlier communities with the members that are still there, in node order. */
function earlierCommunities(
  previous: readonly CommunityRow[],
  { nodes, links }: NodeGraph,
  source: CommunitySource | undefined,
): readonly (EarlierCommunity & Pick<CommunityRow, 'children' | 'size'> & { readonly split: boolean })[] {
  const known = source?.kept?.links.given === links.given ? source.kept.members : undefined;
  return previous.map((row, at) => ({
    community: row.community,
    level: row.level,
    members: membersAmong(nodes, known?.[at] ?? numbersOf(row.entity_ids, links.given)),
    size: row.size,
    children: row.children,
    split: row.children.length > 0,
  }));
}

const numbersOf = (ids: readonly string[], given: EntityNumbers): Int32Array => {
  const numbers = new Int32Array(ids.length);
  for (let at = 0; at < ids.length; at++) numbers[at] = given.find(ids[at] ?? '');
  return numbers;
};

/** The nodes of entities by their numbers, of those that are still there. */
function membersAmong(nodes: Int32Array, numbers: Int32Array): Int32Array {
  const members = new Int32Array(numbers.length);
  let count = 0;
  for (let at = 0; at < numbers.length; at++) {
    const node = nodes[numbers[at] ?? -1] ?? -1;
    if (node >= 0) members[count++] = node;
  }
  return count === members.length ? members : members.slice(0, count);
}

/** Earlier communities per level. One that was too large and was not split stays together on the next level too. */
function startLevels(
  earlier: ReturnType<typeof earlierCommunities>,
  nodes: number,
  parameters: CommunityParameters,
): readonly Int32Array[] {
  const levels = Array.from({ length: parameters.max_levels + 1 }, () => new Int32Array(nodes).fill(-1));
  for (const { community, level, members, size, split } of earlier) {
    const whole = !split && size >= parameters.max_cluster_size;
    for (const labels of [levels[level], whole ? levels[level + 1] : undefined]) {
      if (labels) for (const node of members) labels[node] = community;
    }
  }
  return levels;
}

/** GraphRAG's seed. */
const SEED = 0xdeadbeef;

/** The parameters of the community step (GraphRAG A8.4). */
export const COMMUNITY_PARAMETERS = [
  choice('algorithm', 'How communities are found', ['leiden', 'louvain'], {
    advanced: true,
    doc: 'Leiden keeps each community connected, and stable when documents change. Louvain, the older method, is there for comparison.',
    choiceTitles: { leiden: 'Leiden', louvain: 'Louvain' },
  }),
  number('max_cluster_size', 'Most members of a community', 10, [2, 1000], {
    doc: 'Splits a community of this many members or more again, if it comes apart. Lower makes finer communities and more reports to write.',
  }),
  number('max_levels', 'Most levels', 10, [1, 20], {
    doc: 'Stops splitting after this many levels. More make finer communities and more reports to write.',
  }),
  number('resolution', 'Fineness of communities', 1, [0.1, 10, 0.1], {
    doc: 'Above 1 makes more and smaller communities, below 1 fewer and larger ones. More communities take more reports to write.',
  }),
  number('iterations', 'Runs of Leiden', 2, [1, 10], {
    advanced: true,
    doc: 'Runs Leiden again on its own result. More runs can improve the communities and take longer.',
  }),
  number('seed', 'Random seed', SEED, [0, 0xffffffff], {
    advanced: true,
    doc: 'Gives the same communities for the same seed; another one may group some entities otherwise. Costs nothing.',
  }),
  flag('use_lcc', 'Only the largest connected part', false, {
    advanced: true,
    doc: 'Groups only the largest connected part of the graph. Leaves fewer communities to report on, but the rest gets none (GraphRAG: on).',
  }),
];

export type CommunityParameters = ValuesOf<typeof COMMUNITY_PARAMETERS>;

/** An earlier community with the members that still exist, as node numbers. */
interface EarlierCommunity {
  readonly community: number;
  readonly level: number;
  readonly members: Int32Array;
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
function matchCommunities(
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
