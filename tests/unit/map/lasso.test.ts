import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marksOf, marksWithin, makeScene, type Scene } from '../../../src/ui/explore/map/scene';
import { toScreen } from '../../../src/ui/explore/map/camera';
import { fakeMap } from '../../helpers/fake-map';

const extent = { width: 600, height: 400 };
const camera = { x: 0, y: 0, scale: 150 };

async function entities(): Promise<Scene> {
  const query = { layout: 'circles', level: 99, within: null, filter: {}, chosen: null, pathTo: null } as const;
  return makeScene(await fakeMap().map(query), 'community', new Map());
}

test('a line around marks takes in those whose middle is inside, and no others', async () => {
  const scene = await entities();
  const coordinate = (most: number) => fc.double({ min: 0, max: most, noNaN: true });
  fc.assert(
    fc.property(coordinate(600), coordinate(600), coordinate(400), coordinate(400), (x1, x2, y1, y2) => {
      const [left, right, top, bottom] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
      const line = [
        { x: left, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
      ];
      const expected = Array.from(scene.x.keys()).filter((mark) => {
        const { x, y } = toScreen(camera, extent, scene.x[mark] ?? 0, scene.y[mark] ?? 0);
        return left < x && x < right && top < y && y < bottom;
      });
      expect(marksWithin(scene, camera, extent, line)).toEqual(expected);
    }),
  );
});

test('what a line goes around twice is outside, and a line of no area takes in nothing', async () => {
  const scene = await entities();
  const { x, y } = toScreen(camera, extent, scene.x[0] ?? 0, scene.y[0] ?? 0);
  const square = (half: number) => [
    { x: x - half, y: y - half },
    { x: x + half, y: y - half },
    { x: x + half, y: y + half },
    { x: x - half, y: y + half },
    { x: x - half, y: y - half },
  ];
  expect(marksWithin(scene, camera, extent, square(1))).toContain(0);
  expect(marksWithin(scene, camera, extent, [...square(2), ...square(1)])).not.toContain(0);
  expect(marksWithin(scene, camera, extent, [{ x, y }])).toEqual([]);
});

test('marks are found again by their keys', async () => {
  const scene = await entities();
  const wanted = [3, 20].map((mark) => scene.view.marks.ids[mark] ?? '');
  expect(marksOf(scene, new Set([...wanted, 'gone']))).toEqual([3, 20]);
});
