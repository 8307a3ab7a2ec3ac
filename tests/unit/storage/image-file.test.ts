import { expect, test } from 'vitest';
import { openTables } from '../../../src/adapters/storage/collections/table-store';
import { memoryContext, memoryFiles, memoryLocks } from './memory-parts';
import { documentRow, startCollection } from './rows';

const IMAGE = 'c/search.bin';
const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 251);
const never = new AbortController().signal;

async function begin() {
  const files = memoryFiles();
  const context = memoryContext(files, memoryLocks(new Map()));
  await startCollection(context);
  const store = await openTables(context, 'c');
  await store.commit({ append: { documents: [documentRow('a'), documentRow('b')] } });
  return { files, context, store };
}

test('an image is read as it was written, by the next store too', async () => {
  const { context, store } = await begin();
  expect(await store.image.read()).toBeUndefined();
  await store.image.write(bytes.slice(), never);
  expect(await store.image.read()).toEqual(bytes);
  await store.close();
  expect(await (await openTables(context, 'c')).image.read()).toEqual(bytes);
});

test('an image that was changed or cut short on the disk counts as none', async () => {
  const { files, store } = await begin();
  await store.image.write(bytes.slice(), never);
  const written = files.files.get(IMAGE) ?? new Uint8Array();
  files.files.set(
    IMAGE,
    written.map((value, at) => (at === 300 ? value ^ 1 : value)),
  );
  expect(await store.image.read()).toBeUndefined();
  for (const length of [0, 10, 64, 4000]) {
    files.files.set(IMAGE, written.slice(0, length));
    expect(await store.image.read()).toBeUndefined();
  }
});

test('words of a removed document leave the disk with it, as do those of one that is read again', async () => {
  const { files, store } = await begin();
  await store.image.write(bytes.slice(), never);
  await store.commit({ append: { documents: [documentRow('c')] } });
  expect(files.files.has(IMAGE)).toBe(true);
  await store.commit({ removeDocuments: ['a'] });
  expect(files.files.has(IMAGE)).toBe(false);
  await store.image.write(bytes.slice(), never);
  await store.commit({ removeDocuments: ['b'], append: { documents: [documentRow('b', 'Other words.')] } });
  expect(files.files.has(IMAGE)).toBe(false);
});

test('an image that was given up, or of a tab that may not write, is not written', async () => {
  const { files, context, store } = await begin();
  await store.image.write(bytes.slice(), AbortSignal.abort());
  await (await openTables(context, 'c')).image.write(bytes.slice(), never);
  expect(files.files.has(IMAGE)).toBe(false);
});

test('places on the map stay when documents are removed: they hold no words', async () => {
  const { context, store } = await begin();
  await store.positions.write(bytes.slice(), never);
  await store.commit({ removeDocuments: ['a'] });
  await store.close();
  expect(await (await openTables(context, 'c')).positions.read()).toEqual(bytes);
});
