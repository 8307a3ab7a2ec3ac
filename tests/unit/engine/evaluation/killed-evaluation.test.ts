import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { ChatModel } from '../../../../src/core/models/chat-model';
import { choiceOf, evaluated, evaluatedLetters, modesOf, typed } from '../../../helpers/evaluated-letters';
import { runs } from '../../../helpers/property-runs';
import { scriptedModel } from '../../../helpers/scripted-model';

const QUESTIONS = 20;
const KILLS = 20;

const asked = Array.from({ length: QUESTIONS }, (_, at) => typed(String(at), `Who wrote on day ${String(at)}?`));

const choice = choiceOf({
  contestants: modesOf('basic', 'local', 'lightrag-mix', 'contextual'),
  measures: ['retrieval', 'pairwise'],
});

/** A model that writes down which calls it has answered. */
function countingModel(onBegin: (call: number) => void) {
  const answered: string[] = [];
  const again: string[] = [];
  let calls = 0;
  const scripted = scriptedModel(({ messages }) => [`On ${String(messages.at(-1)?.content.length)} characters.`], 2);
  const chat: ChatModel = {
    info: scripted.info,
    async *generate(request, options) {
      const name = JSON.stringify([request.messages, request.seed, request.shape]);
      if (answered.includes(name)) again.push(name);
      onBegin(++calls);
      for await (const event of scripted.generate(request, options)) {
        if (event.kind === 'reply') answered.push(name);
        yield event;
      }
    },
  };
  return { chat, answered, again, calls: () => calls };
}

/** Runs the evaluation, which is killed before these calls, until it ends by itself; returns the table and the calls. */
async function runKilled(kills: ReadonlySet<number>) {
  let kill = (): void => undefined;
  const model = countingModel((call) => {
    if (kills.has(call)) kill();
  });
  const { env, engine, storage, id } = await evaluatedLetters(4, model.chat);
  await engine.keepEvaluationQuestions(asked);
  for (let isOver = false; !isOver;) {
    storage.kill();
    const tab = createEngine(env);
    await tab.open(id);
    const stop = new AbortController();
    kill = () => {
      storage.kill();
      stop.abort();
    };
    await evaluated(tab, choice, stop.signal).then(
      () => (isOver = true),
      (error: unknown) => {
        if (!stop.signal.aborted) throw error;
      },
    );
  }
  storage.kill();
  const { tables } = await env.collections.open(id);
  const rows = await tables.read('evaluation_results');
  return { rows: rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)), ...model };
}

test('an evaluation that is killed 20 times repeats no call but those in flight, and gives the same table', async () => {
  const whole = await runKilled(new Set());
  expect(whole.rows.length).toBeGreaterThanOrEqual(QUESTIONS * choice.contestants.length);
  const places = fc.uniqueArray(fc.integer({ min: 1, max: whole.calls() }), { minLength: KILLS, maxLength: KILLS });
  await fc.assert(
    fc.asyncProperty(places, async (kills) => {
      const killed = await runKilled(new Set(kills));
      expect(killed.again).toEqual([]);
      expect(killed.calls() - whole.calls()).toBeLessThanOrEqual(2 * KILLS);
      expect(killed.rows).toEqual(whole.rows);
    }),
    { ...runs(1), endOnFailure: true },
  );
}, 60_000);

test('an evaluation that is paused begins no call, answers those in flight, and repeats none of them', async () => {
  let pause = (): void => undefined;
  let afterPause = 0;
  let isPaused = false;
  const model = countingModel((call) => {
    if (isPaused) afterPause++;
    if (call % 7 === 0) pause();
  });
  const { engine } = await evaluatedLetters(4, model.chat);
  pause = () => {
    void engine.pauseEvaluation().then(() => (isPaused = true));
  };
  await engine.keepEvaluationQuestions(asked);
  let rounds = 0;
  for (let before = -1; before < model.calls(); rounds++) {
    before = model.calls();
    isPaused = false;
    await evaluated(engine, choice);
    expect(model.answered).toHaveLength(model.calls());
  }
  expect(rounds).toBeGreaterThan(5);
  expect(afterPause).toBe(0);
  expect(model.again).toEqual([]);
  expect(await engine.evaluationPlan(choice)).toMatchObject({ calls: 0 });
});
