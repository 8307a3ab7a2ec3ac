import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { idbRecords } from '../../../src/adapters/storage/idb/idb-records';
import { createChatQueue, type QueuedRequest } from '../../../src/core/models/queue/chat-queue';
import type { Shape } from '../../../src/core/shapes/shape';
import { tryParseReply } from '../../../src/core/shapes/parse-reply';
import { scriptedModel } from '../../helpers/scripted-model';

const NAME = 'burrow-replies-test';
const SHAPE: Shape = {
  kind: 'record',
  fields: {
    items: { kind: 'records', of: { kind: 'record', fields: { name: { kind: 'text', max: 9 } } }, items: 3 },
  },
};
const USAGE = { promptTokens: 1, completionTokens: 1, seconds: 1, exact: true };
const never = { after: () => () => undefined };
const request = (content: string, documentIds = ['d']): QueuedRequest => ({
  messages: [{ role: 'user', content }],
  maxTokens: 20,
  temperature: 0,
  shape: SHAPE,
  priority: 'background',
  promptVersion: '1',
  owner: { collection: 'c', documentIds },
});

afterEach(() => deleteDB(NAME));

/** Records with the collection `c`. */
async function begin() {
  const records = idbRecords(NAME);
  await records.collections.put({ id: 'c', name: 'Papers', created: 0, opened: 0 });
  return records;
}

/** Replies on disk, seen through a connection of their own. */
async function onDisk(): Promise<readonly string[]> {
  const database = await openDB(NAME);
  const kept = (await database.getAll('replies')) as readonly { readonly reply: { readonly text: string } }[];
  database.close();
  return kept.map(({ reply }) => reply.text).sort();
}

test('a reply is on disk before anyone reads it, also one that makes no sense, and is not asked for again', async () => {
  const records = await begin();
  const model = scriptedModel(() => ['I would rather not.']);
  const ask = async () => {
    const queue = createChatQueue({ chat: async () => model }, { timer: never, cache: records.replies });
    for await (const event of queue.ask(request('a'))) {
      if (event.kind !== 'reply') continue;
      expect(await onDisk()).toEqual(['I would rather not.']);
      return tryParseReply(SHAPE, event.reply.text);
    }
    return 'no reply';
  };
  expect(await ask()).toBeNull();
  expect(await ask()).toBeNull();
  expect(model.begun).toEqual(['a']);
  await records.erase();
});

test('a reply goes with any of the documents that it was made from, and with their collection', async () => {
  const records = await begin();
  const model = scriptedModel(({ messages }) => [messages[0]?.content ?? '']);
  const queue = createChatQueue({ chat: async () => model }, { timer: never, cache: records.replies });
  for (const [content, ids] of [
    ['one', ['d']],
    ['both', ['d', 'e']],
    ['other', ['e']],
  ] as const) {
    for await (const _ of queue.ask(request(content, [...ids])));
  }
  await records.replies.removeDocuments('another', ['d', 'e']);
  expect(await onDisk()).toEqual(['both', 'one', 'other']);
  await records.replies.removeDocuments('c', ['d']);
  expect(await onDisk()).toEqual(['other']);
  await records.collections.remove('c');
  expect(await onDisk()).toEqual([]);
  await records.erase();
});

test('a call that is still under way keeps nothing of a document that is deleted meanwhile, until it is there again', async () => {
  const records = await begin();
  const { replies } = records;
  const reply = (text: string) => ({ text, finish: 'stop' as const, usage: USAGE });
  await replies.removeDocuments('c', ['d']);
  await replies.put('1', reply('of it'), { collection: 'c', documentIds: ['e', 'd'] });
  await replies.put('2', reply('of another'), { collection: 'c', documentIds: ['e'] });
  expect(await onDisk()).toEqual(['of another']);
  await replies.allowDocuments('c', ['d']);
  await replies.put('1', reply('of it'), { collection: 'c', documentIds: ['e', 'd'] });
  expect(await onDisk()).toEqual(['of another', 'of it']);
  await records.erase();
});

test('nothing is kept of a collection that is deleted', async () => {
  const records = await begin();
  const { replies, collections } = records;
  const put = () =>
    replies.put('1', { text: 'late', finish: 'stop', usage: USAGE }, { collection: 'c', documentIds: ['d'] });
  await put();
  await collections.remove('c');
  expect(await onDisk()).toEqual([]);
  await put();
  expect(await onDisk()).toEqual([]);
  await records.erase();
  await put();
  expect(await onDisk()).toEqual([]);
  await records.erase();
});

test('what was kept by the database before is still there', async () => {
  const older = await openDB(NAME, 2, {
    upgrade: (db) => {
      db.createObjectStore('settings');
      db.createObjectStore('collections', { keyPath: 'id' });
      db.createObjectStore('conversations', { keyPath: 'id' }).createIndex('collection', 'collection');
      const replies = db.createObjectStore('replies', { keyPath: 'key' });
      replies.createIndex('collection', 'collection');
      replies.createIndex('owners', 'owners', { multiEntry: true });
    },
  });
  const reply = { text: 'kept', finish: 'stop', usage: USAGE };
  await older.put('replies', { key: '1', reply, collection: 'c', owners: ['c/d'] });
  older.close();
  const records = idbRecords(NAME);
  expect(await records.replies.get('1')).toEqual(reply);
  await records.replies.removeDocuments('c', ['d']);
  expect(await onDisk()).toEqual([]);
  await records.erase();
});
