import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckedClaims, Label } from '../../../../src/core/evaluation/evaluation';
import { claimMetrics } from '../../../../src/core/evaluation/measures/ragchecker';

const E: Label = 'entailment';
const N: Label = 'neutral';

/** `count` entailments, then others. */
const first = (count: number, of: number): readonly Label[] =>
  Array.from({ length: of }, (_, at) => (at < count ? E : at % 2 ? N : 'contradiction'));

/** Row of labels with entailments by these passages. */
const row = (passages: number, ...by: readonly number[]): readonly Label[] =>
  Array.from({ length: passages }, (_, at) => (by.includes(at) ? E : N));

const rows = (count: number, passages: number, entailed: Readonly<Record<number, readonly number[]>>) =>
  Array.from({ length: count }, (_, at) => row(passages, ...(entailed[at] ?? [])));

const claims = (part: Partial<CheckedClaims>): CheckedClaims => ({
  answerClaims: [],
  referenceClaims: [],
  passages: [],
  referenceToAnswer: [],
  answerToReference: [],
  passagesToAnswer: [],
  passagesToReference: [],
  ...part,
});

/** Record “0” of the example that RAGChecker publishes, made from its counts: 11 claims, 22 of the reference, 4 passages. */
const FIRST = claims({
  passages: ['a', 'b', 'c', 'd'],
  referenceToAnswer: first(8, 11),
  answerToReference: first(11, 22),
  // Two right claims are in passages, and of the three wrong ones two in relevant passages.
  passagesToAnswer: rows(11, 4, { 0: [1], 1: [0, 3], 8: [3], 9: [1] }),
  passagesToReference: rows(22, 4, { 0: [1], 1: [0], 2: [0, 1], 3: [0, 3], 4: [1] }),
});

/** Record “1”: 5 claims, 8 of the reference, 3 passages. */
const SECOND = claims({
  passages: ['a', 'b', 'c'],
  referenceToAnswer: first(4, 5),
  answerToReference: first(6, 8),
  passagesToAnswer: rows(5, 3, { 0: [1], 1: [1, 2], 2: [0], 3: [2], 4: [0, 1] }),
  passagesToReference: rows(8, 3, { 0: [0], 1: [1], 2: [2], 3: [0], 4: [1], 5: [2], 6: [0], 7: [1, 2] }),
});

describe('the metrics of RAGChecker', () => {
  it.each([
    [
      FIRST,
      { precision: 0.727273, recall: 0.5, f1: 0.592593, claim_recall: 0.227273, context_precision: 0.75 },
      { context_utilization: 1, noise_sensitivity_in_relevant: 0.181818, noise_sensitivity_in_irrelevant: 0 },
      { hallucination: 0.090909, self_knowledge: 0.545455, faithfulness: 0.363636, unsupported: 0.636364 },
    ],
    [
      SECOND,
      { precision: 0.8, recall: 0.75, f1: 0.774194, claim_recall: 1, context_precision: 1 },
      { context_utilization: 0.75, noise_sensitivity_in_relevant: 0.2, noise_sensitivity_in_irrelevant: 0 },
      { hallucination: 0, self_knowledge: 0, faithfulness: 1, unsupported: 0 },
    ],
  ])('have the published values to six decimals', (record, ...expected) => {
    const rounded = Object.entries(claimMetrics(record)).map(([name, value]) => [name, Number(value.toFixed(6))]);
    expect(Object.fromEntries(rounded)).toEqual(Object.assign({}, ...expected));
  });

  it('count a wrong claim of a relevant and an irrelevant passage as noise of the relevant one only', () => {
    const both = claims({
      passages: ['relevant', 'irrelevant'],
      referenceToAnswer: [N, N],
      passagesToAnswer: [
        [E, E],
        [N, E],
      ],
      passagesToReference: [[E, N]],
      answerToReference: [N],
    });
    expect(claimMetrics(both)).toMatchObject({
      noise_sensitivity_in_relevant: 0.5,
      noise_sensitivity_in_irrelevant: 0.5,
    });
  });

  it('are 0 where there is nothing to count', () => {
    const values = Object.values(claimMetrics(claims({})));
    expect(values).toEqual(Array.from({ length: 12 }, () => 0));
  });

  it('are 0 without passages, but for the claims that nothing supports', () => {
    const { hallucination, self_knowledge, faithfulness, unsupported } = claimMetrics(
      claims({
        referenceToAnswer: [E, N],
        passagesToAnswer: [[], []],
        answerToReference: [E],
        passagesToReference: [[]],
      }),
    );
    expect([hallucination, self_knowledge, faithfulness, unsupported]).toEqual([0, 0, 0, 1]);
  });

  it('know no noise where the reference has no claims', () => {
    const noRelevance = claims({ passages: ['a'], referenceToAnswer: [N], passagesToAnswer: [[E]] });
    expect(claimMetrics(noRelevance)).toMatchObject({
      noise_sensitivity_in_relevant: 0,
      noise_sensitivity_in_irrelevant: 0,
      faithfulness: 1,
    });
  });

  it('are only the faithful and the unsupported share without a reference', () => {
    const alone = claims({
      passages: ['a'],
      referenceClaims: null,
      referenceToAnswer: null,
      answerToReference: null,
      passagesToAnswer: [[E], [N], [N], [N]],
      passagesToReference: null,
    });
    expect(claimMetrics(alone)).toEqual({ faithfulness: 0.25, unsupported: 0.75 });
  });

  const label = fc.constantFrom<Label>(E, N, 'contradiction');
  const matrix = (height: number, width: number) =>
    fc.array(fc.array(label, { minLength: width, maxLength: width }), { minLength: height, maxLength: height });
  const list = (length: number) => fc.array(label, { minLength: length, maxLength: length });
  const checked = fc
    .record({
      answers: fc.integer({ min: 1, max: 8 }),
      references: fc.integer({ min: 1, max: 8 }),
      k: fc.integer({ min: 1, max: 5 }),
    })
    .chain(({ answers, references, k }) =>
      fc.record({
        passages: fc.constant(Array.from({ length: k }, (_, at) => String(at))),
        referenceToAnswer: list(answers),
        answerToReference: list(references),
        passagesToAnswer: matrix(answers, k),
        passagesToReference: matrix(references, k),
      }),
    )
    .map(claims);

  it('part all claims into faithful, hallucinated and self-known ones', () => {
    fc.assert(
      fc.property(checked, (record) => {
        const { faithfulness = 0, hallucination = 0, self_knowledge = 0, unsupported } = claimMetrics(record);
        expect(faithfulness + hallucination + self_knowledge).toBeCloseTo(1, 9);
        expect(hallucination + self_knowledge).toBeCloseTo(unsupported ?? 0, 9);
      }),
    );
  });

  it('part all claims into right ones, noise of both kinds and hallucinated ones', () => {
    fc.assert(
      fc.property(checked, (record) => {
        const { precision = 0, hallucination = 0, ...noise } = claimMetrics(record);
        const { noise_sensitivity_in_relevant = 0, noise_sensitivity_in_irrelevant = 0 } = noise;
        const sum = precision + noise_sensitivity_in_relevant + noise_sensitivity_in_irrelevant + hallucination;
        expect(sum).toBeCloseTo(1, 9);
      }),
    );
  });
});
