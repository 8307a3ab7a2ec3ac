import { describe, expect, it } from 'vitest';
import { checkClaims } from '../../../../src/core/evaluation/judging/check-claims';
import { chatChecker, nliChecker } from '../../../../src/core/evaluation/judging/claim-checker';
import { askClaims, claimsKey } from '../../../../src/core/evaluation/judging/text-claims';
import { estimateTokens } from '../../../../src/core/text/tokens';
import { sayingModel } from '../../../helpers/judging-checker';
import { rehearsed, scriptedJudge, sentBesidePlan } from '../../../helpers/scripted-judge';

const QUESTION = 'What became of the mill at Corran?';
const TEXT = { question: QUESTION, text: 'The mill burned in 1911. It was rebuilt a year later.', documentIds: ['d'] };
const by = (text: string) => ({ text, documentIds: ['d'] });
const claimsOf = (count: number) => Array.from({ length: count }, (_, at) => `Claim ${String(at + 1)} is stated.`);

describe('The claims of a text', () => {
  it('are its sentences, each once, in order', async () => {
    const judge = scriptedJudge(
      () => '{"claims":["The mill burned in 1911.","The mill was\\nrebuilt.","The mill burned in 1911."]}',
    );
    expect(await askClaims(judge, TEXT)).toEqual(['The mill burned in 1911.', 'The mill was rebuilt.']);
    expect(judge.calls[0]?.call).toMatchObject({ temperature: 0, documentIds: ['d'], shape: { kind: 'record' } });
  });

  it('are none of an empty text, which is not asked about', async () => {
    const judge = scriptedJudge(() => '');
    expect(await askClaims(judge, { ...TEXT, text: ' ' })).toEqual([]);
    expect(judge.calls).toHaveLength(0);
  });

  it('are read behind thoughts, and asked for again after prose', async () => {
    const judge = scriptedJudge((_, at) =>
      at === 0 ? 'There are two claims.' : '<think>Well {"claims":[]}</think>{"claims":["A."]}',
    );
    expect(await askClaims(judge, TEXT)).toEqual(['A.']);
    expect(judge.calls[1]?.call.seed).toBe(1);
  });

  it('fail with words where no reply can be used', async () => {
    await expect(
      askClaims(
        scriptedJudge(() => 'No.'),
        TEXT,
      ),
    ).rejects.toThrow('None of its replies');
  });

  it('cost what was planned, and have a key that follows the text and a person’s own prompt', async () => {
    const judge = scriptedJudge(() => '{"claims":["A."]}');
    await askClaims(judge, TEXT);
    const { calls, planned, tokens } = sentBesidePlan(judge, await rehearsed(judge, (one) => askClaims(one, TEXT)));
    expect(planned).toBe(calls);
    expect(Math.abs(tokens - 1)).toBeLessThan(0.03);
    const keys = [claimsKey(judge, TEXT), claimsKey(judge, { ...TEXT, text: 'Other.' })];
    keys.push(claimsKey({ ...judge, prompts: { 'text-claims': { system: 'Mine.' } } }, TEXT));
    expect(new Set([...keys, claimsKey(judge, TEXT)]).size).toBe(3);
  });
});

describe('The price of claims', () => {
  const text = { ...TEXT, text: 'The mill of the town burned one night. '.repeat(12) };

  it('follows the length of a text before any claims are known, and then that of those which were drawn', async () => {
    const judge = scriptedJudge(() => '{"claims":["A."]}');
    const claimsOfPrice = (claimSize?: { readonly text: number; readonly own: number }) =>
      askClaims({ ...judge, claimSize, rehearse: () => Promise.resolve(null) }, text);
    const tokens = estimateTokens(text.text);
    expect(await claimsOfPrice()).toHaveLength(Math.round(tokens / 18));
    const known = await claimsOfPrice({ text: 36, own: 12 });
    expect(known).toHaveLength(Math.round(tokens / 36));
    const mean = known.reduce((sum, claim) => sum + estimateTokens(claim), 0) / known.length;
    expect(Math.abs(mean - 12)).toBeLessThan(4);
    const [first, learned] = await Promise.all(
      [undefined, { text: 36, own: 12 }].map((claimSize) =>
        rehearsed({ ...judge, claimSize }, (one) => askClaims(one, text)),
      ),
    );
    expect(learned?.[0]?.replyTokens).toBeLessThan(first?.[0]?.replyTokens ?? 0);
    expect(learned?.[0]?.promptTokens).toBe(first?.[0]?.promptTokens);
  });
});

describe('A chat model that labels claims', () => {
  it('is asked of five at a time', async () => {
    const judge = scriptedJudge(({ user }) =>
      user.includes('5. ') ? 'says|1\ndenies|2\nopen|3\nsays|4\nsays|5' : 'denies|1',
    );
    expect(await chatChecker(judge).label(claimsOf(6), by('A text.'))).toEqual([
      'entailment',
      'contradiction',
      'neutral',
      'entailment',
      'entailment',
      'contradiction',
    ]);
    expect(judge.calls).toHaveLength(2);
  });

  it.each([
    ['too few labels', 'says|1', ['entailment', 'neutral', 'neutral']],
    ['too many labels', 'says|1\nsays|2\nsays|3\nsays|4\ndenies|5', ['entailment', 'entailment', 'entailment']],
    ['two labels for one claim', 'says|1\ndenies|1\nsays|2', ['neutral', 'entailment', 'neutral']],
    ['prose', 'The first claim is clearly stated.', ['neutral', 'neutral', 'neutral']],
    ['thoughts', '<think>says|1</think>denies|1\nsays|3', ['contradiction', 'neutral', 'entailment']],
  ])('pads and cuts %s', async (_, reply, labels) => {
    expect(await chatChecker(scriptedJudge(() => reply)).label(claimsOf(3), by('A text.'))).toEqual(labels);
  });

  it('reads no claim by an empty text, and cuts one that is longer than the window', async () => {
    const judge = scriptedJudge(() => 'says|1', { contextWindow: 1024 });
    expect(await chatChecker(judge).label(['A.'], by(''))).toEqual(['neutral']);
    await chatChecker(judge).label(['A.'], by('The mill burned in 1911. '.repeat(400)));
    expect(estimateTokens(judge.calls[0]?.user ?? '')).toBeLessThan(900);
    expect(judge.calls[0]?.user).toMatch(/Claims:\n1\. A\./u);
  });
});

describe('An NLI model that labels claims', () => {
  const sureness = (entailment: number, contradiction: number) => ({
    ...sayingModel(() => 'neutral'),
    judge: (pairs: readonly unknown[]) =>
      Promise.resolve(pairs.map(() => ({ entailment, contradiction, neutral: 1 - entailment - contradiction }))),
  });
  const found = { entailment: { passed: 1, leaked: 0 }, contradiction: { passed: 1, leaked: 0 } };

  it('goes by its thresholds where it is calibrated, and by the likeliest class where not', async () => {
    const model = sureness(0.6, 0.1);
    const calibrated = nliChecker(model, { entailment: 0.8, contradiction: 0.8, found });
    expect([calibrated.isCalibrated, await calibrated.label(['A.'], by('B.'))]).toEqual([true, ['neutral']]);
    const bare = nliChecker(model, null);
    expect([bare.isCalibrated, await bare.label(['A.'], by('B.'))]).toEqual([false, ['entailment']]);
    expect(nliChecker(model, { entailment: 2, contradiction: 2, found }).isCalibrated).toBe(false);
    expect(calibrated.id).not.toBe(bare.id);
  });

  it('finds the sentence that entails a claim at the end of a long text', async () => {
    const long = `${'The ledger lists many barrels of flour and salt. '.repeat(80)}The mill burned in 1911.`;
    const model = sayingModel(({ premise }) => (premise.includes('burned') ? 'entailment' : 'neutral'));
    const seen: string[] = [];
    const judge: typeof model.judge = (pairs) => {
      seen.push(...pairs.map(({ premise }) => premise));
      return model.judge(pairs);
    };
    expect(await nliChecker({ ...model, judge }, null).label(['The mill burned.'], by(long))).toEqual(['entailment']);
    expect(seen.length).toBeGreaterThan(2);
    expect(Math.max(...seen.map(estimateTokens))).toBeLessThan(340);
  });
});

describe('The matrices of an answer', () => {
  const passages = ['The mill burned.', 'Flour was dear.'].map((text, at) => ({ id: `u${String(at)}`, ...by(text) }));
  const checker = nliChecker(
    sayingModel(({ premise, hypothesis }) => (premise.includes(hypothesis) ? 'entailment' : 'neutral')),
    null,
  );

  it('hold each claim against each passage and against the other side', async () => {
    const answer = { answer: by('The mill burned. It rained.'), answerClaims: ['The mill burned.', 'It rained.'] };
    const reference = { reference: by('The mill burned.'), referenceClaims: ['The mill burned.'] };
    expect(await checkClaims(checker, { ...answer, ...reference, passages })).toEqual({
      answerClaims: answer.answerClaims,
      referenceClaims: reference.referenceClaims,
      passages: ['u0', 'u1'],
      referenceToAnswer: ['entailment', 'neutral'],
      answerToReference: ['entailment'],
      passagesToAnswer: [
        ['entailment', 'neutral'],
        ['neutral', 'neutral'],
      ],
      passagesToReference: [['entailment', 'neutral']],
    });
  });

  it('are of the passages alone without a reference', async () => {
    const checked = { answer: by('It rained.'), answerClaims: ['It rained.'], reference: null, referenceClaims: null };
    expect(await checkClaims(checker, { ...checked, passages: [] })).toMatchObject({
      referenceToAnswer: null,
      answerToReference: null,
      passagesToAnswer: [[]],
      passagesToReference: null,
    });
  });

  it('take the calls of RAGChecker’s formula: 14 for 5 and 8 claims and three passages, less two for the claims', async () => {
    const judge = scriptedJudge(() => 'open|1');
    const texts = [...passages, { id: 'u2', ...by('The toll of the mill at Corran was doubled in spring.') }];
    const checked = {
      answer: by('An answer about the mill, the toll and the river.'),
      answerClaims: claimsOf(5),
      reference: by('A reference about the mill.'),
      referenceClaims: claimsOf(8),
      passages: texts,
    };
    await checkClaims(chatChecker(judge), checked);
    const plan = await rehearsed(judge, (one) => checkClaims(chatChecker(one), checked));
    const { calls, planned, tokens } = sentBesidePlan(judge, plan);
    expect([calls, planned]).toEqual([12, 12]);
    expect(Math.abs(tokens - 1)).toBeLessThan(0.03);
  });
});
