import { joinBoxes } from './lines';
import type { Box } from './page-boxes';

/**
 * The lines of a page in reading order, region by region: the left column before the right one, between lines that run
 * across both. A page without a gutter is one region.
 */
export function readingOrder(boxes: readonly Box[]): Box[][] {
  const runs = joinBoxes(boxes, { split: true });
  const gutter = findGutter(runs);
  if (gutter === undefined) return [joinBoxes(boxes, { split: false })];
  const across = runs.filter((run) => crosses(run, gutter)).sort((a, b) => a.y - b.y);
  const regions: Box[][] = [];
  let top = -Infinity;
  for (const bottom of [...across.map((run) => run.y), Infinity]) {
    const band = runs.filter((run) => !crosses(run, gutter) && run.y > top && run.y <= bottom);
    const banner = runs.filter((run) => crosses(run, gutter) && run.y === bottom);
    regions.push(
      band.filter((run) => run.x1 <= gutter),
      band.filter((run) => run.x0 >= gutter),
      banner,
    );
    top = bottom;
  }
  return mergeBanners(
    regions.filter((region) => region.length > 0),
    gutter,
  ).map((region) => joinBoxes(region, { split: false }));
}

/** Lines across the page that follow each other are one region, so that a wide paragraph stays whole. */
function mergeBanners(regions: readonly Box[][], gutter: number): Box[][] {
  const merged: Box[][] = [];
  let before = false;
  for (const region of regions) {
    const isBanner = region.every((run) => crosses(run, gutter));
    if (isBanner && before) merged.at(-1)?.push(...region);
    else merged.push([...region]);
    before = isBanner;
  }
  return merged;
}

function crosses(run: Box, x: number): boolean {
  return run.x0 < x && run.x1 > x;
}

/**
 * A vertical line in the middle third that at most a tenth of the runs cross and that has text on both sides which is filled
 * like columns and not like the cells of a table. A right column may be short, as on a paper's last page.
 */
function findGutter(runs: readonly Box[]): number | undefined {
  if (runs.length < 8) return undefined;
  const { left, right } = extent(runs);
  const third = (right - left) / 3;
  const step = Math.max(1, third / 80);
  let found: { readonly x: number; readonly crossing: number; readonly off: number } | undefined;
  for (let x = left + third; x <= right - third; x += step) {
    const crossing = runs.reduce((sum, run) => sum + (crosses(run, x) ? 1 : 0), 0);
    const off = Math.abs(x - (left + right) / 2);
    if (!found || crossing < found.crossing || (crossing === found.crossing && off < found.off))
      found = { x, crossing, off };
  }
  if (!found || found.crossing > runs.length / 10) return undefined;
  return standsBetweenColumns(found.x, runs) ? found.x : undefined;
}

const FEWEST_LINES = 4;

/** Looks only at the height at which there is text on both sides: a quarter of it, and four lines, on each. */
function standsBetweenColumns(x: number, runs: readonly Box[]): boolean {
  const sides = [runs.filter((run) => run.x1 <= x), runs.filter((run) => run.x0 >= x)];
  const top = Math.max(...sides.map((side) => extent(side).top));
  const bottom = Math.min(...sides.map((side) => extent(side).bottom));
  const beside = sides.map((side) => side.filter((run) => run.y >= top - run.size && run.y <= bottom + run.size));
  const fewest = Math.max(FEWEST_LINES, beside.flat().length / 4);
  return beside.every((side) => side.length >= fewest && isFilled(side));
}

function isFilled(side: readonly Box[]): boolean {
  const { left, right } = extent(side);
  const full = side.filter((run) => run.x1 - run.x0 > Math.max(0.6 * (right - left), 8 * run.size));
  return full.length >= side.length * 0.4;
}

function extent(runs: readonly Box[]) {
  const edges = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { x0, x1, y } of runs) {
    edges.left = Math.min(edges.left, x0);
    edges.right = Math.max(edges.right, x1);
    edges.top = Math.min(edges.top, y);
    edges.bottom = Math.max(edges.bottom, y);
  }
  return edges;
}
