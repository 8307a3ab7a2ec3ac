import { expect, test } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import type { EngineApi } from '../../../src/core/engine/api';
import { createEngine } from '../../../src/core/engine/engine';
import { fileOf } from '../../helpers/duckdb-over';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { memoryOptions } from '../storage/memory-parts';

/** Ids and titles of all entities, as the map draws them; fails where two of them share an id. */
async function entitiesOf(engine: EngineApi): Promise<ReadonlyMap<string, string>> {
  const all = { within: null, filter: {}, chosen: null, pathTo: null };
  const { marks } = await engine.map({ layout: 'circles', level: 99, ...all });
  expect(new Set(marks.ids).size).toBe(marks.ids.length);
  return new Map(marks.ids.map((id, mark) => [marks.names[mark] ?? '', id]));
}

const collections = createCollections(memoryOptions());
const engine = createEngine(testEnv({ collections }));

/** Ids of all relationships as they are kept. */
async function relationshipIds(collection: string): Promise<readonly string[]> {
  const { tables } = await collections.open(collection);
  const rows = await tables.read('relationships');
  await tables.close();
  return rows.map(({ id }) => id);
}

const idOf = async (title: string): Promise<string> => (await entitiesOf(engine)).get(title) ?? '';

/** A collection about Tom, Orla and Kesh, changed as told, out and in; its id. */
async function imported(change: () => Promise<unknown>): Promise<string> {
  await engine.open((await collections.create('Letters')).id);
  const text = (name: string): string => `Tom met Orla in Kesh. Orla wrote to Tom in ${name}. Tom likes Kesh.`;
  await collect(engine.add(['a', 'b', 'c'].map((name) => textFile(`${name}.txt`, text(name)))));
  await change();
  const bytes = await fileOf(engine.exportAs('graphrag'));
  const { record } = await engine.importFiles([{ path: 'own.graphrag.zip', bytes }]);
  await engine.open(record.id);
  return record.id;
}

/** The titles in the open collection, which are the same when it was closed and opened again, and no id stands twice. */
async function titlesIn(collection: string): Promise<readonly string[]> {
  const before = await entitiesOf(engine);
  await engine.open((await collections.create('Other')).id);
  const ids = await relationshipIds(collection);
  expect(new Set(ids).size).toBe(ids.length);
  await engine.open(collection);
  expect(await entitiesOf(engine)).toEqual(before);
  expect(await fileOf(engine.exportAs('graphrag'))).toHaveProperty('size');
  return [...before.keys()].sort();
}

test('the first name of a renamed entity, after out and in, is another entity', async () => {
  const id = await imported(async () => collect(engine.renameEntity(await idOf('Tom'), 'Thomas Hardy')));
  const hardy = await idOf('Thomas Hardy');
  const later = ['Tom met Orla. Tom slept in Kesh. Tom woke. Tom met Orla.', 'Tom left Orla. Tom sang.'];
  await collect(engine.add(later.map((text, at) => textFile(`later ${String(at)}.txt`, text))));
  expect(await titlesIn(id)).toEqual(['Kesh', 'Orla', 'Thomas Hardy', 'Tom']);
  expect(await idOf('Thomas Hardy')).toBe(hardy);
});

test('a name that is split off an entity that came with a graph is another entity', async () => {
  const id = await imported(async () => undefined);
  const later = 'TOM met Orla. TOM slept in Kesh. TOM met Orla. TOM sang. TOM ate. TOM rose. TOM met Kesh.';
  await collect(engine.add([textFile('d.txt', later), textFile('e.txt', later)]));
  await collect(engine.splitEntity(await idOf('TOM'), 'Tom'));
  expect(await titlesIn(id)).toEqual(['Kesh', 'Orla', 'TOM', 'Tom']);
});
