import { expect, it } from 'vitest';
import { tallyWords } from '../../../src/app/words/model-index';
import { createEngine } from '../../../src/core/engine/engine';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { letter, READ } from '../../helpers/indexed-letters';
import { naming } from '../../helpers/naming-model';
import { scriptedModel } from '../../helpers/scripted-model';

it('a run counts the calls that were broken off for a question and begun again', async () => {
  let asked: Promise<unknown> | undefined;
  let ask = (): Promise<unknown> => Promise.resolve();
  const model = scriptedModel((request, call) => {
    if (call !== 3) return naming(request, call);
    asked = ask();
    return [new Promise(() => undefined)];
  });
  const engine = createEngine(testEnv({ models: { chat: async () => model, embedder: async () => null } }));
  await engine.open((await engine.createCollection('Letters')).id);
  await collect(engine.add(Array.from({ length: 6 }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
  const [entity] = (await engine.find('Ada', 1)).entities;
  ask = () => collect(engine.describeEntity(entity?.id ?? '')).catch(() => undefined);
  await collect(engine.indexWithModel(READ, { begins: true }));
  await asked;
  expect(model.aborted).toHaveLength(1);
  const found = (await engine.view()).model?.found ?? {};
  expect(found).toMatchObject({ passages: 6, 'calls begun again': 1 });
  expect(tallyWords(found)).toContain('1 call broken off for a question and begun again');
});
