import { describe, expect, test } from 'vitest';
import { projectByUmap } from '../../../src/adapters/layout/umap-layout';
import { embeddedLayout } from '../../../src/core/map/embedded-layout';
import { mapGraph } from '../../../src/core/map/map-graph';
import { mapView } from '../../../src/core/map/map-view';
import { node2vec, NODE2VEC } from '../../../src/core/map/node2vec';
import { MOST_EMBEDDED, type LayoutGraph } from '../../../src/core/ports/layout';
import { finish } from '../../../src/core/work';
import { mapTables, ringsOfEntities } from '../../helpers/map-tables';

const [GROUPS, SIZE] = [5, 20];
const tables = ringsOfEntities(GROUPS, SIZE);
const graph = mapGraph(tables);
const arrange = (of: LayoutGraph) => finish(embeddedLayout({ layout: 'embedding', graph: of }, projectByUmap));
const groupOf = (row: number): number => Math.floor(row / SIZE);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Means of something over pairs of the same group, and of different ones. */
function overPairs(measure: (one: number, other: number) => number): readonly [number, number] {
  const [same, different]: [number[], number[]] = [[], []];
  for (let one = 0; one < GROUPS * SIZE; one++) {
    for (let other = 0; other < one; other++)
      (groupOf(one) === groupOf(other) ? same : different).push(measure(one, other));
  }
  return [mean(same), mean(different)];
}

test('vectors of entities in one group are more alike than those of different groups', () => {
  const rows = Int32Array.from(graph.home.keys());
  const vectors = finish(node2vec(graph, rows));
  const of = (row: number) => vectors.subarray(row * NODE2VEC.dims, (row + 1) * NODE2VEC.dims);
  const cosine = (one: number, other: number): number => {
    const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0);
    const [a, b] = [of(one), of(other)];
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };
  const [same, different] = overPairs(cosine);
  expect(same).toBeGreaterThan(different + 0.3);
});

describe('the layout by company', () => {
  const { x, y, radius, centreX } = arrange(graph);

  test('puts the entities of a group nearer to each other than to others, within the picture', () => {
    const distance = (one: number, other: number): number =>
      Math.hypot((x[one] ?? NaN) - (x[other] ?? NaN), (y[one] ?? NaN) - (y[other] ?? NaN));
    const [same, different] = overPairs(distance);
    expect(same).toBeLessThan(0.6 * different);
    expect(Math.max(...x.map(Math.abs), ...y.map(Math.abs))).toBeLessThan(1.6);
  });

  test('is the same for the same graph', () => {
    expect(arrange(graph)).toEqual(arrange(graph));
  });

  test('has a circle for every community, and a view is drawn from it', () => {
    expect([...centreX, ...radius].every(Number.isFinite)).toBe(true);
    const source = {
      ...{ graph, entities: tables.entities, positions: arrange(graph), titleOf: String },
      ...{ unitsOf: () => new Set<string>(), stepBetween: () => undefined },
    };
    const query = { level: 0, within: null, filter: {}, chosen: null, pathTo: null } as const;
    const { marks } = mapView(source, { layout: 'embedding', ...query });
    expect(marks.x.length).toBeGreaterThan(1);
    expect([...marks.x, ...marks.radius].every(Number.isFinite)).toBe(true);
  });

  test('has places for graphs that are almost or wholly without relationships', () => {
    for (const ends of [
      [],
      [[0, 1]],
      [
        [0, 1],
        [1, 2],
      ],
    ] as const) {
      const small = mapGraph(
        mapTables({
          nodes: 6,
          source: ends.map(([one]) => one),
          target: ends.map(([, other]) => other),
          weight: ends.map(() => 1),
        }),
      );
      const places = arrange(small);
      expect([...places.x, ...places.y].every(Number.isFinite)).toBe(true);
    }
  });

  test('is refused for more entities than it says', () => {
    const many = { ...graph, home: new Int32Array(MOST_EMBEDDED + 1) };
    expect(() => arrange(many)).toThrow(RangeError);
  });
});
