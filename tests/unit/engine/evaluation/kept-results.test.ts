import { describe, expect, test } from 'vitest';
import type { EvaluationQuestion } from '../../../../src/core/evaluation/evaluation';
import { stableId } from '../../../../src/core/ids';
import { oneLine } from '../../../../src/core/text/clip';
import { createEngine } from '../../../../src/core/engine/engine';
import { keepSpeed } from '../../../../src/core/models/speed';
import { collect } from '../../../helpers/engine-env';
import {
  choiceOf,
  evaluated,
  evaluatedLetters,
  judging,
  modesOf,
  typed,
  type EvaluatedLetters,
} from '../../../helpers/evaluated-letters';
import { letter } from '../../../helpers/indexed-letters';
import { scriptedModel } from '../../../helpers/scripted-model';

const stating = (statement: string): Pick<EvaluationQuestion, 'assertions'> => ({
  assertions: [{ id: 'x', statement, importance: null, textUnitIds: [] }],
});

const asked = typed('a', 'Who met at the mill?', { reference: 'Ada met Clara.', ...stating('Ada was there.') });
const claims = choiceOf({ measures: ['claims'] });

async function rowsOf({ env, id }: EvaluatedLetters) {
  return (await env.collections.open(id)).tables.read('evaluation_results');
}

test('answers keep the names under which earlier versions kept them, so that none is asked for again', async () => {
  const letters = await evaluatedLetters(2, scriptedModel(judging));
  await letters.engine.keepEvaluationQuestions([asked]);
  await letters.run(claims);
  const answers = (await rowsOf(letters)).filter(({ kind }) => kind === 'answer');
  expect(answers.length).toBeGreaterThan(0);
  for (const { id, mode, model } of answers) expect(id).toBe(stableId('answer', 'a', mode, '[]', model ?? ''));
});

describe('verdicts', () => {
  test('are not shown for another reference or another statement than they were given on', async () => {
    const { engine, run } = await evaluatedLetters(2, scriptedModel(judging));
    const choice = choiceOf({ measures: ['claims', 'assertions'] });
    const named = async () =>
      (await engine.evaluationResults(choice)).modes[0]?.figures.map(({ name }) => name.split('.')[0]) ?? [];
    await engine.keepEvaluationQuestions([asked]);
    await run(choice);
    expect(await named()).toEqual(expect.arrayContaining(['overall', 'generator', 'assertions']));
    await engine.keepEvaluationQuestions([{ ...asked, reference: 'Nobody met.' }]);
    expect(await named()).not.toContain('overall');
    expect(await named()).toContain('assertions');
    await engine.keepEvaluationQuestions([{ ...asked, ...stating('The mill burned.') }]);
    expect(await named()).toContain('overall');
    expect(await named()).not.toContain('assertions');
  });

  test('of a person stay where another question is removed meanwhile, and are not kept without an answer', async () => {
    const letters = await evaluatedLetters(4, scriptedModel(judging));
    const { engine, run } = letters;
    await engine.keepEvaluationQuestions([asked, typed('z', 'Who left?')]);
    await run(claims);
    const [first] = (await engine.claimsToJudge(9)).filter(({ questionId }) => questionId === 'a');
    const verdict = { questionId: 'a', mode: 'basic', claim: first?.claim ?? '', holds: true } as const;
    await Promise.all([engine.keepVerdict(verdict), engine.removeEvaluationQuestions(['z'])]);
    await engine.keepVerdict({ ...verdict, claim: 'Nobody claims this.' });
    const rows = await rowsOf(letters);
    expect(rows.filter(({ kind }) => kind === 'verdict')).toHaveLength(1);
    expect(new Set(rows.map((row) => row.question_id))).toEqual(new Set(['a']));
  });

  test('are asked for once on a claim that several modes make, beside whole passages', async () => {
    const { engine, run } = await evaluatedLetters(
      3,
      scriptedModel((request, call) =>
        request.shape?.kind === 'record' && 'claims' in request.shape.fields
          ? ['{"claims": ["Ada met Clara at the old mill.", "It rained for most of the afternoon."]}']
          : judging(request, call),
      ),
    );
    await engine.keepEvaluationQuestions([typed('a', 'Who met at the mill?')]);
    await run({ ...claims, contestants: modesOf('basic', 'local') });
    const drawn = await engine.claimsToJudge(9);
    expect(drawn).toHaveLength(2);
    const [{ passages, ...verdict } = { passages: [], questionId: '', mode: 'basic' as const, claim: '' }] = drawn;
    expect([0, 1, 2].map((at) => oneLine(letter(at)))).toContain(passages[0]?.text);
    await engine.keepVerdict({ ...verdict, holds: true });
    expect(await engine.claimsToJudge(9)).toHaveLength(1);
  });
});

test('a question that a person changed is not made again, and the person is told how many were', async () => {
  const { engine } = await evaluatedLetters(4);
  const wanted = { local: 2, linked: 0, global: 0, withoutModel: true };
  await collect(engine.makeQuestions(wanted));
  const made = await engine.evaluationQuestions();
  const own = made.map((one) => ({ ...one, question: `In my words: ${one.id}?`, isApproved: true }));
  await engine.keepEvaluationQuestions(own);
  const events = await collect(engine.makeQuestions({ ...wanted, local: 500 }));
  expect((await engine.evaluationQuestions()).slice(0, own.length)).toEqual(own);
  const count = (await engine.evaluationQuestions()).length - own.length;
  expect(events.find(({ kind }) => kind === 'failed')).toMatchObject({ reason: { values: [count, 500] } });
});

test('a question that is removed during a run leaves nothing, and its answers are not asked for', async () => {
  const model = scriptedModel(judging);
  const letters = await evaluatedLetters(2, model);
  const { engine } = letters;
  const names = Array.from({ length: 12 }, (_, at) => `q${String(at)}`);
  await engine.keepEvaluationQuestions(names.map((name) => typed(name, `Who met on the day of ${name}?`)));
  for await (const event of engine.evaluate(choiceOf({ measures: ['pairwise'] })))
    if (event.kind === 'progress' && event.done === 0) await engine.removeEvaluationQuestions(names.slice(6));
  const of = (await rowsOf(letters)).map((row) => row.question_id);
  expect(new Set(of)).toEqual(new Set(names.slice(0, 6)));
  expect(model.begun.length).toBeLessThan(names.length);
});

test('what failed by replies of no use is asked for once more by the next run, as the plan says', async () => {
  let isUseless = true;
  const model = scriptedModel((request, call) =>
    isUseless && request.shape?.kind === 'record' ? ['no claims'] : judging(request, call),
  );
  const { engine, run, env, storage, id } = await evaluatedLetters(2, model);
  await engine.keepEvaluationQuestions([typed('a', 'Who met at the mill?')]);
  expect((await run(claims)).map(({ kind }) => kind)).toContain('failed');
  isUseless = false;
  // Replies are kept under the time of the machine.
  const next = createEngine({ ...env, clock: { ...env.clock, now: () => Date.now() + 1 } });
  storage.kill();
  await next.open(id);
  expect((await next.evaluationPlan(claims)).calls).toBeGreaterThan(0);
  expect((await evaluated(next, claims)).map(({ kind }) => kind)).not.toContain('failed');
  expect(await next.evaluationPlan(claims)).toMatchObject({ calls: 0 });
});

test('the plan tells seconds by the speed of the models that are asked, and takes answers to be as long as kept ones', async () => {
  const model = scriptedModel(judging);
  const { engine, env, run } = await evaluatedLetters(2, model);
  const choice = choiceOf({ measures: ['assertions'] });
  await engine.keepEvaluationQuestions([asked]);
  await run({ measures: ['pairwise'] });
  await keepSpeed(env.settings, model.info.choice, { prefill: 100, decode: 10 });
  const known = await engine.evaluationPlan(choice);
  expect(known.seconds).toBeCloseTo(known.promptTokens / 100 + known.replyTokens / 10);
  await engine.keepEvaluationQuestions([{ ...asked, id: 'b' }]);
  const [, both] = (await engine.evaluationPlan(choice)).parts;
  expect(both?.calls).toBe(2 * known.calls);
  expect(Math.abs((both?.promptTokens ?? 0) / known.promptTokens - 2)).toBeLessThan(0.03);
});
