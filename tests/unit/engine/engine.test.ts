import type { Answer } from '../../../src/core/search/answer/answer';
import { describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../src/core/engine/api';
import { createEngine } from '../../../src/core/engine/engine';
import type { EngineEnv } from '../../../src/core/engine/env';
import { ParseError } from '../../../src/core/errors';
import type { DocumentReader } from '../../../src/core/ports/documents';
import type { TableName } from '../../../src/core/tables/tables';
import { keptConversations, keptTurn } from '../../helpers/kept-turn';
import { collect, plainReader, sourceChanges, states, testEnv, textFile } from '../../helpers/engine-env';
import { memoryStorage } from '../../helpers/memory-storage';
import { inEnglish } from '../../../src/core/message';

const LETTER = `Ada Byron wrote to Charles Babbage about the Engine. Babbage answered Ada from London.

The Engine was shown in London. Ada praised the Engine.`;
const DIARY = `Mary Somerville taught Ada mathematics. Somerville lived in Chelsea.

Ada visited Chelsea with Babbage, and the Engine was discussed.`;

async function opened(overrides: Partial<EngineEnv> = {}): Promise<{ engine: EngineApi; env: EngineEnv; id: string }> {
  const env = testEnv(overrides);
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  return { engine, env, id };
}

async function ask(engine: EngineApi, question: string, mode: 'local' | 'basic' | 'global' = 'local'): Promise<Answer> {
  const events = await collect(engine.search({ question, mode }));
  const last = events.at(-1);
  if (last?.kind !== 'answer') throw new Error('no answer');
  return last.answer;
}

/** Every stored row of the open collection, without what depends on when or in which order it was made. */
async function rowsOf(env: EngineEnv, id: string, tables: readonly TableName[]): Promise<unknown> {
  const { tables: store } = await env.collections.open(id);
  const entries = await Promise.all(
    tables.map(async (name) => {
      const rows = (await store.read(name)).map((row) => ({ ...row, human_readable_id: 0, creation_date: '' }));
      return [name, rows.map((row) => JSON.stringify(row)).sort()] as const;
    }),
  );
  return Object.fromEntries(entries);
}

describe('the engine', () => {
  it('reads dropped files, derives a graph and answers with spans of the documents', async () => {
    const { engine } = await opened();
    const events = await collect(engine.add([textFile('a.txt', LETTER), textFile('b.txt', DIARY)]));
    expect(states(events)).toEqual({ 'a.txt': 'read', 'b.txt': 'read' });
    const view = await engine.view();
    expect(view).toMatchObject({ upToDate: true, counts: { documents: 2 } });
    expect(view.counts.entities).toBeGreaterThan(2);
    const answer = await ask(engine, 'Who taught Ada mathematics?');
    const [passage] = answer.evidence.passages;
    const document = await engine.document(passage?.documentId ?? '');
    expect(document?.text.slice(passage?.start, passage?.end)).toBe(passage?.text);
    expect(passage?.text).toContain('Mary Somerville');
  });

  it('makes one document of the same bytes under two paths and says so', async () => {
    const { engine } = await opened();
    const events = await collect(engine.add([textFile('a.txt', LETTER), textFile('copy/a.txt', LETTER)]));
    expect(states(events)).toEqual({ 'a.txt': 'read', 'copy/a.txt': 'duplicate' });
    expect((await engine.view()).documents).toHaveLength(1);
  });

  it('announces other bytes under a known path, and replaces the document only when told to', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER)]));
    expect(states(await collect(engine.add([textFile('a.txt', DIARY)])))).toEqual({ 'a.txt': 'changed' });
    const missing = async () => (await ask(engine, 'Who lived in Chelsea?')).evidence.missing.map(({ word }) => word);
    expect(await missing()).toContain('Chelsea');
    await collect(engine.add([textFile('a.txt', DIARY)], { onChange: 'replace' }));
    const view = await engine.view();
    expect(view.documents).toHaveLength(1);
    expect(await missing()).toEqual([]);
  });

  it('keeps an offered change over a restart, and takes it in or drops it by the person’s word', async () => {
    const { engine, env, id } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER)]));
    await collect(engine.add([textFile('a.txt', DIARY)]));
    await collect(engine.add([textFile('b.txt', 'Nobody knew.')]));
    await engine.open((await engine.createCollection('Other')).id);
    const again = createEngine(env);
    expect(await again.open(id)).toMatchObject({ upToDate: true, offered: [{ path: 'a.txt' }] });
    expect(states(await collect(again.settle('a.txt', 'keep both')))).toEqual({ 'a.txt': 'read' });
    expect(await again.view()).toMatchObject({ offered: [], counts: { documents: 3 } });
    expect((await ask(again, 'Who lived in Chelsea?')).notFound).toBe(false);
    await collect(again.add([textFile('a.txt', 'Something else altogether.')]));
    await again.dismiss('a.txt');
    expect(await again.view()).toMatchObject({ offered: [], counts: { documents: 3 } });
  });

  it('sets a bad file aside with its reason and goes on with the others; the file can be tried again or dismissed', async () => {
    const { engine } = await opened();
    const events = await collect(engine.add([textFile('bad.txt', 'BAD'), textFile('a.txt', LETTER)]));
    expect(states(events)).toEqual({ 'bad.txt': 'failed', 'a.txt': 'read' });
    expect((await engine.view()).failed).toMatchObject([{ path: 'bad.txt', reason: 'This file is bad.' }]);
    await collect(engine.retry('bad.txt'));
    expect((await engine.view()).failed).toHaveLength(1);
    await engine.dismiss('bad.txt');
    expect((await engine.view()).failed).toEqual([]);
  });

  it('reads the pictures that are there once a person agrees, and says of each other one that it is gone', async () => {
    const reader: DocumentReader = {
      read: async (source, options) =>
        source.answer?.kind === 'pictures'
          ? plainReader.read(source, options)
          : { kind: 'documents', documents: [], need: { kind: 'pictures', pages: 1 } },
    };
    const { engine } = await opened({ reader });
    await collect(engine.add([textFile('a.png', LETTER), textFile('b.png', DIARY)]));
    expect((await engine.view()).failed).toHaveLength(2);
    await engine.dismiss('a.png');
    const answered = sourceChanges(await collect(engine.answer(['a.png', 'b.png'], { kind: 'pictures' })));
    expect(answered.filter(({ state }) => state === 'failed').map(({ path }) => path)).toEqual(['a.png']);
    expect(await engine.view()).toMatchObject({ failed: [], counts: { documents: 1 } });
    await expect(collect(engine.answer(['a.png'], { kind: 'pictures' }))).rejects.toThrow('The saved copy');
  });

  const partlyReader: DocumentReader = {
    read: async (source, options) => {
      const result = await plainReader.read(source, options);
      if (source.answer?.kind === 'pictures' || result.kind !== 'documents') return result;
      const documents = result.documents.map((one) => ({ ...one, text: one.text.slice(0, 40) }));
      return { ...result, documents, need: { kind: 'pictures', pages: 1, of: 2 } };
    },
  };

  it('reads the part of a source that needs no answer, and the whole in its place once there is one', async () => {
    const { engine } = await opened({ reader: partlyReader });
    await collect(engine.add([textFile('a.pdf', LETTER)]));
    const before = await engine.view();
    expect(before.failed).toMatchObject([{ path: 'a.pdf', need: { kind: 'pictures', pages: 1, of: 2 } }]);
    const [part] = before.documents;
    expect((await engine.document(part?.id ?? ''))?.text).toBe(LETTER.slice(0, 40));
    await collect(engine.answer(['a.pdf'], { kind: 'pictures' }));
    const after = await engine.view();
    expect(after).toMatchObject({ failed: [], counts: { documents: 1 } });
    expect(after.documents[0]?.id).not.toBe(part?.id);
    expect((await engine.document(after.documents[0]?.id ?? ''))?.text).toBe(LETTER);
  });

  it('keeps what was read in a language that is doubtful, and reads it in another one in its place', async () => {
    const reader: DocumentReader = {
      read: async (source, options) => {
        const result = await plainReader.read(source, options);
        const language = source.answer?.kind === 'pictures' ? source.answer.language : undefined;
        if (language === 'deu' || result.kind !== 'documents') return result;
        const doubt = { language: language ?? 'eng' };
        return { ...result, recognised: { pages: 2, seconds: 5 }, need: { kind: 'pictures', pages: 2, doubt } };
      },
    };
    const { engine } = await opened({ reader });
    expect(await engine.secondsPerPage()).toBeNull();
    await collect(engine.add([textFile('a.png', LETTER)]));
    expect(await engine.secondsPerPage()).toBe(2.5);
    const ids = new Set<string>();
    for (const language of ['fra', 'deu']) {
      const { documents, failed } = await engine.view();
      expect([documents.length, failed.length]).toEqual([1, 1]);
      ids.add(documents[0]?.id ?? '');
      await collect(engine.answer(['a.png'], { kind: 'pictures', language }));
    }
    const { documents, failed } = await engine.view();
    expect([documents.length, failed.length]).toEqual([1, 0]);
    expect(ids.add(documents[0]?.id ?? '').size).toBe(3);
  });

  it('drops the question of a document that is removed, with its bytes', async () => {
    const { engine, env, id } = await opened({ reader: partlyReader });
    await collect(engine.add([textFile('a.pdf', LETTER)]));
    const { documents, failed } = await engine.view();
    await collect(engine.removeDocuments(documents.map((document) => document.id)));
    expect((await engine.view()).failed).toEqual([]);
    const { blobs } = await env.collections.open(id);
    expect(await blobs.get(failed[0]?.byte_hash ?? '')).toBeUndefined();
  });

  it('makes no document, failure or member of a source that was withdrawn while it was read', async () => {
    let withdraw: (path: string) => Promise<void> = async () => undefined;
    const reader: DocumentReader = {
      async read(source, options) {
        const result = await plainReader.read(source, options).finally(() => withdraw(source.path));
        return result;
      },
    };
    const { engine, env, id } = await opened({ reader, parallelReads: 1 });
    withdraw = (path) => (path === 'stays.txt' ? Promise.resolve() : engine.dismiss(path));
    const files = ['stays.txt', 'goes.txt'].map((path) => textFile(path, `Ada wrote to Babbage in ${path}.`));
    const events = await collect(
      engine.add([...files, textFile('bad.txt', 'BAD'), textFile('mail.zip', 'ZIP\nAda met Mary.')]),
    );
    const ends = sourceChanges(events).filter(({ state }) => ['read', 'failed'].includes(state));
    expect(ends.map(({ path, state }) => [path, state])).toEqual([['stays.txt', 'read']]);
    const view = await engine.view();
    expect(view).toMatchObject({ pending: [], failed: [], upToDate: true });
    expect(view.documents.map(({ path }) => path)).toEqual(['stays.txt']);
    const rows = (await rowsOf(env, id, ['documents', 'text_units', 'extractions'])) as Record<string, string[]>;
    expect(Object.values(rows).flat().join()).not.toContain('goes');
  });

  it('makes a document of a source that was withdrawn while it was read and is given again', async () => {
    let once = true;
    const again: Promise<unknown>[] = [];
    const reader: DocumentReader = {
      async read(source, options) {
        const result = await plainReader.read(source, options);
        if (once) {
          once = false;
          await engine.dismiss('a.txt');
          again.push(collect(engine.add([textFile('a.txt', LETTER)])));
        }
        return result;
      },
    };
    const { engine } = await opened({ reader });
    await collect(engine.add([textFile('a.txt', LETTER), textFile('b.txt', DIARY)]));
    await Promise.all(again);
    const view = await engine.view();
    expect(view).toMatchObject({ pending: [], failed: [], upToDate: true });
    expect(view.documents.map(({ path }) => path).sort()).toEqual(['a.txt', 'b.txt']);
  });

  it('says why a file could not be read while others are still being read', async () => {
    let reportFailure = (): void => undefined;
    const failureReport = new Promise<void>((resolve) => (reportFailure = resolve));
    const reader: DocumentReader = {
      async read(source, options) {
        if (source.path === 'slow.txt') await failureReport;
        return plainReader.read(source, options);
      },
    };
    const { engine } = await opened({ reader });
    const failures: string[] = [];
    for await (const event of engine.add([textFile('slow.txt', LETTER), textFile('bad.txt', 'BAD')])) {
      const failed = sourceChanges([event]).filter(({ state }) => state === 'failed');
      if (failed.length === 0) continue;
      failures.push(...failed.map(({ path }) => path));
      reportFailure();
    }
    expect(failures).toEqual(['bad.txt']);
    expect((await engine.view()).failed.map(({ path }) => path)).toEqual(['bad.txt']);
  });

  it('keeps in mind which failures are worth another try', async () => {
    const reader: DocumentReader = {
      read: async ({ path }) => {
        throw new ParseError('It cannot be read.', path === 'slow.txt' ? { traits: ['worth another try'] } : {});
      },
    };
    const { engine } = await opened({ reader });
    const events = await collect(engine.add([textFile('slow.txt', LETTER), textFile('bad.txt', DIARY)]));
    const worth = (list: readonly object[]): unknown[] => list.filter((one) => 'again' in one && one.again);
    expect(worth(sourceChanges(events))).toMatchObject([{ path: 'slow.txt', state: 'failed' }]);
    expect(worth((await engine.view()).failed)).toMatchObject([{ path: 'slow.txt' }]);
  });

  it('reads each member of an archive as a document of its own', async () => {
    const { engine } = await opened();
    await collect(
      engine.add([textFile('box.zip', `ZIP\n${LETTER.replaceAll('\n', ' ')}\n${DIARY.replaceAll('\n', ' ')}`)]),
    );
    const paths = (await engine.view()).documents.map((document) => document.path).sort();
    expect(paths).toEqual(['box.zip!/0.txt', 'box.zip!/1.txt']);
  });

  it('gives the same tables whether documents came at once, one by one, or with another that was deleted again', async () => {
    const derived = ['entities', 'relationships', 'covariates', 'text_units', 'extractions'] as const;
    const once = await opened();
    await collect(once.engine.add([textFile('a.txt', LETTER), textFile('b.txt', DIARY)]));
    const slow = await opened();
    await collect(slow.engine.add([textFile('x.txt', 'Zorro met Ada in Lisbon. Zorro left Lisbon.')]));
    await collect(slow.engine.add([textFile('b.txt', DIARY)]));
    const extra = (await slow.engine.view()).documents.find((document) => document.path === 'x.txt');
    await collect(slow.engine.add([textFile('a.txt', LETTER)]));
    await collect(slow.engine.removeDocuments([extra?.id ?? '']));
    await once.engine.createCollection('other');
    expect(await rowsOf(slow.env, slow.id, derived)).toEqual(await rowsOf(once.env, once.id, derived));
  });

  it('gives the same communities and reports in whatever order the documents are read', async () => {
    const files = [
      textFile('a.txt', LETTER),
      textFile('b.txt', DIARY),
      textFile('c.txt', 'Mary met Ada. Ada met Mary in Rome.'),
    ];
    const tables = ['entities', 'relationships', 'communities', 'community_reports'] as const;
    const rows = await Promise.all(
      [files, files.toReversed()].map(async (order) => {
        const { engine, env, id } = await opened();
        await collect(engine.add(order));
        return rowsOf(env, id, tables);
      }),
    );
    expect(rows[1]).toEqual(rows[0]);
  });

  it('reads the first sources while the others are still being kept', async () => {
    const { engine, env } = await opened();
    const files = Array.from({ length: 12 }, (_, n) => textFile(`${n}.txt`, `Ada wrote letter ${n} to Babbage.`));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { hash } = env;
    const late = files.at(-1)?.bytes;
    Object.assign(env, { hash: async (bytes: Blob) => (bytes === late && (await released), hash(bytes)) });
    let isAsked = false;
    for await (const event of engine.add(files)) {
      if (!sourceChanges([event]).some(({ state }) => state === 'read')) continue;
      isAsked ||= (await engine.view()).documents.length < files.length;
      release();
    }
    expect(isAsked).toBe(true);
    expect(await engine.view()).toMatchObject({ upToDate: true, pending: [], counts: { documents: 12 } });
  });

  it('keeps what was read when stopped, and goes on with the rest after reopening', async () => {
    const stop = new AbortController();
    let read = 0;
    const reader = {
      read: async (...given: Parameters<typeof plainReader.read>) => {
        if (++read === 3) stop.abort();
        given[1].signal?.throwIfAborted();
        return plainReader.read(...given);
      },
    };
    const { engine, env, id } = await opened({ reader, parallelReads: 1 });
    const files = [1, 2, 3, 4].map((n) => textFile(`${n}.txt`, `Ada wrote letter ${n} to Babbage.`));
    await collect(engine.add(files, { signal: stop.signal }));
    const view = await engine.view();
    expect([view.documents.length, view.pending.length]).toEqual([2, 2]);
    const other = await engine.createCollection('Other');
    await engine.open(other.id);
    const again = createEngine(env);
    const reopened = await again.open(id);
    expect(reopened.pending).toHaveLength(2);
    await collect(again.resume());
    expect(await again.view()).toMatchObject({ upToDate: true, pending: [], counts: { documents: 4 } });
  });

  it('keeps a pause and the word to go on at once, so that neither is undone by a crash', async () => {
    const stop = new AbortController();
    const reader: DocumentReader = {
      async read(source, options) {
        stop.abort();
        options.signal?.throwIfAborted();
        return plainReader.read(source, options);
      },
    };
    const { engine, env, id } = await opened({ reader });
    const kept = async () => (await env.collections.open(id)).tables.state;
    await collect(engine.add([textFile('a.txt', LETTER)], { signal: stop.signal }));
    await engine.pause();
    expect(await kept()).toMatchObject({ paused: true, pending: [{ path: 'a.txt' }] });
    const paused = engine.pause();
    for await (const event of engine.resume()) {
      expect(event.kind).toBe('sources');
      expect(await kept()).toMatchObject({ paused: false });
      break;
    }
    await paused;
    expect((await engine.view()).paused).toBe(false);
  });

  it('forgets the words of a deleted document everywhere: tables, bytes and kept answers', async () => {
    const { engine, env, id } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER), textFile('b.txt', DIARY)]));
    const answer = await ask(engine, 'Who taught Ada mathematics?');
    await engine.keepTurn(null, { id: 't', question: 'Who taught Ada?', asked: 0, answer });
    const diary = (await engine.view()).documents.find((document) => document.path === 'b.txt');
    await collect(engine.removeDocuments([diary?.id ?? '']));
    const tables = await rowsOf(env, id, [
      'documents',
      'text_units',
      'extractions',
      'entities',
      'relationships',
      'community_reports',
    ]);
    const everything = JSON.stringify([tables, await keptConversations(engine)]);
    expect(/Somerville|taught Ada mathematics|visited Chelsea/.exec(everything)?.[0]).toBeUndefined();
    expect(await engine.original(diary?.id ?? '').catch(() => null)).toBeNull();
    const after = JSON.stringify(await ask(engine, 'Who taught Ada mathematics?'));
    expect(after).not.toMatch(/Somerville|Chelsea/u);
  });

  it('deletes what it was told to although it is to stop, and derives nothing then', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER), textFile('b.txt', DIARY)]));
    const idOf = async (path: string): Promise<string> =>
      (await engine.view()).documents.find((item) => item.path === path)?.id ?? '';
    const goes = await idOf('a.txt');
    const adding = collect(engine.add([textFile('c.txt', 'Ada saw Rome.')]));
    await collect(engine.removeDocuments([goes], { signal: AbortSignal.abort() }));
    await adding;
    expect((await engine.view()).documents.map(({ path }) => path)).toEqual(['b.txt', 'c.txt']);
    await collect(engine.removeDocuments([await idOf('b.txt')], { signal: AbortSignal.abort() }));
    expect(await engine.view()).toMatchObject({ upToDate: false, documents: [{ path: 'c.txt' }] });
    await collect(engine.resume());
    expect((await engine.view()).upToDate).toBe(true);
  });

  it('keeps a change of names although it is to stop before its turn, and derives it later', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER)]));
    const [entity] = (await engine.find('Ada', 1)).entities;
    const adding = collect(engine.add([textFile('b.txt', DIARY)]));
    await collect(engine.renameEntity(entity?.id ?? '', 'Ada King', { signal: AbortSignal.abort() }));
    await adding;
    expect(await engine.edits()).toHaveLength(1);
    await collect(engine.resume());
    expect((await engine.find('Ada King', 1)).entities).toMatchObject([{ title: 'Ada King' }]);
  });

  it('keeps no words of a document that was deleted while the answer was given', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER), textFile('b.txt', DIARY)]));
    const answer = await ask(engine, 'Who taught Ada mathematics?');
    const diary = (await engine.view()).documents.find((document) => document.path === 'b.txt');
    await collect(engine.removeDocuments([diary?.id ?? '']));
    await engine.keepTurn(null, { id: 't', question: 'Who?', asked: 0, answer });
    expect(JSON.stringify(await keptConversations(engine))).not.toContain('Somerville');
  });

  it('loses no turn when turns are kept at the same time', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER)]));
    const answer = await ask(engine, 'Who answered Ada?');
    const { id } = await keptTurn(engine, { id: '0', question: 'Who?', asked: 0, answer });
    const more = ['1', '2', '3'].map((turn) => engine.keepTurn(id, { id: turn, question: turn, asked: 0, answer }));
    await Promise.all(more);
    expect((await keptConversations(engine))[0]?.turns.map((turn) => turn.id)).toEqual(['0', '1', '2', '3']);
  });

  it('loses no turn that two tabs keep in one conversation', async () => {
    const { engine, env, id: collection } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER)]));
    const answer = await ask(engine, 'Who answered Ada?');
    const { id } = await keptTurn(engine, { id: '0', question: 'Who?', asked: 0, answer });
    const other = createEngine(env);
    await other.open(collection);
    await Promise.all(
      ['1', '2', '3', '4'].map((turn, at) =>
        (at % 2 ? other : engine).keepTurn(id, { id: turn, question: turn, asked: 0, answer }),
      ),
    );
    expect((await keptConversations(engine))[0]?.turns.map((turn) => turn.id).sort()).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
    ]);
  });

  it('keeps an answer before the one that was asked beside it and ended sooner', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER)]));
    const answer = await ask(engine, 'Who answered Ada?');
    const beside = { id: 'beside', question: 'Who?', asked: 0, answer, comparedWith: 'first' };
    const { id } = await keptTurn(engine, beside);
    await engine.keepTurn(id, { id: 'first', question: 'Who?', asked: 0, answer });
    await engine.keepTurn(id, { id: 'next', question: 'And?', asked: 0, answer });
    expect((await keptConversations(engine))[0]?.turns.map((turn) => turn.id)).toEqual(['first', 'beside', 'next']);
  });

  it('does not bring a removed conversation back, and keeps no answer in another collection', async () => {
    const { engine, id: collection } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER)]));
    const answer = await ask(engine, 'Who answered Ada?');
    const { id } = await keptTurn(engine, { id: '0', question: 'Who?', asked: 0, answer });
    await engine.removeConversation(id);
    expect(await engine.keepTurn(id, { id: '1', question: 'Who?', asked: 0, answer })).toBeNull();
    expect(await keptConversations(engine)).toEqual([]);
    await engine.open((await engine.createCollection('Others')).id);
    const late = engine.keepTurn(null, { id: '2', question: 'Who?', asked: 0, answer }, { collection });
    await expect(late).rejects.toThrow('Another collection is open now');
    expect(await keptConversations(engine)).toEqual([]);
  });

  it('keeps no answer of a collection that another tab has deleted', async () => {
    const storage = memoryStorage();
    const [engine, other] = [createEngine(testEnv(storage)), createEngine(testEnv(storage))];
    const { id } = await engine.createCollection('Letters');
    await engine.open(id);
    await collect(engine.add([textFile('a.txt', LETTER)]));
    const answer = await ask(engine, 'Who answered Ada?');
    const kept = await keptTurn(engine, { id: '0', question: 'Who?', asked: 0, answer });
    await other.removeCollection(id);
    expect(await engine.keepTurn(kept.id, { id: '1', question: 'Who?', asked: 0, answer })).toBeNull();
    const late = engine.keepTurn(null, { id: '2', question: 'Who?', asked: 0, answer });
    await expect(late).rejects.toThrow('This collection was deleted');
    expect(await storage.conversations.list(id)).toEqual([]);
  });

  it('lets go of the tables of a collection when another one is opened', async () => {
    const env = testEnv();
    let forgotten = 0;
    env.queries.forget = async () => void forgotten++;
    const engine = createEngine(env);
    await engine.open((await engine.createCollection('One')).id);
    expect(forgotten).toBe(0);
    await engine.open((await engine.createCollection('Two')).id);
    expect(forgotten).toBe(1);
  });

  it('merges entities by a person’s word, keeps that over new documents, and undoes it', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER)]));
    const titleOf = async (title: string) =>
      (await engine.document((await engine.view()).documents[0]?.id ?? ''))?.entities.find(
        (one) => one.title === title,
      );
    const [ada, byron] = [await titleOf('Ada'), await titleOf('Byron')];
    await collect(engine.merge(ada?.id ?? '', byron?.id ?? ''));
    expect(await titleOf('Byron')).toBeUndefined();
    await collect(engine.add([textFile('c.txt', 'Byron saw the Engine in Paris.')]));
    expect(await titleOf('Byron')).toBeUndefined();
    const [merged] = await engine.edits();
    await collect(engine.undo(merged?.id ?? ''));
    expect(await titleOf('Byron')).toBeDefined();
    expect((await engine.edits())[0]?.undone).toBe(true);
  });

  it('says what an edit did once it is kept, and undoes it by that', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER)]));
    const { entities } = await engine.find('Ada', 1);
    const events = await collect(engine.renameEntity(entities[0]?.id ?? '', 'Ada King'));
    const edited = events.find((event) => event.kind === 'edited');
    expect(edited && inEnglish(edited.words)).toBe('Renamed “Ada” to “Ada King”');
    expect((await engine.edits())[0]?.id).toBe(edited?.id);
    const undoing = await collect(engine.undo(edited?.id ?? ''));
    expect(undoing.some(({ kind }) => kind === 'edited')).toBe(false);
    expect((await engine.find('Ada King', 1)).entities).toEqual([]);
  });

  it('splits a merged name off an entity again, keeps that over new documents, and undoes it', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', LETTER), textFile('b.txt', DIARY)]));
    const entity = async (title: string) =>
      (await Promise.all((await engine.view()).documents.map(({ id }) => engine.document(id))))
        .flatMap((document) => document?.entities ?? [])
        .find((one) => one.title === title);
    const [ada, mary] = [await entity('Ada'), await entity('Mary')];
    await collect(engine.merge(ada?.id ?? '', mary?.id ?? ''));
    const merged = await engine.evidence({ kind: 'entity', id: ada?.id ?? '', title: 'Ada' });
    expect(merged?.aliases).toContain('Mary');
    await expect(collect(engine.splitEntity(ada?.id ?? '', 'Nobody'))).rejects.toThrow('cannot be split off');
    await collect(engine.splitEntity(ada?.id ?? '', 'Mary'));
    expect(await entity('Mary')).toEqual(mary);
    await collect(engine.add([textFile('c.txt', 'Mary saw the Engine in Paris.')]));
    expect(await entity('Mary')).toEqual(mary);
    const [split] = await engine.edits();
    expect(inEnglish(split?.words ?? '')).toMatch(/^Split “Mary” off/);
    await collect(engine.undo(split?.id ?? ''));
    expect(await entity('Mary')).toBeUndefined();
  });

  it('does not suggest a pair again that a person keeps apart', async () => {
    const { engine } = await opened();
    const names = 'Somerville met Ada. Sommerville left Ada in Rome. Somerville wrote to Ada.';
    await collect(engine.add([textFile('a.txt', names)], {}));
    const [pair] = await engine.aliasSuggestions();
    if (!pair) return expect(pair).toBeDefined();
    await collect(engine.keepApart(pair.into.id, pair.from.id));
    expect((await engine.aliasSuggestions()).map((one) => inEnglish(one.reason))).not.toContain(inEnglish(pair.reason));
    expect(inEnglish((await engine.edits())[0]?.words ?? '')).toMatch(/apart/);
  });

  it('makes text units again when their size is changed, and answers from the new ones', async () => {
    const { engine } = await opened();
    await collect(engine.add([textFile('a.txt', `${LETTER}\n\n${DIARY}`)]));
    const before = (await engine.view()).counts.text_units;
    await collect(engine.configure('text units', { strategy: 'sentences', size: 600, overlap: 0 }));
    expect((await engine.view()).counts.text_units).toBeGreaterThan(before);
    expect((await ask(engine, 'Who lived in Chelsea?')).notFound).toBe(false);
  });

  it('leaves the collection before open, and what runs in it, where the next one cannot be opened', async () => {
    let finishReading = (): void => undefined;
    const readable = new Promise<void>((resolve) => (finishReading = resolve));
    const reader: DocumentReader = { read: async (...given) => (await readable, plainReader.read(...given)) };
    const storage = memoryStorage();
    const broken = await storage.collections.create('Broken');
    const open: typeof storage.collections.open = (id) =>
      id === broken.id ? Promise.reject(new Error('damaged')) : storage.collections.open(id);
    const { engine, id } = await opened({ ...storage, collections: { ...storage.collections, open }, reader });
    const adding = collect(engine.add([textFile('a.txt', LETTER)]));
    await expect(engine.open(broken.id)).rejects.toThrow('damaged');
    finishReading();
    await adding;
    expect(await engine.view()).toMatchObject({ collection: { id }, upToDate: true, counts: { documents: 1 } });
  });

  it('opens a collection whose time of use cannot be noted and whose leftovers cannot be removed', async () => {
    const storage = memoryStorage();
    const fail = (): Promise<never> => Promise.reject(new Error('The disk is full.'));
    const open: typeof storage.collections.open = async (id) => {
      const { tables, blobs } = await storage.collections.open(id);
      return { tables, blobs: { ...blobs, sweep: fail } };
    };
    const engine = createEngine(testEnv({ ...storage, collections: { ...storage.collections, open, touch: fail } }));
    const { id } = await engine.createCollection('Letters');
    expect((await engine.open(id)).collection.id).toBe(id);
    expect((await engine.view()).collection.id).toBe(id);
  });

  it('shows by itself what another tab commits, until it is stopped or may write', async () => {
    const { engine, env, id } = await opened();
    const second = createEngine(env);
    await second.open(id);
    const stop = new AbortController();
    const adding = collect(engine.add([textFile('a.txt', LETTER)]));
    for await (const view of second.follow({ signal: stop.signal })) {
      expect(view.writable).toBe(false);
      if (view.upToDate && view.documents.length === 1) stop.abort();
    }
    await adding;
    await engine.open((await engine.createCollection('Other')).id);
    expect(await collect(second.follow())).toMatchObject([{ writable: true, documents: [{ path: 'a.txt' }] }]);
  });

  it('only reads while another tab writes, and can take over when that one closes', async () => {
    const { engine, env, id } = await opened();
    const second = createEngine(env);
    expect((await second.open(id)).writable).toBe(false);
    await expect(collect(second.add([textFile('a.txt', LETTER)]))).rejects.toThrow(/Another tab/);
    await collect(engine.add([textFile('a.txt', LETTER)]));
    expect((await second.view()).documents).toHaveLength(0);
    expect((await second.refresh()).documents).toHaveLength(1);
    const other = await engine.createCollection('Other');
    await engine.open(other.id);
    expect((await second.refresh()).writable).toBe(true);
  });
});
