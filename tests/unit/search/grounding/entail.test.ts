import { describe, expect, it } from 'vitest';
import type { EntailmentModel, EntailmentPair, EntailmentScores } from '../../../../src/core/models/encoders';
import { createGrounding, verdictCache, type Premise, type Thresholds } from '../../../../src/core/search/grounding';

const texts = ['Ingrid Dahl led the bank for eleven years.', 'Karl Voss bought the mill from Ingrid Dahl.'];
const PREMISES: readonly Premise[] = texts.map((text, at) => ({
  ...{ text, heading: 'Torsund', before: texts[at - 1] ?? '', after: texts[at + 1] ?? '' },
}));
const SURE = { passed: 1, leaked: 0 };
const THRESHOLDS: Thresholds = {
  entailment: 0.8,
  contradiction: 0.8,
  found: { entailment: SURE, contradiction: SURE },
};
const YES: EntailmentScores = { entailment: 0.9, neutral: 0.05, contradiction: 0.05 };
const NO: EntailmentScores = { entailment: 0.05, neutral: 0.05, contradiction: 0.9 };
const OPEN: EntailmentScores = { entailment: 0.3, neutral: 0.4, contradiction: 0.3 };

function scripted(answer: (pair: EntailmentPair) => EntailmentScores, batchSize = 4) {
  const calls: (readonly EntailmentPair[])[] = [];
  const model: EntailmentModel = {
    id: 'scripted',
    title: 'Scripted',
    batchSize,
    judge: (pairs) => {
      calls.push(pairs);
      return Promise.resolve(pairs.map(answer));
    },
  };
  return { model, calls };
}

const grounding = createGrounding(PREMISES);
const judged = async (sentence: string, answer: (pair: EntailmentPair) => EntailmentScores) =>
  (await grounding.entail([grounding.check(sentence)], scripted(answer).model, THRESHOLDS, verdictCache()))[0];

describe('a model that is asked', () => {
  it('supports a sentence by the premises that entail it, and lacks are gone', async () => {
    expect(await judged('The mill went from Dahl to Voss.', () => YES)).toMatchObject({
      ...{ verdict: 'supported', reason: 'entailment', lacks: [], nearest: PREMISES[1] },
      premises: [PREMISES[1], PREMISES[0]],
    });
  });

  it('contradicts a sentence by a premise that is near', async () => {
    expect(await judged('Voss sold the mill to Dahl.', () => NO)).toMatchObject({
      ...{ verdict: 'contradicted', reason: 'entailment', premises: [], nearest: PREMISES[1] },
    });
  });

  it('leaves a sentence unverified where it is not sure, or where premises disagree', async () => {
    const before = grounding.check('Voss became the owner of the mill.');
    expect(await judged(before.sentence, () => OPEN)).toEqual(before);
  });

  it('cannot support a number or a negation that the premise lacks', async () => {
    for (const sentence of ['Ingrid Dahl led the bank for 12 years.', 'Ingrid Dahl did not lead the bank.']) {
      expect(await judged(sentence, () => YES)).toMatchObject({ verdict: 'unverified' });
    }
  });

  it('sees the heading and the neighbours of a premise', async () => {
    const { model, calls } = scripted(() => OPEN);
    await grounding.entail([grounding.check('Dahl headed the bank.')], model, THRESHOLDS, verdictCache());
    expect(calls.flat().map(({ premise }) => premise)).toContain(`Torsund\n${texts.join(' ')}`);
    expect(calls.flat().every(({ premise }) => premise.startsWith('Torsund'))).toBe(true);
  });

  it('is asked of what the writer pointed at though it shares no word with the sentence', async () => {
    const { model, calls } = scripted(() => YES);
    const open = grounding.check('Die Mühle wurde verkauft.', PREMISES.slice(1));
    const [judgement] = await grounding.entail([open], model, THRESHOLDS, verdictCache());
    expect(judgement).toMatchObject({ verdict: 'supported', premises: [PREMISES[1]] });
    expect(calls).toHaveLength(1);
  });

  it('is asked of several sentences at once, in calls of its size, and of no quoted one', async () => {
    const { model, calls } = scripted(() => OPEN, 3);
    const apart = createGrounding(PREMISES.map((one) => ({ ...one, before: '', after: '' })));
    const all = [texts[0] ?? '', 'Dahl headed the bank.', 'Voss and Dahl owned the mill.'].map((one) =>
      apart.check(one),
    );
    await apart.entail(all, model, THRESHOLDS, verdictCache());
    expect(calls.map(({ length }) => length)).toEqual([3, 1]);
    expect(calls.flat().map(({ hypothesis }) => hypothesis)).not.toContain(texts[0]);
  });

  it('is not asked where its word is never taken', async () => {
    const { model, calls } = scripted(() => YES);
    const open = [grounding.check('Dahl headed the bank.')];
    const never = { ...THRESHOLDS, entailment: 2, contradiction: 2 };
    expect(await grounding.entail(open, model, never, verdictCache())).toEqual(open);
    expect(calls).toHaveLength(0);
  });

  it('is asked of a pair once only', async () => {
    const { model, calls } = scripted(() => YES);
    const cache = verdictCache();
    const open = [grounding.check('Dahl headed the bank.')];
    const first = await grounding.entail(open, model, THRESHOLDS, cache);
    expect(await grounding.entail(open, model, THRESHOLDS, cache)).toEqual(first);
    expect(calls).toHaveLength(1);
  });

  it('is asked no further once it is aborted', async () => {
    const { model, calls } = scripted(() => YES);
    const signal = AbortSignal.abort(new Error('stopped'));
    const open = [grounding.check('Dahl headed the bank.')];
    await expect(grounding.entail(open, model, THRESHOLDS, verdictCache(), { signal })).rejects.toThrow('stopped');
    expect(calls).toHaveLength(0);
  });
});

describe('a cache of verdicts', () => {
  const pair = (name: string): EntailmentPair => ({ premise: name, hypothesis: 'h' });

  it('knows pairs by their model, and forgets those asked for longest ago', () => {
    const cache = verdictCache(2);
    cache.set('m', pair('a'), YES);
    cache.set('m', pair('b'), NO);
    expect(cache.get('m', pair('a'))).toBe(YES);
    cache.set('m', pair('c'), OPEN);
    expect([cache.get('m', pair('a')), cache.get('m', pair('b')), cache.get('n', pair('a'))]).toEqual([
      YES,
      undefined,
      undefined,
    ]);
  });
});
