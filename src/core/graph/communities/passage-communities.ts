import { groupBy } from '../../arrays';
import type { TextUnitRow } from '../../tables/tables';
import { finish, inSteps, type Work } from '../../work';
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
  return yield* communitiesOfGraph(units, yield* passageGraph(units, weights));
}

function* communitiesOfGraph(units: readonly TextUnitRow[], graph: CsrGraph): Work<readonly PassageCommunity[]> {
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
 * Scores how well each text unit of a document coheres with the rest, 0 to 1 by id: the weight of its community by
 * shared entities. Appended text, such as a licence, is far below 1. `entities` are those of each unit; the units are
 * in any order. An entity's rarity is that in the document.
 */
export function passageCohesion(
  units: readonly TextUnitRow[],
  entities: readonly Iterable<string | number>[],
): ReadonlyMap<string, number> {
  if (units.length < LEAST_PASSAGES) return new Map(units.map(({ id }) => [id, 1]));
  const order = [...units.keys()].sort((a, b) => (units[a]?.start ?? 0) - (units[b]?.start ?? 0));
  const graph = sharingGraph(order.map((at) => entities[at] ?? []));
  const communities = finish(
    communitiesOfGraph(
      order.flatMap((at) => units[at] ?? []),
      graph,
    ),
  );
  return new Map(communities.flatMap((one) => one.units.map(({ id }) => [id, one.weight] as const)));
}

/** The graph of passages that share keys, each key weighted by its rarity among them. */
function sharingGraph(passages: readonly Iterable<string | number>[]): CsrGraph {
  const numberOf = new Map<string | number, number>();
  const keys = passages.map((own) =>
    [...new Set(own)].map((key) => {
      const number = numberOf.get(key) ?? numberOf.size;
      numberOf.set(key, number);
      return number;
    }),
  );
  const found = new Int32Array(numberOf.size);
  for (const own of keys) for (const key of own) found[key] = (found[key] ?? 0) + 1;
  const [source, target, weight]: [number[], number[], number[]] = [[], [], []];
  /** The latest passages that hold a key, the very latest first. */
  const holders = new Int32Array(numberOf.size * LINKS).fill(-1);
  for (const [node, own] of keys.entries()) {
    for (const key of own) {
      const value = rarity(found[key] ?? 0, passages.length);
      if (value === 0) continue;
      const first = key * LINKS;
      for (let at = first; at < first + LINKS; at++) {
        const holder = holders[at] ?? -1;
        if (holder < 0) break;
        source.push(holder);
        target.push(node);
        weight.push(value);
      }
      holders.copyWithin(first + 1, first, first + LINKS - 1);
      holders[first] = node;
    }
  }
  return buildGraph(passages.length, Int32Array.from(source), Int32Array.from(target), Float64Array.from(weight));
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
