import { expect, test } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import { memoryFiles, memoryUse } from '../../../src/adapters/storage/opfs/memory-files';
import { memoryRecords } from '../../../src/adapters/storage/idb/memory-records';
import type { WaitingQuestion } from '../../../src/core/conversations/conversations';
import { bareTurn } from '../../helpers/kept-turn';
import { memoryContext, memoryOptions } from './memory-parts';
import { documentRow } from './rows';

const COLLECTION = { id: 'c', name: 'Harbour', created: 1, opened: 1 };
const REPLY = {
  text: 'r',
  finish: 'stop',
  usage: { promptTokens: 1, completionTokens: 1, seconds: 1, exact: true },
} as const;
const asked = (id: string, more: Partial<WaitingQuestion> = {}): WaitingQuestion => ({
  id,
  collection: 'c',
  conversation: null,
  question: 'Who?',
  documentIds: [],
  turns: [id],
  request: { mode: 'local' },
  asked: Number(id),
  ...more,
});

async function begin() {
  const records = memoryRecords();
  await records.collections.put(COLLECTION);
  return records;
}

test('a collection in memory is committed, saved as a copy, and opened from it in another window', async () => {
  const files = new Map<string, Blob>();
  const one = createCollections({ ...memoryOptions(memoryContext(memoryFiles(files))), records: memoryRecords() });
  const { id } = await one.create('Harbour');
  const { tables } = await one.open(id);
  await tables.commit({ append: { documents: [documentRow('a', 'The ferry log.')] } });
  expect(memoryUse(files)).toBeGreaterThan(100);
  const copy = await one.save(id);
  const other = createCollections({ ...memoryOptions(memoryContext(memoryFiles())), records: memoryRecords() });
  expect(await other.list()).toEqual([]);
  const opened = await other.open((await other.load(copy, {})).id);
  expect(await opened.tables.read('documents')).toEqual([documentRow('a', 'The ferry log.')]);
  await one.eraseEverything();
  expect([files.size, await one.list()]).toEqual([0, []]);
});

test('what is read of a file in memory may be given away without harm to the file', async () => {
  const files = memoryFiles();
  const given = new Uint8Array([1, 2, 3]);
  await files.write('papers/a.bin', given);
  given[0] = 9;
  const read = await files.read('papers/a.bin');
  structuredClone(read, { transfer: read ? [read.buffer] : [] });
  expect(await files.read('papers/a.bin')).toEqual(new Uint8Array([1, 2, 3]));
  expect(await files.list('')).toEqual([{ name: 'papers', kind: 'directory' }]);
  await files.remove('papers');
  expect(await files.read('papers/a.bin')).toBeUndefined();
});

test('what was asked in a conversation goes with it, also the question that began it, and all of it with the collection', async () => {
  const { conversations, questions, collections } = await begin();
  await conversations.put({
    id: 'talk',
    collection: 'c',
    title: '',
    created: 1,
    updated: 1,
    turns: [bareTurn('1')],
  });
  for (const one of [asked('3'), asked('2', { conversation: 'talk' }), asked('1')]) await questions.keep(one);
  expect((await questions.list('c')).map(({ id }) => id)).toEqual(['1', '2', '3']);
  await conversations.remove('talk');
  expect((await questions.list('c')).map(({ id }) => id)).toEqual(['3']);
  await collections.remove('c');
  await questions.keep(asked('4'));
  expect([
    await questions.list('c'),
    await conversations.begin({ id: 't', collection: 'c', title: '', created: 1, updated: 1, turns: [] }),
  ]).toEqual([[], null]);
});

test('a reply in memory goes with a document that it was made from, and none is kept of what was deleted meanwhile', async () => {
  const { replies, collections } = await begin();
  const put = (key: string, documentIds: readonly string[]) =>
    replies.put(key, REPLY, { collection: 'c', documentIds });
  const kept = async () => Promise.all(['both', 'other'].map(async (key) => (await replies.get(key)) !== undefined));
  await put('both', ['d', 'e']);
  await put('other', ['e']);
  await replies.removeDocuments('c', ['d']);
  expect(await kept()).toEqual([false, true]);
  await put('both', ['d', 'e']);
  expect(await kept()).toEqual([false, true]);
  await replies.allowDocuments('c', ['d']);
  await put('both', ['d', 'e']);
  expect(await kept()).toEqual([true, true]);
  await collections.remove('c');
  await put('other', ['e']);
  expect(await kept()).toEqual([false, false]);
});
