import { deleteDB } from 'idb';
import { afterEach, expect, test } from 'vitest';
import { idbRecords } from '../../../src/adapters/storage/idb-records';
import { heldWhile } from '../../../src/app/held-while';
import {
  answeringLock,
  dropUnanswered,
  dropUnansweredOf,
  keepUnanswered,
  unansweredOf,
} from '../../../src/app/unanswered-question';

const NAME = 'burrow-unanswered-test';
const ASKED = { collection: 'c', question: 'Who kept the lamp?', documentIds: ['d'], turns: ['t1'] };

afterEach(() => deleteDB(NAME));

/** What the engine gives of the records on disk, through a connection of its own, as after a browser was killed. */
function opened() {
  const { settings } = idbRecords(NAME);
  return {
    setting: async (name: string) => (await settings.get(name)) ?? null,
    changeSetting: (name: string, parts: Readonly<Record<string, unknown>>) => settings.change(name, parts),
  };
}

test('a question under way is on disk as soon as it is kept, and only of its own collection', async () => {
  await keepUnanswered(opened(), ASKED);
  expect(await unansweredOf(opened(), 'c')).toEqual(ASKED);
  expect(await unansweredOf(opened(), 'other')).toBeNull();
});

test('it is not given while a page holds the lock of its answer, and is given when that page has ended', async () => {
  await keepUnanswered(opened(), ASKED);
  let end = (): void => undefined;
  const answering = heldWhile(answeringLock(ASKED), () => new Promise<void>((resolve) => (end = resolve)));
  await expect.poll(() => unansweredOf(opened(), 'c')).toBeNull();
  end();
  await answering;
  await expect.poll(() => unansweredOf(opened(), 'c')).toEqual(ASKED);
});

test('one that was answered drops itself, and never a later one of its collection', async () => {
  await keepUnanswered(opened(), ASKED);
  await keepUnanswered(opened(), { ...ASKED, question: 'Since when?', turns: ['t2'] });
  await dropUnanswered(opened(), ASKED);
  expect((await unansweredOf(opened(), 'c'))?.question).toBe('Since when?');
  await dropUnanswered(opened(), { ...ASKED, turns: ['t2'] });
  expect(await unansweredOf(opened(), 'c')).toBeNull();
});

test('all that was asked of a collection goes with it', async () => {
  await keepUnanswered(opened(), ASKED);
  await dropUnansweredOf(opened(), 'c');
  expect(await unansweredOf(opened(), 'c')).toBeNull();
});
