import { arrangeMap } from '../../helpers/arrange-map';
import { describe, expect, test } from 'vitest';
import { lfrGraph, withoutDocument } from '../../../bench/lib/lfr-graph';
import { packPictures, pictureOf, positionsIn, unpackPictures } from '../../../src/core/map/stored-positions';
import { mapGraph, type MapTables } from '../../../src/core/map/map-graph';
import { LAYOUTS, type LayoutName, type Positions } from '../../../src/core/ports/layout';
import { mapTables, ringsOfEntities } from '../../helpers/map-tables';

const arrange = (tables: MapTables, layout: LayoutName, known?: Positions): Positions =>
  arrangeMap({ layout, graph: mapGraph(tables), ...(known && { known }) });

const graph = lfrGraph(1500, 7);
const whole = mapTables(graph);

describe.each(['force', 'circles'] as const)('the layout %s', (layout) => {
  const positions = arrange(whole, layout);
  const { parent, home, communities } = mapGraph(whole);

  test('gives the same places for the same graph', () => {
    expect(arrange(whole, layout)).toEqual(positions);
  });

  test('gives every entity a place', () => {
    for (const column of [positions.x, positions.y]) expect(column.every(Number.isFinite)).toBe(true);
  });

  test('keeps the circles of the parts of a community apart', () => {
    const { centreX, centreY, radius } = positions;
    for (let one = 0; one < parent.length; one++) {
      for (let other = one + 1; other < parent.length; other++) {
        if (parent[one] !== parent[other] || Number.isNaN(radius[one]) || Number.isNaN(radius[other])) continue;
        const [r = 0, q = 0] = [radius[one], radius[other]];
        const distance = Math.hypot(
          (centreX[one] ?? 0) - (centreX[other] ?? 0),
          (centreY[one] ?? 0) - (centreY[other] ?? 0),
        );
        expect(r + q - distance).toBeLessThan(0.06 * Math.min(r, q));
      }
    }
  });

  test('keeps the parts of a community in its circle, entities too', () => {
    const { centreX, centreY, radius, x, y } = positions;
    for (let place = 0; place < parent.length; place++) {
      const above = parent[place] ?? -1;
      if (above < 0) continue;
      const reach = Math.hypot(
        (centreX[place] ?? 0) - (centreX[above] ?? 0),
        (centreY[place] ?? 0) - (centreY[above] ?? 0),
      );
      expect(reach + (radius[place] ?? 0)).toBeLessThan((radius[above] ?? 0) * 1.001);
    }
    for (let row = 0; row < home.length; row++) {
      const place = home[row] ?? -1;
      if (communities[place]?.size === 1) continue;
      const reach = Math.hypot((x[row] ?? 0) - (centreX[place] ?? 0), (y[row] ?? 0) - (centreY[place] ?? 0));
      expect(reach).toBeLessThan((radius[place] ?? 0) * 1.001);
    }
  });

  test('gives circles of one level areas by their members', () => {
    const perMember = new Map<number, number>();
    for (const [place, { level, size }] of communities.entries()) {
      const area = (positions.radius[place] ?? NaN) ** 2 / size;
      if (Number.isNaN(area)) continue;
      expect(area / (perMember.get(level) ?? area)).toBeCloseTo(1, 3);
      perMember.set(level, area);
    }
  });

  test('moves others by 2 % of the picture at most, in the median, when one of 200 documents is added', () => {
    const before = mapTables(withoutDocument(graph, 3));
    const first = arrange(before, layout);
    const after = mapTables(graph, before.communities);
    const picture = pictureOf(layout, mapGraph(before), before.entities, first);
    const known = positionsIn(picture, mapGraph(after), after.entities);
    const moved = arrange(after, layout, known);
    const ways = Array.from(moved.x, (x, row) =>
      Math.hypot(x - (known.x[row] ?? NaN), (moved.y[row] ?? 0) - (known.y[row] ?? 0)),
    ).filter(Number.isFinite);
    const median = ways.sort((a, b) => a - b)[ways.length >> 1] ?? 1;
    expect(median / 2).toBeLessThan(0.02);
  });
});

test('by force, a community stands nearer to those that it is linked to than to others', () => {
  const tables = ringsOfEntities(8, 20);
  const { starts, neighbours, home, parent } = mapGraph(tables);
  const { centreX, centreY } = arrange(tables, 'force');
  const topOf = (row: number): number => {
    let place = home[row] ?? -1;
    while ((parent[place] ?? -1) >= 0) place = parent[place] ?? -1;
    return place;
  };
  const distance = (one: number, other: number): number =>
    Math.hypot((centreX[one] ?? 0) - (centreX[other] ?? 0), (centreY[one] ?? 0) - (centreY[other] ?? 0));
  const tops = [...new Set(Array.from(home.keys(), topOf))];
  const pairs = Array.from(home.keys()).flatMap((row) =>
    [...neighbours.subarray(starts[row], starts[row + 1])].map((other) => [topOf(row), topOf(other)] as const),
  );
  const linked = pairs.filter(([one, other]) => one < other);
  const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
  const every = tops.flatMap((one, at) => tops.slice(at + 1).map((other) => distance(one, other)));
  expect(linked.length).toBeGreaterThan(3);
  expect(mean(linked.map(([one, other]) => distance(one, other)))).toBeLessThan(0.8 * mean(every));
});

test('entities that nothing is linked to stand around the picture', () => {
  const tables = mapTables({ nodes: 6, source: [0, 1], target: [1, 2], weight: [1, 1] });
  const { x, y } = arrange(tables, 'force');
  for (const row of [3, 4, 5]) expect(Math.hypot(x[row] ?? 0, y[row] ?? 0)).toBeGreaterThan(1);
});

test('pictures come back from the disk as they were, and of damaged bytes those that are whole', () => {
  const positions = arrange(whole, 'circles');
  const pictures = LAYOUTS.map((layout) => pictureOf(layout, mapGraph(whole), whole.entities, positions));
  const bytes = packPictures(pictures);
  expect(unpackPictures(bytes)).toEqual(pictures);
  expect(unpackPictures(bytes.subarray(0, bytes.length - 40))).toEqual(pictures.slice(0, -1));
  expect(unpackPictures(Uint8Array.of(7, 7, 7))).toEqual([]);
});
