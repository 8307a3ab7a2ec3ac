import { describe, expect, it } from 'vitest';
import { CRITERIA } from '../../../../src/core/evaluation/evaluation';
import { assertionsKey, checkAssertions } from '../../../../src/core/evaluation/judging/check-assertions';
import { nliChecker } from '../../../../src/core/evaluation/judging/claim-checker';
import {
  compareAnswers,
  compareDifferences,
  comparisonKey,
} from '../../../../src/core/evaluation/judging/compare-answers';
import { checkSupport, gradeSupport } from '../../../../src/core/evaluation/judging/grade-support';
import { ratePassages } from '../../../../src/core/evaluation/judging/rate-passages';
import { estimateTokens } from '../../../../src/core/text/tokens';
import { sayingModel } from '../../../helpers/judging-checker';
import { rehearsed, scriptedJudge, sentBesidePlan, type ScriptedJudge } from '../../../helpers/scripted-judge';

const QUESTION = 'What became of the mill at Corran?';
const ANSWER = { question: QUESTION, text: 'The mill burned in 1911.\nNobody knows why.', documentIds: ['d'] };
const ASSERTIONS = ['The mill burned.', 'It was rebuilt in 1912.'].map((statement, at) => ({
  id: `a${String(at)}`,
  statement,
  importance: null,
  textUnitIds: [],
}));
const PAIR = {
  question: QUESTION,
  first: 'The mill burned in 1911, and the town paid for its repair.',
  second: 'It burned down one night in spring.',
  documentIds: ['d'],
};

/** Calls and tokens of some work are those of its price. */
async function expectPlan(judge: ScriptedJudge, work: Parameters<typeof rehearsed>[1]): Promise<void> {
  const { calls, planned, tokens } = sentBesidePlan(judge, await rehearsed(judge, work));
  expect(planned).toBe(calls);
  expect(Math.abs(tokens - 1)).toBeLessThan(0.03);
}

describe('Support of assertions', () => {
  const passages = ['The mill burned in 1911.', 'A harbour.'].map((text, at) => ({
    id: `p${String(at)}`,
    text,
    documentIds: ['d'],
  }));

  it('is full, in part or none by a judge, and null without a usable reply', async () => {
    const replies = ['Full.', 'none', 'part', 'perhaps'];
    const judge = scriptedJudge(({ user }) => {
      const statement = ASSERTIONS.findIndex((one) => user.includes(one.statement));
      return replies[2 * statement + passages.findIndex(({ text }) => user.includes(text))] ?? '';
    });
    expect(await gradeSupport(judge, ASSERTIONS, passages)).toEqual([
      [1, 0],
      [0.5, null],
    ]);
  });

  it('is full or none by an entailment model, which makes no call', async () => {
    const model = sayingModel(({ premise, hypothesis }) =>
      premise.includes('burned') && hypothesis.includes('burned') ? 'entailment' : 'neutral',
    );
    expect(await checkSupport(nliChecker(model, null), ASSERTIONS, passages, {})).toEqual([
      [1, 0],
      [0, 0],
    ]);
  });
});

describe('The assertions of a question', () => {
  const saying = (reply: (statement: string) => string) =>
    scriptedJudge(({ user }) => reply(/Statement: (.*)/u.exec(user)?.[1] ?? ''));

  it('hold or not in each trial, each with a seed of its own', async () => {
    const judge = saying((statement) => (statement.includes('burned') ? 'Yes.' : 'no'));
    expect(await checkAssertions(judge, ANSWER, ASSERTIONS, 2)).toEqual({ a0: [1, 1], a1: [0, 0] });
    expect(judge.calls.map(({ call }) => call.seed)).toEqual([undefined, 3, undefined, 3]);
    await expectPlan(judge, (by) => checkAssertions(by, ANSWER, ASSERTIONS, 2));
  });

  it('share all words in front of the statement', async () => {
    const judge = saying(() => 'yes');
    await checkAssertions(judge, ANSWER, ASSERTIONS, 1);
    const [one, other] = judge.calls.map(({ user }) => user.split('Statement: ')[0]);
    expect(one).toBe(other);
    expect(one).toContain('Answer: The mill burned in 1911. Nobody knows why.');
  });

  it('leave out a trial whose replies are prose, and fail where all are', async () => {
    const mixed = saying((statement) => (statement.includes('burned') ? 'It may, yes or no.' : 'no'));
    expect(await checkAssertions(mixed, ANSWER, ASSERTIONS, 1)).toEqual({ a1: [0] });
    await expect(
      checkAssertions(
        saying(() => ''),
        ANSWER,
        ASSERTIONS,
        1,
      ),
    ).rejects.toThrow('None of its replies');
    expect(
      await checkAssertions(
        saying(() => ''),
        ANSWER,
        [],
        1,
      ),
    ).toEqual({});
  });

  it('have a key that follows the answer, the statements and the trials', () => {
    const judge = saying(() => '');
    const keys = [
      assertionsKey(judge, ANSWER, ASSERTIONS, 1),
      assertionsKey(judge, ANSWER, ASSERTIONS, 2),
      assertionsKey(judge, ANSWER, ASSERTIONS.slice(1), 1),
      assertionsKey(judge, { ...ANSWER, text: 'No.' }, ASSERTIONS, 1),
    ];
    expect(new Set(keys).size).toBe(4);
  });
});

describe('Two answers', () => {
  /** Says which place the answer with these words has. */
  const placeOf = (words: string) => (user: string) =>
    user.split('\nSecond answer:')[0]?.includes(words) ? 'first' : 'second';

  it('are compared by each criterion in both orders, so that a judge who prefers a place gives a tie in the mean', async () => {
    const honest = scriptedJudge(({ user }) => placeOf('paid')(user));
    const scores = await compareAnswers(honest, PAIR);
    expect(scores).toEqual(Object.fromEntries(CRITERIA.map((one) => [one, [1, 1]])));
    await expectPlan(honest, (by) => compareAnswers(by, PAIR));
    const partial = scriptedJudge(() => 'first');
    expect(await compareAnswers(partial, PAIR)).toMatchObject({ relevance: [1, 0] });
    const even = scriptedJudge(() => 'tie');
    expect(await compareAnswers(even, PAIR)).toMatchObject({ relevance: [0.5, 0.5] });
  });

  it('are compared by no criterion that lacks an order', async () => {
    const judge = scriptedJudge(({ user }) =>
      user.includes('diversity') && placeOf('paid')(user) === 'second' ? 'Both first and second are fine.' : 'tie',
    );
    expect(Object.keys(await compareAnswers(judge, PAIR))).toEqual(CRITERIA.filter((one) => one !== 'diversity'));
    await expect(
      compareAnswers(
        scriptedJudge(() => ''),
        PAIR,
      ),
    ).rejects.toThrow('None of its replies');
  });

  it('have a key that follows their order', () => {
    const judge = scriptedJudge(() => '');
    expect(comparisonKey(judge, PAIR)).not.toBe(
      comparisonKey(judge, { ...PAIR, first: PAIR.second, second: PAIR.first }),
    );
  });
});

describe('The difference of two answers', () => {
  const parts = (first: string, second: string) => JSON.stringify({ common: 'It burned.', first, second });
  const verdict = (winner: string, own: object = {}) =>
    JSON.stringify({ ...Object.fromEntries(CRITERIA.map((one) => [one, winner])), ...own });
  const judging = (judgement: (user: string) => string) =>
    scriptedJudge(({ prompt, user }) => {
      if (prompt === 'difference-judgement') return judgement(user);
      const isSwapped = (user.split('\nSecond answer:')[0] ?? '').includes('one night');
      return isSwapped ? parts('It was at night.', 'The town paid.') : parts('The town paid.', 'It was at night.');
    });

  it('is all that the judge sees, in both orders', async () => {
    const judge = judging((user) => verdict(/first answer: The town paid/u.test(user) ? 'first' : 'second'));
    expect(await compareDifferences(judge, PAIR)).toEqual(Object.fromEntries(CRITERIA.map((one) => [one, [1, 1]])));
    const seen = judge.calls.filter(({ prompt }) => prompt === 'difference-judgement').map(({ user }) => user);
    expect(seen).toHaveLength(2);
    expect(seen.join()).not.toContain('repair');
    expect(await rehearsed(judge, (by) => compareDifferences(by, PAIR))).toHaveLength(judge.calls.length);
  });

  it('is a tie without a further call where neither has anything of its own', async () => {
    const judge = scriptedJudge(() => parts('None.', 'none'));
    expect((await compareDifferences(judge, PAIR)).diversity).toEqual([0.5, 0.5]);
    expect(judge.calls).toHaveLength(2);
  });

  it('fails where a criterion is missing, or a part', async () => {
    const lacking = judging(() => verdict('first', { diversity: undefined }));
    await expect(compareDifferences(lacking, PAIR)).rejects.toThrow('None of its replies');
    await expect(
      compareDifferences(
        scriptedJudge(() => parts('', 'B')),
        PAIR,
      ),
    ).rejects.toThrow('None of its replies');
  });

  it('costs what was planned for parts of the expected size', async () => {
    const words = (count: number) => 'mill '.repeat(count).trim();
    const share = (text: string) => words(Math.ceil(0.4 * estimateTokens(text)));
    const [common, first, second] = [share(PAIR.second), share(PAIR.first), share(PAIR.second)];
    const judge = scriptedJudge(({ prompt, user }) => {
      if (prompt === 'difference-judgement') return verdict('tie');
      const isSwapped = (user.split('\nSecond answer:')[0] ?? '').includes('one night');
      return JSON.stringify({ common, first: isSwapped ? second : first, second: isSwapped ? first : second });
    });
    await compareDifferences(judge, PAIR);
    await expectPlan(judge, (by) => compareDifferences(by, PAIR));
  });
});

describe('Ratings of passages', () => {
  const passages = ['It burned.', 'Salt was dear.', 'Who knows?'].map((text, at) => ({
    id: `u${String(at)}`,
    text,
    documentIds: [`d${String(at)}`],
  }));

  it('are from 0 to 3 by passage, and -1 where no reply has one', async () => {
    const judge = scriptedJudge(({ user }) =>
      user.includes('burned') ? '3' : user.includes('Salt') ? 'Rating: 0' : '2 or 3',
    );
    expect(await ratePassages(judge, QUESTION, passages)).toEqual({ u0: 3, u1: 0, u2: -1 });
    expect(judge.calls[0]?.call.documentIds).toEqual(['d0']);
  });

  it('take a call each', async () => {
    const judge = scriptedJudge(() => '1');
    await ratePassages(judge, QUESTION, passages);
    await expectPlan(judge, (by) => ratePassages(by, QUESTION, passages));
  });
});
