import { baselines, joinLines, joinRuns } from './lines';
import type { Box } from './box';

/**
 * The lines of a page in reading order, region by region: the left column before the right one, between lines that run
 * across both. A page without a gutter is one region.
 */
export function readingOrder(boxes: readonly Box[]): Box[][] {
  return regionsOf(joinRuns(boxes), 0).map(joinLines);
}

/** Deepest nesting at which columns are looked for. */
const DEEPEST = 3;

function regionsOf(runs: readonly Box[], depth: number): (readonly Box[])[] {
  const gutter = depth < DEEPEST ? findGutter(runs) : undefined;
  if (gutter === undefined) return [runs];
  const regions: (readonly Box[])[] = [];
  let across: Box[] = [];
  const endAcross = (): void => {
    if (across.length > 0) regions.push(across);
    across = [];
  };
  for (const band of gutter.bands) {
    if (band.isAcross || !belongsToColumns(band, gutter)) across.push(...band.runs);
    else {
      endAcross();
      for (const side of sidesOf(band.runs, gutter.x)) if (side.length > 0) regions.push(...regionsOf(side, depth + 1));
    }
  }
  endAcross();
  return regions;
}

/** Neighbouring lines of a page that a vertical line either crosses or leaves whole. */
interface Band {
  readonly runs: readonly Box[];
  readonly isAcross: boolean;
}

interface Gutter {
  readonly x: number;
  readonly bands: readonly Band[];
  /** Widths of the columns on its left and right. */
  readonly widths: readonly number[];
}

const crosses = (run: Box, x: number): boolean => run.x0 < x && run.x1 > x;

function sidesOf(runs: readonly Box[], x: number): (readonly Box[])[] {
  return [runs.filter((run) => run.x1 <= x), runs.filter((run) => run.x0 >= x)];
}

const STEPS = 160;
/** Part of the width at either side in which no column ends. */
const EDGE = 0.15;

/** The vertical line beside which most of the text stands in columns; of equally good lines the middle one. */
function findGutter(runs: readonly Box[]): Gutter | undefined {
  if (runs.length < 2 * FEWEST_LINES) return undefined;
  const { left, right } = extent(runs);
  const lines = baselines(runs);
  let most = 0;
  let best: number[] = [];
  for (let step = 0; step <= STEPS; step += 1) {
    const x = left + (right - left) * (EDGE + ((1 - 2 * EDGE) * step) / STEPS);
    const score = bandsAt(lines, x).reduce((sum, band) => sum + (standsInColumns(band, x) ? band.runs.length : 0), 0);
    if (score > most) [most, best] = [score, [x]];
    else if (score === most && score > 0) best.push(x);
  }
  const x = best[best.length >> 1];
  if (x === undefined) return undefined;
  const bands = bandsAt(lines, x);
  const columns = bands.filter((band) => standsInColumns(band, x)).flatMap((band) => band.runs);
  return { x, bands, widths: sidesOf(columns, x).map(widthOf) };
}

function bandsAt(lines: readonly (readonly Box[])[], x: number): Band[] {
  const bands: { runs: Box[]; isAcross: boolean }[] = [];
  for (const line of lines) {
    const isAcross = line.some((run) => crosses(run, x));
    const last = bands.at(-1);
    if (last?.isAcross === isAcross) last.runs.push(...line);
    else bands.push({ runs: [...line], isAcross });
  }
  return bands;
}

const FEWEST_LINES = 4;

/**
 * Checks that text stands on both sides of a line, filled like columns and not like the cells of a table. Each side
 * needs four lines and a quarter of the text at the heights that have both. A right column may be short, as on a
 * paper's last page.
 */
function standsInColumns({ runs, isAcross }: Band, x: number): boolean {
  if (isAcross || runs.length < 2 * FEWEST_LINES) return false;
  const sides = sidesOf(runs, x);
  const top = Math.max(...sides.map((side) => extent(side).top));
  const bottom = Math.min(...sides.map((side) => extent(side).bottom));
  const beside = sides.map((side) =>
    baselines(side.filter((run) => run.y >= top - run.size && run.y <= bottom + run.size)),
  );
  const fewest = Math.max(FEWEST_LINES, beside.flat().length / 4);
  return beside.every((side) => side.length >= fewest && isFilled(side, widthOf(side.flat())));
}

/** A band too small to judge belongs to the neighbouring columns if its lines are as long as theirs, or if one side is empty. */
function belongsToColumns(band: Band, { x, widths }: Gutter): boolean {
  if (standsInColumns(band, x)) return true;
  return sidesOf(band.runs, x).every((side, at) => side.length === 0 || isFilled(baselines(side), widths[at] ?? 0));
}

/** Most of the lines are full of text. */
function isFilled(lines: readonly (readonly Box[])[], width: number): boolean {
  const full = lines.filter((line) => {
    const set = line.reduce((sum, run) => sum + run.x1 - run.x0, 0);
    const size = line.reduce((most, run) => Math.max(most, run.size), 0);
    return set > Math.max(0.6 * width, 8 * size);
  });
  return full.length >= lines.length * 0.4;
}

function widthOf(runs: readonly Box[]): number {
  const { left, right } = extent(runs);
  return right - left;
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
