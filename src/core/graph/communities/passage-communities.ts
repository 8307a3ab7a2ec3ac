import { groupBy } from '../../arrays';
import type { TextUnitRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';
import { buildGraph, type CsrGraph } from '../leiden/csr';
import { leidenWork } from '../leiden/leiden';

/** A key in more than this share of the text units does not distinguish them. */
const COMMON = 0.25;

/** A document of fewer passages is one community. */
const LEAST_PASSAGES = 12;
/** Communities of fewer passages are not judged: a question and its answer may share a name that is nowhere else. */
const LEAST_COMMUNITY = 3;
/** Finer than communities of entities, so that a short licence is compared with communities of its size. */
const RESOLUTION = 2;
/** A passage is linked with only this many earlier holders of a key, so that links grow linearly with mentions. */
const LINKS = 2;

/** Weights above 0 of the names and terms in each text unit, by its id and by key. */
export type KeyWeights = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Weight of a key in `found` of all text units: log(N / df) where 2 ≤ df ≤ N / 4, else 0. */
const rarity = (found: number, all: number): number =>
  found < 2 || found > Math.max(2, all * COMMON) ? 0 : Math.log(all / found);

/** Weights of keys in text units: their rarity, times the share (0 to 1) that a key has in a unit. Independent of the order of `shares`. */
export function* keyWeights(
  shares: ReadonlyMap<string, ReadonlyMap<string, number>>,
  units: readonly TextUnitRow[],
): Work<KeyWeights> {
  const weights = new Map(units.map(({ id }) => [id, new Map<string, number>()]));
  yield* inSteps([...shares].sort(byName), ([key, own]) => {
    for (const [unit, share] of own) {
      const weight = share * rarity(own.size, units.length);
      if (weight > 0) weights.get(unit)?.set(key, weight);
    }
  });
  return weights;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Passages of one document that share names, with their weight. */
export interface PassageCommunity {
  readonly units: readonly TextUnitRow[];
  /** 0 to 1: how strongly its names connect it to the rest of the document, against the document's other communities. */
  readonly weight: number;
}

/**
 * The communities of a document's passages, by Leiden over the names that they share. A community that hardly shares names with the others,
 * such as an appended licence, has a low weight. Passages in communities that are too small to judge are one community of weight 1. `units`
 * are all passages of the document in reading order.
 */
export function* passageCommunities(
  units: readonly TextUnitRow[],
  weights: KeyWeights,
): Work<readonly PassageCommunity[]> {
  if (units.length < LEAST_PASSAGES) return [{ units, weight: 1 }];
  const graph = yield* passageGraph(units, weights);
  const labels = yield* leidenWork(graph, { resolution: RESOLUTION });
  const communities = linkedCommunities(units, graph, labels).filter((one) => one.units.length >= LEAST_COMMUNITY);
  const usual = medianByPassage(communities);
  const judged = new Set(communities.flatMap((one) => one.units));
  return [
    ...communities.map(({ units: own, openness }) => ({
      units: own,
      weight: usual > 0 ? Math.min(1, openness / usual) : 1,
    })),
    { units: units.filter((unit) => !judged.has(unit)), weight: 1 },
  ];
}

/**
 * How far each text unit coheres with its document, 0 to 1 by id: the weight of its community by shared entities. Appended text, such as a
 * licence, is far below 1. `units` are those of a collection, in any order.
 */
export function* passageCohesion(units: readonly TextUnitRow[]): Work<ReadonlyMap<string, number>> {
  const byEntity = new Map<string, Map<string, number>>();
  for (const { id, entity_ids } of units)
    for (const entity of entity_ids) byEntity.set(entity, (byEntity.get(entity) ?? new Map()).set(id, 1));
  const weights = yield* keyWeights(byEntity, units);
  const cohesion = new Map<string, number>();
  for (const own of unitsByDocument(units)) {
    for (const { units: members, weight } of yield* passageCommunities(own, weights)) {
      for (const { id } of members) cohesion.set(id, weight);
    }
  }
  return cohesion;
}

/** The text units of each document, in reading order. */
export const unitsByDocument = (units: readonly TextUnitRow[]): readonly (readonly TextUnitRow[])[] =>
  [...groupBy(units, (unit) => unit.document_id).values()].map((own) => own.toSorted((a, b) => a.start - b.start));

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
  /** Weight of the links that leave it, against the weight expected if links fell anywhere; 0 or more. */
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
