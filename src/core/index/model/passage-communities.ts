import { buildGraph, type CsrGraph } from '../../graph/csr';
import { leidenWork } from '../../graph/leiden';
import type { TextUnitRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';
import type { KeyWeights } from './passage-centrality';

/** A document of fewer passages is one community. */
const LEAST_PASSAGES = 12;
/** Finer than communities of entities, so that a licence of a few passages has others of its size to compare with. */
const RESOLUTION = 2;
/** A passage is linked with the last ones before it that hold the same key, so that links grow with the mentions alone. */
const LINKS = 2;

/** Passages of one document that share names, and what they count. */
export interface PassageCommunity {
  readonly units: readonly TextUnitRow[];
  /** 0 to 1: how much its names lead to the rest of the document, against those of the document's other communities. */
  readonly weight: number;
}

/**
 * The communities of a document's passages, by Leiden over the names that they share. One whose names hardly lead to the others, as those of a licence
 * that is appended to a book, counts by so much less. Passages that share names with other documents alone are one community, and those that share none
 * are one that counts nothing. `units` are all passages of the document in reading order.
 */
export function* passageCommunities(
  units: readonly TextUnitRow[],
  weights: KeyWeights,
): Work<readonly PassageCommunity[]> {
  if (units.length < LEAST_PASSAGES) return [{ units, weight: 1 }];
  const graph = yield* passageGraph(units, weights);
  const labels = yield* leidenWork(graph, { resolution: RESOLUTION });
  const communities = linkedCommunities(units, graph, labels);
  const usual = medianByPassage(communities);
  const alone = units.filter((_, node) => graph.strengths[node] === 0);
  const hasNames = ({ id }: TextUnitRow): boolean => (weights.get(id)?.size ?? 0) > 0;
  return [
    ...communities.map(({ units: own, openness }) => ({
      units: own,
      weight: usual > 0 ? Math.min(1, openness / usual) : 1,
    })),
    { units: alone.filter(hasNames), weight: 1 },
    { units: alone.filter((unit) => !hasNames(unit)), weight: 0 },
  ];
}

function* passageGraph(units: readonly TextUnitRow[], weights: KeyWeights): Work<CsrGraph> {
  const [source, target, weight]: [number[], number[], number[]] = [[], [], []];
  const holders = new Map<string, readonly { readonly node: number; readonly value: number }[]>();
  yield* inSteps([...units.entries()], ([node, { id }]) => {
    for (const [key, value] of weights.get(id) ?? []) {
      const before = holders.get(key) ?? [];
      for (const one of before) {
        source.push(one.node);
        target.push(node);
        weight.push(Math.min(one.value, value));
      }
      holders.set(key, [...before, { node, value }].slice(-LINKS));
    }
  });
  return buildGraph(units.length, Int32Array.from(source), Int32Array.from(target), Float64Array.from(weight));
}

interface OpenCommunity {
  readonly units: readonly TextUnitRow[];
  /** Weight of the links that lead out of it, against what would lead out if links fell anywhere; 0 or more. */
  readonly openness: number;
}

function linkedCommunities(
  units: readonly TextUnitRow[],
  { starts, neighbours, weights, strengths, total }: CsrGraph,
  labels: Int32Array,
): readonly OpenCommunity[] {
  const found = new Map<number, { readonly units: TextUnitRow[]; strength: number; outward: number }>();
  for (const [node, unit] of units.entries()) {
    const strength = strengths[node] ?? 0;
    if (strength === 0) continue;
    const label = labels[node] ?? -1;
    const community = found.get(label) ?? { units: [], strength: 0, outward: 0 };
    found.set(label, community);
    community.units.push(unit);
    community.strength += strength;
    for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at++) {
      if (labels[neighbours[at] ?? -1] !== label) community.outward += weights[at] ?? 0;
    }
  }
  return [...found.values()].map(({ units: own, strength, outward }) => ({
    units: own,
    openness: outward === 0 ? 0 : outward / (strength * (1 - strength / total)),
  }));
}

/** The openness that half of the passages reach; 0 for none. */
function medianByPassage(communities: readonly OpenCommunity[]): number {
  let left = communities.reduce((sum, { units }) => sum + units.length, 0) / 2;
  for (const { units, openness } of communities.toSorted((a, b) => a.openness - b.openness)) {
    left -= units.length;
    if (left <= 0) return openness;
  }
  return 0;
}
