// smoke: 1000
import { buildGraph, type CsrGraph, inducedGraph } from '../src/core/graph/leiden/csr';
import { connectedParts, modularity } from '../src/core/graph/leiden/partition';
import {
  communityHierarchy,
  membersOf,
  membershipByLevel,
  type Hierarchy,
  louvain,
} from '../src/core/graph/communities/hierarchy';
import { leiden } from '../src/core/graph/leiden/leiden';
import { finish } from '../src/core/work';
import { countDisconnected } from '../tests/helpers/count-disconnected';
import { lfrGraph, withoutDocument, type EdgeColumns } from './lib/lfr-graph';

/** Leiden beside the Louvain library, and what a warm start changes. Run: npx tsx bench/leiden.ts [nodes …] */

const RUNS = 10;
const SEEDS = [1, 2, 3, 4, 5];
const HIERARCHY = {
  algorithm: 'leiden',
  maxClusterSize: 10,
  maxLevels: 10,
  resolution: 1,
  iterations: 2,
  seed: 1,
  useLcc: false,
} as const;

const built = (edges: EdgeColumns): CsrGraph => buildGraph(edges.nodes, edges.source, edges.target, edges.weight);

/** Least CPU milliseconds of some runs of a task, one after another: none clears away what another task left. */
function leastCpu(task: () => unknown, runs = RUNS): number {
  task();
  const times = Array.from({ length: runs }, () => {
    const from = process.cpuUsage();
    task();
    const used = process.cpuUsage(from);
    return (used.user + used.system) / 1000;
  });
  return Math.min(...times);
}

function onePartition(edges: EdgeColumns): Record<string, unknown> {
  const graph = built(edges);
  const building = leastCpu(() => built(edges));
  const own = leastCpu(() => leiden(graph, { seed: 1 }));
  const library = leastCpu(() => louvain(graph, { seed: 1 }));
  const quality = SEEDS.map((seed) => [
    modularity(graph, leiden(graph, { seed })),
    modularity(graph, louvain(graph, { seed })),
  ]);
  const owns = quality.map(([value = 0]) => value);
  const libraries = quality.map(([, value = 0]) => value);
  return {
    nodes: graph.nodes,
    edges: graph.neighbours.length / 2,
    'CSR ms': building.toFixed(1),
    'Leiden ms': own.toFixed(0),
    'library ms (its graph included)': library.toFixed(0),
    ratio: (library / (own + building)).toFixed(1),
    'Q own, worst': Math.min(...owns).toFixed(4),
    'Q library, best': Math.max(...libraries).toFixed(4),
    disconnected: countDisconnected(graph, leiden(graph, { seed: 1 })),
  };
}

const hierarchyOf = (graph: CsrGraph, start?: readonly Int32Array[]): Hierarchy =>
  finish(communityHierarchy(graph, { ...HIERARCHY, ...(start && { start }) }));

function warmStart(edges: EdgeColumns, document: number): Record<string, unknown> {
  const before = hierarchyOf(built(edges));
  const graph = built(withoutDocument(edges, document));
  const earlier = membershipByLevel(before, graph.nodes);
  const cold = hierarchyOf(graph);
  const warm = hierarchyOf(graph, earlier);
  const coldCpu = leastCpu(() => hierarchyOf(graph), 2);
  const warmCpu = leastCpu(() => hierarchyOf(graph, earlier), 2);
  return {
    nodes: graph.nodes,
    'edges removed': (built(edges).neighbours.length - graph.neighbours.length) / 2,
    communities: before.level.length,
    'cold ms': coldCpu.toFixed(0),
    'warm ms': warmCpu.toFixed(0),
    'changed, level 0': percent(changed(before, warm, 0)),
    'of these fallen apart': percent(lost(before, graph, 0)),
    'changed, all levels': percent(changed(before, warm)),
    'of all fallen apart': percent(lost(before, graph)),
    'changed cold, level 0': percent(changed(before, cold, 0)),
    'changed cold, all': percent(changed(before, cold)),
    'Q warm − cold, level 0': (quality(graph, warm, 0) - quality(graph, cold, 0)).toFixed(4),
    'Q warm − cold, finest': (quality(graph, warm) - quality(graph, cold)).toFixed(4),
    disconnected: membershipByLevel(warm, graph.nodes).reduce((sum, labels) => sum + disconnected(graph, labels), 0),
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Share of the communities (of one level) whose exact members are no community afterwards. */
function changed(before: Hierarchy, after: Hierarchy, level?: number): number {
  const key = (hierarchy: Hierarchy, index: number): string => membersOf(hierarchy, index).join();
  const of = (hierarchy: Hierarchy): string[] =>
    [...hierarchy.level.keys()]
      .filter((index) => level === undefined || hierarchy.level[index] === level)
      .map((index) => `${hierarchy.level[index] ?? 0}:${key(hierarchy, index)}`);
  const found = new Set(of(after));
  const earlier = of(before);
  return earlier.filter((members) => !found.has(members)).length / earlier.length;
}

/** Share of the communities that no clustering could keep: their members are not connected any more. */
function lost(before: Hierarchy, graph: CsrGraph, level?: number): number {
  const scratch = new Int32Array(graph.nodes).fill(-1);
  const all = [...before.level.keys()].filter((index) => level === undefined || before.level[index] === level);
  const apart = all.filter((index) => {
    const inner = inducedGraph(graph, membersOf(before, index), scratch);
    return connectedParts(inner).some((part) => part > 0);
  });
  return apart.length / all.length;
}

/** Modularity of level 0, or of the partition into the deepest community of each node. */
function quality(graph: CsrGraph, hierarchy: Hierarchy, level?: number): number {
  const labels = new Int32Array(graph.nodes);
  for (const [index, at] of hierarchy.level.entries()) {
    if (level === undefined || at === level) for (const node of membersOf(hierarchy, index)) labels[node] = index;
  }
  return modularity(graph, labels);
}

/** Disconnected communities among the nodes that have one. */
function disconnected(graph: CsrGraph, labels: Int32Array): number {
  let alone = graph.nodes * 2;
  return countDisconnected(
    graph,
    labels.map((label) => (label < 0 ? alone++ : label)),
  );
}

const sizes = process.argv.slice(2).map(Number);
const graphs = (sizes.length > 0 ? sizes : [1_000, 10_000, 100_000]).map((nodes) => lfrGraph(nodes, 1));
console.log('One partition: CPU milliseconds, least of several runs; modularity over five seeds');
console.table(graphs.map(onePartition));
console.log('After deleting 1 of 200 documents');
console.table(graphs.flatMap((edges) => [0, 7, 42].map((document) => warmStart(edges, document))));
