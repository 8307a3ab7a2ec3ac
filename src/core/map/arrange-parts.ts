import type { NestedLayoutName } from '../ports/layout';
import { repel } from './repulsion';
import { separate, type Circles } from './separate';

/** The parts of one community, to be arranged in its circle, which is the unit circle here. */
export interface Parts extends Circles {
  /** Links between two parts. */
  readonly links: readonly PartLink[];
  /** Pull on each part outwards, towards the targets of its links: a vector of length 1 at most. */
  readonly pullX: Float64Array;
  readonly pullY: Float64Array;
  /** 1 for a part whose place is known: it stays there as far as the others leave it room. */
  readonly known: Uint8Array;
}

export interface PartLink {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** One way to arrange parts: changes their places. */
interface Layout {
  readonly name: NestedLayoutName;
  readonly arrange: (parts: Parts) => void;
}

const ROUNDS = 160;

/** All layouts. A further one is a further value. */
const ARRANGEMENTS: readonly Layout[] = [
  { name: 'force', arrange: byForces },
  { name: 'circles', arrange: () => undefined },
];

/** Finds each part a place, the same for the same parts. Without overlaps, but for parts that leave each other no room. */
export function arrangeParts(layout: NestedLayoutName, parts: Parts): void {
  const { x, known } = parts;
  if (x.length === 1 && known[0] === 0) return;
  if (known.every((one) => one === 0)) startInSpiral(parts);
  else startBesideKnown(parts);
  if (known.some((one) => one === 0)) ARRANGEMENTS.find(({ name }) => name === layout)?.arrange(parts);
  separate(parts, x.length > 500 ? 60 : ROUNDS);
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** The largest in the middle, the others around it by size, each on as much area as it has itself. */
function startInSpiral({ x, y, radius }: Parts): void {
  const order = Array.from(x, (_, at) => at).sort((a, b) => (radius[b] ?? 0) - (radius[a] ?? 0) || a - b);
  const area = radius.reduce((sum, r) => sum + r * r, 0);
  const spread = Math.min(1, Math.sqrt(1.6 * area)) / Math.sqrt(area || 1);
  let inside = 0;
  for (const [rank, part] of order.entries()) {
    const r = radius[part] ?? 0;
    const distance = rank === 0 && order.length > 2 ? 0 : spread * Math.sqrt(inside + (r * r) / 2);
    inside += r * r;
    x[part] = distance * Math.cos(rank * GOLDEN_ANGLE);
    y[part] = distance * Math.sin(rank * GOLDEN_ANGLE);
  }
}

/** New parts start amid the known ones that they are linked to, or at the rim. */
function startBesideKnown({ x, y, known, links }: Parts): void {
  const sums = new Float64Array(x.length);
  const [sumX, sumY] = [new Float64Array(x.length), new Float64Array(x.length)];
  const note = (part: number, other: number, weight: number): void => {
    if (known[part] !== 0 || known[other] === 0) return;
    sums[part] = (sums[part] ?? 0) + weight;
    sumX[part] = (sumX[part] ?? 0) + weight * (x[other] ?? 0);
    sumY[part] = (sumY[part] ?? 0) + weight * (y[other] ?? 0);
  };
  for (const { from, to, weight } of links) {
    note(from, to, weight);
    note(to, from, weight);
  }
  for (let part = 0; part < x.length; part++) {
    if (known[part] !== 0) continue;
    const sum = sums[part] ?? 0;
    x[part] = sum > 0 ? (sumX[part] ?? 0) / sum : 0.9 * Math.cos(part * GOLDEN_ANGLE);
    y[part] = sum > 0 ? (sumY[part] ?? 0) / sum : 0.9 * Math.sin(part * GOLDEN_ANGLE);
  }
}

/** Largest move of a part in the first round and in the last, in radii of the circle. */
const FIRST_STEP = 0.12;
const LAST_STEP = 0.004;

/**
 * ForceAtlas2's forces (Jacomy et al. 2014): parts repel each other by their sizes. A link attracts by its share of the weights of both ends. A
 * little gravity holds all together, and links beyond the circle pull outwards. Steps shrink from round to round.
 */
function byForces(parts: Parts): void {
  const { x, y, radius, known, pullX, pullY } = parts;
  const mass = radius.map((r) => r + 0.02);
  const total = mass.reduce((sum, one) => sum + one, 0);
  const repulsion = 0.5 / total;
  const links = sharedLinks(parts);
  const rounds = Math.round(Math.max(30, Math.min(150, 60_000 / x.length)));
  const [fx, fy] = [new Float64Array(x.length), new Float64Array(x.length)];
  for (let round = 0; round < rounds; round++) {
    fx.fill(0);
    fy.fill(0);
    repel({ x, y, mass }, repulsion, fx, fy);
    for (const { from, to, weight } of links) {
      const dx = ((x[to] ?? 0) - (x[from] ?? 0)) * weight;
      const dy = ((y[to] ?? 0) - (y[from] ?? 0)) * weight;
      fx[from] = (fx[from] ?? 0) + dx;
      fy[from] = (fy[from] ?? 0) + dy;
      fx[to] = (fx[to] ?? 0) - dx;
      fy[to] = (fy[to] ?? 0) - dy;
    }
    const step = FIRST_STEP * (LAST_STEP / FIRST_STEP) ** (round / rounds);
    for (let part = 0; part < x.length; part++) {
      if (known[part] !== 0) continue;
      const m = mass[part] ?? 0;
      const forceX = ((fx[part] ?? 0) - 0.25 * m * (x[part] ?? 0) + 0.3 * m * (pullX[part] ?? 0)) / m;
      const forceY = ((fy[part] ?? 0) - 0.25 * m * (y[part] ?? 0) + 0.3 * m * (pullY[part] ?? 0)) / m;
      const scale = Math.min(1, step / Math.max(1e-9, Math.hypot(forceX, forceY)));
      x[part] = Math.max(-1, Math.min(1, (x[part] ?? 0) + forceX * scale));
      y[part] = Math.max(-1, Math.min(1, (y[part] ?? 0) + forceY * scale));
    }
  }
}

/** Weights as shares: w / √(all of the one · all of the other), times a small mass, so that a hub does not swallow its neighbours. */
function sharedLinks({ x, links, radius }: Parts): readonly PartLink[] {
  const strength = new Float64Array(x.length);
  for (const { from, to, weight } of links) {
    strength[from] = (strength[from] ?? 0) + weight;
    strength[to] = (strength[to] ?? 0) + weight;
  }
  return links.map(({ from, to, weight }) => ({
    from,
    to,
    weight:
      (weight / Math.sqrt((strength[from] ?? 1) * (strength[to] ?? 1))) *
      (Math.min(radius[from] ?? 0, radius[to] ?? 0) + 0.02),
  }));
}
