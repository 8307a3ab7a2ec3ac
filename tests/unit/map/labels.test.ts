import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeLabels } from '../../../src/ui/explore/map/label-places';
import { wrapText } from '../../../src/ui/explore/map/wrap-text';

const size = fc.record({
  width: fc.double({ min: 5, max: 140, noNaN: true }),
  height: fc.double({ min: 8, max: 40, noNaN: true }),
});
const wish = fc.record({
  x: fc.double({ min: 0, max: 600, noNaN: true }),
  y: fc.double({ min: 0, max: 400, noNaN: true }),
  radius: fc.double({ min: 2, max: 60, noNaN: true }),
  inside: fc.option(size),
  beside: size,
  insists: fc.boolean(),
});

test('labels never overlap, nor leave the picture', () => {
  fc.assert(
    fc.property(fc.array(wish, { maxLength: 80 }), (wishes) => {
      const numbered = wishes.map((one, mark) => ({ ...one, mark }));
      const places = placeLabels(numbered, { width: 600, height: 400, obstacles: [] }, 50);
      expect(places.length).toBeLessThanOrEqual(50);
      for (const [at, one] of places.entries()) {
        expect(one.x).toBeGreaterThanOrEqual(0);
        expect(one.y + one.height).toBeLessThanOrEqual(400);
        for (const other of places.slice(at + 1)) {
          const overlaps =
            one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height;
          expect(overlaps).toBe(false);
        }
      }
    }),
  );
});

test('a label beside its mark keeps off the circles of other marks', () => {
  const own = { mark: 0, x: 100, y: 100, radius: 10, inside: null, beside: { width: 60, height: 12 }, insists: false };
  const below = { mark: 1, x: 100, y: 125, radius: 12 };
  const [place] = placeLabels([own], { width: 300, height: 300, obstacles: [below] }, 5);
  expect(place?.y).toBeLessThan(90);
});

test('a label that insists stands over its mark where there is no free place', () => {
  const own = { mark: 0, x: 100, y: 100, radius: 10, inside: null, beside: { width: 60, height: 12 } };
  const around = [1, 2, 3, 4].map((mark) => {
    const angle = (mark * Math.PI) / 2;
    return { mark, x: 100 + 60 * Math.cos(angle), y: 100 + 60 * Math.sin(angle), radius: 49 };
  });
  const picture = { width: 300, height: 300, obstacles: around };
  expect(placeLabels([{ ...own, insists: false }], picture, 5)).toEqual([]);
  expect(placeLabels([{ ...own, insists: true }], picture, 5)).toEqual([
    { mark: 0, x: 70, y: 94, width: 60, height: 12, inside: false },
  ]);
});

const measure = (text: string): number => [...text].length * 10;

test('a text is broken between words, in Chinese too, and cut with “…” where there is no room', () => {
  expect(wrapText('The lighthouse board, of inquiry', 110, 4, measure).lines).toEqual([
    'The',
    'lighthouse',
    'board, of',
    'inquiry',
  ]);
  expect(wrapText('The lighthouse board of inquiry', 110, 2, measure).lines).toEqual(['The', 'lighthouse…']);
  const chinese = wrapText('灯塔委员会的调查', 40, 4, measure);
  expect(chinese.isBroken).toBe(false);
  expect(chinese.lines.join('')).toBe('灯塔委员会的调查');
  expect(chinese.lines.length).toBeGreaterThan(1);
});

test('a word that is wider than a line is broken, and that is told', () => {
  const { lines, isBroken, width } = wrapText('Donaudampfschiff', 60, 5, measure);
  expect(lines).toEqual(['Donaud', 'ampfsc', 'hiff']);
  expect(isBroken).toBe(true);
  expect(width).toBe(60);
});
