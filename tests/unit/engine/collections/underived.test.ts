import { describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import { OpenCollection } from '../../../../src/core/engine/collections/open-collection';
import { repairDamage } from '../../../../src/core/engine/collections/repair';
import { underivedAfter } from '../../../../src/core/engine/collections/underived';
import { createEngine } from '../../../../src/core/engine/engine';
import { graphParameters, graphStep } from '../../../../src/core/index/collection-steps';
import { EMPTY_TABLES, INDEX_TABLE_NAMES } from '../../../../src/core/index/index-tables';
import { valuesOf } from '../../../../src/core/parameters';
import type { BlobStore, TableChange, TableStore } from '../../../../src/core/ports/collections';
import type { IndexState } from '../../../../src/core/ports/index-state';
import type { Rows } from '../../../../src/core/tables/rows';
import { finish } from '../../../../src/core/work';
import { capitalFinder, collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryStorage, withTables, type MemoryStorage } from '../../../helpers/memory-storage';
import { documentRow, editRow, extractionRow } from '../../storage/rows';

const NAMES = ['Ada', 'Bob', 'Cy', 'Dora', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo'];
const letter = (n: number) =>
  textFile(
    `${String(n)}.txt`,
    Array.from(
      { length: 6 },
      (_, line) => `${NAMES[(n + line) % 10] ?? ''} met ${NAMES[(n * 3 + line) % 10] ?? ''}.`,
    ).join(' '),
  );
const LETTERS = Array.from({ length: 12 }, (_, n) => letter(n));
const LATE = textFile('late.txt', 'Zoe met Ada and Bob. Zoe wrote to Yann. Yann met Bob.');

const engineOn = (storage: MemoryStorage): EngineApi => createEngine(testEnv({ ...storage, mentions: capitalFinder }));

async function begin(storage: MemoryStorage): Promise<string> {
  const engine = engineOn(storage);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(engine.add(LETTERS));
  return id;
}

/** Ends as a tab that is killed once a document is kept and the graph derived, but not kept. */
async function addAndDie(storage: MemoryStorage, id: string): Promise<void> {
  let reached = (): void => undefined;
  const derived = new Promise<void>((resolve) => (reached = resolve));
  const stuck = withTables(storage, (tables) => ({
    commit: (change, options) => {
      if (!change.state?.derived) return tables.commit(change, options);
      reached();
      return new Promise(() => undefined);
    },
  }));
  const engine = createEngine(testEnv({ ...stuck, mentions: capitalFinder }));
  await engine.open(id);
  void collect(engine.add([LATE]));
  await derived;
  storage.kill();
}

async function read(storage: MemoryStorage, id: string) {
  const { tables } = await storage.collections.open(id);
  const rows = { ...EMPTY_TABLES, ...(await tables.readTables(INDEX_TABLE_NAMES)) };
  const { state } = tables;
  await tables.close();
  return { rows, state, tables };
}

async function openIn(storage: MemoryStorage, id: string): Promise<OpenCollection> {
  const record = (await storage.collections.list()).find((one) => one.id === id);
  if (!record) throw new Error('There is no collection');
  const open = new OpenCollection(record, await storage.collections.open(id), testEnv({ ...storage }));
  await open.store.load();
  await open.store.readRest();
  return open;
}

/** Rows by id, but for the numbers that they were given. */
const alike = (rows: Rows<{ readonly id: string }>): unknown =>
  rows.map((row) => ({ ...row, human_readable_id: 0 })).sort((a, b) => (a.id < b.id ? -1 : 1));

describe('a derivation that was cut off', () => {
  it('comes to the same tables as one that was not', async () => {
    const steady = memoryStorage();
    const whole = await begin(steady);
    const engine = engineOn(steady);
    steady.kill();
    await engine.open(whole);
    await collect(engine.add([LATE]));
    steady.kill();

    const storage = memoryStorage();
    const id = await begin(storage);
    storage.kill();
    await addAndDie(storage, id);
    const { state } = await read(storage, id);
    expect([state.derived, state.underived?.length]).toEqual([false, 1]);
    const again = engineOn(storage);
    await again.open(id);
    await collect(again.resume());
    storage.kill();
    const [is, should] = [await read(storage, id), await read(steady, whole)];
    for (const name of ['entities', 'relationships'] as const)
      expect(alike(is.rows[name])).toEqual(alike(should.rows[name]));
    expect(is.rows.communities.map(({ title }) => title)).toEqual(should.rows.communities.map(({ title }) => title));
    expect(is.state).toMatchObject({ derived: true });
    expect(is.state.underived).toBeUndefined();
  });

  it('goes on from the tables of the documents that were there before', async () => {
    const storage = memoryStorage();
    const id = await begin(storage);
    storage.kill();
    await addAndDie(storage, id);
    const { rows, state } = await read(storage, id);
    const parameters = graphParameters(valuesOf(graphStep, {}));
    const input = { ...rows, edits: [] };
    const numbers = () => ({ entities: { next: 99 }, relationships: { next: 99 }, covariates: { next: 99 } });
    const fresh = await (await openIn(storage, id)).graph.view();
    const steps = Array.from(fresh.update(input, parameters, numbers())).length;
    expect(state.underived).toHaveLength(1);
    const open = await openIn(storage, id);
    await open.graph.prepare({});
    const primed = await open.graph.view();
    const work = primed.update(input, parameters, numbers());
    expect(Array.from(work).length).toBeLessThan(steps);
    const names = finish(primed.update(input, parameters, numbers())).entities.map(({ title }) => title);
    expect(names).toEqual(expect.arrayContaining(['Zoe', 'Yann', 'Ada']));
  });
});

it.each([
  ['an entity is to be edited', (engine: EngineApi) => engine.entityTypes()],
  ['a file is to be chosen', (engine: EngineApi) => engine.warmUp('en')],
  ['a document is changed at once', (engine: EngineApi) => collect(engine.add([LATE]))],
])('the records are not read for questions, but as soon as %s', async (_, act) => {
  const storage = memoryStorage();
  const id = await begin(storage);
  storage.kill();
  const read: string[] = [];
  const watched = withTables(storage, (tables) => ({
    readParts: (table, take) => {
      read.push(table);
      return tables.readParts(table, take);
    },
  }));
  const engine = createEngine(testEnv({ ...watched, mentions: capitalFinder }));
  await engine.open(id);
  await collect(engine.search({ question: 'Whom did Ada meet?', mode: 'auto' }));
  expect(read).toEqual([]);
  await act(engine);
  await expect.poll(() => read).toEqual(['extractions']);
});

it.each([true, false])('a graph that is prepared knows what a model finds meanwhile (derived: %s)', async (derived) => {
  const storage = memoryStorage();
  const id = await begin(storage);
  storage.kill();
  const open = await openIn(storage, id);
  if (!derived) await open.store.commit(() => ({ state: { derived: false, pending: [] } }));
  const [some] = await open.store.files.read('extractions');
  if (!some) throw new Error('There is no record');
  const found = { ...some, kind: 'entity', layer: 'm', key: 'quin', title: 'Quin' };
  const preparing = open.graph.prepare({});
  await open.store.commit(() => ({ append: { extractions: [found] } }));
  await preparing;
  const view = await open.graph.view();
  const numbers = { entities: { next: 99 }, relationships: { next: 99 }, covariates: { next: 99 } };
  const input = { ...open.tables, edits: [] };
  const graph = finish(view.update(input, graphParameters(valuesOf(graphStep, {})), numbers));
  expect(graph.entities.map(({ title }) => title)).toEqual(expect.arrayContaining(['Ada', 'Quin']));
});

describe('the documents that the derived tables do not know', () => {
  const state: IndexState = {
    ...{ pending: [], failed: [], derived: true, counters: {}, parameters: {}, method: 'fast' },
  };
  const after = (change: TableChange, before: Partial<IndexState> = {}) =>
    underivedAfter(change, { ...state, ...before }, (id) => id.startsWith('old'));
  const adding = (id: string): TableChange => ({
    append: { documents: [documentRow(id)], extractions: [extractionRow(id, 'Ada')] },
    state: { derived: false, counters: { documents: 3 } },
  });

  it('are those that came since, one after the other', () => {
    expect(after({ state: { pending: [], derived: false } })).toEqual([]);
    expect(after(adding('a'))).toEqual(['a']);
    expect(after(adding('b'), { derived: false, underived: ['a'] })).toEqual(['a', 'b']);
    const embedded = { keepModels: ['m'], state: { stepTimes: {} } };
    expect(after(embedded, { derived: false, underived: ['a'] })).toEqual(['a']);
    expect(
      after({ append: { extractions: [extractionRow('a', 'Bob')] } }, { derived: false, underived: ['a'] }),
    ).toEqual(['a']);
  });

  it.each<[string, TableChange, Partial<IndexState>]>([
    ['are derived', { patch: {}, state: { derived: true } }, { derived: false, underived: ['a'] }],
    ['were unknown before', adding('b'), { derived: false }],
    ['lag behind a model', adding('b'), { model: { needsDerive: true } as NonNullable<IndexState['model']> }],
  ])('are not told where they %s', (_, change, before) => {
    expect(after(change, before)).toBeUndefined();
  });

  it.each<[string, TableChange]>([
    ['records of an earlier document', { append: { extractions: [extractionRow('old', 'Ada')] } }],
    ['an edit', { append: { edits: [editRow('1')] } }],
    ['other parameters', { state: { parameters: {}, derived: false } }],
    ['a deletion', { removeDocuments: ['a'] }],
    ['replaced rows', { replace: { edits: [] } }],
    ['damaged files', { dropFiles: ['documents.000001.parquet'] }],
    [
      'very many of them',
      { append: { documents: Array.from({ length: 300 }, (_, n) => documentRow(`new ${String(n)}`)) } },
    ],
  ])('are not told after %s', (_, change) => {
    expect(after(change, { derived: false, underived: ['a'] })).toBeUndefined();
  });

  it('are not told any more once damage was left out', async () => {
    const changes: TableChange[] = [];
    const store = {
      writable: true,
      state: { ...state, derived: false, underived: ['a'] },
      findDamage: async () => [
        { file: 'entities.000001.parquet', table: 'entities', rows: 1, documents: [], sources: [] },
      ],
      commit: async (change: TableChange) => void changes.push(change),
    } as unknown as TableStore;
    expect(await repairDamage(store, {} as BlobStore)).toBe(true);
    expect({ ...store.state, ...changes[0]?.state }.underived).toBeUndefined();
  });
});
