import { expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryStorage } from '../../../helpers/memory-storage';
import { naming } from '../../../helpers/naming-model';
import { scriptedModel } from '../../../helpers/scripted-model';

it('counts what stands in the tables by the model, and less once a document is deleted, whatever its runs added up', async () => {
  const storage = memoryStorage();
  const models = { chat: async () => scriptedModel(naming), embedder: async () => null };
  const engine = createEngine(testEnv({ ...storage, models }));
  const { id } = await engine.createCollection('Letters');
  const { byModel: before } = await engine.open(id);
  expect(before).toBeNull();
  const letter = (names: string, day = 'Sunday'): string => `${names} on ${day}. It rained.`;
  await collect(
    engine.add([
      textFile('1.txt', letter('Ada met Babbage')),
      textFile('2.txt', letter('Ada met Babbage', 'Monday')),
      textFile('3.txt', letter('Clara met Dorothea')),
    ]),
  );
  const reading = { 'model reading': { budget: 100 }, 'model reports': { reports: 'none' } };
  await collect(engine.indexWithModel({ ...reading, 'model resolution': { resolve: false } }));
  const { byModel, model, documents } = await engine.view();
  const mentions = model?.found['entities'] ?? 0;
  const entities = byModel?.entities ?? 0;
  expect(entities).toBeGreaterThan(0);
  expect(entities).toBeLessThan(mentions);
  const last = documents.find(({ path }) => path === '3.txt');
  await collect(engine.removeDocuments([last?.id ?? '']));
  const { byModel: after, model: same } = await engine.view();
  expect(same?.found['entities']).toBe(mentions);
  // Clara and Dorothea are gone; what stands, stands by the model.
  expect(after?.entities).toBe(entities - 2);
  expect(after?.relationships).toBeLessThan(byModel?.relationships ?? 0);
  expect(after).toMatchObject({ claims: 0, reports: 0 });
});
