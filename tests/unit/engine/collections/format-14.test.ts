import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createCollections } from '../../../../src/adapters/storage/collections/collections';
import { createEngine } from '../../../../src/core/engine/engine';
import type { SummaryRow } from '../../../../src/core/tables/tables';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { scriptedModel } from '../../../helpers/scripted-model';
import { naming } from '../../../helpers/naming-model';
import { memoryOptions } from '../../storage/memory-parts';

/** A copy that a version of format 14 saved: twelve documents with a summary of each of sixteen clusters, and no leaves or settings in their rows. */
const COPY = new URL('../../../fixtures/collections/format-14.burrow', import.meta.url);

const QUAY = textFile('quay.txt', 'The quay was swept on Monday. The quay was painted by Ada later.');

/** Settings by which its summaries were made. */
const SUMMARIES = { 'model summaries': { write: true, cluster_tokens: 200, shown_tokens: 200 } };

/** The collection of the copy, opened by the present version, with a model that answers. */
async function opened() {
  const model = scriptedModel(naming);
  const collections = createCollections(memoryOptions());
  const { id } = await collections.load(new Blob([new Uint8Array(await readFile(COPY))]), {});
  const engine = createEngine(
    testEnv({ collections, models: { chat: async () => model, embedder: async () => null } }),
  );
  const rows = async (): Promise<readonly SummaryRow[]> => {
    const { tables } = await collections.open(id);
    const summaries = await tables.read('summaries');
    await tables.close();
    return summaries;
  };
  const before = await rows();
  await engine.open(id);
  const due = async (): Promise<number> => {
    const plan = await engine.modelPlan(SUMMARIES);
    return plan?.parts.find(({ step }) => step === 'model summaries')?.calls ?? 0;
  };
  return { engine, rows, before, due };
}

it('asks for no summary of a collection of format 14 again, but for those that a new document changes', async () => {
  const { engine, before, due } = await opened();
  expect(before).toHaveLength(16);
  for (const row of before) expect(row).toMatchObject({ leaf_ids: [], tree_settings: '' });
  expect(await due()).toBe(0);
  await collect(engine.add([QUAY]));
  expect(await due()).toBeGreaterThan(0);
});

it('keeps the summaries of format 14 that a new document leaves alone, in rows that tell their tree', async () => {
  const { engine, rows, before } = await opened();
  await collect(engine.add([QUAY]));
  const after = await rows();
  const texts = new Map(before.map((row) => [row.id, row.text]));
  const stay = after.filter(({ id }) => texts.has(id));
  expect(stay.length).toBeGreaterThan(before.length / 2);
  for (const row of stay) expect(row.text).toBe(texts.get(row.id));
  expect(new Set(after.map((row) => row.tree_settings)).size).toBe(1);
  expect(after[0]?.tree_settings).toContain('"cluster_tokens":200');
  for (const row of after) if (row.level === 1) expect(row.leaf_ids).toHaveLength(row.leaf_starts.length);
  expect(after.some(({ level, leaf_ids }) => level === 1 && leaf_ids.length > 0)).toBe(true);
});

it('keeps the summaries of format 14 that do not rest on a document that goes', async () => {
  const { engine, rows, before } = await opened();
  const [gone] = before[0]?.leaf_document_ids ?? [];
  const stay = before.filter(({ level, leaf_document_ids }) => level === 1 && !leaf_document_ids.includes(gone ?? ''));
  expect(stay.length).toBeLessThan(before.filter(({ level }) => level === 1).length);
  await collect(engine.removeDocuments([gone ?? '']));
  expect((await rows()).map(({ text }) => text)).toEqual(expect.arrayContaining(stay.map(({ text }) => text)));
});
