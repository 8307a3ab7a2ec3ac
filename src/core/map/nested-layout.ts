import type { LayoutGraph, LayoutJob, NestedLayoutName, Positions } from '../ports/layout';
import type { Work } from '../work';
import { arrangeParts, type Parts, type PartLink } from './arrange-parts';

/**
 * Radius of a part's circle, as a share of √(its share of the members) of the circle around it. A little less than the 0.7 under which any set of
 * circles fits into one (Fekete, Keldenich, Scheffer 2019). The same at all levels, so that areas of one level compare.
 */
export const FILL = 0.66;

/** The hierarchy as ranges: the members of community c stand at order[from[c]…to[c]−1]. */
interface Ranges {
  readonly order: Int32Array;
  /** Place of each entity in `order`; −1 for one without a community. */
  readonly place: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Children of each community; those of the top under −1. */
  readonly children: ReadonlyMap<number, readonly number[]>;
}

interface NestedJob extends LayoutJob {
  readonly layout: NestedLayoutName;
}

/**
 * Arranges every community's parts within its circle, from the top down: the children of a community, and in the deepest one its entities. Only
 * parts of one community are ever arranged together. So costs grow with the links and the depth, and a change moves little beside itself.
 * Entities in no community of two or more stand around the picture.
 */
export function* nestedLayout({ layout, graph, known }: NestedJob): Work<Positions> {
  const ranges = rangesOf(graph);
  const positions = emptyPositions(graph.home.length, graph.parent.length);
  const total = graph.parent.length + 1;
  yield* placeParts({ layout, graph, ranges, positions, known }, -1);
  for (let community = 0; community < graph.parent.length; community++) {
    if (sizeOf(ranges, community) < 2) continue;
    yield* placeParts({ layout, graph, ranges, positions, known }, community);
    yield { done: community + 1, total };
  }
  placeLoners(ranges.place, positions);
  return positions;
}

/** Positions of nothing yet. */
export function emptyPositions(entities: number, communities: number): Positions {
  const [x, y] = [new Float32Array(entities).fill(NaN), new Float32Array(entities).fill(NaN)];
  const [centreX, centreY, radius] = [0, 1, 2].map(() => new Float32Array(communities).fill(NaN)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  return { x, y, centreX, centreY, radius };
}

const sizeOf = ({ from, to }: Ranges, community: number): number => (to[community] ?? 0) - (from[community] ?? 0);

/** Members of a community follow each other. Communities of one member, and entities without any, are left out. */
function rangesOf({ home, parent }: LayoutGraph): Ranges {
  const size = new Int32Array(parent.length);
  for (const deepest of home) if (deepest >= 0) size[deepest] = (size[deepest] ?? 0) + 1;
  for (let at = parent.length - 1; at >= 0; at--) {
    const above = parent[at] ?? -1;
    if (above >= 0) size[above] = (size[above] ?? 0) + (size[at] ?? 0);
  }
  const [from, to] = [new Int32Array(parent.length), new Int32Array(parent.length)];
  const next = new Int32Array(parent.length);
  const children = new Map<number, number[]>();
  let top = 0;
  for (let at = 0; at < parent.length; at++) {
    const above = parent[at] ?? -1;
    const count = size[at] ?? 0;
    if (above < 0 && count < 2) continue;
    const start = above < 0 ? top : (next[above] ?? 0);
    if (above < 0) top += count;
    else next[above] = start + count;
    from[at] = next[at] = start;
    to[at] = start + count;
    const siblings = children.get(above);
    if (siblings) siblings.push(at);
    else children.set(above, [at]);
  }
  const order = new Int32Array(top);
  const place = new Int32Array(home.length).fill(-1);
  for (const [entity, deepest] of home.entries()) {
    if (deepest < 0 || (to[deepest] ?? 0) === 0) continue;
    const at = next[deepest] ?? 0;
    order[at] = entity;
    place[entity] = at;
    next[deepest] = at + 1;
  }
  return { order, place, from, to, children };
}

interface Picture {
  readonly layout: NestedLayoutName;
  readonly graph: LayoutGraph;
  readonly ranges: Ranges;
  readonly positions: Positions;
  readonly known: Positions | undefined;
}

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

const WHOLE: Circle = { x: 0, y: 0, r: 1 };

function circleOf({ centreX, centreY, radius }: Positions, community: number): Circle {
  if (community < 0) return WHOLE;
  return { x: centreX[community] ?? NaN, y: centreY[community] ?? NaN, r: radius[community] ?? NaN };
}

/** Arranges the parts of one community, −1 for the whole. */
function* placeParts(picture: Picture, community: number): Work<void> {
  const { ranges, positions, layout } = picture;
  const children = ranges.children.get(community) ?? [];
  const [from, to] =
    community < 0 ? [0, ranges.order.length] : [ranges.from[community] ?? 0, ranges.to[community] ?? 0];
  const sizes =
    children.length > 0 ? children.map((child) => sizeOf(ranges, child)) : Array.from({ length: to - from }, () => 1);
  const circle = circleOf(positions, community);
  const parts = makeParts(picture, { community, children, from, to, sizes, circle });
  yield { done: 0, total: 1 };
  arrangeParts(layout, parts);
  let at = from;
  for (const [part, size] of sizes.entries()) {
    const x = circle.x + (parts.x[part] ?? 0) * circle.r;
    const y = circle.y + (parts.y[part] ?? 0) * circle.r;
    const child = children[part];
    if (child !== undefined) {
      positions.centreX[child] = x;
      positions.centreY[child] = y;
      positions.radius[child] = (parts.radius[part] ?? 0) * circle.r;
    }
    for (let member = 0; member < size; member++, at++) {
      const entity = ranges.order[at] ?? 0;
      positions.x[entity] = x;
      positions.y[entity] = y;
    }
  }
}

interface Group {
  readonly community: number;
  readonly children: readonly number[];
  /** First member, in `order`. */
  readonly from: number;
  readonly to: number;
  /** Members of each part. */
  readonly sizes: readonly number[];
  readonly circle: Circle;
}

function makeParts(picture: Picture, group: Group): Parts {
  const { sizes, from, to } = group;
  const count = sizes.length;
  const radius = Float64Array.from(sizes, (size) => FILL * Math.sqrt(size / Math.max(1, to - from)));
  const columns = Array.from({ length: 4 }, () => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [x, y, pullX, pullY] = columns;
  const parts = { x, y, radius, pullX, pullY, known: new Uint8Array(count) };
  if (picture.known) startAtKnown(picture, group, picture.known, parts);
  return { ...parts, links: linksOf(picture, group, parts) };
}

/** Links among the parts, and the pull of those that lead out. */
function linksOf(
  { graph, ranges, positions, layout }: Picture,
  { from, to, sizes, circle }: Group,
  { pullX, pullY }: Pick<Parts, 'pullX' | 'pullY'>,
): readonly PartLink[] {
  if (layout === 'circles') return [];
  const partAt = new Int32Array(to - from);
  for (let part = 0, at = 0; part < sizes.length; part++) {
    const end = at + (sizes[part] ?? 0);
    partAt.fill(part, at, end);
    at = end;
  }
  const weights = new Map<number, number>();
  const all = new Float64Array(sizes.length);
  for (let at = from; at < to; at++) {
    const entity = ranges.order[at] ?? 0;
    const part = partAt[at - from] ?? 0;
    for (let link = graph.starts[entity] ?? 0; link < (graph.starts[entity + 1] ?? 0); link++) {
      const other = graph.neighbours[link] ?? 0;
      const weight = graph.weights[link] ?? 0;
      const place = ranges.place[other] ?? -1;
      if (place < 0) continue;
      all[part] = (all[part] ?? 0) + weight;
      if (place >= from && place < to) {
        const otherPart = partAt[place - from] ?? 0;
        if (part < otherPart) {
          const key = part * sizes.length + otherPart;
          weights.set(key, (weights.get(key) ?? 0) + weight);
        }
        continue;
      }
      const dx = (positions.x[other] ?? 0) - circle.x;
      const dy = (positions.y[other] ?? 0) - circle.y;
      const distance = Math.hypot(dx, dy) || 1;
      pullX[part] = (pullX[part] ?? 0) + (weight * dx) / distance;
      pullY[part] = (pullY[part] ?? 0) + (weight * dy) / distance;
    }
  }
  for (let part = 0; part < sizes.length; part++) {
    pullX[part] = (pullX[part] ?? 0) / (all[part] || 1);
    pullY[part] = (pullY[part] ?? 0) / (all[part] || 1);
  }
  return [...weights].map(([key, weight]) => ({
    from: Math.floor(key / sizes.length),
    to: key % sizes.length,
    weight,
  }));
}

/** Parts that an earlier picture knows start where they were within the circle around them. */
function startAtKnown(
  { ranges }: Picture,
  { community, children, from, sizes, circle }: Group,
  known: Positions,
  parts: Pick<Parts, 'x' | 'y' | 'known'>,
): void {
  const before = circleOf(known, community);
  const around = Number.isNaN(before.r) ? circle : before;
  let at = from;
  for (const [part, size] of sizes.entries()) {
    const child = children[part];
    const was = child === undefined ? memberCentre(ranges, known, at, 1) : knownCircle(ranges, known, child, at, size);
    at += size;
    if (!was) continue;
    parts.x[part] = (was.x - around.x) / around.r;
    parts.y[part] = (was.y - around.y) / around.r;
    const distance = Math.hypot(parts.x[part] ?? 0, parts.y[part] ?? 0);
    // What comes from another community is new here: it starts at the rim, in the direction where it was.
    if (distance > 1) {
      parts.x[part] = (parts.x[part] ?? 0) / distance;
      parts.y[part] = (parts.y[part] ?? 0) / distance;
    }
    parts.known[part] = 1;
  }
}

function knownCircle(ranges: Ranges, known: Positions, child: number, at: number, size: number) {
  const { x, y } = circleOf(known, child);
  return Number.isNaN(x) ? memberCentre(ranges, known, at, size) : { x, y };
}

/** The middle of those members that are known; undefined where fewer than half are. */
function memberCentre({ order }: Ranges, known: Positions, at: number, size: number) {
  let [count, x, y] = [0, 0, 0];
  for (let member = at; member < at + size; member++) {
    const px = known.x[order[member] ?? 0] ?? NaN;
    if (Number.isNaN(px)) continue;
    count++;
    x += px;
    y += known.y[order[member] ?? 0] ?? 0;
  }
  return count * 2 > size ? { x: x / count, y: y / count } : undefined;
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Places entities without a place, −1, around the picture, each at an angle of its own. */
export function placeLoners(place: Int32Array, { x, y }: Pick<Positions, 'x' | 'y'>): void {
  const loners = place.reduce((sum, at) => sum + (at < 0 ? 1 : 0), 0);
  let seen = 0;
  for (let entity = 0; entity < place.length; entity++) {
    if ((place[entity] ?? -1) >= 0) continue;
    const distance = 1.04 + 0.3 * Math.sqrt(seen / Math.max(1, loners)) * Math.min(1, loners / 500);
    x[entity] = distance * Math.cos(seen * GOLDEN_ANGLE);
    y[entity] = distance * Math.sin(seen * GOLDEN_ANGLE);
    seen++;
  }
}
