import type { Box } from './box';
import { readingOrder } from './columns';
import { linesInOrder } from './lines';

/**
 * The lines of a page in reading order, region by region: the order of the file, in which programs write a text as it is
 * read. Where that order jumps about, or runs on across columns, the places of the words decide.
 */
export function orderedLines(runs: readonly Box[]): Box[][] {
  const upright = runs.filter(({ turned }) => !turned);
  const lines = linesInOrder(upright);
  const regions = regionsOf(lines);
  const isByPlace = jumps(regions, lines.length) || runsAcross(lines) || isColumnwise(regions);
  const shown = isByPlace ? readingOrder(upright) : inPlace(regions);
  return [...shown, ...turnedLines(runs)];
}

/** Text that does not run across the page, after the rest. */
function turnedLines(runs: readonly Box[]): Box[][] {
  return regionsOf(linesInOrder(runs.filter(({ turned }) => turned)));
}

/** Height in multiples of the letter size that parts regions. */
const FAR = 4;

/** Lines below one another; one that is higher, or far below, begins another region. */
function regionsOf(lines: readonly Box[]): Box[][] {
  const regions: Box[][] = [];
  let before: Box | undefined;
  for (const line of lines) {
    const region = regions.at(-1);
    const step = before ? line.y - before.y : -Infinity;
    if (region && step >= -0.5 * line.size && step <= FAR * line.size) region.push(line);
    else regions.push([line]);
    before = line;
  }
  return regions;
}

const bottom = (region: readonly Box[]): number => region.reduce((most, { y }) => Math.max(most, y), -Infinity);
const top = (region: readonly Box[]): number => region.reduce((least, { y }) => Math.min(least, y), Infinity);
const left = (region: readonly Box[]): number => region.reduce((least, { x0 }) => Math.min(least, x0), Infinity);
const right = (region: readonly Box[]): number => region.reduce((most, { x1 }) => Math.max(most, x1), -Infinity);

const isOver = (a: readonly Box[], b: readonly Box[]): boolean => left(a) < right(b) && right(a) > left(b);

/** Moves a region that was written late, as a page's head is, before those that it stands above. */
function inPlace(regions: readonly Box[][]): Box[][] {
  const placed: Box[][] = [];
  for (const region of regions) {
    const end = bottom(region);
    const above = placed.findLastIndex((other) => end >= top(other)) + 1;
    const at = placed.findIndex((other, which) => which >= above && isOver(region, other));
    placed.splice(at < 0 ? placed.length : at, 0, region);
  }
  return placed;
}

const MOST_JUMPS = 4;

/** A region begins above the one before it, and over it, again and again. */
function jumps(regions: readonly (readonly Box[])[], lines: number): boolean {
  const back = regions.filter((region, at) => {
    const before = regions[at - 1];
    return before && top(region) < top(before) && isOver(region, before);
  });
  return back.length > MOST_JUMPS && back.length > lines / 10;
}

const FEWEST_LINES = 6;
const FILLED = 10;

/** Most lines hold two long texts beside one another: columns that were written line by line. */
function runsAcross(lines: readonly Box[]): boolean {
  const isLong = ({ x0, x1, size }: Box): boolean => x1 - x0 > FILLED * size;
  const across = lines.filter(({ cells = [] }) => cells.filter(isLong).length > 1);
  return across.length >= FEWEST_LINES && across.length * 2 > lines.length;
}

/** Short texts stand at the heights of those to their left: a table that was written column by column. */
function isColumnwise(regions: readonly (readonly Box[])[]): boolean {
  return regions.some((region, at) => {
    const before = regions[at - 1] ?? [];
    if (region.length < 3 || before.length < 3 || left(region) < right(before)) return false;
    const width = right(region) - left(region);
    const level = region.filter(({ y, size }) => before.some((other) => Math.abs(other.y - y) < 0.2 * size));
    const full = region.filter(({ x0, x1, size }) => x1 - x0 > Math.max(0.6 * width, FILLED * size));
    return level.length > 0.8 * region.length && full.length < 0.4 * region.length;
  });
}
