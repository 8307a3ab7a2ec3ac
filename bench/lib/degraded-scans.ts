import { randomNumbers } from '../../src/core/random';
import type { Scan } from '../../scripts/lib/scans';

const WHITE = 255;
const SEED = 11;

/** Ways in which a printed page comes out of a scanner, by name; none changes the scan that it is given. */
export const DEGRADATIONS: Readonly<Record<string, (scan: Scan) => Scan>> = {
  clean: (scan) => scan,
  noise: (scan) => noisy(scan, 40),
  blur: (scan) => blurred(blurred(scan)),
  'skew 1°': (scan) => skewed(scan, 1),
  'low contrast': (scan) => pale(scan, 0.25),
  'one bit': (scan) => oneBit(scan),
  'all but one bit': (scan) => noisy(pale(blurred(skewed(scan, 1)), 0.5), 20),
};

/** Adds noise of a normal distribution with a standard deviation in steps of grey. */
export function noisy(scan: Scan, deviation: number): Scan {
  const random = randomNumbers(SEED);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return changed(scan, (grey) => grey + deviation * normal());
}

/** The mean of each pixel and the eight around it. */
export function blurred(scan: Scan): Scan {
  return changed(scan, (_, x, y) => {
    let sum = 0;
    for (let down = -1; down <= 1; down += 1)
      for (let across = -1; across <= 1; across += 1) sum += greyAt(scan, x + across, y + down);
    return sum / 9;
  });
}

/** Turns the page to the right about its middle. */
export function skewed(scan: Scan, degrees: number): Scan {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [middleX, middleY] = [scan.width / 2, scan.height / 2];
  return changed(scan, (_, x, y) => {
    const fromX = middleX + cos * (x - middleX) + sin * (y - middleY);
    const fromY = middleY + cos * (y - middleY) - sin * (x - middleX);
    const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
    const [right, bottom] = [fromX - left, fromY - top];
    const upper = greyAt(scan, left, top) * (1 - right) + greyAt(scan, left + 1, top) * right;
    const lower = greyAt(scan, left, top + 1) * (1 - right) + greyAt(scan, left + 1, top + 1) * right;
    return upper * (1 - bottom) + lower * bottom;
  });
}

/** Keeps a share of the range of greys, around the middle. */
export const pale = (scan: Scan, share: number): Scan => changed(scan, (grey) => 128 + (grey - 128) * share);

/** Black below the middle grey and white from there, as a fax. */
export const oneBit = (scan: Scan): Scan => changed(scan, (grey) => (grey < 128 ? 0 : WHITE));

function changed(scan: Scan, greyOf: (grey: number, x: number, y: number) => number): Scan {
  const { width } = scan;
  const grey = scan.grey.map((before, at) =>
    Math.max(0, Math.min(WHITE, Math.round(greyOf(before, at % width, Math.floor(at / width))))),
  );
  return { ...scan, grey };
}

/** White outside of the page. */
const greyAt = ({ width, height, grey }: Scan, x: number, y: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? WHITE : (grey[y * width + x] ?? WHITE);
