/** Item of an order, the smallest place first. */
interface Placed {
  readonly id: string;
  readonly place: number;
}

/** The place of a note that comes last. */
export const lastPlace = (notes: readonly Placed[]): number => Math.max(0, ...notes.map(({ place }) => place)) + 1;

/**
 * New places, by id, that put a note before another one, or last for null; `notes` are in order. Only the note itself gets one, unless there is no
 * number left between its neighbours.
 */
export function placesAfterMove(
  notes: readonly Placed[],
  id: string,
  before: string | null,
): ReadonlyMap<string, number> {
  const others = notes.filter((one) => one.id !== id);
  const at = before === null ? others.length : others.findIndex((one) => one.id === before);
  if (at < 0 || others.length === notes.length) return new Map();
  const [left, right] = [others[at - 1]?.place, others[at]?.place];
  const place = between(left, right);
  if (isBetween(place, left, right)) return new Map([[id, place]]);
  const order = [...others.slice(0, at).map((one) => one.id), id, ...others.slice(at).map((one) => one.id)];
  return new Map(order.map((one, index) => [one, index + 1]));
}

function between(left: number | undefined, right: number | undefined): number {
  if (left === undefined) return right === undefined ? 1 : right - 1;
  return right === undefined ? left + 1 : (left + right) / 2;
}

const isBetween = (place: number, left = -Infinity, right = Infinity): boolean => left < place && place < right;
