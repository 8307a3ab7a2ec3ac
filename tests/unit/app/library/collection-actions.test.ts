import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CollectionActions } from '../../../../src/app/library/collection-actions.svelte';
import type { CollectionNeeds } from '../../../../src/app/library/collection-needs';
import { Notices } from '../../../../src/app/notices.svelte';
import { tabQuestion, saveTabQuestion } from '../../../../src/app/ask/unanswered-questions.svelte';
import type { WaitingQuestion } from '../../../../src/core/conversations/conversations';

const HARBOUR = { id: 'harbour', name: 'Harbour', created: 0, opened: 0 };

const ASKED: WaitingQuestion = {
  id: 't1',
  collection: 'harbour',
  conversation: null,
  question: 'Who kept the lamp?',
  documentIds: [],
  turns: ['t1'],
  request: { mode: 'auto' },
  asked: 1,
};

const done: string[] = [];

/** Parts of a page that write down what is asked of them, and where everything is confirmed. */
function confirming(changed: Partial<CollectionNeeds> = {}): CollectionActions {
  const does = (what: string) => async () => void done.push(what);
  const worker = { end: () => undefined };
  const needs = {
    dialogs: { confirm: async () => true },
    notices: new Notices(),
    indexing: { reset: () => undefined },
    conversations: { leave: does('leave') },
    library: {
      view: { collection: HARBOUR },
      collections: [HARBOUR],
      loadCollections: async () => [],
      close: () => undefined,
    },
    deletions: { forgetCollection: () => undefined, abandon: does('abandon') },
    shell: {
      allowServers: async () => undefined,
      allowHosts: async () => undefined,
      models: { chat: worker, server: worker, embed: worker, download: worker },
    },
    engine: async () => ({
      removeCollection: does('remove'),
      changeSetting: async () => undefined,
      eraseEverything: does('erase'),
    }),
    opening: { startOver: () => undefined, openShown: does('open again') },
    ...changed,
  };
  return new CollectionActions(needs as unknown as CollectionNeeds);
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('history', { replaceState: () => undefined });
  vi.stubGlobal('location', {
    reload: () => done.push(`reload, asked: ${String(tabQuestion('harbour')?.question ?? null)}`),
  });
  done.length = 0;
  saveTabQuestion(ASKED);
});

afterEach(() => vi.unstubAllGlobals());

it('erases a question under way with everything else, after its answer was stopped', async () => {
  await confirming().eraseEverything();
  expect(done).toEqual(['abandon', 'leave', 'erase', 'reload, asked: null']);
});

it('says that it erases until everything is gone; where that was refused, what is shown opens again', async () => {
  const erased = confirming();
  await erased.eraseEverything();
  expect(erased.erasing).toBe(true); // the page is being loaded anew
  const erasing: boolean[] = [];
  const engine = (): Promise<never> => {
    erasing.push(refused.erasing);
    return Promise.reject(new Error('Another tab downloads.'));
  };
  const refused = confirming({ engine });
  await refused.eraseEverything();
  expect([...erasing, refused.erasing]).toEqual([true, false]);
  expect(done.at(-1)).toBe('open again');
});

it('forgets a question under way with the collection of which it was asked, after its answer was stopped', async () => {
  await confirming().delete();
  expect(done).toEqual(['leave', 'remove', 'reload, asked: null']);
});

it('forgets what was asked of a collection that could not be opened and is removed, and nothing asked of another one', async () => {
  await confirming().deleteDamaged({ ...HARBOUR, id: 'mill' });
  expect(tabQuestion('harbour')?.question).toBe('Who kept the lamp?');
  await confirming().deleteDamaged(HARBOUR);
  expect(tabQuestion('harbour')).toBeNull();
});

it('forgets what was hidden and moved on the map of a collection that is deleted', async () => {
  const changes: unknown[] = [];
  const engine = async () => ({
    removeCollection: async () => undefined,
    changeSetting: async (...change: readonly unknown[]) => void changes.push(change),
  });
  const actions = confirming({ engine } as unknown as Partial<CollectionNeeds>);
  await actions.delete();
  expect(changes).toEqual([['map marks', { harbour: undefined }]]);
});
