import { describe, expect, test } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import { recordFailure } from '../../../src/adapters/storage/idb/database';
import { memoryRecords } from '../../../src/adapters/storage/idb/memory-records';
import type { RecordStore } from '../../../src/adapters/storage/idb/record-store';
import type { EngineApi } from '../../../src/core/engine/api';
import { createEngine } from '../../../src/core/engine/engine';
import { inEnglish } from '../../../src/core/message';
import type { CollectionRecord } from '../../../src/core/ports/collections';
import type { Turn } from '../../../src/core/conversations/conversations';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { keptConversations, keptTurn } from '../../helpers/kept-turn';
import { memoryContext, memoryFiles, memoryLocks, memoryOptions } from './memory-parts';

const LETTER = 'Zorblat kept the harbour book. Ann met Orla in Kesh. E. Orla wrote to Zorblat.';
const DIARY = 'Orla of Kesh repaired the lantern twice.';
const GRAPH =
  '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="undirected"><node id="Kesh"/><node id="Holm"/><edge source="Kesh" target="Holm"/></graph></graphml>';

/** Writes of records that a full disk refuses. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  collections: ['put'],
  conversations: ['put', 'begin', 'changeTurn', 'changeTurns', 'rename'],
  questions: ['keep'],
  replies: ['put'],
  settings: ['change'],
};

/** The same records, whose writes fail as those of IndexedDB do while the disk is full. */
function refusing(records: RecordStore, isFull: () => boolean): RecordStore {
  const stores = Object.entries(WRITES).map(([name, methods]) => {
    const store = records[name as keyof RecordStore] as unknown as Record<string, (...args: unknown[]) => unknown>;
    const refused = methods.map((method) => [
      method,
      async (...args: unknown[]) => {
        if (isFull()) throw recordFailure(new DOMException('no space', 'QuotaExceededError'));
        return store[method]?.(...args);
      },
    ]);
    return [name, { ...store, ...Object.fromEntries(refused) }];
  });
  return { ...records, ...Object.fromEntries(stores) } as RecordStore;
}

/** A collection of two documents, an edit, a note and an answer, and what opens it again. */
async function started() {
  const files = memoryFiles();
  const registry = new Map<string, CollectionRecord>();
  const kept = memoryRecords(registry);
  let isFull = false;
  const records = refusing(kept, () => isFull);
  let ids = 0;
  const visit = (folder = files): EngineApi => {
    const options = { ...memoryOptions(memoryContext(folder, memoryLocks())), newId: () => `id-${String(++ids)}` };
    const { conversations, questions, replies, settings } = records;
    return createEngine(
      testEnv({
        collections: createCollections({ ...options, records }),
        ...{ conversations, questions, replies, settings, newId: options.newId },
      }),
    );
  };
  const engine = visit();
  const { id } = await engine.createCollection('Kesh');
  await engine.open(id);
  await collect(engine.add([textFile('letter.txt', LETTER), textFile('diary.txt', DIARY)]));
  const note = await engine.addNote(null);
  await engine.changeNote(note.id, { text: 'kept' });
  const request = { question: 'Who kept the book?', mode: 'basic', documentIds: [] } as const;
  const last = (await collect(engine.search(request))).at(-1);
  if (last?.kind !== 'answer') throw new Error('The stream did not end with an answer.');
  const turn: Turn = { id: 'first', question: request.question, asked: 1, answer: last.answer };
  const conversation = await keptTurn(engine, turn);
  await collect(engine.renameEntity(await entity(engine, 'Ann'), 'Anna'));
  await engine.changeSetting('asking', { method: 'model' });
  const copy = await engine.saveCopy(id);
  return {
    ...{ engine, id, note: note.id, conversation: conversation.id, turn, copy },
    fill: (kind: Place | null) => {
      isFull = kind === 'records';
      files.fault = (step) => (kind === 'files' && step === 'write' ? 'full' : 'none');
    },
    /** Opens the next visit. */
    next: async () => {
      const again = visit(memoryFiles(new Map(files.files)));
      await again.open(id);
      return again;
    },
  };
}

type Started = Awaited<ReturnType<typeof started>>;
/** Full part of the disk: files of the browser, or its records. */
type Place = 'files' | 'records';

async function entity(engine: EngineApi, title: string): Promise<string> {
  const found = (await engine.namesakes(title, 5)).find((one) => one.title === title);
  if (!found) throw new Error(`There is no ${title}`);
  return found.id;
}

const documentId = async (engine: EngineApi, path: string): Promise<string> =>
  (await engine.view()).documents.find((one) => one.path === path)?.id ?? '';

/** Reads all that a person sees of kept data. */
async function kept(engine: EngineApi): Promise<unknown> {
  const view = await engine.view();
  return {
    collections: (await engine.collections()).map(({ name }) => name).toSorted(),
    name: view.collection.name,
    documents: view.documents.map(({ path }) => path).toSorted(),
    paused: view.paused,
    notes: (await engine.notes()).map(({ text }) => text),
    edits: (await engine.edits()).map(({ words, undone }) => `${inEnglish(words)} ${undone ? 'undone' : 'done'}`),
    conversations: (await keptConversations(engine)).map(({ title, turns }) => [title, turns.length]),
    waiting: (await engine.waitingQuestions(view.collection.id)).map(({ question }) => question),
    setting: await engine.setting('asking'),
  };
}

/** Outcome of an act while the disk is full: it is refused in words, or needs no room there. */
type End = 'refused' | 'done';

interface Write {
  readonly name: string;
  readonly act: (started: Started) => Promise<unknown>;
  readonly before?: (started: Started) => Promise<unknown>;
  readonly files: End;
  readonly records: End;
}

const WRITTEN: readonly Write[] = [
  {
    name: 'a document',
    act: ({ engine }) => collect(engine.add([textFile('new.txt', 'Holm was flooded twice.')])),
    ...{ files: 'refused', records: 'done' },
  },
  {
    name: 'the deletion of a document',
    act: async ({ engine }) => collect(engine.removeDocuments([await documentId(engine, 'diary.txt')])),
    ...{ files: 'refused', records: 'refused' },
  },
  { name: 'a pause', act: ({ engine }) => engine.pause(), files: 'refused', records: 'done' },
  { name: 'a new note', act: ({ engine }) => engine.addNote(null), files: 'refused', records: 'done' },
  {
    name: 'words of a note',
    act: ({ engine, note }) => engine.changeNote(note, { text: 'changed' }),
    ...{ files: 'refused', records: 'done' },
  },
  {
    name: 'the deletion of a note',
    act: ({ engine, note }) => engine.removeNote(note),
    ...{ files: 'refused', records: 'done' },
  },
  {
    name: 'a note that is brought back',
    before: ({ engine, note }) => engine.removeNote(note),
    act: ({ engine, note }) => engine.restoreNote(note),
    ...{ files: 'refused', records: 'done' },
  },
  {
    name: 'a merge',
    act: async ({ engine }) => collect(engine.merge(await entity(engine, 'Orla'), await entity(engine, 'Kesh'))),
    ...{ files: 'refused', records: 'done' },
  },
  {
    name: 'a name split off',
    before: async ({ engine }) => collect(engine.merge(await entity(engine, 'Orla'), await entity(engine, 'Kesh'))),
    act: async ({ engine }) => collect(engine.splitEntity(await entity(engine, 'Orla'), 'Kesh')),
    ...{ files: 'refused', records: 'done' },
  },
  {
    name: 'the new name of an entity',
    act: async ({ engine }) => collect(engine.renameEntity(await entity(engine, 'Orla'), 'Orlanda')),
    ...{ files: 'refused', records: 'done' },
  },
  {
    name: 'an undone edit',
    act: async ({ engine }) => collect(engine.undo((await engine.edits())[0]?.id ?? '')),
    ...{ files: 'refused', records: 'done' },
  },
  {
    name: 'an answer',
    act: ({ engine, turn }) => engine.keepTurn(null, { ...turn, id: 'second' }),
    ...{ files: 'done', records: 'refused' },
  },
  {
    name: 'an answer of a conversation',
    act: ({ engine, turn, conversation }) => engine.keepTurn(conversation, { ...turn, id: 'second' }),
    ...{ files: 'done', records: 'refused' },
  },
  {
    name: 'a question that waits',
    act: ({ engine, id }) =>
      engine.keepQuestion({
        ...{ id: 'asked', collection: id, conversation: null, question: 'Who?', documentIds: [], turns: ['asked'] },
        ...{ request: { mode: 'basic' }, asked: 1 },
      }),
    ...{ files: 'done', records: 'refused' },
  },
  {
    name: 'the new name of a conversation',
    act: ({ engine, conversation }) => engine.renameConversation(conversation, 'Renamed'),
    ...{ files: 'done', records: 'refused' },
  },
  {
    name: 'the deletion of a conversation',
    act: ({ engine, conversation }) => engine.removeConversation(conversation),
    ...{ files: 'done', records: 'done' },
  },
  {
    name: 'a setting',
    act: ({ engine }) => engine.changeSetting('asking', { method: 'evidence' }),
    ...{ files: 'done', records: 'refused' },
  },
  {
    name: 'the new name of a collection',
    act: ({ engine, id }) => engine.renameCollection(id, 'Renamed'),
    ...{ files: 'refused', records: 'refused' },
  },
  {
    name: 'the deletion of a collection',
    before: ({ engine }) => engine.createCollection('Second'),
    act: async ({ engine }) => {
      const second = (await engine.collections()).find(({ name }) => name === 'Second');
      await engine.removeCollection(second?.id ?? '');
    },
    ...{ files: 'done', records: 'done' },
  },
  {
    name: 'a new collection',
    act: ({ engine }) => engine.createCollection('Second'),
    ...{ files: 'refused', records: 'refused' },
  },
  {
    name: 'an imported copy',
    act: ({ engine, copy }) => engine.importFiles([{ path: 'copy.burrow', bytes: copy }]),
    ...{ files: 'refused', records: 'refused' },
  },
  {
    name: 'an imported graph',
    act: ({ engine }) => engine.importFiles([textFile('graph.graphml', GRAPH)]),
    ...{ files: 'refused', records: 'refused' },
  },
  { name: 'an exported copy', act: ({ engine, id }) => engine.saveCopy(id), files: 'done', records: 'done' },
];

describe('Full storage:', () => {
  for (const { name, act, before, ...ends } of WRITTEN)
    for (const place of ['files', 'records'] as const)
      test(`${name} is ${ends[place]} where ${place} have no room, nothing is lost, and it works with room again`, async () => {
        const here = await started();
        await before?.(here);
        const standing = await kept(here.engine);
        here.fill(place);
        const error = await act(here).then(
          () => null,
          (reason: unknown) => reason,
        );
        if (ends[place] === 'refused') {
          expect(error).toMatchObject({ message: expect.stringContaining('storage is full') });
          expect(await kept(here.engine)).toEqual(standing);
          here.fill(null);
          expect(await kept(await here.next())).toEqual(standing);
          await act(here);
        } else expect(error).toBeNull();
        here.fill(null);
        const now = await kept(here.engine);
        if (name !== 'an exported copy') expect(now).not.toEqual(standing);
        expect(await kept(await here.next())).toEqual(now);
      });
});
