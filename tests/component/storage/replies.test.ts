import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { idbRecords } from '../../../src/adapters/storage/idb-records';
import { createChatQueue, type QueuedRequest } from '../../../src/core/models/chat-queue';
import type { Shape } from '../../../src/core/shapes/shape';
import { parseReply } from '../../../src/core/shapes/parse-reply';
import { scriptedModel } from '../../helpers/scripted-model';

const NAME = 'burrow-replies-test';
const SHAPE: Shape = {
  kind: 'list',
  of: { kind: 'record', fields: { name: { kind: 'text', max: 9 } } },
  min: 0,
  max: 3,
};
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

/** Replies on disk, seen through a connection of their own. */
async function onDisk(): Promise<readonly string[]> {
  const database = await openDB(NAME);
  const kept = (await database.getAll('replies')) as readonly { readonly reply: { readonly text: string } }[];
  database.close();
  return kept.map(({ reply }) => reply.text).sort();
}

test('a reply is on disk before anyone reads it, also one that makes no sense, and is not asked for again', async () => {
  const records = idbRecords(NAME);
  const model = scriptedModel(() => ['{"items": [{"na']);
  const ask = async () => {
    const queue = createChatQueue({ chat: async () => model }, { timer: never, cache: records.replies });
    for await (const event of queue.ask(request('a'))) {
      if (event.kind !== 'reply') continue;
      expect(await onDisk()).toEqual(['{"items": [{"na']);
      return parseReply(SHAPE, event.reply.text).value;
    }
    return 'no reply';
  };
  const first = await ask();
  expect(await ask()).toEqual(first);
  expect(model.begun).toEqual(['a']);
  await records.erase();
});

test('a reply goes with any of the documents that it was made from, and with their collection', async () => {
  const records = idbRecords(NAME);
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
  await records.replies.removeCollection('c');
  expect(await onDisk()).toEqual([]);
  await records.erase();
});
