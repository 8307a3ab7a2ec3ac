import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memorySettings } from '../../../../src/adapters/storage/idb/memory-records';
import type { ConnectNotes, Deletion } from '../../../../src/app/library/deletion-notes';
import { Deletions, type Fate } from '../../../../src/app/library/deletions.svelte';
import { Notices } from '../../../../src/app/notices.svelte';

const BOOK: Deletion = { kind: 'document', collection: 'harbour', id: 'book' };
const TALK: Deletion = { kind: 'conversation', collection: 'harbour', id: 'talk' };

/** Settings of the engine for all pages. */
let settings: ReturnType<typeof memorySettings>;
let carriedOut: Deletion[];
/** Documents held back, after each change. */
let holds: (readonly string[])[];
let notices: Notices;

const keep: ConnectNotes = async () => ({
  setting: async (name) => (await settings.get(name)) ?? null,
  changeSetting: (name, parts) => settings.change(name, parts),
  holdBack: async (_, ids) => void holds.push(ids),
});

/** A page of this browser; another one finds what the pages before it noted. */
function openPage(fate: Fate | Promise<Fate> = 'gone', open = 'harbour', engine = keep): Deletions {
  notices = new Notices();
  return new Deletions({
    engine,
    notices,
    open: () => open,
    carryOut: async (deletion) => (carriedOut.push(deletion), fate),
  });
}

function undo(): void {
  const toast = notices.items.find((item) => item.kind === 'toast');
  if (toast?.kind === 'toast') toast.undo?.();
}

beforeEach(() => {
  vi.useFakeTimers();
  settings = memorySettings();
  carriedOut = [];
  holds = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('hides what is deleted at once, and deletes it for good when its toast goes', async () => {
  const deletions = openPage();
  const deleting = deletions.delete(BOOK, 'The harbour book');
  expect(await deleting.hidden).toBe(true);
  expect([...deletions.documents]).toEqual(['book']);
  expect(notices.items).toMatchObject([{ what: 'Deleted “The harbour book”' }]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(carriedOut).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await deleting.gone).toBe(true);
  expect(carriedOut).toEqual([BOOK]);
  expect(deletions.documents.size).toBe(0);
});

it('has the engine hold back a document from its deletion until that is undone', async () => {
  const deletions = openPage();
  const deleting = deletions.delete(BOOK, 'The harbour book');
  await deleting.hidden;
  expect(holds).toEqual([['book']]);
  undo();
  await deleting.gone;
  await deletions.delete(TALK, 'A talk').hidden;
  expect(holds).toEqual([['book'], []]);
});

it('deletes nothing that is undone, neither now nor on the next visit', async () => {
  const deletions = openPage();
  const deleting = deletions.delete(BOOK, 'The harbour book');
  await deleting.hidden;
  undo();
  expect(await deleting.gone).toBe(false);
  expect(deletions.documents.size).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  await openPage().resume('harbour');
  await vi.advanceTimersByTimeAsync(0);
  expect(carriedOut).toEqual([]);
});

it('deletes for good before another collection is opened or the page is left', async () => {
  const deletions = openPage();
  deletions.delete(BOOK, 'The harbour book');
  deletions.delete(TALK, 'Who lit the lamp?');
  await deletions.flush();
  expect(carriedOut).toEqual([BOOK, TALK]);
  expect(notices.items).toEqual([]);
});

it('hides nothing, and offers no Undo, before the note is durable', async () => {
  let write = (): void => undefined;
  const written = new Promise<void>((resolve) => (write = resolve));
  const changeSetting = async (name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown> => {
    await written;
    return settings.change(name, parts);
  };
  const deletions = openPage('gone', 'harbour', async () => ({ ...(await keep()), changeSetting }));
  const { hidden } = deletions.delete(BOOK, 'The harbour book');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(deletions.documents.size).toBe(0);
  expect(notices.items).toEqual([]);
  write();
  await hidden;
  expect([...deletions.documents]).toEqual(['book']);
  expect(notices.items).toMatchObject([{ what: 'Deleted “The harbour book”' }]);
  expect(Object.values((await settings.get('deletions')) as object)).toEqual([BOOK]);
});

it('shows again what is undone only after its note is gone', async () => {
  let remove = (): void => undefined;
  const removed = new Promise<void>((resolve) => (remove = resolve));
  let isNoted = false;
  const changeSetting = async (name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown> => {
    if (isNoted) await removed;
    isNoted = true;
    return settings.change(name, parts);
  };
  const deletions = openPage('gone', 'harbour', async () => ({ ...(await keep()), changeSetting }));
  const { hidden, gone } = deletions.delete(BOOK, 'The harbour book');
  await hidden;
  undo();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...deletions.documents]).toEqual(['book']);
  remove();
  expect(await gone).toBe(false);
  expect(deletions.documents.size).toBe(0);
  expect(await settings.get('deletions')).toEqual({});
});

it('leaves what it cannot note where it is, and says so', async () => {
  const changeSetting = (): Promise<never> => Promise.reject(new Error('The disk is full.'));
  const deletions = openPage('gone', 'harbour', async () => ({ ...(await keep()), changeSetting }));
  const { hidden, gone } = deletions.delete(BOOK, 'The harbour book');
  expect([await hidden, await gone]).toEqual([false, false]);
  expect(deletions.documents.size).toBe(0);
  expect(carriedOut).toEqual([]);
  expect(notices.items).toMatchObject([{ kind: 'failure', doing: 'Noting the deletion' }]);
});

it('deletes first what is being noted when another collection is opened', async () => {
  const deletions = openPage();
  const { gone } = deletions.delete(BOOK, 'The harbour book');
  await deletions.flush();
  expect(carriedOut).toEqual([BOOK]);
  expect(await gone).toBe(true);
});

it('offers to undo what is deleted after that, too', async () => {
  const deletions = openPage();
  await deletions.flush();
  const deleting = deletions.delete(BOOK, 'The harbour book');
  await deleting.hidden;
  undo();
  expect(await deleting.gone).toBe(false);
});

it('deletes on the next visit what a page that died had hidden, and hides it until then', async () => {
  await openPage().delete(BOOK, 'The harbour book').hidden;
  let finish = (_fate: Fate): void => undefined;
  const next = openPage(new Promise((resolve) => (finish = resolve)));
  await next.resume('mill');
  expect(carriedOut).toEqual([]);
  await next.resume('harbour');
  expect([...next.documents]).toEqual(['book']);
  expect(carriedOut).toEqual([BOOK]);
  finish('gone');
  await vi.advanceTimersByTimeAsync(0);
  expect(next.documents.size).toBe(0);
  await openPage().resume('harbour');
  expect(carriedOut).toEqual([BOOK]);
});

it('keeps what was stopped hidden and noted, and carries it out when its collection is entered again', async () => {
  let fate: Fate = 'stopped';
  notices = new Notices();
  const carryOut = async (deletion: Deletion): Promise<Fate> => (carriedOut.push(deletion), fate);
  const deletions = new Deletions({ engine: keep, notices, open: () => 'harbour', carryOut });
  const { gone } = deletions.delete(BOOK, 'The harbour book');
  await deletions.flush();
  expect(await gone).toBe(false);
  expect([...deletions.documents]).toEqual(['book']);
  expect(Object.values((await settings.get('deletions')) as object)).toEqual([BOOK]);
  fate = 'gone';
  await deletions.resume('harbour');
  await deletions.flush();
  expect(carriedOut).toEqual([BOOK, BOOK]);
  expect([...deletions.documents]).toEqual([]);
  expect(await settings.get('deletions')).toEqual({});
});

it('carries out and notes nothing more once everything is to be erased', async () => {
  let changes = 0;
  const changeSetting = async (name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown> => {
    changes++;
    return settings.change(name, parts);
  };
  const deletions = openPage('gone', 'harbour', async () => ({ ...(await keep()), changeSetting }));
  const { hidden, gone } = deletions.delete(BOOK, 'The harbour book');
  await hidden;
  await deletions.abandon();
  expect(await gone).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  await deletions.flush();
  expect([carriedOut, changes, notices.items]).toEqual([[], 1, []]);
});

it('leaves alone what another page can still undo', async () => {
  vi.stubGlobal('navigator', {
    locks: {
      request: async () => undefined,
      query: async () => ({ held: [{ name: 'burrow:deletion:document:harbour:book' }] }),
    },
  });
  await openPage().delete(BOOK, 'The harbour book').hidden;
  const next = openPage();
  await next.resume('harbour');
  expect(next.documents.size).toBe(0);
});

it('shows again what could not be deleted', async () => {
  const deletions = openPage('stays');
  const deleting = deletions.delete(TALK, 'Who lit the lamp?');
  await deleting.hidden;
  expect([...deletions.conversations]).toEqual(['talk']);
  await deletions.flush();
  expect(await deleting.gone).toBe(false);
  expect(deletions.conversations.size).toBe(0);
});

it('forgets what was to be deleted of a collection that is gone', async () => {
  const first = openPage();
  await first.delete(BOOK, 'The harbour book').hidden;
  await first.forgetCollection('harbour');
  await openPage().resume('harbour');
  expect(carriedOut).toEqual([]);
});

it('hides nothing of another collection that holds the same document', async () => {
  const deletions = openPage('gone', 'mill');
  await deletions.delete(BOOK, 'The harbour book').hidden;
  expect(deletions.documents.size).toBe(0);
  await deletions.delete({ ...BOOK, collection: 'mill' }, 'The harbour book').hidden;
  expect([...deletions.documents]).toEqual(['book']);
  await deletions.flush();
});

it('keeps the note on a document of another collection that is the same, and deletes both', async () => {
  await openPage('gone', 'mill').delete({ ...BOOK, collection: 'mill' }, 'The harbour book').hidden;
  const next = openPage();
  next.delete(BOOK, 'The harbour book');
  await next.flush();
  expect(carriedOut).toEqual([BOOK]);
  await openPage('gone', 'mill').resume('mill');
  await vi.advanceTimersByTimeAsync(0);
  expect(carriedOut).toEqual([BOOK, { ...BOOK, collection: 'mill' }]);
});

it('keeps the note on a document of another collection when the same one is undone here', async () => {
  await openPage('gone', 'mill').delete({ ...BOOK, collection: 'mill' }, 'The harbour book').hidden;
  const deleting = openPage().delete(BOOK, 'The harbour book');
  await deleting.hidden;
  undo();
  expect(await deleting.gone).toBe(false);
  await openPage('gone', 'mill').resume('mill');
  await vi.advanceTimersByTimeAsync(0);
  expect(carriedOut).toEqual([{ ...BOOK, collection: 'mill' }]);
});

it.each(['{', 'null', '7', '{"kind":"document"}', '[null, 7, {"kind":"lamp","collection":"harbour","id":"book"}]'])(
  'takes a note that it did not write for none: %s',
  async (note) => {
    await settings.change('deletions', { lamp: note });
    const deletions = openPage();
    await deletions.resume('harbour');
    expect(carriedOut).toEqual([]);
    deletions.delete(TALK, 'Who lit the lamp?');
    await deletions.flush();
    expect(carriedOut).toEqual([TALK]);
  },
);
