import { expect, it } from 'vitest';
import { createEngine } from '../../../../../src/core/engine/engine';
import type { EngineApi } from '../../../../../src/core/engine/api';
import type { EvidenceView } from '../../../../../src/core/search/evidence/evidence';
import { collect, testEnv, textFile } from '../../../../helpers/engine-env';
import { memoryStorage } from '../../../../helpers/memory-storage';
import { naming } from '../../../../helpers/naming-model';
import { scriptedModel, type Script } from '../../../../helpers/scripted-model';

const WORDS = 'A person of the letters.';

async function begin(script: Script = naming) {
  const storage = memoryStorage();
  const model = scriptedModel(script);
  const engine = createEngine(testEnv({ ...storage, models: { chat: async () => model, embedder: async () => null } }));
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  const files = ['On Monday Ada wrote to Babbage.', 'Then Babbage met Ada.', 'Later Clara thanked Babbage.'];
  await collect(engine.add(files.map((text, at) => textFile(`${String(at)}.txt`, text))));
  const [link] = (await evidenceOfUnits(engine)).filter(({ title }) => title === 'Ada');
  return { engine, model, id, ada: link?.id ?? '' };
}

/** The entities that the first document names. */
async function evidenceOfUnits(engine: EngineApi): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const [first] = (await engine.view()).documents;
  return (await engine.document(first?.id ?? ''))?.entities ?? [];
}

const pageOf = (engine: EngineApi, id: string): Promise<EvidenceView | null> =>
  engine.evidence({ kind: 'entity', id, title: '' });

it('describes an entity from the sentences that name it, says who wrote it, and keeps it while they stand', async () => {
  const { engine, model, ada, id } = await begin();
  expect((await pageOf(engine, ada))?.text).toBe('');
  await collect(engine.describeEntity(ada));
  const sent = model.begun.at(-1) ?? '';
  expect(sent).toContain('On Monday Ada wrote to Babbage.');
  expect(sent).not.toContain('Clara');
  expect(await pageOf(engine, ada)).toMatchObject({ text: WORDS, textBy: 'Scripted (description 1)' });
  await collect(engine.add([textFile('9.txt', 'Yesterday Ada slept well.')]));
  expect(await pageOf(engine, ada)).toMatchObject({ text: WORDS });
  await engine.open(id);
  const { documents } = await engine.view();
  const clara = documents.find(({ path }) => path === '2.txt');
  await collect(engine.removeDocuments([clara?.id ?? '']));
  expect(await pageOf(engine, ada)).toMatchObject({ text: WORDS });
  const first = documents.find(({ path }) => path === '0.txt');
  await collect(engine.removeDocuments([first?.id ?? '']));
  const after = await pageOf(engine, ada);
  expect(after?.text).toBe('');
  expect(after?.textBy).toBeUndefined();
});

it('says so and changes nothing where no reply can be used', async () => {
  const { engine, ada } = await begin(() => ['{']);
  await expect(collect(engine.describeEntity(ada))).rejects.toThrow('nothing that can be used');
  expect((await pageOf(engine, ada))?.text).toBe('');
});

it('asks anew at the next click after replies of no use', async () => {
  let better = false;
  const { engine, ada } = await begin((request, call) => (better ? naming(request, call) : ['{']));
  await expect(collect(engine.describeEntity(ada))).rejects.toThrow('Try again');
  better = true;
  await collect(engine.describeEntity(ada));
  expect((await pageOf(engine, ada))?.text).toBe(WORDS);
});
