import type { CommunityRow, CovariateRow, EntityRow, RelationshipRow } from '../tables/tables';
import type { Work } from '../work';
import type { CommunityParameters } from './community-parameters';
import { communityRows } from './community-rows';
import { buildGraph, type CsrGraph } from './csr';
import { communityHierarchy } from './hierarchy';
import { matchCommunities, type EarlierCommunity } from './match-communities';

export interface CommunityInput {
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  /** Claims, whose ids are kept with the communities of those they are about. */
  readonly covariates?: readonly CovariateRow[];
  /** Communities found last time: what did not change keeps its members and its number. */
  readonly previous?: readonly CommunityRow[];
  /** True where all are to be grouped anew: earlier communities then lend only their numbers. */
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

/**
 * The hierarchy of communities of all entities, single ones included (GraphRAG A8). It does not depend on the order of the
 * rows; the same input with its own result as `previous` gives that result again. Relationships of weight ≤ 0 or with
 * an unknown end do not bind. Throws RangeError for a weight that is not a number.
 */
export function* makeCommunities(input: CommunityInput, parameters: CommunityParameters): Work<Communities> {
  const entities = input.entities.toSorted((a, b) => compare(a.key, b.key));
  const nodeOf = new Map(entities.map((entity, node) => [entity.id, node]));
  const ends = input.relationships.map((row) => [nodeOf.get(row.source_id), nodeOf.get(row.target_id)] as const);
  const graph = clusteringGraph(entities.length, input.relationships, ends);
  const earlier = earlierCommunities(input.previous ?? [], nodeOf);
  const start = input.restart || earlier.length === 0 ? undefined : startLevels(earlier, entities.length, parameters);
  const hierarchy = yield* communityHierarchy(graph, {
    algorithm: parameters.algorithm,
    maxClusterSize: parameters.max_cluster_size,
    maxLevels: parameters.max_levels,
    resolution: parameters.resolution,
    iterations: parameters.iterations,
    seed: parameters.seed,
    useLcc: parameters.use_lcc,
    ...(start && { start }),
  });
  let { counter } = input;
  const numbers = matchCommunities(hierarchy, graph.nodes, earlier).map((number) => number ?? ++counter);
  const rows = yield* communityRows({ ...input, entities, graph, ends, hierarchy, numbers });
  return { rows, counter };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Ends = readonly (readonly [number | undefined, number | undefined])[];

/** The undirected graph that is clustered: both directions of a pair add up. */
function clusteringGraph(nodes: number, relationships: readonly RelationshipRow[], ends: Ends): CsrGraph {
  const source: number[] = [];
  const target: number[] = [];
  const weight: number[] = [];
  for (const [index, row] of relationships.entries()) {
    const [low, high] = ends[index] ?? [];
    if (low === undefined || high === undefined || row.weight <= 0) continue;
    source.push(low);
    target.push(high);
    weight.push(row.weight);
  }
  return buildGraph(nodes, Int32Array.from(source), Int32Array.from(target), Float64Array.from(weight));
}

function earlierCommunities(
  previous: readonly CommunityRow[],
  nodeOf: ReadonlyMap<string, number>,
): readonly (EarlierCommunity & { readonly size: number; readonly split: boolean })[] {
  return previous.map((row) => ({
    community: row.community,
    level: row.level,
    members: row.entity_ids.flatMap((id) => nodeOf.get(id) ?? []),
    size: row.size,
    split: row.children.length > 0,
  }));
}

/** Earlier communities per level; one that was too large and did not come apart stays together on the next level too. */
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
