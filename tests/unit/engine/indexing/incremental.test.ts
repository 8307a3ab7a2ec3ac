import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { EngineApi } from '../../../../src/core/engine/api';
import { DERIVED_TABLES } from '../../../../src/core/tables/tables';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryStorage, type MemoryStorage } from '../../../helpers/memory-storage';

const TEXTS = [
  'Ada met Bob in Turin. Bob wrote to Cy. Dora saw Ada in Turin.',
  'Cy left Turin with Dora. Eve and Fay stayed. Ada wrote to Eve.',
  'Bob and Gus built a boat. Gus sold it to Hal in Turin. Hal thanked Bob.',
];

async function engineOn(storage: MemoryStorage): Promise<EngineApi> {
  return createEngine(testEnv(storage));
}

async function tablesOf(storage: MemoryStorage, id: string): Promise<unknown> {
  const { tables } = await storage.collections.open(id);
  const read = await Promise.all(
    DERIVED_TABLES.map(async (name) => {
      const rows: readonly { readonly id: string }[] = await tables.read(name);
      return rows.map((row) => ({ ...row, human_readable_id: 0 })).sort((a, b) => (a.id < b.id ? -1 : 1));
    }),
  );
  await tables.close();
  return read.slice(0, 3);
}

const add = (engine: EngineApi, at: number) => collect(engine.add([textFile(`${String(at)}.txt`, TEXTS[at] ?? '')]));

describe('a collection that is opened again', () => {
  it('takes one more document, and gives one up, as if all had been there from the beginning', async () => {
    const storage = memoryStorage();
    const first = await engineOn(storage);
    const { id } = await first.createCollection('Growing');
    await first.open(id);
    await add(first, 0);
    await add(first, 1);
    storage.kill();
    const second = await engineOn(storage);
    const { documents, counts } = await second.open(id);
    expect(documents.map(({ textUnits }) => textUnits)).toEqual([1, 1]);
    expect(counts.text_units).toBe(2);
    await add(second, 2);
    storage.kill();
    const third = await engineOn(storage);
    await third.open(id);
    const gone = documents.find(({ path }) => path === '0.txt');
    await collect(third.removeDocuments([gone?.id ?? '']));
    storage.kill();

    const other = memoryStorage();
    const whole = await engineOn(other);
    const { id: wholeId } = await whole.createCollection('Whole');
    await whole.open(wholeId);
    await add(whole, 1);
    await add(whole, 2);
    other.kill();
    expect(await tablesOf(storage, id)).toEqual(await tablesOf(other, wholeId));
  });
});
