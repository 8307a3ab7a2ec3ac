import { describe, expect, test } from 'vitest';
import { blurred, noisy, oneBit, pale, skewed } from '../../../bench/lib/degraded-scans';
import { inOrder, wordRecall } from '../../../bench/lib/read-words';

describe('words that were read', () => {
  test('count as often as they stand in the text, without the signs around them', () => {
    expect(wordRecall('the mill, the dam: 4,150.50', '“the” mill | 4,150.50')).toBe(3 / 5);
    expect(wordRecall('Mill', 'mill')).toBe(0);
  });

  test('are in order where those that stand once follow each other alike', () => {
    expect(inOrder('one two the three the four', 'one two the the thre four')).toBe(true);
    expect(inOrder('one two the three the four', 'three the four the one two')).toBe(false);
    expect(inOrder('one two', 'nothing at all')).toBe(false);
  });
});

describe('a degraded scan', () => {
  const SIDE = 41;
  const at = (x: number, y: number): number => y * SIDE + x;
  const scan = { width: SIDE, height: SIDE, grey: new Uint8Array(SIDE * SIDE).fill(255) };
  for (let x = 0; x < SIDE; x += 1) scan.grey[at(x, 20)] = 0;

  test('leaves the one that it was made of', () => {
    const before = scan.grey.slice();
    for (const degrade of [blurred, oneBit]) expect(degrade(scan).grey).not.toBe(scan.grey);
    expect(noisy(scan, 30).grey).not.toEqual(before);
    expect(scan.grey).toEqual(before);
  });

  test('has the greys that its name tells', () => {
    expect([19, 20, 22].map((y) => blurred(scan).grey[at(20, y)])).toEqual([170, 170, 255]);
    expect(new Set(pale(scan, 0.5).grey)).toEqual(new Set([64, 192]));
    expect(new Set(oneBit(noisy(scan, 60)).grey)).toEqual(new Set([0, 255]));
  });

  test('that is skewed falls to the right', () => {
    const turned = skewed(scan, 10).grey;
    const darkest = (x: number): number => {
      const column = Array.from({ length: SIDE }, (_, y) => turned[at(x, y)] ?? 255);
      return column.indexOf(Math.min(...column));
    };
    expect(darkest(10)).toBeLessThan(20);
    expect(darkest(30)).toBeGreaterThan(20);
  });
});
