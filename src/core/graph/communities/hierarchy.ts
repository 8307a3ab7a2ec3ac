import { asPart, type Work } from '../../work';
import { largestComponent, compactLabels, groupByLabel, eachAlone, connectedParts } from '../leiden/partition';
import { type CsrGraph, inducedGraph } from '../leiden/csr';
import { leidenWork, type ClusterOptions } from '../leiden/leiden';
import { UndirectedGraph } from 'graphology';
import louvainOf from 'graphology-communities-louvain';
import { randomNumbers } from '../../random';

interface HierarchyOptions {
  readonly algorithm: 'leiden' | 'louvain';
  /** A community of this size or more is split again. */
  readonly maxClusterSize: number;
  /** Levels at most, at least 1. */
  readonly maxLevels: number;
  readonly resolution: number;
  readonly iterations: number;
  readonly seed: number;
  /** Leaves out every node outside the largest connected component. */
  readonly useLcc: boolean;
  /** Earlier communities by level: the label of each node at that level, −1 where it had none. Leiden only. */
  readonly start?: readonly Int32Array[];
  /** True if too little has changed for other partitions to be better by more than Leiden's tolerance. */
  readonly settled?: boolean;
  /** The earlier parts of a community, where nothing in it has changed since: they are found again as they are. */
  readonly partsOf?: (level: number, members: Int32Array) => readonly Int32Array[] | undefined;
}

/** Communities of all levels, breadth first: every child comes after all communities of its parent's level. */
export interface Hierarchy {
  readonly level: Int32Array;
  /** Index of the community it was split from, −1 at level 0. */
  readonly parent: Int32Array;
  /** Members of community c: members[starts[c]…starts[c+1]−1], ascending node numbers. */
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/** The part of the time in which all nodes are split. Only the progress bar uses it. */
const TOP_SHARE = 0.5;

interface Community {
  readonly level: number;
  readonly parent: number;
  readonly members: Int32Array;
}

/**
 * Communities of the graph, then communities within each one that is too large, on the graph that its members induce (GraphRAG A8.2). One that
 * cannot be split stays as it is. Children partition their parent; all are connected.
 */
export function* communityHierarchy(graph: CsrGraph, options: HierarchyOptions): Work<Hierarchy> {
  const scratch = new Int32Array(graph.nodes).fill(-1);
  const all = options.useLcc ? largestComponent(graph) : eachAlone(graph.nodes);
  const found = yield* asPart(splitNodes(graph, all, 0, -1, scratch, options), 0, TOP_SHARE);
  const shareAt = (index: number): number => TOP_SHARE + ((1 - TOP_SHARE) * index) / found.length;
  for (let index = 0; index < found.length; index++) {
    const community = found[index];
    if (!community || community.level + 1 >= options.maxLevels) continue;
    if (community.members.length < options.maxClusterSize) continue;
    const known = options.partsOf?.(community.level, community.members);
    const level = community.level + 1;
    const parts = known
      ? known.map((members): Community => ({ level, parent: index, members }))
      : yield* asPart(
          splitNodes(graph, community.members, level, index, scratch, options),
          shareAt(index),
          shareAt(index + 1),
        );
    if (parts.length < 2) continue;
    for (const part of parts) found.push(part);
    yield { done: shareAt(index), total: 1 };
  }
  return flatten(found);
}

function* splitNodes(
  graph: CsrGraph,
  nodes: Int32Array,
  level: number,
  parent: number,
  scratch: Int32Array,
  options: HierarchyOptions,
): Work<Community[]> {
  const inner = nodes.length === graph.nodes ? graph : inducedGraph(graph, nodes, scratch);
  const labels = yield* partition(inner, startFor(nodes, options.start?.[level]), options);
  const count = compactLabels(labels);
  const groups = groupByLabel(labels, count);
  return Array.from({ length: count }, (_, group) => ({
    level,
    parent,
    members: groups.members
      .subarray(groups.starts[group] ?? 0, groups.starts[group + 1] ?? 0)
      .map((node) => nodes[node] ?? 0),
  }));
}

function* partition(graph: CsrGraph, start: Int32Array | undefined, options: HierarchyOptions): Work<Int32Array> {
  const { resolution, iterations, seed, settled = false } = options;
  if (options.algorithm === 'louvain') return louvain(graph, { resolution, seed });
  return yield* leidenWork(graph, { resolution, iterations, seed, settled, ...(start && { start }) });
}

/** Earlier labels of some nodes, those without one each alone; undefined when none has a label. */
function startFor(nodes: Int32Array, labels: Int32Array | undefined): Int32Array | undefined {
  if (!labels || nodes.every((node) => (labels[node] ?? -1) < 0)) return undefined;
  const numbers = new Map<number, number>();
  let next = 0;
  return nodes.map((node) => {
    const label = labels[node] ?? -1;
    if (label < 0) return next++;
    const number = numbers.get(label) ?? next++;
    numbers.set(label, number);
    return number;
  });
}

function flatten(found: readonly Community[]): Hierarchy {
  const starts = new Int32Array(found.length + 1);
  for (const [index, { members }] of found.entries()) starts[index + 1] = (starts[index] ?? 0) + members.length;
  const members = new Int32Array(starts[found.length] ?? 0);
  for (const [index, community] of found.entries()) members.set(community.members, starts[index] ?? 0);
  return {
    level: Int32Array.from(found, ({ level }) => level),
    parent: Int32Array.from(found, ({ parent }) => parent),
    starts,
    members,
  };
}

/** The community of each node at each level, −1 where it has none. */
export function membershipByLevel(hierarchy: Hierarchy, nodes: number): readonly Int32Array[] {
  const levels: Int32Array[] = [];
  for (const [community, level] of hierarchy.level.entries()) {
    const labels = (levels[level] ??= new Int32Array(nodes).fill(-1));
    for (const node of membersOf(hierarchy, community)) labels[node] = community;
  }
  return levels;
}

/** Members of a community, ascending. */
export function membersOf(hierarchy: Hierarchy, community: number): Int32Array {
  return hierarchy.members.subarray(hierarchy.starts[community] ?? 0, hierarchy.starts[community + 1] ?? 0);
}

/**
 * Communities by the Louvain algorithm of graphology-communities-louvain, numbered by first appearance. Communities that it leaves
 * disconnected are separated. It runs in one piece and ignores iterations and start.
 */
export function louvain(graph: CsrGraph, options: ClusterOptions = {}): Int32Array {
  const { resolution = 1, seed = 0 } = options;
  if (graph.total === 0) return connectedParts(graph);
  const { communities } = louvainOf.detailed(libraryGraph(graph), {
    getEdgeWeight: 'weight',
    resolution,
    rng: randomNumbers(seed),
  });
  const labels = Int32Array.from({ length: graph.nodes }, (_, node) => communities[node] ?? 0);
  return connectedParts(graph, labels);
}

/** Nodes and edges ascending: the library's result depends on the order of insertion. */
function libraryGraph(graph: CsrGraph): UndirectedGraph {
  const result = new UndirectedGraph();
  for (let node = 0; node < graph.nodes; node++) result.addNode(node);
  for (let node = 0; node < graph.nodes; node++) {
    const loop = graph.loops[node] ?? 0;
    if (loop > 0) result.addEdge(node, node, { weight: loop });
    for (let i = graph.starts[node] ?? 0; i < (graph.starts[node + 1] ?? 0); i++) {
      const other = graph.neighbours[i] ?? 0;
      if (other > node) result.addEdge(node, other, { weight: graph.weights[i] ?? 0 });
    }
  }
  return result;
}
