import { MOST_EMBEDDED, type LayoutGraph, type LayoutJob, type Positions } from '../ports/layout';
import { randomNumbers } from '../random';
import { asPart, type Work } from '../work';
import { emptyPositions, placeLoners } from './nested-layout';
import { node2vec, NODE2VEC } from './node2vec';

/** Lays vectors out in the plane, step by step: how many steps there are, one of them, and where each vector is then. */
interface Projection {
  readonly steps: number;
  step(): void;
  places(): readonly (readonly [number, number])[];
}

/** Begins to lay vectors out, each a list of numbers; the same ones give the same places. */
export type Project = (
  vectors: number[][],
  options: { readonly random: () => number; readonly neighbours: number },
) => Projection;

const SEED = 86;
/** Neighbours of each vector that stay near it, as in GraphRAG's layout. */
const NEIGHBOURS = 15;

/**
 * GraphRAG's own layout: node2vec's vectors in the plane by UMAP (GraphRAG A8b). Entities stand by their company, whatever their community; a
 * community's circle lies around the middle of its members. An earlier picture plays no part. Entities without relationships stand around it.
 * Throws RangeError for more than {@link MOST_EMBEDDED} entities.
 */
export function* embeddedLayout({ graph }: LayoutJob, project: Project): Work<Positions> {
  const { home, parent, starts } = graph;
  if (home.length > MOST_EMBEDDED) throw new RangeError(`${String(home.length)} entities are too many for this layout`);
  const positions = emptyPositions(home.length, parent.length);
  const rows = Int32Array.from(home.keys()).filter((row) => (starts[row + 1] ?? 0) > (starts[row] ?? 0));
  const places = rows.length < 3 ? inRow(rows.length) : yield* embedded(graph, rows, project);
  const [middleX, middleY, spread] = frameOf(places);
  for (const [at, row] of rows.entries()) {
    positions.x[row] = ((places[at]?.[0] ?? 0) - middleX) / spread;
    positions.y[row] = ((places[at]?.[1] ?? 0) - middleY) / spread;
  }
  const placed = new Int32Array(home.length).fill(-1);
  for (const row of rows) placed[row] = 0;
  placeLoners(placed, positions);
  placeCommunities(graph, positions);
  return positions;
}

/** The share of the work that is node2vec's. */
const WALKING = 0.5;

function* embedded(
  graph: LayoutGraph,
  rows: Int32Array,
  project: Project,
): Work<readonly (readonly [number, number])[]> {
  const vectors = yield* asPart(node2vec(graph, rows), 0, WALKING);
  const list = Array.from(rows, (_, at) => Array.from(vectors.subarray(at * NODE2VEC.dims, (at + 1) * NODE2VEC.dims)));
  const neighbours = Math.min(NEIGHBOURS, rows.length - 1);
  const projection = project(list, { random: randomNumbers(SEED), neighbours });
  for (let step = 0; step < projection.steps; step++) {
    projection.step();
    yield { done: WALKING + ((1 - WALKING) * step) / projection.steps, total: 1 };
  }
  return projection.places();
}

const inRow = (count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, at) => [at, 0] as const);

/** The middle of places, and how far from it all but the outermost hundredth lie. */
function frameOf(places: readonly (readonly [number, number])[]): readonly [number, number, number] {
  const count = Math.max(1, places.length);
  const x = places.reduce((sum, [px]) => sum + px, 0) / count;
  const y = places.reduce((sum, [, py]) => sum + py, 0) / count;
  const away = places.map(([px, py]) => Math.hypot(px - x, py - y)).sort((a, b) => a - b);
  return [x, y, Math.max(1e-6, away[Math.floor(0.99 * (away.length - 1))] ?? 1)];
}

/** Circles around the middle of the members, as large as the area that these take of the whole. */
function placeCommunities({ home, parent }: LayoutGraph, { x, y, centreX, centreY, radius }: Positions): void {
  const count = new Int32Array(parent.length);
  const [sumX, sumY] = [new Float64Array(parent.length), new Float64Array(parent.length)];
  for (let row = 0; row < home.length; row++) {
    for (let place = home[row] ?? -1; place >= 0; place = parent[place] ?? -1) {
      count[place] = (count[place] ?? 0) + 1;
      sumX[place] = (sumX[place] ?? 0) + (x[row] ?? 0);
      sumY[place] = (sumY[place] ?? 0) + (y[row] ?? 0);
    }
  }
  for (let place = 0; place < parent.length; place++) {
    const members = count[place] ?? 0;
    if (members === 0) continue;
    centreX[place] = (sumX[place] ?? 0) / members;
    centreY[place] = (sumY[place] ?? 0) / members;
    radius[place] = AREA * Math.sqrt(members / Math.max(1, home.length));
  }
}

/** Radius of a community of everybody. */
const AREA = 0.45;
