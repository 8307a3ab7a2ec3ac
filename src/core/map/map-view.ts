import type { LayoutName, Positions } from '../ports/layout';
import type { ConnectionStep } from '../search/evidence/evidence';
import type { EntityRow } from '../tables/tables';
import { findPath } from './find-path';
import { membersOf, NOTHING_HIDDEN, passing, type FilterSource, type HiddenMarks, type MapFilter } from './map-filter';
import { entityTypes, type MapGraph } from './map-graph';
import { FILL } from './nested-layout';

/** Part of the map that is asked for. */
export interface MapQuery {
  readonly layout: LayoutName;
  /** Level of the communities to show; one beneath the deepest shows entities. Null for the first that shows parts of `within`. */
  readonly level: number | null;
  /** The community that is opened; null for the whole. */
  readonly within: number | null;
  readonly filter: MapFilter;
  /** Marks that are left out in any case; none where missing. */
  readonly hidden?: HiddenMarks;
  /** Id of an entity that is to be found in the view. */
  readonly chosen: string | null;
  /** Id of another one, to which a path is sought from there. */
  readonly pathTo: string | null;
}

/** Marks that are drawn at most, communities or entities. */
const MOST_COMMUNITIES = 500;
export const MOST_ENTITIES = 2000;
/** Links that are sent at most, the strongest first. */
const MOST_LINKS = 20_000;

/** Marks and links to draw, as columns; marks are the largest first. */
export interface MapView {
  readonly layout: LayoutName;
  /** Level of the communities shown; `levels` where entities are shown. */
  readonly level: number;
  /** The highest level that shows parts of the opened community. */
  readonly firstLevel: number;
  /** Levels of communities in the opened one: 0 … levels − 1. */
  readonly levels: number;
  /** The opened communities, from the top. */
  readonly trail: readonly { readonly community: number; readonly title: string }[];
  readonly marks: MapMarks;
  readonly links: MapLinks;
  /** Circles around marks: the communities of the level above that are split, for the eye. */
  readonly regions: { readonly x: Float32Array; readonly y: Float32Array; readonly radius: Float32Array };
  /** Types of the collection's entities, the commonest first. */
  readonly types: readonly string[];
  /** Number of marks that are left out for want of room. */
  readonly left: number;
  /** The mark of the chosen entity, −1 for none. */
  readonly chosen: number;
  /** The chosen entity itself, drawn or not; null where there is none. */
  readonly chosenEntity: { readonly id: string; readonly name: string; readonly isFiltered: boolean } | null;
  readonly path: MapPath | null;
  /** Hidden marks that still exist, with their names. */
  readonly hidden: readonly HiddenMark[];
}

/** An entity, or a community, for which the id is empty. */
interface HiddenMark {
  readonly id: string;
  /** −1 for an entity. */
  readonly community: number;
  readonly name: string;
}

interface MapMarks {
  readonly names: readonly string[];
  /** Ids of entities; empty for communities. */
  readonly ids: readonly string[];
  /** Number of the community; −1 for an entity. */
  readonly community: Int32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  /** Members that pass the filter, or neighbours of an entity. */
  readonly size: Int32Array;
  /** Place of its type in `types`; of a community, that of most members. */
  readonly type: Int32Array;
  /** Place, by size, of the part of what is opened that it lies in; −1 for none. */
  readonly group: Int32Array;
  /** 1 where it can be opened. */
  readonly opens: Uint8Array;
}

/** Between two marks, the strongest first. */
interface MapLinks {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly weight: Float32Array;
  /** 1 for one of the strongest of a mark: the others are only shown with their marks. */
  readonly strong: Uint8Array;
}

/** A way along relationships; empty where none leads there. */
interface MapPath {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** The mark of each, −1 where it is not drawn. */
  readonly marks: Int32Array;
  /** True for each that the filter leaves out. */
  readonly filtered: readonly boolean[];
  /** The relationship from each to the next. */
  readonly steps: readonly ConnectionStep[];
}

/** Sources of a view. */
export interface MapSource extends FilterSource {
  readonly positions: Positions;
  /** Title of the community at a place. */
  readonly titleOf: (place: number) => string;
  /** The relationship between two entities, by their rows, with the words that state it. */
  readonly stepBetween: (one: number, other: number) => ConnectionStep | undefined;
}

/** A part of the map. Linear in entities and links: under 100 ms for 20,000 and 100,000. */
export function mapView(source: MapSource, query: MapQuery): MapView {
  const { graph, entities } = source;
  const root = query.within === null ? -1 : (graph.placeOf.get(query.within) ?? -1);
  const { hidden = NOTHING_HIDDEN } = query;
  const members = membersOf(source, root, query.filter, hidden);
  const firstLevel = root < 0 ? 0 : (graph.level[root] ?? 0) + 1;
  const levels = members.reduce(
    (most, row) => Math.max(most, (graph.level[graph.home[row] ?? -1] ?? -1) + 1),
    firstLevel,
  );
  const level = Math.max(firstLevel, Math.min(levels, query.level ?? firstLevel));
  const drawn = level >= levels ? drawnEntities(source, members, root) : drawnCommunities(source, members, level, root);
  const order = drawn.order;
  const { from, to, weight } = linksBetween(graph, drawn.markOf, order.length);
  const find = (id: string): number => graph.rowOf.get(id) ?? -1;
  const [chosen, target] = [query.chosen, query.pathTo].map((id) => (id === null ? -1 : find(id))) as [number, number];
  const path = chosen >= 0 && target >= 0 ? findPath(graph, chosen, target) : null;
  const entity = entities[chosen];
  const passes = passing(source, query.filter);
  return {
    layout: query.layout,
    ...{ level, firstLevel, levels },
    trail: trailOf(source, root),
    marks: drawn.marks,
    links: { from, to, weight, strong: strongest(from, to, order.length) },
    regions: regionsOf(source, root, drawn.above),
    types: entityTypes(entities).map(([type]) => type),
    left: drawn.all - order.length,
    chosen: chosen < 0 ? -1 : (drawn.markOf[chosen] ?? -1),
    chosenEntity: entity ? { id: entity.id, name: entity.title, isFiltered: !passes(entity) } : null,
    path: path && pathOf(source, path, drawn.markOf, passes),
    hidden: hiddenMarks(source, hidden),
  };
}

function pathOf(
  { entities, stepBetween }: MapSource,
  path: readonly number[],
  markOf: Int32Array,
  passes: (entity: EntityRow) => boolean,
): MapPath {
  return {
    ids: path.map((row) => entities[row]?.id ?? ''),
    filtered: path.flatMap((row) => entities[row] ?? []).map((entity) => !passes(entity)),
    names: path.map((row) => entities[row]?.title ?? ''),
    marks: Int32Array.from(path, (row) => markOf[row] ?? -1),
    steps: path.slice(1).flatMap((row, at) => stepBetween(path[at] ?? -1, row) ?? []),
  };
}

function hiddenMarks({ graph, entities, titleOf }: MapSource, hidden: HiddenMarks): readonly HiddenMark[] {
  return [
    ...hidden.communities.flatMap((community) => {
      const place = graph.placeOf.get(community);
      return place === undefined ? [] : [{ id: '', community, name: titleOf(place) }];
    }),
    ...hidden.entities.flatMap((id) => {
      const name = entities[graph.rowOf.get(id) ?? -1]?.title;
      return name === undefined ? [] : [{ id, community: -1, name }];
    }),
  ];
}

/** The community at `level` above each community, or itself where it lies higher. */
function ancestors({ parent, level }: MapGraph, at: number): Int32Array {
  const above = new Int32Array(parent.length);
  for (let place = 0; place < parent.length; place++) {
    const own = level[place] ?? 0;
    above[place] = own <= at ? place : (above[parent[place] ?? 0] ?? place);
  }
  return above;
}

interface Drawn {
  readonly marks: MapMarks;
  /** Rows of entities or places of communities, in the order of the marks. */
  readonly order: readonly number[];
  /** The mark of each entity, −1 for none. */
  readonly markOf: Int32Array;
  /** Number of marks, drawn or not. */
  readonly all: number;
  /** The community around each mark. */
  readonly above: Int32Array;
}

function drawnEntities(source: MapSource, members: readonly number[], root: number): Drawn {
  const { graph, entities, positions } = source;
  const degree = (row: number): number => entities[row]?.degree ?? 0;
  const order = members.toSorted((a, b) => degree(b) - degree(a) || a - b).slice(0, MOST_ENTITIES);
  const markOf = new Int32Array(entities.length).fill(-1);
  for (const [mark, row] of order.entries()) markOf[row] = mark;
  const rows = order.flatMap((row) => entities[row] ?? []);
  const home = Int32Array.from(order, (row) => graph.home[row] ?? -1);
  const typeAt = typePlaces(entities);
  const most = Math.max(1, ...rows.map((row) => row.degree));
  return {
    ...{ order, markOf, all: members.length, above: home },
    marks: {
      names: rows.map(({ title }) => title),
      ids: rows.map(({ id }) => id),
      community: new Int32Array(order.length).fill(-1),
      x: Float32Array.from(order, (row) => positions.x[row] ?? 0),
      y: Float32Array.from(order, (row) => positions.y[row] ?? 0),
      radius: Float32Array.from(order, (row) => roomOf(source, row) * Math.max(0.35, Math.sqrt(degree(row) / most))),
      size: Int32Array.from(rows, (row) => row.degree),
      type: Int32Array.from(rows, ({ type }) => typeAt.get(type) ?? -1),
      group: groupsOf(source, home, root),
      opens: new Uint8Array(order.length),
    },
  };
}

/** The radius of an entity's own circle. */
function roomOf({ graph, positions }: MapSource, row: number): number {
  const place = graph.home[row] ?? -1;
  const around = positions.radius[place] ?? NaN;
  return Number.isNaN(around) ? LONER : (FILL * around) / Math.sqrt(sizeOfCommunity(graph, place));
}

/** The radius of one that belongs to no community. */
const LONER = 0.012;

const sizeOfCommunity = ({ members }: MapGraph, place: number): number => Math.max(1, members[place] ?? 1);

function drawnCommunities(source: MapSource, members: readonly number[], level: number, root: number): Drawn {
  const { graph, entities, positions, titleOf } = source;
  const above = ancestors(graph, level);
  const typeAt = typePlaces(entities);
  const counts = new Map<number, Map<number, number>>();
  const shown = members.filter((row) => {
    const place = above[graph.home[row] ?? -1] ?? -1;
    return place >= 0 && sizeOfCommunity(graph, place) > 1;
  });
  for (const row of shown) {
    const place = above[graph.home[row] ?? -1] ?? -1;
    const types = counts.get(place) ?? new Map<number, number>();
    const type = typeAt.get(entities[row]?.type ?? '') ?? -1;
    counts.set(place, types.set(type, (types.get(type) ?? 0) + 1));
  }
  const order = [...counts.keys()]
    .sort((a, b) => sizeOfCommunity(graph, b) - sizeOfCommunity(graph, a) || a - b)
    .slice(0, MOST_COMMUNITIES);
  const markAt = new Map(order.map((place, mark) => [place, mark]));
  const markOf = new Int32Array(entities.length).fill(-1);
  for (const row of shown) markOf[row] = markAt.get(above[graph.home[row] ?? -1] ?? -1) ?? -1;
  const perMember = memberArea(source, order);
  const types = order.map((place) => [...(counts.get(place) ?? [])]);
  return {
    ...{ order, markOf, all: counts.size },
    above: Int32Array.from(order, (place) => graph.parent[place] ?? -1),
    marks: {
      names: order.map(titleOf),
      ids: [],
      community: Int32Array.from(order, (place) => graph.communities[place]?.community ?? -1),
      x: Float32Array.from(order, (place) => positions.centreX[place] ?? 0),
      y: Float32Array.from(order, (place) => positions.centreY[place] ?? 0),
      radius: Float32Array.from(order, (place) => perMember * Math.sqrt(sizeOfCommunity(graph, place))),
      size: Int32Array.from(types, (own) => own.reduce((sum, [, count]) => sum + count, 0)),
      type: Int32Array.from(types, (own) => own.sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? -1),
      group: groupsOf(source, Int32Array.from(order), root),
      opens: new Uint8Array(order.length).fill(1),
    },
  };
}

/** The radius of a mark per √member: the same for all marks, so that areas compare, and small enough for each one's circle. */
function memberArea({ graph, positions }: MapSource, order: readonly number[]): number {
  return Math.min(
    1,
    ...order
      .map((place) => (positions.radius[place] ?? 0) / Math.sqrt(sizeOfCommunity(graph, place)))
      .filter(Number.isFinite), // one that holds a single entity has no circle
  );
}

function typePlaces(entities: readonly EntityRow[]): ReadonlyMap<string, number> {
  return new Map(entityTypes(entities).map(([type], place) => [type, place]));
}

/** For each community the place, by size, of the part of the opened community that it lies in. */
function groupsOf({ graph }: MapSource, places: Int32Array, root: number): Int32Array {
  const top = ancestors(graph, root < 0 ? 0 : (graph.level[root] ?? 0) + 1);
  const parts = [...graph.parent].flatMap((parent, place) =>
    parent === root ? [{ place, size: sizeOfCommunity(graph, place) }] : [],
  );
  const rank = new Map(parts.sort((a, b) => b.size - a.size || a.place - b.place).map(({ place }, at) => [place, at]));
  return places.map((place) => (place < 0 ? -1 : (rank.get(top[place] ?? -1) ?? -1)));
}

/** Adds up the weights between marks. */
function linksBetween(graph: MapGraph, markOf: Int32Array, marks: number): Omit<MapLinks, 'strong'> {
  const { starts, neighbours, weights } = graph;
  const sums = new Map<number, number>();
  for (let row = 0; row + 1 < starts.length; row++) {
    const one = markOf[row] ?? -1;
    if (one < 0) continue;
    for (let link = starts[row] ?? 0; link < (starts[row + 1] ?? 0); link++) {
      const other = markOf[neighbours[link] ?? 0] ?? -1;
      // Each link stands in the rows of both ends.
      if (other <= one) continue;
      const key = one * marks + other;
      sums.set(key, (sums.get(key) ?? 0) + (weights[link] ?? 0));
    }
  }
  const links = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_LINKS);
  return {
    from: Int32Array.from(links, ([key]) => Math.floor(key / marks)),
    to: Int32Array.from(links, ([key]) => key % marks),
    weight: Float32Array.from(links, ([, sum]) => sum),
  };
}

/** Links that each mark shows unasked. */
const STRONGEST = 2;

/** Marks the strongest links of each mark; the links come strongest first. */
function strongest(from: Int32Array, to: Int32Array, marks: number): Uint8Array {
  const taken = new Uint8Array(marks);
  return Uint8Array.from(from, (one, link) => {
    const other = to[link] ?? 0;
    if ((taken[one] ?? 0) >= STRONGEST && (taken[other] ?? 0) >= STRONGEST) return 0;
    taken[one] = Math.min(200, (taken[one] ?? 0) + 1);
    taken[other] = Math.min(200, (taken[other] ?? 0) + 1);
    return 1;
  });
}

function trailOf({ graph, titleOf }: MapSource, root: number): MapView['trail'] {
  const trail: { community: number; title: string }[] = [];
  for (let place = root; place >= 0; place = graph.parent[place] ?? -1) {
    trail.unshift({ community: graph.communities[place]?.community ?? -1, title: titleOf(place) });
  }
  return trail;
}

/** The circles around the marks, each once, up to the opened community. */
function regionsOf({ graph, positions }: MapSource, root: number, above: Int32Array): MapView['regions'] {
  const around = new Set<number>();
  for (const start of above) {
    for (let place = start; place >= 0 && place !== root && !around.has(place); place = graph.parent[place] ?? -1) {
      around.add(place);
    }
  }
  const places = [...around].sort((a, b) => a - b);
  return {
    x: Float32Array.from(places, (place) => positions.centreX[place] ?? 0),
    y: Float32Array.from(places, (place) => positions.centreY[place] ?? 0),
    radius: Float32Array.from(places, (place) => positions.radius[place] ?? 0),
  };
}

/** The buffers of a view, which may be moved instead of copied: each view has its own. */
export function buffersOf({ marks, links, regions, path }: MapView): readonly ArrayBufferLike[] {
  const columns = [...Object.values(marks), ...Object.values(links), ...Object.values(regions), path?.marks];
  return columns.flatMap((column) => (ArrayBuffer.isView(column) ? [column.buffer] : []));
}
