import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PICTURE, qualityPicture } from '../../../../src/app/evaluate/quality-picture';
import type { ModeResults } from '../../../../src/core/engine/evaluation/evaluation-calls';
import type { FigureName } from '../../../../src/core/evaluation/evaluation';
import { RUN_MODES } from '../../../../src/core/search/request/mode-names';
import { runs } from '../../../helpers/property-runs';

const certain = (mean: number) => ({ mean, interval: { low: mean, high: mean }, n: 9 });

const resultsOf = (
  mode: ModeResults['contestant']['mode'],
  quality: number,
  cost = 1,
  name: FigureName = 'retrieval.recall',
): ModeResults => ({
  ...{ contestant: { mode }, answered: 9, findings: [] },
  figures: [
    { name, figure: certain(quality) },
    { name: 'cost.seconds', figure: certain(cost) },
  ],
});

const pictureOf = (modes: readonly ModeResults[], width = 640, quality: FigureName = 'retrieval.recall') =>
  qualityPicture(modes, { quality, cost: 'cost.seconds', width }, ({ mode }) => mode);

test('names cover neither each other nor points, and stay in the picture', () => {
  const places = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.1, max: 9, noNaN: true }));
  const all = fc.array(places, { minLength: 1, maxLength: RUN_MODES.length });
  fc.assert(
    fc.property(all, fc.integer({ min: 300, max: 800 }), (found, width) => {
      const modes = found.map(([quality, cost], at) => resultsOf(RUN_MODES[at] ?? 'basic', quality, cost));
      const { points } = pictureOf(modes, width);
      const labels = points.flatMap(({ label, contestant: { mode } }) => (label ? [{ ...label, mode }] : []));
      for (const [at, { x, y, isLeft, mode }] of labels.entries()) {
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(PICTURE.height - PICTURE.bottom);
        const [from, to] = isLeft ? [x - 7 * mode.length, x] : [x, x + 7 * mode.length];
        expect(from).toBeGreaterThan(0);
        expect(to).toBeLessThanOrEqual(width);
        for (const point of points) expect(Math.abs(point.y - y) < 7 && point.x > from && point.x < to).toBe(false);
        for (const other of labels.slice(at + 1)) {
          const [start, end] = other.isLeft
            ? [other.x - 7 * other.mode.length, other.x]
            : [other.x, other.x + 7 * other.mode.length];
          expect(Math.abs(other.y - y) < 14 && start < to && from < end).toBe(false);
        }
      }
    }),
    runs(50),
  );
});

test('the front has the modes that no other beats in quality and cost, each with its name', () => {
  const modes = [resultsOf('local', 0.9, 3), resultsOf('global', 0.5, 4), resultsOf('basic', 0.7, 1)];
  const { front, points } = pictureOf(modes);
  expect(front.map(({ contestant }) => contestant.mode)).toEqual(['basic', 'local']);
  for (const { contestant, label } of points) expect(label !== null || contestant.mode === 'global').toBe(true);
});

test('where less is better, the front has the lowest', () => {
  const name = 'generator.hallucination';
  const { front } = pictureOf([resultsOf('local', 0.9, 3, name), resultsOf('basic', 0.1, 1, name)], 640, name);
  expect(front.map(({ contestant }) => contestant.mode)).toEqual(['basic']);
});

test('a name that has room only further away is led to its point, and a crowd leaves others unnamed', () => {
  const { points, front } = pictureOf(RUN_MODES.map((mode) => resultsOf(mode, 1)));
  expect(front).toHaveLength(RUN_MODES.length);
  const labels = points.flatMap(({ label }) => label ?? []);
  expect(Math.max(...labels.map(({ y }) => y))).toBeGreaterThan(PICTURE.top + 60);
});
