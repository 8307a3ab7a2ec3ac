import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deletions, type Deletion } from '../../../../src/app/library/deletions.svelte';
import { Notices } from '../../../../src/app/notices.svelte';

const BOOK: Deletion = { kind: 'document', collection: 'harbour', id: 'book' };
const TALK: Deletion = { kind: 'conversation', collection: 'harbour', id: 'talk' };

let kept: Map<string, string>;
let carriedOut: Deletion[];
let notices: Notices;

/** A page of this browser; another one finds what the pages before it noted. */
function openPage(isDone: boolean | Promise<boolean> = true, open = 'harbour'): Deletions {
  notices = new Notices();
  return new Deletions({
    notices,
    open: () => open,
    carryOut: async (deletion) => (carriedOut.push(deletion), isDone),
  });
}

function undo(): void {
  const toast = notices.items.find((item) => item.kind === 'toast');
  if (toast?.kind === 'toast') toast.undo?.();
}

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  carriedOut = [];
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('hides what is deleted at once, and deletes it for good when its toast goes', async () => {
  const deletions = openPage();
  const deleting = deletions.delete(BOOK, 'The harbour book');
  expect([...deletions.documents]).toEqual(['book']);
  expect(notices.items).toMatchObject([{ what: 'Deleted “The harbour book”' }]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(carriedOut).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await deleting).toBe(true);
  expect(carriedOut).toEqual([BOOK]);
  expect(deletions.documents.size).toBe(0);
});

it('deletes nothing that is undone, neither now nor on the next visit', async () => {
  const deletions = openPage();
  const deleting = deletions.delete(BOOK, 'The harbour book');
  undo();
  expect(await deleting).toBe(false);
  expect(deletions.documents.size).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  await openPage().resume('harbour');
  await vi.advanceTimersByTimeAsync(0);
  expect(carriedOut).toEqual([]);
});

it('deletes for good before another collection is opened or the page is left', async () => {
  const deletions = openPage();
  void deletions.delete(BOOK, 'The harbour book');
  void deletions.delete(TALK, 'Who lit the lamp?');
  await deletions.flush();
  expect(carriedOut).toEqual([BOOK, TALK]);
  expect(notices.items).toEqual([]);
});

it('offers to undo what is deleted after that, too', async () => {
  const deletions = openPage();
  await deletions.flush();
  const deleting = deletions.delete(BOOK, 'The harbour book');
  undo();
  expect(await deleting).toBe(false);
});

it('deletes on the next visit what a page that died had hidden, and hides it until then', async () => {
  void openPage().delete(BOOK, 'The harbour book');
  let finish = (_isDone: boolean): void => undefined;
  const next = openPage(new Promise((resolve) => (finish = resolve)));
  await next.resume('mill');
  expect(carriedOut).toEqual([]);
  await next.resume('harbour');
  expect([...next.documents]).toEqual(['book']);
  expect(carriedOut).toEqual([BOOK]);
  finish(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(next.documents.size).toBe(0);
  await openPage().resume('harbour');
  expect(carriedOut).toEqual([BOOK]);
});

it('leaves alone what another page can still undo', async () => {
  vi.stubGlobal('navigator', {
    locks: {
      request: async () => undefined,
      query: async () => ({ held: [{ name: 'burrow:deletion:document:harbour:book' }] }),
    },
  });
  void openPage().delete(BOOK, 'The harbour book');
  const next = openPage();
  await next.resume('harbour');
  expect(next.documents.size).toBe(0);
});

it('shows again what could not be deleted', async () => {
  const deletions = openPage(false);
  const deleting = deletions.delete(TALK, 'Who lit the lamp?');
  expect([...deletions.conversations]).toEqual(['talk']);
  await deletions.flush();
  expect(await deleting).toBe(false);
  expect(deletions.conversations.size).toBe(0);
});

it('forgets what was to be deleted of a collection that is gone', async () => {
  const first = openPage();
  void first.delete(BOOK, 'The harbour book');
  first.forgetCollection('harbour');
  await openPage().resume('harbour');
  expect(carriedOut).toEqual([]);
});

it('hides nothing of another collection that holds the same document', async () => {
  const deletions = openPage(true, 'mill');
  void deletions.delete(BOOK, 'The harbour book');
  expect(deletions.documents.size).toBe(0);
  void deletions.delete({ ...BOOK, collection: 'mill' }, 'The harbour book');
  expect([...deletions.documents]).toEqual(['book']);
  await deletions.flush();
});

it('keeps the note on a document of another collection that is the same, and deletes both', async () => {
  void openPage(true, 'mill').delete({ ...BOOK, collection: 'mill' }, 'The harbour book');
  const next = openPage();
  void next.delete(BOOK, 'The harbour book');
  await next.flush();
  expect(carriedOut).toEqual([BOOK]);
  await openPage(true, 'mill').resume('mill');
  await vi.advanceTimersByTimeAsync(0);
  expect(carriedOut).toEqual([BOOK, { ...BOOK, collection: 'mill' }]);
});

it('keeps the note on a document of another collection when the same one is undone here', async () => {
  void openPage(true, 'mill').delete({ ...BOOK, collection: 'mill' }, 'The harbour book');
  const deleting = openPage().delete(BOOK, 'The harbour book');
  undo();
  expect(await deleting).toBe(false);
  await openPage(true, 'mill').resume('mill');
  await vi.advanceTimersByTimeAsync(0);
  expect(carriedOut).toEqual([{ ...BOOK, collection: 'mill' }]);
});

it.each(['{', 'null', '7', '{"kind":"document"}', '[null, 7, {"kind":"lamp","collection":"harbour","id":"book"}]'])(
  'takes a note that it did not write for none: %s',
  async (note) => {
    kept.set('burrow.deletions', note);
    const deletions = openPage();
    await deletions.resume('harbour');
    expect(carriedOut).toEqual([]);
    void deletions.delete(TALK, 'Who lit the lamp?');
    await deletions.flush();
    expect(carriedOut).toEqual([TALK]);
  },
);
