import type { Contestant, FigureName } from '../../core/evaluation/evaluation';
import type { ModeResults } from '../../core/engine/evaluation/evaluation-calls';
import type { Figure } from '../../core/evaluation/measures/statistics';
import { type CostName, figureOf } from './figures';

/** Height of the picture, and the room for its axes, in pixels. */
export const PICTURE = { height: 320, left: 48, bottom: 36, top: 12, right: 16 } as const;

const LABEL_HEIGHT = 15;
/** Share of the width behind which names stand to the left of their points. */
const TURN = 0.65;

export interface Point {
  readonly contestant: Contestant;
  readonly quality: Figure;
  readonly cost: Figure;
  readonly x: number;
  readonly y: number;
  /** Ends of the interval; both at the point where there is none. */
  readonly low: number;
  readonly high: number;
  readonly label: { readonly y: number; readonly isLeft: boolean };
}

export interface Picture {
  readonly points: readonly Point[];
  readonly xTicks: readonly { readonly x: number; readonly value: number }[];
  readonly yTicks: readonly { readonly y: number; readonly value: number }[];
}

/** Places modes by a measure of quality, from 0 to 1, against a cost from 0, in a width in pixels. Modes without either are left out. */
export function qualityPicture(
  modes: readonly ModeResults[],
  quality: FigureName,
  cost: CostName,
  width: number,
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
  const points = found.map((one) => {
    const { mean, interval } = one.quality;
    return {
      ...one,
      ...{ x: x(one.cost.mean), y: y(mean), low: y(interval?.low ?? mean), high: y(interval?.high ?? mean) },
    };
  });
  const labels = labelPlaces(points);
  return {
    points: points.map((point, at) => ({
      ...point,
      label: { y: labels[at] ?? point.y, isLeft: point.x > width * TURN },
    })),
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

/** Heights of names, apart by a line at least: from below upwards, then down again from the picture's top. */
function labelPlaces(points: readonly { readonly y: number }[]): readonly number[] {
  const places: number[] = [];
  const upwards = [...points.keys()].sort((a, b) => (points[b]?.y ?? 0) - (points[a]?.y ?? 0));
  let last = Infinity;
  for (const at of upwards) places[at] = last = Math.min(points[at]?.y ?? 0, last - LABEL_HEIGHT);
  last = PICTURE.top - LABEL_HEIGHT;
  for (const at of upwards.reverse()) places[at] = last = Math.max(places[at] ?? 0, last + LABEL_HEIGHT);
  return places;
}
