import type { Contestant, FigureName } from '../../core/evaluation/evaluation';
import type { ModeResults } from '../../core/engine/evaluation/evaluation-calls';
import type { Figure } from '../../core/evaluation/measures/statistics';
import { type CostName, figureOf, isFault } from './figures';

/** Height of the picture, and the room for its axes, in pixels. */
export const PICTURE = { height: 320, left: 48, bottom: 36, top: 12, right: 16 } as const;

/** Radius of a point with its border, height of a name, its distance from the point, and widths of its signs. */
const SIZE = { point: 8, line: 15, gap: 11, narrow: 7.5, wide: 13.5 } as const;
/** Lines between a point and its name at most, which a leader joins. */
const FAR = { others: 3, front: 8 } as const;
/** First sign that is as wide as it is high (CJK). */
const WIDE_FROM = '\u2E80';

export interface Point {
  readonly contestant: Contestant;
  readonly quality: Figure;
  readonly cost: Figure;
  readonly x: number;
  readonly y: number;
  /** Ends of the interval; both at the point where there is none. */
  readonly low: number;
  readonly high: number;
  /** Middle of the name's near end; null where other points and names leave no room near the point. */
  readonly label: Label | null;
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly isLeft: boolean;
}

type Placed = Omit<Point, 'label'>;

interface Picture {
  readonly points: readonly Point[];
  /** Points that no other beats in both, the cheapest first. They have their names first. */
  readonly front: readonly Placed[];
  readonly xTicks: readonly { readonly x: number; readonly value: number }[];
  readonly yTicks: readonly { readonly y: number; readonly value: number }[];
}

interface Axes {
  readonly quality: FigureName;
  readonly cost: CostName;
  /** Pixels. */
  readonly width: number;
}

/** Places modes by a measure of quality, from 0 to 1, against a cost from 0. Modes without either are left out. */
export function qualityPicture(
  modes: readonly ModeResults[],
  { quality, cost, width }: Axes,
  nameOf: (contestant: Contestant) => string,
): Picture {
  const found = modes.flatMap((one) => {
    const [y, x] = [figureOf(one, quality), figureOf(one, cost)];
    return x && y ? [{ contestant: one.contestant, quality: y, cost: x }] : [];
  });
  const dearest = Math.max(...found.map((one) => one.cost.mean), 0);
  const step = niceStep(dearest);
  const most = step * Math.max(1, Math.ceil(dearest / step));
  const { height, left, right, top, bottom } = PICTURE;
  const x = (value: number): number => left + (value / most) * (width - left - right);
  const y = (value: number): number => height - bottom - value * (height - top - bottom);
  const placed = found.map((one) => {
    const { mean, interval } = one.quality;
    const ends = { low: y(interval?.low ?? mean), high: y(interval?.high ?? mean) };
    return { ...one, ...ends, x: x(one.cost.mean), y: y(mean) };
  });
  const front = frontOf(placed, isFault(quality) ? -1 : 1);
  const labels = placeLabels(placed, front, { width, nameOf });
  return {
    points: placed.map((point) => ({ ...point, label: labels.get(point) ?? null })),
    front,
    xTicks: Array.from({ length: Math.round(most / step) + 1 }, (_, at) => ({ x: x(at * step), value: at * step })),
    yTicks: [0, 0.25, 0.5, 0.75, 1].map((value) => ({ y: y(value), value })),
  };
}

/** A step of 1, 2 or 5 that divides a length into about five. */
function niceStep(length: number): number {
  const rough = (length || 1) / 5;
  const unit = 10 ** Math.floor(Math.log10(rough));
  return unit * ([1, 2, 5].find((times) => times * unit >= rough) ?? 10);
}

/** The Pareto front. Points at the same place are all on it. `sign`: −1 where less quality is better. */
function frontOf(points: readonly Placed[], sign: 1 | -1): readonly Placed[] {
  const beats = (one: Placed, other: Placed): boolean => {
    const [better, cheaper] = [sign * (one.quality.mean - other.quality.mean), other.cost.mean - one.cost.mean];
    return better >= 0 && cheaper >= 0 && better + cheaper > 0;
  };
  return points
    .filter((point) => !points.some((other) => beats(other, point)))
    .toSorted((a, b) => a.cost.mean - b.cost.mean);
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Places for names that cover neither a point nor another name: those of the front first. */
function placeLabels(
  points: readonly Placed[],
  front: readonly Placed[],
  { width, nameOf }: Pick<Axes, 'width'> & { readonly nameOf: (contestant: Contestant) => string },
): ReadonlyMap<Placed, Label> {
  const taken = points.map(({ x, y }) => boxAround(x - SIZE.point, x + SIZE.point, y, SIZE.point));
  const labels = new Map<Placed, Label>();
  for (const point of new Set([...front, ...points])) {
    const length = nameWidth(nameOf(point.contestant));
    const boxOf = ({ x, y, isLeft }: Label): Box =>
      boxAround(isLeft ? x - length : x, isLeft ? x : x + length, y, SIZE.line / 2);
    const label = labelPlaces(point, front.includes(point) ? FAR.front : FAR.others).find((place) => {
      const box = boxOf(place);
      return isInside(box, width) && !taken.some((other) => isOverlap(box, other));
    });
    if (!label) continue;
    labels.set(point, label);
    taken.push(boxOf(label));
  }
  return labels;
}

/** Places for a name, the nearest first: to the right, to the left, and then lines below and above. */
const labelPlaces = ({ x, y }: Placed, lines: number): readonly Label[] =>
  [0, ...Array.from({ length: lines }, (_, at) => [at + 1, -at - 1]).flat()].flatMap((line) =>
    [false, true].map((isLeft) => ({ x: x + (isLeft ? -SIZE.gap : SIZE.gap), y: y + line * SIZE.line, isLeft })),
  );

const nameWidth = (name: string): number =>
  [...name].reduce((sum, sign) => sum + (sign < WIDE_FROM ? SIZE.narrow : SIZE.wide), 0);

const boxAround = (left: number, right: number, y: number, half: number): Box => ({
  ...{ left, right, top: y - half, bottom: y + half },
});

const isInside = ({ left, right, top, bottom }: Box, width: number): boolean =>
  left >= PICTURE.left && right <= width && top >= 0 && bottom <= PICTURE.height - PICTURE.bottom;

const isOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
