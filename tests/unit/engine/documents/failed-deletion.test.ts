import { expect, test } from 'vitest';
import { createCollections } from '../../../../src/adapters/storage/collections/collections';
import { createEngine } from '../../../../src/core/engine/engine';
import { wholeConversations } from '../../../../src/core/conversations/conversations';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryContext, memoryFiles, memoryOptions } from '../../storage/memory-parts';

test('kept answers stay whole where the disk is too full to delete their documents', async () => {
  const files = memoryFiles();
  const env = testEnv({ collections: createCollections(memoryOptions(memoryContext(files))) });
  const { conversations } = env;
  const engine = createEngine(env);
  const { id: collection } = await engine.createCollection('Secrets');
  await engine.open(collection);
  const texts = ['The zorblat lies in Kesh. Orla hid the zorblat there.', 'Ann lives in Kesh.'];
  await collect(engine.add(texts.map((text, at) => textFile(`${String(at)}.txt`, text))));
  const request = { question: 'Where is the zorblat?', mode: 'basic', documentIds: [] } as const;
  const last = (await collect(engine.search(request))).at(-1);
  if (last?.kind !== 'answer') throw new Error('The stream did not end with an answer.');
  const turns = [{ id: 'first', question: request.question, asked: 1, answer: last.answer }];
  await conversations.put({ id: 'kept', collection, title: 'Kept', created: 1, updated: 1, turns });
  const kept = async () => (await wholeConversations(conversations, collection))[0]?.turns;
  const before = await kept();
  expect(JSON.stringify(before)).toContain('Orla hid the zorblat');
  const { documents } = await engine.view();
  const secret = documents.find(({ path }) => path === '0.txt')?.id ?? '';

  files.fault = (step) => (step === 'create' ? 'full' : 'none');
  await expect(collect(engine.removeDocuments([secret]))).rejects.toThrow();
  expect((await engine.view()).documents).toHaveLength(2);
  expect(await kept()).toEqual(before);

  files.fault = () => 'none';
  await collect(engine.removeDocuments([secret]));
  expect(JSON.stringify(await kept())).not.toContain('Orla hid the zorblat');
});
