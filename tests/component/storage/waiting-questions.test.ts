import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bareTurn } from '../../helpers/kept-turn';
import { idbRecords } from '../../../src/adapters/storage/idb/idb-records';
import type { WaitingQuestion } from '../../../src/core/conversations/conversations';

const NAME = 'burrow-questions-test';
const ASKED: WaitingQuestion = {
  id: 't1',
  collection: 'c',
  conversation: null,
  question: 'Who kept the lamp?',
  documentIds: ['d'],
  turns: ['t1'],
  request: { mode: 'local' },
  asked: 1,
};
const LATER: WaitingQuestion = { ...ASKED, id: 't2', question: 'Since when?', turns: ['t2'], asked: 2 };

/** The records on disk, through a connection of its own, as after a browser was killed. */
const opened = () => idbRecords(NAME);

beforeEach(() => opened().collections.put({ id: 'c', name: 'Harbour', created: 1, opened: 1 }));
afterEach(() => deleteDB(NAME));

/** All questions that are on disk, of whatever collection. */
async function onDisk(): Promise<unknown[]> {
  const database = await openDB(NAME);
  const all: unknown[] = await database.getAll('questions');
  database.close();
  return all;
}

test('a question under way is on disk as soon as it is kept, and only of its own collection', async () => {
  await opened().questions.keep(ASKED);
  expect(await opened().questions.list('c')).toEqual([ASKED]);
  expect(await opened().questions.list('other')).toEqual([]);
});

test('a later question overwrites none, and dropping one leaves what another tab kept', async () => {
  await opened().questions.keep(LATER);
  await opened().questions.keep(ASKED);
  expect(await opened().questions.list('c')).toEqual([ASKED, LATER]);
  await opened().questions.remove('t1');
  expect(await opened().questions.list('c')).toEqual([LATER]);
});

test('all that was asked of a collection goes with it, and nothing is kept of it after that', async () => {
  await opened().questions.keep(ASKED);
  await opened().collections.remove('c');
  expect(await onDisk()).toEqual([]);
  await opened().questions.keep(LATER);
  expect(await onDisk()).toEqual([]);
});

test('what was asked in a conversation goes with it, also the question that began it', async () => {
  const { conversations, questions } = opened();
  const begun = bareTurn('t1');
  await conversations.put({ id: 'talk', collection: 'c', title: '', created: 1, updated: 1, turns: [begun] });
  const elsewhere = { ...LATER, id: 't3', turns: ['t3'] };
  for (const asked of [ASKED, { ...LATER, conversation: 'talk' }, elsewhere]) await questions.keep(asked);
  await conversations.remove('talk');
  expect(await onDisk()).toEqual([elsewhere]);
});

test('what an earlier version kept of questions, even of collections that are gone, is removed', async () => {
  await deleteDB(NAME);
  const older = await openDB(NAME, 3, {
    upgrade: (db) => {
      db.createObjectStore('settings');
      db.createObjectStore('collections', { keyPath: 'id' });
      db.createObjectStore('conversations', { keyPath: 'id' }).createIndex('collection', 'collection');
      db.createObjectStore('replies', { keyPath: 'key' });
      db.createObjectStore('forgotten');
    },
  });
  await older.put('settings', { gone: { question: 'Who kept the lamp?' } }, 'asked');
  await older.put('settings', { chat: 'small' }, 'models');
  older.close();
  expect(await opened().settings.get('asked')).toBeUndefined();
  expect(await opened().settings.get('models')).toEqual({ chat: 'small' });
});
