import { deleteDB, openDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { idbRecords } from '../../../src/adapters/storage/idb/idb-records';
import { type Conversation, wholeConversations } from '../../../src/core/conversations/conversations';
import { bareTurn } from '../../helpers/kept-turn';

const NAME = 'burrow-turns-test';

afterEach(() => deleteDB(NAME));

/** A database as it was before turns were records of their own. */
async function earlier(...conversations: readonly Conversation[]): Promise<void> {
  const older = await openDB(NAME, 4, {
    upgrade: (db) => {
      db.createObjectStore('settings');
      db.createObjectStore('forgotten');
      db.createObjectStore('collections', { keyPath: 'id' });
      for (const name of ['conversations', 'questions', 'replies']) {
        db.createObjectStore(name, { keyPath: name === 'replies' ? 'key' : 'id' }).createIndex(
          'collection',
          'collection',
        );
      }
    },
  });
  for (const one of conversations) await older.put('conversations', one);
  older.close();
}

const talk = (id: string, collection: string, questions: readonly string[]): Conversation => ({
  ...{ id, collection, title: `Talk ${id}`, created: 1, updated: Number(id) },
  turns: questions.map((name) => bareTurn(name)),
});

test('conversations of earlier versions open with all their turns in their order', async () => {
  const many = Array.from({ length: 30 }, (_, at) => `q${String(99 - at)}`);
  const kept = [talk('3', 'c', many), talk('2', 'c', []), talk('1', 'other', ['q99'])];
  await earlier(...kept);
  const { conversations } = idbRecords(NAME);
  expect(await wholeConversations(conversations, 'c')).toEqual(kept.slice(0, 2));
  expect(await wholeConversations(conversations, 'other')).toEqual(kept.slice(2));
  expect(await conversations.list('c')).toMatchObject([{ modes: { basic: 30 } }, { modes: {} }]);
  await conversations.changeTurn('3', 'new', () => bareTurn('new'));
  expect((await conversations.turnsUntil('3', 'new', 2)).map(({ id }) => id)).toEqual(['q70', 'new']);
});

test('a conversation that is removed takes its turns along, and no others', async () => {
  await earlier(talk('1', 'c', ['a', 'b']), talk('12', 'c', ['a']));
  const { conversations } = idbRecords(NAME);
  await conversations.remove('1');
  const database = await openDB(NAME);
  expect(await database.getAllKeys('turns')).toEqual([['12', 'a']]);
  database.close();
});

test('a conversation whose line of the list is gone or damaged is there again, by its first question', async () => {
  const { conversations } = idbRecords(NAME);
  const two = [talk('2', 'c', ['first', 'second']), talk('1', 'c', ['other'])];
  for (const one of two) await conversations.put(one);
  const database = await openDB(NAME);
  await database.delete('conversations', '2');
  await database.put('conversations', { id: '1', collection: 'c', title: 7 });
  const found = await conversations.list('c');
  expect(found.map(({ id, title }) => [id, title]).toSorted()).toEqual([
    ['1', 'other'],
    ['2', 'first'],
  ]);
  expect((await wholeConversations(conversations, 'c')).find(({ id }) => id === '2')?.turns).toEqual(two[0]?.turns);
  await conversations.changeTurn('2', 'third', () => bareTurn('third'));
  expect((await conversations.turnsUntil('2', 'third', 3)).map(({ id }) => id)).toEqual(['first', 'second', 'third']);
  database.close();
});

test('a database of a newer version is left alone, and the words say to reload', async () => {
  (await openDB(NAME, 99)).close();
  await expect(idbRecords(NAME).collections.list()).rejects.toThrow(/newer Burrow.*nothing was changed/);
});
