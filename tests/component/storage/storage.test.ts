import { type Remote, transfer, wrap } from 'comlink';
import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import type { Conversation } from '../../../src/core/conversations/conversations';
import { bareTurn as turn } from '../../helpers/kept-turn';
import type { TableChange } from '../../../src/core/ports/collections';
import { documentRow, editRow, extractionRow } from '../../unit/storage/rows';
import type { Tab } from './store.worker';

const workers = new Set<Worker>();
afterEach(async () => {
  for (const worker of workers) worker.terminate();
  workers.clear();
  await setQuota();
  await (await navigator.storage.getDirectory()).removeEntry('burrow', { recursive: true }).catch(() => undefined);
  indexedDB.deleteDatabase('burrow');
});

interface RunningTab {
  readonly tab: Remote<Tab>;
  kill(): void;
}

function openTab(): RunningTab {
  const worker = new Worker(new URL('./store.worker.ts', import.meta.url), { type: 'module' });
  workers.add(worker);
  return { tab: wrap<Tab>(worker), kill: () => worker.terminate() };
}

async function tabWith(name = 'Papers'): Promise<RunningTab & { readonly id: string }> {
  const running = openTab();
  const { id } = await running.tab.collections.create(name);
  await running.tab.open(id);
  return { ...running, id };
}

/** A killed worker's locks are freed a moment later. */
async function writingTab(id: string): Promise<Remote<Tab>> {
  const { tab } = openTab();
  await tab.open(id);
  while (!(await tab.status()).writable) await tab.refresh();
  return tab;
}

test('what was committed is there after the tab was killed', async () => {
  const { tab, id, kill } = await tabWith();
  const source = new Blob(['original']);
  await tab.putSource('a'.repeat(64), source);
  await tab.commit({
    append: { documents: [documentRow('a', 'Text 大穴熊 👍')] },
    state: { counters: { documents: 1 } },
  });
  await tab.commit({ append: { extractions: [extractionRow('a', 'A')] }, replace: { edits: [editRow('e')] } });
  kill();
  const again = await writingTab(id);
  expect(await again.read('documents')).toEqual([documentRow('a', 'Text 大穴熊 👍')]);
  expect(await again.read('extractions')).toEqual([extractionRow('a', 'A')]);
  expect(await again.read('edits')).toEqual([editRow('e')]);
  expect((await again.status()).generation).toBe(2);
  expect(await (await again.source('a'.repeat(64)))?.text()).toBe('original');
});

test('thirty kills at random moments of commits leave a whole generation, never older than the last acknowledged', async () => {
  const changes: TableChange[] = [
    { append: { documents: [documentRow('a', 'x'.repeat(200_000)), documentRow('b')] } },
    { append: { extractions: [extractionRow('a', 'A'), extractionRow('b', 'B')] }, replace: { edits: [editRow('1')] } },
    { removeDocuments: ['a', 'b'], replace: { edits: [editRow('2'), editRow('3')] } },
  ];
  const rowsAfter = [
    { documents: 0, extractions: 0 },
    { documents: 2, extractions: 0 },
    { documents: 2, extractions: 2 },
  ];
  const first = await tabWith();
  first.kill();
  let acknowledged = 0;
  for (let round = 0; round < 30; round++) {
    const running = openTab();
    await running.tab.open(first.id);
    while (!(await running.tab.status()).writable) await running.tab.refresh();
    const { generation } = await running.tab.status();
    expect(generation).toBeGreaterThanOrEqual(acknowledged);
    const expected = rowsAfter[generation % 3];
    expect((await running.tab.read('documents')).length).toBe(expected?.documents);
    expect((await running.tab.read('extractions')).length).toBe(expected?.extractions);
    const rest = [...changes.slice(generation % 3), ...changes.slice(0, generation % 3)];
    const { port1, port2 } = new MessageChannel();
    const commits = 1 + Math.floor(Math.random() * 4);
    const committed = new Promise<void>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<number>) => {
        acknowledged = data;
        if (acknowledged >= generation + commits) resolve();
      };
    });
    void running.tab.commitForEver(rest, transfer(port2, [port2]));
    await committed;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
    running.kill();
    await new Promise((resolve) => setTimeout(resolve, 5)); // messages already sent still arrive
  }
  expect(acknowledged).toBeGreaterThanOrEqual(30);
}, 120_000);

test('a second tab reads its generation while the first commits and sweeps, hears of it, and writes when the first is gone', async () => {
  const { tab: first, id, kill } = await tabWith();
  await first.commit({ append: { documents: [documentRow('a')] } });
  const { tab: second } = openTab();
  await second.open(id);
  expect((await second.status()).writable).toBe(false);
  await expect(second.commit({})).rejects.toThrow('Another tab is writing');
  await first.commit({ removeDocuments: ['a'], append: { documents: [documentRow('b')] } });
  expect(await second.read('documents')).toEqual([documentRow('a')]);
  expect((await second.status()).news).toEqual([2]);
  expect(await second.refresh()).toBe(true);
  expect(await second.read('documents')).toEqual([documentRow('b')]);
  kill();
  while (!(await second.status()).writable) await second.refresh();
  await second.commit({ append: { documents: [documentRow('c')] } });
  expect(Object.keys(await second.files()).filter((path) => path.startsWith(`burrow/${id}/tables/`))).toHaveLength(2);
});

test('a removed document leaves no word in any file', async () => {
  const { tab } = await tabWith();
  const secret = documentRow('a', 'the plum garden at midnight');
  await tab.commit({ append: { documents: [secret, documentRow('b')], extractions: [extractionRow('a', 'Plum')] } });
  expect(JSON.stringify(await tab.files())).toContain('plum garden');
  await tab.commit({ removeDocuments: ['a'] });
  const words = JSON.stringify(await tab.files());
  expect(words).not.toMatch(/plum/i);
  expect(words).toContain('Text of b.');
});

test('a damaged shard is named and the other tables still load', async () => {
  const { tab, id } = await tabWith();
  await tab.commit({ append: { documents: [documentRow('a')], edits: [editRow('1')] } });
  await tab.damage(`burrow/${id}/tables/documents.000001.parquet`);
  await expect(tab.read('documents')).rejects.toThrow('documents.000001.parquet');
  expect(await tab.read('edits')).toEqual([editRow('1')]);
});

test('a saved copy opens after everything was erased', async () => {
  const { tab, id } = await tabWith('Plums');
  const talk: Conversation = { id: 't', collection: id, title: 'Talk', created: 1, updated: 2, turns: [] };
  const hash = await sha256('original');
  await tab.putSource(hash, new Blob(['original']));
  const row = { ...documentRow('a'), byte_hash: hash };
  await tab.commit({ append: { documents: [row] } });
  await tab.conversations.put(talk);
  const copy = await tab.collections.save(id);
  await caches.open('burrow http://localhost/ 1');
  await caches.open('of another page');
  await tab.collections.eraseEverything();
  expect(await tab.files()).toEqual({});
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('burrow');
  expect(await caches.keys()).toEqual(['of another page']);
  expect(await tab.conversations.list(id)).toEqual([]);
  const record = await tab.collections.load(copy, {});
  await tab.open(record.id);
  expect(await tab.read('documents')).toEqual([row]);
  expect(await (await tab.source(hash))?.text()).toBe('original');
  expect((await tab.conversations.list(record.id)).map((one) => one.title)).toEqual(['Talk']);
  expect((await tab.collections.list()).map((one) => one.name)).toEqual(['Plums']);
});

test('two tabs change one conversation without undoing each other; one that is gone stays gone', async () => {
  const { tab, id } = await tabWith();
  const { tab: other } = openTab();
  await tab.conversations.put({ ...talk(id), turns: [turn('1', 'Who')] });
  await Promise.all(Array.from({ length: 10 }, (_, at) => (at % 2 ? tab : other).lengthenQuestion('t', '1')));
  await Promise.all(['2', '3', '4'].map((name, at) => (at % 2 ? tab : other).keepTurn('t', turn(name))));
  const kept = await tab.conversations.turns('t', 0, 9);
  expect(kept.find((one) => one.turn.id === '1')?.turn.question).toBe('Who++++++++++');
  expect(kept.map((one) => one.turn.id).sort()).toEqual(['1', '2', '3', '4']);
  expect(new Set(kept.map(({ place }) => place)).size).toBe(4);
  expect((await tab.conversations.list(id))[0]).toMatchObject({ revision: 14, modes: { basic: 4 } });
  await tab.conversations.remove('t');
  expect(await other.lengthenQuestion('t', '1')).toBeNull();
  expect(await other.keepTurn('t', turn('5'))).toBeNull();
  expect(await tab.conversations.list(id)).toEqual([]);
  expect(await tab.conversations.turns('t', 0, 9)).toEqual([]);
});

test('turns are records: found by id, by what was asked and in their order, and changed from a revision on', async () => {
  const { tab, id } = await tabWith();
  const names = Array.from({ length: 45 }, (_, at) => String(at + 10));
  await tab.conversations.put({ ...talk(id), turns: names.map((name) => turn(name)) });
  expect(await tab.conversations.findTurns(id, ['12', 'none'])).toEqual([{ conversation: 't', turn: turn('12') }]);
  expect(await tab.conversations.findTurns('other', ['12'])).toEqual([]);
  expect(await tab.conversations.asked('t', ['13', '13?'])).toEqual(['13']);
  const until = await tab.conversations.turnsUntil('t', '14', 3);
  expect(until.map((one) => one.id)).toEqual(['12', '13', '14']);
  await tab.keepTurn('t', { ...turn('beside'), comparedWith: 'first' });
  await tab.keepTurn('t', turn('first'));
  expect((await tab.conversations.turnsUntil('t', 'beside', 3)).map((one) => one.id)).toEqual([
    '54',
    'first',
    'beside',
  ]);
  await tab.lengthenQuestions('t', 40);
  const written = await tab.conversations.turns('t', 0, 99);
  expect(written.filter((one) => one.turn.question.endsWith('+')).map((one) => one.turn.id)).toEqual([
    ...names.slice(40),
    'beside',
    'first',
  ]);
  await tab.collections.remove(id);
  expect(await tab.conversations.turns('t', 0, 99)).toEqual([]);
});

const talk = (collection: string): Omit<Conversation, 'turns'> => ({
  ...{ id: 't', collection, title: 'Talk', created: 1, updated: 2 },
});

test('no conversation begins in a collection that is gone, and none stays behind', async () => {
  const { tab, id } = await tabWith();
  const begun = (name: string): Conversation => ({
    id: name,
    collection: id,
    title: '',
    created: 1,
    updated: 2,
    turns: [],
  });
  expect((await tab.conversations.begin(begun('before')))?.id).toBe('before');
  await tab.collections.remove(id);
  expect(await tab.conversations.begin(begun('after'))).toBeNull();
  expect(await tab.conversations.list(id)).toEqual([]);
});

test('nothing is erased while another tab downloads a model', async () => {
  const { tab } = await tabWith('Plums');
  const [begun, free] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const downloading = navigator.locks.request('burrow-models', { mode: 'shared' }, () => {
    begun.resolve(undefined);
    return free.promise;
  });
  await begun.promise;
  await expect(tab.collections.eraseEverything()).rejects.toThrow('nothing was removed');
  expect((await tab.collections.list()).map((one) => one.name)).toEqual(['Plums']);
  free.resolve(undefined);
  await downloading;
  await tab.collections.eraseEverything();
  expect(await tab.collections.list()).toEqual([]);
});

test('the list of collections survives the loss of IndexedDB', async () => {
  const { tab, kill } = await tabWith('Plums');
  await tab.close();
  kill();
  await new Promise((resolve) => (indexedDB.deleteDatabase('burrow').onsuccess = resolve));
  expect((await openTab().tab.collections.list()).map((one) => one.name)).toEqual(['Plums']);
});

test('a full disk is met with words and figures, keeps what was saved, and takes more once there is room', async () => {
  const { tab, id, kill } = await tabWith();
  const big = { append: { documents: [documentRow('big', randomText(8_000_000))] } };
  await tab.commit({ append: { documents: [documentRow('a')] } });
  await setQuota(3_000_000);
  await expect(tab.commit(big)).rejects.toThrow(/storage is full: it takes no more.*Everything saved before is kept/);
  await expect(tab.putSource('b'.repeat(64), new Blob([randomText(8_000_000)]))).rejects.toThrow(/storage is full/);
  expect(Object.keys(await tab.files()).filter((path) => /tmp$|000002|sources/.test(path))).toEqual([]);
  await tab.commit({ append: { edits: [editRow('small')] } });
  await setQuota();
  await tab.commit(big);
  kill();
  const again = await writingTab(id);
  expect((await again.read('documents')).map((row) => 'id' in row && row.id)).toEqual(['a', 'big']);
  expect(await again.read('edits')).toEqual([editRow('small')]);
});

/** The browser's own limit for this origin; without a number, what it would be. */
async function setQuota(quotaSize?: number): Promise<void> {
  const session = cdp() as { send(method: string, parameters: object): Promise<unknown> };
  await session.send('Storage.overrideQuotaForOrigin', { origin: location.origin, ...(quotaSize && { quotaSize }) });
}

function randomText(length: number): string {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return Array.from(bytes, (byte) => String.fromCharCode(33 + (byte % 94))).join('');
}

test('usage tells bytes, quota and whether the browser may evict', async () => {
  const { tab } = await tabWith();
  await tab.commit({ append: { documents: [documentRow('a', 'x'.repeat(10_000))] } });
  const { used, quota, persisted } = await tab.collections.usage();
  expect(quota).toBeGreaterThan(used);
  expect(typeof persisted).toBe('boolean');
});

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

test('two tabs that change parts of one setting at the same time keep both', async () => {
  const [one, two] = [openTab().tab, openTab().tab];
  const changes = Array.from({ length: 10 }, (_, i) =>
    (i % 2 ? one : two).settings.change('models', { [`part ${i}`]: i }),
  );
  await Promise.all(changes);
  const parts = Array.from({ length: 10 }, (_, i) => [`part ${i}`, i]);
  expect(await one.settings.get('models')).toEqual(Object.fromEntries(parts));
});
