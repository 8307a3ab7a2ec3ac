import { describe, expect, it } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import type { EngineApi } from '../../../src/core/engine/api';
import { createEngine } from '../../../src/core/engine/engine';
import { inEnglish } from '../../../src/core/message';
import { DERIVED_TABLES, TABLES, type TableName } from '../../../src/core/tables/tables';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { memoryContext, memoryFiles, memoryOptions } from '../storage/memory-parts';

const LETTERS = ['Ada met Mary in Lisbon. Mary left Lisbon.', 'Zorro wrote to Ada. Ada met Zorro.', 'Mary knows Rome.'];

/** Three documents on a real disk in memory, each in files of its own, closed again. */
async function begin(letters: readonly string[] = LETTERS) {
  const files = memoryFiles();
  const options = memoryOptions(memoryContext(files));
  const env = testEnv({ collections: createCollections(options), conversations: options.records.conversations });
  const first = createEngine(env);
  const { id } = await first.createCollection('Letters');
  await first.open(id);
  for (const [at, text] of letters.entries()) await collect(first.add([textFile(`${String(at)}.txt`, text)]));
  await first.open((await first.createCollection('Other')).id);
  const rows = async (): Promise<Record<string, readonly object[]>> => {
    const { tables } = await env.collections.open(id);
    const names = Object.keys(TABLES) as TableName[];
    const read = await Promise.all(names.map(async (name) => [name, await tables.read(name)] as const));
    await tables.close();
    return Object.fromEntries(read);
  };
  const pathsOf = (table: string) =>
    [...files.files.keys()].filter((path) => path.startsWith(`${id}/tables/${table}.`));
  const reopen = async (more: Parameters<EngineApi['add']>[0] = []) => {
    const engine = createEngine(env);
    const opened = await engine.open(id);
    await collect(more.length > 0 ? engine.add(more) : engine.resume());
    const view = await engine.view();
    await engine.open((await engine.createCollection('Other again')).id);
    return { opened, view };
  };
  return { files, id, rows, pathsOf, reopen };
}

/** Returns the parts of rows that do not depend on the time or order of their making. */
const contentOf = (rows: readonly object[] = [], ...names: readonly string[]): readonly string[] =>
  rows.map((row) => JSON.stringify(names.map((name) => (row as Record<string, unknown>)[name]))).sort();

describe('a damaged file', () => {
  it.each([...DERIVED_TABLES, 'text_units', 'documents'] as const)(
    'of %s is made again, and the person is told',
    async (table) => {
      const { files, rows, pathsOf, reopen } = await begin();
      const before = await rows();
      const [path] = pathsOf(table);
      if (path === undefined) return expect(before[table]).toEqual([]);
      files.files.get(path)?.fill(7, 20, 24);
      const { view } = await reopen();
      const after = await rows();
      for (const name of ['documents', 'text_units', 'extractions', 'entities', 'relationships'] as const)
        expect(contentOf(after[name], 'title', 'start', 'end', 'key', 'source', 'target', 'weight'), name).toEqual(
          contentOf(before[name], 'title', 'start', 'end', 'key', 'source', 'target', 'weight'),
        );
      expect(view.failed.map(({ path: one }) => one)).toContain(path.split('/').at(-1));
      expect(view.failed.map(({ reason }) => inEnglish(reason)).join()).toMatch(/was damaged/);
      expect(view.upToDate).toBe(true);
      expect((await reopen()).view.failed).toEqual(view.failed);
    },
  );

  it('of a long document is made again in parts, each record once', async () => {
    const long = 'Ada met Mary in Lisbon, where all the reeds stand in the shallow water by the mill. '.repeat(30_000);
    const { files, rows, pathsOf, reopen } = await begin([long]);
    const before = await rows();
    for (const path of pathsOf('text_units')) files.files.get(path)?.fill(7, 20, 24);
    const { view } = await reopen();
    const after = await rows();
    expect(view.upToDate).toBe(true);
    for (const name of ['text_units', 'extractions', 'entities', 'relationships'] as const)
      expect(contentOf(after[name], 'id', 'text_unit_id', 'key', 'weight'), name).toEqual(
        contentOf(before[name], 'id', 'text_unit_id', 'key', 'weight'),
      );
  });

  it('in the middle of many changes leaves lists as they were once it is made again', async () => {
    const { files, rows, pathsOf, reopen } = await begin();
    for (const n of [3, 4, 5, 6])
      await reopen([textFile(`${String(n)}.txt`, `Ada met Mary in Lisbon, time ${String(n)}.`)]);
    const before = await rows();
    for (const table of ['entities', 'relationships']) files.files.delete(pathsOf(table).at(-3) ?? '');
    expect((await reopen()).view.upToDate).toBe(true);
    const after = await rows();
    const lists = ['key', 'source', 'target', 'text_unit_ids'];
    for (const name of ['entities', 'relationships'])
      expect(contentOf(after[name], ...lists), name).toEqual(contentOf(before[name], ...lists));
  });

  it('of a document whose original is gone, too, is named with what to do, and the other documents are there', async () => {
    const { files, id, pathsOf, reopen } = await begin();
    files.files.delete(pathsOf('documents')[0] ?? '');
    for (const path of [...files.files.keys()]) if (path.startsWith(`${id}/sources/`)) files.files.delete(path);
    const { opened, view } = await reopen();
    expect(opened.documents.map(({ path }) => path)).toEqual(['1.txt', '2.txt']);
    const lost = view.failed.find(({ path }) => path === '0.txt');
    expect(lost && inEnglish(lost.reason)).toMatch(/Add the file again, or open a saved copy/);
    expect(view.upToDate).toBe(true);
  });

  it('of records, which are read when something changes, is made again within that change', async () => {
    const { files, rows, pathsOf, reopen } = await begin();
    const before = await rows();
    files.files.delete(pathsOf('extractions')[1] ?? '');
    const { view } = await reopen([textFile('3.txt', 'Ada saw Rome.')]);
    expect(view.upToDate).toBe(true);
    const records = contentOf((await rows())['extractions'], 'key', 'document_id', 'starts');
    expect(records).toEqual(
      expect.arrayContaining(contentOf(before['extractions'], 'key', 'document_id', 'starts') as string[]),
    );
    expect(view.failed.map(({ reason }) => inEnglish(reason)).join()).toMatch(
      /read again from their kept text: 1\. Nothing else was lost/,
    );
  });
});
