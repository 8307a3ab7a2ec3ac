/** A label that wants a place, in pixels; the more important ones come first. */
export interface LabelWish {
  readonly mark: number;
  /** Middle and radius of its mark. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Size within its mark; null where it does not fit there. */
  readonly inside: LabelSize | null;
  readonly beside: LabelSize;
  /** True if it may stand over its own mark and others where it finds no free place. */
  readonly insists: boolean;
}

interface LabelSize {
  readonly width: number;
  readonly height: number;
}

/** A placed label, by its left upper corner. */
export interface LabelPlace extends LabelSize {
  readonly mark: number;
  readonly x: number;
  readonly y: number;
  readonly inside: boolean;
}

const GAP = 3;

/** A circle that labels beside other marks keep off. */
export interface Obstacle {
  readonly mark: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly obstacles: readonly Obstacle[];
}

/**
 * Places labels so that none touches another one, covers an obstacle or leaves the picture: within its mark, else
 * below, above or beside it; else it has none, unless it insists. At most so many.
 */
export function placeLabels(wishes: readonly LabelWish[], picture: Picture, most: number): readonly LabelPlace[] {
  const placed: LabelPlace[] = [];
  const isFree = (place: LabelPlace): boolean =>
    place.x >= 0 &&
    place.y >= 0 &&
    place.x + place.width <= picture.width &&
    place.y + place.height <= picture.height &&
    !placed.some((other) => touches(place, other));
  const coversNothing = (place: LabelPlace): boolean =>
    place.inside || !picture.obstacles.some((obstacle) => covers(place, obstacle));
  for (const wish of wishes) {
    if (placed.length >= most) break;
    const place =
      candidates(wish).find((one) => isFree(one) && coversNothing(one)) ?? (wish.insists ? overMark(wish) : undefined);
    if (place && isFree(place)) placed.push(place);
  }
  return placed;
}

const overMark = ({ mark, x, y, beside }: LabelWish): LabelPlace => ({
  ...{ ...beside, mark, inside: false },
  ...{ x: x - beside.width / 2, y: y - beside.height / 2 },
});

const touches = (one: LabelPlace, other: LabelPlace): boolean =>
  one.x < other.x + other.width + GAP &&
  other.x < one.x + one.width + GAP &&
  one.y < other.y + other.height + GAP &&
  other.y < one.y + one.height + GAP;

/** Part of a circle's rim that a label may cover, in pixels. */
const RIM = 3;

function covers(place: LabelPlace, { mark, x, y, radius }: Obstacle): boolean {
  if (mark === place.mark) return false;
  const dx = Math.max(place.x - x, 0, x - place.x - place.width);
  const dy = Math.max(place.y - y, 0, y - place.y - place.height);
  return Math.hypot(dx, dy) < radius - RIM;
}

function candidates({ mark, x, y, radius, inside, beside }: LabelWish): readonly LabelPlace[] {
  const within = inside ? [{ ...inside, mark, x: x - inside.width / 2, y: y - inside.height / 2, inside: true }] : [];
  const around = [
    [x - beside.width / 2, y + radius + GAP],
    [x - beside.width / 2, y - radius - GAP - beside.height],
    [x + radius + GAP, y - beside.height / 2],
    [x - radius - GAP - beside.width, y - beside.height / 2],
  ].map(([left = 0, top = 0]) => ({ ...beside, mark, x: left, y: top, inside: false }));
  return [...within, ...around];
}
