/** A run of text at its place on a page, in points from the upper left corner; `y` is the baseline. */
export interface Box {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly rtl: boolean;
}

/** The lines of a page in reading order, region by region. */
export interface PageLines {
  readonly height: number;
  readonly regions: readonly (readonly Box[])[];
  /** Text that runs neither to the right nor to the left, in the order of the file. */
  readonly sideways: readonly string[];
}

/** The six numbers of an affine map, in PDF's order. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Text with its width and the map from its letters, one unit high, to the page. */
interface TextItem {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly transform: readonly number[];
}

/** The box of a text as shown through `view`; undefined for text that runs neither to the right nor to the left. */
export function placeText(item: TextItem, view: readonly number[]): Box | undefined {
  const [a, b, c, d, e, f] = multiply(view, item.transform);
  const size = Math.hypot(c, d);
  if (a <= 0 || Math.abs(b) > 0.2 * a || !Number.isFinite(size) || size === 0) return undefined;
  return { text: item.str, x0: e, x1: e + Math.max(0, item.width), y: f, size, rtl: item.dir === 'rtl' };
}

/** The map that applies `right` first and `left` second. */
export function multiply(left: readonly number[], right: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = left;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = right;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
