import { expect, test } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { ChatModel } from '../../../../src/core/models/chat-model';
import { keepSpeed } from '../../../../src/core/models/speed';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { scriptedModel } from '../../../helpers/scripted-model';

const TEXT = 'Edda Marrow designed the lighthouse in 1871. Tobias Fenn kept the lighthouse for thirty years.';
const request = { question: 'Who designed the lighthouse?', mode: 'basic' } as const;

test('the cost of a question is that of the chosen model, by its measured speed, and asks it nothing', async () => {
  const model = scriptedModel(() => ['Edda Marrow designed the lighthouse in 1871.']);
  const env = testEnv({ models: { chat: async () => model, embedder: async () => null } });
  const engine = createEngine(env);
  await engine.open((await engine.createCollection('Light')).id);
  await collect(engine.add([textFile('light.txt', TEXT)]));
  const unknown = await engine.searchCost(request);
  expect(unknown).toMatchObject({ mode: 'basic', model: model.info.title, calls: 2, seconds: null });
  await keepSpeed(env.settings, model.info.choice, { prefill: 100, decode: 10 });
  const known = await engine.searchCost(request);
  expect(known).toEqual({ ...unknown, seconds: known.seconds });
  expect(known.seconds).toBeGreaterThan(unknown.promptTokens / 200);
  expect(model.begun).toHaveLength(0);
  await collect(engine.search(request));
  expect(model.begun.length).toBeLessThanOrEqual(unknown.calls);
});

test('filters of years cost what all passages would, as long as nobody has looked which they leave', async () => {
  const model = scriptedModel(() => []);
  const engine = createEngine(testEnv({ models: { chat: async () => model, embedder: async () => null } }));
  await engine.open((await engine.createCollection('Light')).id);
  await collect(engine.add([textFile('light.txt', TEXT)]));
  const all = await engine.searchCost(request);
  expect(await engine.searchCost({ ...request, filters: { years: { from: 1871 } } })).toEqual(all);
});

test('the first answer shows how fast the model is', async () => {
  const usage = { promptTokens: 300, completionTokens: 20, seconds: 3, firstToken: 1, exact: true };
  const text = 'Edda Marrow designed the lighthouse in 1871.';
  const model: ChatModel = {
    info: scriptedModel(() => []).info,
    async *generate() {
      yield { kind: 'delta', text };
      yield { kind: 'reply', reply: { text, finish: 'stop', usage } };
    },
  };
  const engine = createEngine(testEnv({ models: { chat: async () => model, embedder: async () => null } }));
  await engine.open((await engine.createCollection('Light')).id);
  await collect(engine.add([textFile('light.txt', TEXT)]));
  expect((await engine.searchCost(request)).seconds).toBeNull();
  await collect(engine.search(request));
  const { seconds, promptTokens, outputTokens } = await engine.searchCost(request);
  expect(seconds).toBeCloseTo(promptTokens / 300 + outputTokens / 10);
});

test('without a chosen model a question costs nothing', async () => {
  const engine = createEngine(testEnv());
  await engine.open((await engine.createCollection('Light')).id);
  await collect(engine.add([textFile('light.txt', TEXT)]));
  expect(await engine.searchCost(request)).toMatchObject({ model: null, calls: 0, seconds: 0 });
});
