import { expect, test } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import { createEngine } from '../../../src/core/engine/engine';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { choiceOf, judging, modesOf, typed } from '../../helpers/evaluated-letters';
import { memoryReplies } from '../../helpers/memory-replies';
import { scriptedModel } from '../../helpers/scripted-model';
import { memoryContext, memoryFiles, memoryLocks, memoryOptions } from './memory-parts';

const choice = choiceOf({ contestants: modesOf('basic', 'local'), measures: ['pairwise'] });

test('an evaluation whose disk dies at any step goes on from its replies, and ends with the same table', async () => {
  const files = memoryFiles();
  const options = memoryOptions(memoryContext(files, memoryLocks()));
  const model = scriptedModel(judging);
  const models = { chat: async () => model, embedder: async () => null };
  const first = createEngine(testEnv({ collections: createCollections(options), models }));
  const { id } = await first.createCollection('Kesh');
  await first.open(id);
  await collect(first.add([textFile('book.txt', 'Zorblat kept the harbour book. Ann met Orla in Kesh.')]));
  await first.keepEvaluationQuestions([typed('a', 'Who kept the book?'), typed('b', 'Whom did Ann meet?')]);
  const before = new Map(files.files);

  /** The evaluation in a later visit, on a disk that dies at a step; then in another one, to its end. */
  const evaluated = async (dies: number) => {
    const disk = memoryFiles(new Map(before));
    const replies = memoryReplies();
    const open = async () => {
      const again = memoryOptions(memoryContext(disk, memoryLocks()));
      for (const [key, record] of options.registry) again.registry.set(key, record);
      const collections = createCollections(again);
      const engine = createEngine(testEnv({ collections, replies, models }));
      await engine.open(id);
      return { collections, engine };
    };
    let steps = 0;
    const dying = await open();
    disk.fault = () => (steps++ >= dies ? 'crash' : 'none');
    await collect(dying.engine.evaluate(choice)).catch(() => undefined);
    disk.fault = () => 'none';
    const { collections, engine } = await open();
    await collect(engine.evaluate(choice));
    const { tables } = await collections.open(id);
    const rows = (await tables.read('evaluation_results')).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return { steps, rows };
  };

  const whole = await evaluated(Infinity);
  expect(whole.rows.map(({ kind }) => kind).toSorted()).toEqual([
    'answer',
    'answer',
    'answer',
    'answer',
    'pairwise',
    'pairwise',
  ]);
  const calls = model.begun.length;
  expect(whole.steps).toBeGreaterThan(5);
  for (let dies = 0; dies < whole.steps; dies++) expect((await evaluated(dies)).rows).toEqual(whole.rows);
  expect(model.begun.length).toBe(calls * (whole.steps + 1));
});
