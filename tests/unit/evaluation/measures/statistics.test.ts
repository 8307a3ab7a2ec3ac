import { describe, expect, it } from 'vitest';
import {
  bootstrapFigure,
  holm,
  signFlipTest,
  testFamily,
  verdictAgreement,
} from '../../../../src/core/evaluation/measures/statistics';

const repeated = (count: number, value: number): readonly number[] => Array.from({ length: count }, () => value);

describe('the mean of a measure', () => {
  const values = [0.2, 0.4, 0.6, 0.8, 1];

  it('stands within its interval, the same for the same seed', () => {
    const figure = bootstrapFigure(values);
    expect(figure).toEqual(bootstrapFigure(values));
    expect(figure?.mean).toBeCloseTo(0.6);
    expect(figure?.interval?.low).toBeGreaterThanOrEqual(0.3);
    expect(figure?.interval?.low).toBeLessThan(0.5);
    expect(figure?.interval?.high).toBeGreaterThan(0.7);
    expect(figure?.n).toBe(5);
  });

  it('has no width where all questions agree, no interval by a single one, and does not exist without any', () => {
    expect(bootstrapFigure([0.5, 0.5])).toEqual({ mean: 0.5, interval: { low: 0.5, high: 0.5 }, n: 2 });
    expect(bootstrapFigure([0.5])).toEqual({ mean: 0.5, interval: null, n: 1 });
    expect(bootstrapFigure([])).toBeNull();
  });

  it('is a micro average where questions have weights', () => {
    expect(bootstrapFigure([1, 0.25], [1, 4])).toMatchObject({ mean: 2 / 5, n: 2 });
    expect(bootstrapFigure([1, 0], [0, 0])?.mean).toBe(0);
  });
});

describe('the sign-flip test', () => {
  it.each([
    [[], 1],
    [[0, 0, 0], 1],
    [[1], 1],
    // Two of eight sums are as far from 0 as 3.
    [[1, 1, 1], 0.25],
    // ±2 ±1 ±1: 4 and −4 only.
    [[2, 1, 1], 0.25],
    // ±2 ±1 ±1 reaches 2 with 2 + 1 − 1 and 2 − 1 + 1, too, and the same below.
    [[2, 1, -1], 0.75],
    [repeated(6, 0.1), 2 / 64],
    // Equal pairs change nothing.
    [[...repeated(6, 0.1), ...repeated(30, 0)], 2 / 64],
    [repeated(16, 0.5), 2 / 65_536],
  ])('counts all signs of %j', (differences, p) => {
    expect(signFlipTest(differences)).toBeCloseTo(p, 12);
  });

  it('draws signs for more than 16 differences, and never says 0', () => {
    expect(signFlipTest(repeated(40, 1))).toBe(1 / 10_001);
    const mixed = Array.from({ length: 30 }, (_, at) => (at % 2 ? 1 : -1));
    expect(signFlipTest(mixed)).toBe(1);
    expect(signFlipTest([...repeated(12, 1), ...repeated(8, -1)])).toBeCloseTo(0.5034, 1);
  });
});

describe('the correction after Holm', () => {
  it.each([
    [[], []],
    [[0.04], [0.04]],
    // 0.01 · 3, 0.02 · 2, 0.04 · 1.
    [
      [0.04, 0.01, 0.02],
      [0.04, 0.03, 0.04],
    ],
    // 0.01 · 4 = 0.04, 0.03 · 3 = 0.09, 0.04 · 2 = 0.08 is raised to 0.09, 0.2.
    [
      [0.01, 0.04, 0.03, 0.2],
      [0.04, 0.09, 0.09, 0.2],
    ],
    [
      [0.6, 0.7],
      [1, 1],
    ],
  ])('of %j is %j', (ps, corrected) => {
    expect(holm(ps).map((p) => Number(p.toFixed(9)))).toEqual(corrected);
  });
});

describe('a family of comparisons', () => {
  it('says which differences are shown, and which are not', () => {
    const tests = testFamily([repeated(8, 0.5), repeated(8, -0.25), [0.5, -0.5, 0.1], []]);
    expect(tests.map((one) => one && [one.p, one.verdict])).toEqual([
      [3 * (2 / 256), 'better'],
      [3 * (2 / 256), 'worse'],
      [expect.any(Number), 'no difference shown'],
      null,
    ]);
  });

  it('shows nothing with five questions, however clear they are', () => {
    expect(testFamily([repeated(5, 1)])[0]).toMatchObject({ p: 0.0625, verdict: 'no difference shown' });
  });
});

describe('the agreement of a judge with a person', () => {
  const pairs = (...verdicts: readonly string[]) =>
    verdicts.map((pair) => ({ judge: pair.charAt(0), person: pair.charAt(1) }));

  it('is the share of equal verdicts and Cohen’s kappa', () => {
    // By chance 0.5: yes 10/20 · 12/20, no 10/20 · 8/20.
    const verdicts = [
      ...repeated(10, 0).map(() => 'yy'),
      ...repeated(2, 0).map(() => 'ny'),
      ...repeated(8, 0).map(() => 'nn'),
    ];
    expect(verdictAgreement(pairs(...verdicts))).toEqual({ n: 20, share: 0.9, kappa: expect.closeTo(0.8, 9) });
  });

  it('has no kappa where both gave a single verdict, and is below 0 where they differ more than by chance', () => {
    expect(verdictAgreement(pairs('yy', 'yy'))).toEqual({ n: 2, share: 1, kappa: null });
    expect(verdictAgreement(pairs('yn', 'ny'))?.kappa).toBe(-1);
    expect(verdictAgreement([])).toBeNull();
  });
});
