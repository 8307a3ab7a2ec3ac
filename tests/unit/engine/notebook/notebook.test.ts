import { describe, expect, test } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import { createEngine } from '../../../../src/core/engine/engine';
import type { NoteView } from '../../../../src/core/engine/notebook/notebook-calls';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { memoryStorage, withTables } from '../../../helpers/memory-storage';
import { keptConversations } from '../../../helpers/kept-turn';

const LETTER = 'Ada Byron wrote to Charles Babbage about the Engine. Babbage answered Ada from London.';
const DIARY = 'Mary Somerville taught Zorblat mathematics. Somerville lived in Chelsea.';
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function opened() {
  const env = testEnv();
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(engine.add([textFile('letter.txt', LETTER), textFile('diary.txt', DIARY)]));
  const { documents } = await engine.view();
  const idOf = (path: string): string => documents.find((one) => one.path === path)?.id ?? '';
  return { env, engine, id, letter: idOf('letter.txt'), diary: idOf('diary.txt') };
}

const quoteIn = (documentId: string, text: string, words: string) =>
  ({ kind: 'quote', documentId, start: text.indexOf(words), end: text.indexOf(words) + words.length }) as const;

/** Asks and keeps the answer; resolves with the id of its turn. */
async function keptAnswer(engine: EngineApi, question: string): Promise<string> {
  const last = (await collect(engine.search({ question, mode: 'local' }))).at(-1);
  if (last?.kind !== 'answer') throw new Error('no answer');
  await engine.keepTurn(null, { id: 'turn', question, asked: 0, answer: last.answer });
  return 'turn';
}

const texts = (notes: readonly NoteView[]): readonly string[] => notes.map(({ text }) => text);

describe('the notebook', () => {
  test('keeps what is pinned and written, and is the same for the next engine', async () => {
    const { engine, env, id, letter } = await opened();
    const note = await engine.addNote(quoteIn(letter, LETTER, ' Babbage answered Ada '));
    expect(note.pin).toMatchObject({ kind: 'quote', quote: 'Babbage answered Ada', documentTitle: 'letter.txt' });
    await engine.changeNote(note.id, { text: 'From *London*', tags: ['travel'] });
    const next = createEngine({ ...env });
    await next.open(id);
    const [found] = await next.notes();
    expect(found).toMatchObject({ text: 'From *London*', tags: ['travel'], quotePlace: { kind: 'found' } });
  });

  test('has the order that a person gives it, and a restored note comes back to its place', async () => {
    const { engine } = await opened();
    for (const text of ['one', 'two', 'three']) {
      const { id } = await engine.addNote(null);
      await engine.changeNote(id, { text });
    }
    const [one, two, three] = await engine.notes();
    expect(texts(await engine.moveNote(three?.id ?? '', one?.id ?? ''))).toEqual(['three', 'one', 'two']);
    expect(texts(await engine.moveNote(three?.id ?? '', two?.id ?? ''))).toEqual(['one', 'three', 'two']);
    await engine.removeNote(three?.id ?? '');
    expect(texts(await engine.notes())).toEqual(['one', 'two']);
    await engine.restoreNote(three?.id ?? '');
    await engine.restoreNote(three?.id ?? '');
    expect(texts(await engine.notes())).toEqual(['one', 'three', 'two']);
  });

  test('does not let changes that are made at once lose one another', async () => {
    const { engine } = await opened();
    const added = await Promise.all(['a', 'b', 'c', 'd'].map(() => engine.addNote(null)));
    await Promise.all(added.map(({ id }, at) => engine.changeNote(id, { text: String(at) })));
    await Promise.all(added.map(({ id }, at) => engine.changeNote(id, { tags: [String(at)] })));
    expect((await engine.notes()).map(({ text, tags }) => [text, ...tags])).toEqual(
      [0, 1, 2, 3].map((at) => [String(at), String(at)]),
    );
  });

  test('a pinned answer stays as it was when its conversation is deleted', async () => {
    const { engine } = await opened();
    const turn = await keptAnswer(engine, 'Who wrote to Charles Babbage?');
    await engine.addNote({ kind: 'answer', turn });
    const [conversation] = await keptConversations(engine);
    await engine.removeConversation(conversation?.id ?? '');
    const [note] = await engine.notes();
    expect(note?.pin).toMatchObject({ kind: 'answer', question: 'Who wrote to Charles Babbage?' });
    expect(JSON.stringify(note?.pin)).toContain('Ada Byron wrote to Charles Babbage');
    await expect(engine.addNote({ kind: 'answer', turn })).rejects.toThrow('cannot be pinned');
  });

  test('pins an entity with its passages, and a view of the map with its picture', async () => {
    const { engine } = await opened();
    const [entity] = (await engine.find('Babbage', 1)).entities;
    if (entity?.target?.kind !== 'entity') throw new Error('no entity');
    const thing = await engine.addNote({ kind: 'thing', target: entity.target });
    expect(thing.pin).toMatchObject({ kind: 'thing', title: 'Babbage' });
    expect(thing.pin?.kind === 'thing' && thing.pin.passages.length).toBeGreaterThan(0);
    const picture = { width: 1, height: 1, base64: PNG };
    const map = await engine.addNote({ kind: 'map', address: 'in=1', title: 'Engine', names: ['Ada'], picture });
    expect(await engine.notePicture(map.id)).toBe(PNG);
    expect(await engine.notePicture(thing.id)).toBe('');
  });

  test('refuses what is not there or is no picture, and says so', async () => {
    const { engine, letter } = await opened();
    await expect(engine.addNote(quoteIn('gone', LETTER, 'Ada'))).rejects.toThrow('no longer in the collection');
    await expect(engine.addNote({ kind: 'quote', documentId: letter, start: 900, end: 950 })).rejects.toThrow(
      'no words',
    );
    const picture = { width: 1, height: 1, base64: `PHN2Zy8+${PNG}` };
    await expect(engine.addNote({ kind: 'map', address: '', title: '', names: [], picture })).rejects.toThrow(
      'picture',
    );
    await expect(engine.changeNote('gone', { text: 'Mine' })).rejects.toThrow('This note has been deleted');
    expect(await engine.notes()).toEqual([]);
  });
});

describe('when a document is deleted', () => {
  test('how many notes it touches is known without the disk, which may be busy', async () => {
    const storage = memoryStorage();
    let isBusy = false;
    const busy = withTables(storage, (tables) => ({
      read: (table) => (isBusy ? new Promise(() => undefined) : tables.read(table)),
    }));
    const engine = createEngine(testEnv(busy));
    await engine.open((await engine.createCollection('Letters')).id);
    await collect(engine.add([textFile('letter.txt', LETTER)]));
    isBusy = true;
    expect(await engine.notesAbout((await engine.view()).documents[0]?.id ?? '')).toBe(0);
  });

  test('its words go from every note, also from one that could be restored; what the person wrote stays', async () => {
    const { engine, env, id, letter, diary } = await opened();
    const turn = await keptAnswer(engine, 'Who taught Zorblat mathematics?');
    const [entity] = (await engine.find('Zorblat', 1)).entities;
    if (entity?.target?.kind !== 'entity') throw new Error('no entity');
    const picture = { width: 1, height: 1, base64: PNG };
    const pins = [
      quoteIn(diary, DIARY, 'Mary Somerville taught Zorblat mathematics.'),
      { kind: 'answer', turn },
      { kind: 'thing', target: entity.target },
      { kind: 'map', address: 'in=1', title: '', names: ['Ada', 'Zorblat'], picture },
      { kind: 'map', address: 'in=2', title: '', names: ['Ada'], picture },
      quoteIn(letter, LETTER, 'Babbage answered Ada from London.'),
    ] as const;
    const added: NoteView[] = [];
    for (const pin of pins) added.push(await engine.addNote(pin));
    for (const note of added) await engine.changeNote(note.id, { text: `Mine ${note.id}` });
    const removed = added[0]?.id ?? '';
    await engine.removeNote(removed);
    expect(await engine.notesAbout(diary)).toBe(3);
    await collect(engine.removeDocuments([diary]));
    await engine.restoreNote(removed);
    const notes = await engine.notes();
    expect(texts(notes)).toEqual(added.map((note) => `Mine ${note.id}`));
    expect(JSON.stringify(notes.map(({ pin }) => (pin?.kind === 'answer' ? pin.answer : pin)))).not.toMatch(
      /Zorblat|Somerville/u,
    );
    expect(notes.map(({ quotePlace }) => quotePlace?.kind)).toEqual([
      'deleted',
      ...Array<undefined>(4).fill(undefined),
      'found',
    ]);
    expect(await engine.notePicture(added[3]?.id ?? '')).toBe('');
    expect(await engine.notePicture(added[4]?.id ?? '')).toBe(PNG);
    const { tables } = await env.collections.open(id);
    expect(
      JSON.stringify((await tables.read('notes')).map(({ pin }) => pin).filter((pin) => !pin.includes('"question"'))),
    ).not.toContain('Zorblat');
    expect(await engine.notesAbout(diary)).toBe(0);
  });
});

describe('when a document is replaced', () => {
  test('words pinned before a document was replaced go with what replaced it', async () => {
    const { engine, diary } = await opened();
    await engine.addNote(quoteIn(diary, DIARY, 'taught Zorblat'));
    await collect(engine.add([textFile('diary.txt', `${DIARY} She wrote books.`)]));
    await collect(engine.settle('diary.txt', 'replace'));
    const { documents } = await engine.view();
    const now = documents.find(({ path }) => path === 'diary.txt')?.id ?? '';
    expect(now).not.toBe(diary);
    expect((await engine.notes())[0]?.quotePlace).toMatchObject({ kind: 'found', documentId: now });
    expect(await engine.notesAbout(now)).toBe(1);
    await collect(engine.removeDocuments([now]));
    expect(JSON.stringify(await engine.notes())).not.toContain('Zorblat');
  });

  test('a quote is found anew where its words stand now, and says where they do not stand any more', async () => {
    const { engine, letter } = await opened();
    await engine.addNote(quoteIn(letter, LETTER, 'Babbage answered Ada from London.'));
    await engine.addNote(quoteIn(letter, LETTER, 'wrote to Charles Babbage'));
    await collect(engine.add([textFile('letter.txt', `A preface. Babbage answered Ada from London. No more.`)]));
    await collect(engine.settle('letter.txt', 'replace'));
    const [found, missing] = await engine.notes();
    expect(found?.quotePlace).toMatchObject({ kind: 'found', start: 11 });
    expect(missing?.quotePlace).toEqual({ kind: 'missing' });
    expect(missing?.pin).toMatchObject({ quote: 'wrote to Charles Babbage' });
  });
});

test('notes change nothing of what is embedded or derived, and a view tells that they changed', async () => {
  const { engine } = await opened();
  const before = await engine.view();
  await engine.addNote(null);
  const after = await engine.view();
  expect(after.notes).toBeGreaterThan(before.notes);
  expect({ ...after, notes: 0, generation: 0 }).toEqual({ ...before, notes: 0, generation: 0 });
});

test('a second tab reads the notes of the first, and may not change them', async () => {
  const { engine, env, id } = await opened();
  const other = createEngine({ ...env });
  await other.open(id);
  expect(await other.notes()).toEqual([]);
  const { id: note } = await engine.addNote(null);
  await engine.changeNote(note, { text: 'Mine' });
  await other.refresh();
  expect(texts(await other.notes())).toEqual(['Mine']);
  await expect(other.changeNote(note, { text: 'Yours' })).rejects.toThrow('Another tab is writing');
  expect(texts(await engine.notes())).toEqual(['Mine']);
});

test('cited documents are told with their pages, in the order in which notes cite them', async () => {
  const { engine, letter, diary } = await opened();
  const first = await engine.addNote(quoteIn(diary, DIARY, 'Somerville'));
  const second = await engine.addNote(quoteIn(letter, LETTER, 'Ada'));
  const third = await engine.addNote(quoteIn(diary, DIARY, 'Chelsea'));
  const cited = await engine.citedDocuments([first.id, second.id, third.id]);
  expect(cited.map(({ title, pages }) => [title, pages])).toEqual([
    ['diary.txt', []],
    ['letter.txt', []],
  ]);
  expect(await engine.citedDocuments([second.id])).toHaveLength(1);
});
