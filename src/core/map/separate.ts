/** Circles as columns; x and y are changed in place. */
export interface Circles {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
}

/**
 * Moves circles apart until none overlaps and all lie in the unit circle, each as little as need be, in at most so many rounds. Circles that
 * have a quarter of the unit circle's area find room in practice. Deterministic.
 */
export function separate(circles: Circles, rounds: number): void {
  const { x, radius } = circles;
  const order = Int32Array.from(x, (_, at) => at);
  const left = new Float64Array(x.length);
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < x.length; at++) left[at] = (x[at] ?? 0) - (radius[at] ?? 0);
    sortByLeft(order, left);
    const moved = pushApart(circles, order, left);
    const limited = holdInside(circles);
    if (!moved && !limited) return;
  }
}

/** An insertion sort: from round to round the order hardly changes. */
function sortByLeft(order: Int32Array, left: Float64Array): void {
  for (let at = 1; at < order.length; at++) {
    const one = order[at] ?? 0;
    const key = left[one] ?? 0;
    let to = at - 1;
    for (; to >= 0 && (left[order[to] ?? 0] ?? 0) > key; to--) order[to + 1] = order[to] ?? 0;
    order[to + 1] = one;
  }
}

/** Room between two circles, as a share of the smaller one's radius. */
const GAP = 0.06;
/** Overlap that may remain, as a share of the smaller radius. */
const TOLERANCE = 0.005;

/** One round over all overlapping pairs, found by a sweep from the left. The smaller one of a pair gives way more. */
function pushApart({ x, y, radius }: Circles, order: Int32Array, left: Float64Array): boolean {
  let moved = false;
  for (let at = 0; at < order.length; at++) {
    const one = order[at] ?? 0;
    const r = radius[one] ?? 0;
    for (let next = at + 1; next < order.length; next++) {
      const other = order[next] ?? 0;
      const q = radius[other] ?? 0;
      const small = Math.min(r, q);
      if ((left[other] ?? 0) > (x[one] ?? 0) + r + GAP * small) {
        if ((left[other] ?? 0) > (left[one] ?? 0) + 2 * r * (1 + GAP)) break;
        continue;
      }
      const wanted = r + q + GAP * small;
      let dx = (x[other] ?? 0) - (x[one] ?? 0);
      let dy = (y[other] ?? 0) - (y[one] ?? 0);
      let distance = Math.hypot(dx, dy);
      if (distance >= wanted - TOLERANCE * small) continue;
      if (distance < 1e-9) {
        // Two on one point part in a direction of their own, which their places in the columns decide.
        dx = Math.cos(one * 2.4 + other);
        dy = Math.sin(one * 2.4 + other);
        distance = 1;
        x[other] = (x[other] ?? 0) + dx * 1e-6;
      }
      const push = (wanted - Math.min(distance, wanted)) / distance || wanted;
      const share = (q * q) / (r * r + q * q);
      x[one] = (x[one] ?? 0) - dx * push * share;
      y[one] = (y[one] ?? 0) - dy * push * share;
      x[other] = (x[other] ?? 0) + dx * push * (1 - share);
      y[other] = (y[other] ?? 0) + dy * push * (1 - share);
      moved = true;
    }
  }
  return moved;
}

function holdInside({ x, y, radius }: Circles): boolean {
  let limited = false;
  for (let at = 0; at < x.length; at++) {
    const room = Math.max(0, 1 - (radius[at] ?? 0));
    const distance = Math.hypot(x[at] ?? 0, y[at] ?? 0);
    if (distance <= room + 1e-6) continue;
    x[at] = ((x[at] ?? 0) * room) / distance;
    y[at] = ((y[at] ?? 0) * room) / distance;
    limited = true;
  }
  return limited;
}
