import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { Collections, TableStore } from '../../../../src/core/ports/collections';
import type { TableName } from '../../../../src/core/tables/tables';
import type { SearchEvent } from '../../../../src/core/search/events';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryStorage } from '../../../helpers/memory-storage';

const TEXT = 'Edda Marrow kept the lamp at Grey Point. Tobias Fenn rowed to Grey Point with Edda Marrow.';

/** Storage whose entities are not read before `release` is called, and its images. */
async function withSlowEntities({ fails = false } = {}) {
  const storage = memoryStorage();
  const engine = createEngine(testEnv(storage));
  const { id } = await engine.createCollection('Lamps');
  await engine.open(id);
  await collect(engine.add([textFile('lamps.txt', TEXT)]));
  await engine.open((await engine.createCollection('Other')).id);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const images: Uint8Array[] = [];
  let failing = fails ? 1 : 0;
  const slow = (tables: TableStore): TableStore =>
    Object.create(tables, {
      readTables: {
        value: async (names: readonly TableName[]) => {
          if (names.includes('entities')) await released;
          if (names.includes('entities') && failing-- > 0) throw new Error('Too little memory');
          return tables.readTables(names);
        },
      },
      image: {
        value: {
          read: () => tables.image.read(),
          write: async (...given: Parameters<TableStore['image']['write']>) => {
            images.push(given[0]);
            await tables.image.write(...given);
          },
        },
      },
    }) as TableStore;
  const collections: Collections = {
    ...storage.collections,
    open: async (one) => {
      const { tables, blobs } = await storage.collections.open(one);
      return { tables: slow(tables), blobs };
    },
  };
  const now = { after: (_: number, act: () => void) => (setTimeout(act), () => undefined) };
  return { id, release, images, engine: createEngine(testEnv({ ...storage, collections, timer: now })) };
}

describe('a collection that takes long to read', () => {
  it('is open once its texts are read, and shows passages for a question before the answer', async () => {
    const { engine, id, release } = await withSlowEntities();
    const view = await engine.open(id);
    expect(view).toMatchObject({ upToDate: false, counts: { documents: 1, entities: 0 } });
    const events: SearchEvent[] = [];
    const asking = (async () => {
      for await (const event of engine.search({ question: 'Who rowed to Grey Point?', mode: 'auto' })) {
        events.push(event);
        if (event.kind === 'context' && events.length < 5) release();
      }
    })();
    await asking;
    const kinds = events.map(({ kind }) => kind).filter((kind) => kind !== 'working');
    expect(kinds).toEqual(['plan', 'evidence', 'context', 'plan', 'evidence', 'context', 'answer']);
    const plans = events.flatMap((event) => (event.kind === 'plan' ? event.mode : []));
    expect(plans).toEqual(['basic', 'local']);
    const passages = events.flatMap((event) => (event.kind === 'evidence' ? [event.evidence.passages.length] : []));
    expect(passages).toEqual([1, 1]);
    expect(await engine.view()).toMatchObject({ upToDate: true, counts: { documents: 1 } });
  });

  it('lets whatever needs names wait for them', async () => {
    const { engine, id, release } = await withSlowEntities();
    await engine.open(id);
    let isOver = false;
    const looking = Promise.all([
      engine.overview(),
      engine.find('Grey', 5),
      engine.entityTypes(),
      collect(engine.add([textFile('more.txt', 'Clara Voss came to Grey Point.')])),
    ]).finally(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(isOver).toBe(false);
    release();
    const [, found, types] = await looking;
    expect(found.entities.map(({ title }) => title)).toContain('Grey');
    expect(types.length).toBeGreaterThan(0);
    expect((await engine.view()).counts.documents).toBe(2);
  });

  it('tells what a question costs by the whole of it', async () => {
    const { engine, id, release } = await withSlowEntities();
    await engine.open(id);
    const cost = engine.searchCost({ question: 'Who rowed to Grey Point?', mode: 'auto' });
    release();
    expect(await cost).toMatchObject({ mode: 'local' });
  });

  it('can be opened again where a part of it could not be read', async () => {
    const { engine, id, release } = await withSlowEntities({ fails: true });
    await engine.open(id);
    release();
    await expect(engine.overview()).rejects.toThrow('Too little memory');
    await engine.open(id);
    expect((await engine.find('Grey', 5)).entities).toHaveLength(1);
    expect((await engine.view()).upToDate).toBe(true);
  });

  it('writes an image of what search needs once nothing changes, and not again for the same', async () => {
    const { engine, id, release, images } = await withSlowEntities();
    release();
    await engine.open(id);
    await expect.poll(() => images.length).toBe(1);
    await engine.open((await engine.createCollection('Third')).id);
    expect(await engine.open(id)).toMatchObject({ counts: { documents: 1 } });
    const events = await collect(engine.search({ question: 'Grey Point', mode: 'basic' }));
    expect(events.find(({ kind }) => kind === 'evidence')).toMatchObject({ evidence: { passages: [{}] } });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(images).toHaveLength(1);
  });
});
