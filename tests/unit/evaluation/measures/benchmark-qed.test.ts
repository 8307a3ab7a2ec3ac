import { describe, expect, it } from 'vitest';
import { isAssertionPassed, passRate, passageSupport } from '../../../../src/core/evaluation/measures/assertions';
import { pairwiseResults, type JudgedPair } from '../../../../src/core/evaluation/measures/pairwise';
import { evidenceMetrics, ratedMetrics } from '../../../../src/core/evaluation/measures/retrieval';

describe('retrieval of marked evidence', () => {
  it.each([
    [
      ['a', 'x', 'b'],
      ['a', 'b'],
      [1, 2 / 3, 1],
    ],
    [
      ['x', 'a'],
      ['a', 'b'],
      [0.5, 0.5, 0.5],
    ],
    [
      ['x', 'y'],
      ['a', 'b'],
      [0, 0, 0],
    ],
    [
      ['x', 'x', 'a'],
      ['a', 'a'],
      [1, 0.5, 0.5],
    ],
    [[], ['a'], [0, 0, 0]],
  ])('of %j for %j', (found, evidence, [recall, precision, reciprocal_rank]) => {
    expect(evidenceMetrics(found, evidence)).toEqual({ recall, precision, reciprocal_rank });
  });

  it('is not measured where none is marked', () => {
    expect(evidenceMetrics(['a'], [])).toBeNull();
  });
});

describe('retrieval of rated passages', () => {
  const reference = {
    clusters: [
      { a1: 3, a2: 2, a3: 1 },
      { b1: 2, b2: 2 },
      { c1: 0, c2: -1 },
    ],
    found: [{ a4: 2 }, {}, { c3: 2 }],
  };

  it('counts ratings from 2 as relevant and a failed or missing one as not', () => {
    const { rated_precision, graded_precision, cluster_recall } = ratedMetrics(['a1', 'a3', 'c2', 'new'], reference);
    expect(rated_precision).toBe(0.25);
    expect(graded_precision).toBeCloseTo((1 + 1 / 3) / 4);
    expect(cluster_recall).toBe(0.5);
  });

  it('compares the relevant passages of clusters with the probes alone', () => {
    // Reference ½, ½, 0 and found ⅔, 0, ⅓.
    const { fidelity, cluster_recall } = ratedMetrics(['a1', 'a4', 'c3'], reference);
    const bits = (p: number, m: number): number => p * Math.log2(p / m);
    const divergence = (bits(1 / 2, 7 / 12) + bits(1 / 2, 1 / 4) + bits(2 / 3, 7 / 12) + bits(1 / 3, 1 / 6)) / 2;
    expect(fidelity).toBeCloseTo(1 - Math.sqrt(divergence), 12);
    expect(cluster_recall).toBe(0.5);
  });

  it.each([
    ['equal shares', ['a1', 'a2', 'b1', 'b2'], reference.clusters, 1],
    ['half of the shares', ['a1'], reference.clusters, 1 - Math.sqrt(1 - 0.75 * Math.log2(3) + 0.5)],
    ['none in common', ['b1'], [{ a1: 2 }, { b1: 0 }], 0],
    ['nothing found', [], reference.clusters, 0],
    ['nothing relevant', [], [{ a1: 1 }], 1],
  ])('has its fidelity with %s', (_, found, clusters, fidelity) => {
    expect(ratedMetrics(found, { clusters, found: [] }).fidelity).toBeCloseTo(fidelity, 12);
  });
});

describe('assertions', () => {
  it.each([
    [[1, 1, 0, 0], false],
    [[1, 1, 1, 0], true],
    [[1], true],
    [[0], false],
    [[], false],
  ])('with the trials %j pass: %s', (trials, isPassed) => {
    expect(isAssertionPassed(trials)).toBe(isPassed);
  });

  it('without a verdict do not count', () => {
    expect(passRate([[0], [], [1, 0], [1]])).toBe(1 / 3);
    expect(passRate([[]])).toBeNull();
  });

  it('are supported by the best of the passages, half support being enough', () => {
    const grades = [
      [0, 0.5, 1],
      [0, 0, 0],
      [0.5, null, 0],
      [null, null, 1],
    ];
    expect(passageSupport(grades)).toEqual({ coverage: 3 / 4, strict_coverage: 2 / 4, strength: 2.5 / 4 });
    expect(passageSupport([[null]])).toBeNull();
  });
});

describe('answers in pairs', () => {
  const against = (mode: 'basic' | 'global', relevance: readonly number[]): JudgedPair => ({
    ...{ questionId: '', one: { mode: 'local' }, other: { mode } },
    scores: { relevance },
  });
  const times = (count: number, pair: JudgedPair) =>
    Array.from({ length: count }, (_, at) => ({ ...pair, questionId: String(at) }));

  it('are averaged by question, tested, and corrected within a criterion', () => {
    const judgements = [
      ...times(7, against('basic', [1, 1, 1, 0.5])),
      ...times(4, against('global', [1, 0, 0.5, 0.5])),
    ];
    const [basic, global, ...others] = pairwiseResults(judgements);
    expect(basic).toMatchObject({
      other: { mode: 'basic' },
      difference: { mean: 0.875, n: 7 },
      p: 2 * (2 / 128),
      verdict: 'better',
    });
    expect(global).toMatchObject({
      other: { mode: 'global' },
      difference: { mean: 0.5, n: 4 },
      p: 1,
      verdict: 'no difference shown',
    });
    expect(others).toEqual([]);
  });

  it('count a question once, however many judges it had, and keep models apart', () => {
    const judged = [...times(2, against('basic', [1, 1])), ...times(2, against('basic', [0, 0]))];
    const small = { ...against('basic', [1]), other: { mode: 'local', model: 'Small' } } as const;
    expect(pairwiseResults([...judged, small])).toMatchObject([
      { other: { mode: 'basic' }, difference: { mean: 0.5, n: 2 } },
      { other: { mode: 'local', model: 'Small' }, difference: { mean: 1, n: 1 } },
    ]);
  });

  it('correct one criterion apart from the others', () => {
    const judgements = times(6, {
      ...against('basic', []),
      scores: { relevance: [1, 1], diversity: [0, 0], directness: [] },
    });
    expect(pairwiseResults(judgements).map(({ measure, p, verdict }) => [measure, p, verdict])).toEqual([
      ['diversity', 2 / 64, 'worse'],
      ['relevance', 2 / 64, 'better'],
    ]);
  });
});
