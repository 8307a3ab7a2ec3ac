import { describe, expect, test } from 'vitest';
import type { EvaluationEvent } from '../../../../src/core/engine/evaluation/evaluation-calls';
import type { EvaluationChoice, Measure } from '../../../../src/core/evaluation/evaluation';
import { countPromptTokens, type ChatMessage, type ChatModel } from '../../../../src/core/models/chat-model';
import { collect } from '../../../helpers/engine-env';
import { choiceOf, evaluatedLetters, judging, modesOf, typed } from '../../../helpers/evaluated-letters';
import { scriptedModel } from '../../../helpers/scripted-model';

/** A model that judges by the script and counts the prompts that are sent to it. */
function judgingModel() {
  const scripted = scriptedModel(judging, 2);
  const sent: (readonly ChatMessage[])[] = [];
  const chat: ChatModel = {
    info: scripted.info,
    generate: (request, options) => {
      sent.push(request.messages);
      return scripted.generate(request, options);
    },
  };
  const tokens = (): number => sent.reduce((sum, messages) => sum + countPromptTokens(messages), 0);
  return { chat, sent, tokens };
}

const assertion = { id: 'x', statement: 'It rained.', importance: null, textUnitIds: [] };
const questions = [
  typed('a', 'Who met at the mill?', { reference: 'Ada met Clara at the mill by the river. It rained.' }),
  typed('b', 'What was the weather?', {
    questionClass: 'global',
    assertions: [assertion, { ...assertion, id: 'y', statement: 'They met.' }],
  }),
  typed('c', 'Who wrote on day 3?', { questionClass: 'local' }),
];

const choiceFor = (...measures: readonly Measure[]): EvaluationChoice =>
  choiceOf({ contestants: modesOf('local', 'basic', 'lightrag-naive'), measures, trials: 2, ratesPassages: true });

describe('judging', () => {
  test.each([['claims'], ['assertions'], ['support'], ['pairwise'], ['differential'], ['retrieval']] as const)(
    'by %s costs what the plan says, within three per cent, and nothing a second time',
    async (measure) => {
      const { chat, sent, tokens } = judgingModel();
      const { engine, run } = await evaluatedLetters(6, chat);
      await engine.keepEvaluationQuestions(questions);
      // Writes the answers, since nobody knows how long they will be.
      await run(choiceFor(measure === 'pairwise' ? 'differential' : 'pairwise'));
      const before = { calls: sent.length, tokens: tokens() };
      const plan = await engine.evaluationPlan(choiceFor(measure));
      await run(choiceFor(measure));
      const calls = sent.length - before.calls;
      expect(calls).toBeGreaterThan(0);
      expect(plan.calls).toBe(calls);
      expect(Math.abs(plan.promptTokens / (tokens() - before.tokens) - 1)).toBeLessThan(0.03);
      expect(await engine.evaluationPlan(choiceFor(measure))).toMatchObject({ calls: 0 });
      await run(choiceFor(measure));
      expect(sent.length - before.calls).toBe(calls);
    },
  );

  test('costs what the plan says by claims that are as few as those of the answers that were judged before', async () => {
    const { chat, sent, tokens } = judgingModel();
    const { engine, run } = await evaluatedLetters(6, {
      ...chat,
      generate: (request, options) =>
        request.shape?.kind === 'record' && 'claims' in request.shape.fields
          ? scriptedModel(() => [
              JSON.stringify({ claims: [`It rained: ${String(sent.push(request.messages))}.`] }),
            ]).generate(request, options)
          : chat.generate(request, options),
    });
    const unanswered = questions.map((one) => ({ ...one, reference: null }));
    await engine.keepEvaluationQuestions(unanswered);
    await run(choiceFor('differential', 'pairwise'));
    const first = await engine.evaluationPlan(choiceFor('claims'));
    await engine.keepEvaluationQuestions(unanswered.map((one) => ({ ...one, isApproved: one.id === 'a' })));
    await run(choiceFor('claims'));
    await engine.keepEvaluationQuestions(unanswered);
    const before = { calls: sent.length, tokens: tokens() };
    const learned = await engine.evaluationPlan(choiceFor('claims'));
    await run(choiceFor('claims'));
    expect(learned.calls).toBe(sent.length - before.calls);
    expect(Math.abs(learned.promptTokens / (tokens() - before.tokens) - 1)).toBeLessThan(0.03);
    expect(learned.replyTokens / learned.calls).toBeLessThan(first.replyTokens / first.calls);
  });

  test('of many questions by modes that differ in their calls costs what the plan says, though it prices some of them', async () => {
    const { chat, sent, tokens } = judgingModel();
    const { engine, run } = await evaluatedLetters(6, chat);
    const many = Array.from({ length: 110 }, (_, at) =>
      typed(String(at), `Who met whom at the mill on day ${String(at)}?`),
    );
    await engine.keepEvaluationQuestions(many);
    const choice = choiceOf({
      contestants: modesOf('basic', 'lightrag-mix'),
      measures: ['assertions'],
    });
    const answers = await engine.evaluationPlan(choice);
    await run(choice);
    expect(answers.parts[0]?.calls).toBe(sent.length);
    const before = { calls: sent.length, tokens: tokens() };
    const plan = await engine.evaluationPlan({ ...choice, measures: ['differential'] });
    await run({ ...choice, measures: ['differential'] });
    expect(plan.calls).toBe(sent.length - before.calls);
    expect(Math.abs(plan.promptTokens / (tokens() - before.tokens) - 1)).toBeLessThan(0.03);
  });

  test('has a price between bounds while answers are not written, and an exact one afterwards', async () => {
    const { chat, sent } = judgingModel();
    const { engine, run } = await evaluatedLetters(6, chat);
    await engine.keepEvaluationQuestions(questions);
    const { bounds, calls } = await engine.evaluationPlan(choiceFor('claims'));
    await run(choiceFor('claims'));
    expect(bounds?.least.calls).toBeLessThanOrEqual(Math.min(calls, sent.length));
    expect(bounds?.most.calls).toBeGreaterThanOrEqual(Math.max(calls, sent.length));
    expect(await engine.evaluationPlan(choiceFor('claims', 'assertions'))).toMatchObject({ bounds: null });
  });

  test('goes on where one mode has no usable answer, which is told with its mode and model', async () => {
    const { chat } = judgingModel();
    const silent = scriptedModel(() => ['']);
    const { engine, run } = await evaluatedLetters(6, {
      ...chat,
      generate: (request, options) => {
        const isAboutDocuments = request.messages.some(({ content }) => /wrote to|Claims:|"claims"/u.test(content));
        return (isAboutDocuments ? chat : silent).generate(request, options);
      },
    });
    await engine.keepEvaluationQuestions(questions);
    await run(choiceOf({ measures: ['pairwise'] }));
    const choice = choiceOf({ contestants: modesOf('basic', 'lightrag-bypass'), measures: ['claims'] });
    const events: EvaluationEvent[] = [];
    const ended = (async () => {
      for await (const event of engine.evaluate(choice)) events.push(event);
    })();
    await expect(ended).rejects.toMatchObject({ name: 'ModelError' });
    expect(events.filter(({ kind }) => kind === 'failed')).toMatchObject(
      questions.map(({ question }) => ({ question, contestants: [{ mode: 'lightrag-bypass', model: 'Scripted' }] })),
    );
    const { modes } = await engine.evaluationResults(choice);
    expect(modes[0]?.figures.map(({ name }) => name)).toContain('generator.faithfulness');
  });

  test('leads from a claim to the sentence that states it', async () => {
    const { chat } = judgingModel();
    const { engine } = await evaluatedLetters(1, chat);
    await engine.keepEvaluationQuestions([typed('a', 'Who met?')]);
    await collect(engine.evaluate(choiceFor('claims')));
    const { questions: results } = await engine.evaluationResults(choiceFor('claims'));
    const view = await engine.claimsOf(results[0]?.modes[0]?.answerId ?? '');
    const [passage] = view?.passages ?? [];
    const [sentence = ''] = passage?.text.match(/[^.]+met[^.]+\./u) ?? [];
    const cell = { claim: sentence.trim(), textUnitId: passage?.textUnitId ?? '' };
    const stated = await engine.claimSource({ ...cell, label: 'entailment' });
    expect((stated?.end ?? 0) - (stated?.start ?? 0)).toBeLessThan((passage?.end ?? 0) - (passage?.start ?? 0));
    const { start, end } = passage ?? {};
    expect(await engine.claimSource({ ...cell, label: 'neutral' })).toMatchObject({ start, end });
    expect(await engine.claimSource({ ...cell, textUnitId: 'gone', label: 'neutral' })).toBeNull();
  });

  test('shows each measure by mode, the claims of an answer by passage, and who judged', async () => {
    const { chat } = judgingModel();
    const { engine, run } = await evaluatedLetters(6, chat);
    await engine.keepEvaluationQuestions(questions);
    const last = (await run(choiceFor('retrieval', 'claims', 'assertions', 'support', 'pairwise', 'differential'))).at(
      -1,
    );
    if (last?.kind !== 'results') throw new Error('There are no results.');
    const { modes, comparisons, notes, questions: results } = last.results;
    const names = modes[0]?.figures.map(({ name }) => name) ?? [];
    for (const name of [
      'overall.f1',
      'generator.unsupported',
      'retrieval.fidelity',
      'assertions.question_pass_rate',
      'assertions.strict_coverage',
      'cost.tokens',
    ])
      expect(names).toContain(name);
    expect(
      comparisons.filter(({ measure, instrument }) => measure === 'diversity' && instrument === 'pairwise'),
    ).toHaveLength(3);
    expect(comparisons.every(({ verdict }) => verdict === 'no difference shown')).toBe(true);
    expect(JSON.stringify(notes)).toContain('judged answers that it wrote itself');
    expect(results[1]?.modes[0]?.assertions).toMatchObject([{ holds: true }, { holds: true }]);
    const basic = results[0]?.modes.find(({ contestant }) => contestant.mode === 'basic');
    const view = await engine.claimsOf(basic?.answerId ?? '');
    expect(view).toMatchObject({
      judge: 'Scripted',
      claims: [{ side: 'answer', isRight: true }, {}, { side: 'reference' }, {}],
    });
    expect(view?.claims[0]?.labels).toHaveLength(view?.passages.length ?? -1);
    expect(view?.passages[0]?.text).toMatch(/wrote to/u);
  });

  test('is compared with the verdicts of a person, drawn from all modes', async () => {
    const { chat } = judgingModel();
    const { engine, run } = await evaluatedLetters(6, chat);
    await engine.keepEvaluationQuestions(questions);
    const choice = choiceFor('claims');
    await run(choice);
    const drawn = await engine.claimsToJudge(12);
    expect(new Set(drawn.map(({ mode }) => mode)).size).toBe(3);
    for (const { questionId, mode, claim } of drawn)
      await engine.keepVerdict({ questionId, mode, claim, holds: claim.includes('met') });
    const { agreement } = await engine.evaluationResults(choice);
    expect(agreement).toEqual({ n: 12, share: 1, kappa: 1 });
    const more = await engine.claimsToJudge(100);
    expect(more).toHaveLength(3 * 3 * 2 - 12);
  });
});
