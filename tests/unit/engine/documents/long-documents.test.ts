import { describe, expect, it } from 'vitest';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { CollectionView } from '../../../../src/core/engine/collections/collection-view';
import { createEngine } from '../../../../src/core/engine/engine';
import type { IndexEvent } from '../../../../src/core/engine/session/index-events';
import { OpenCollection } from '../../../../src/core/engine/collections/open-collection';
import { deriveInTurn } from '../../../../src/core/engine/model-index/run/commit-buffer';
import type { ModelRun } from '../../../../src/core/engine/model-index/run/model-run';
import { ParseError } from '../../../../src/core/errors';
import { PART_CHARACTERS } from '../../../../src/core/text/text-units';
import type { DocumentReader, MentionFinder } from '../../../../src/core/ports/documents';
import {
  capitalFinder,
  collect,
  plainReader,
  sourceChanges,
  states,
  testEnv,
  textFile,
} from '../../../helpers/engine-env';
import { memoryStorage, type MemoryStorage } from '../../../helpers/memory-storage';

const NAMES = ['Ada', 'Bob', 'Cy', 'Dora', 'Eve', 'Fay', 'Gus', 'Hal'];
const name = (n: number): string => NAMES[n % NAMES.length] ?? '';
const FILLER = 'of all the reeds that stand in the shallow water by the mill '.repeat(12);
/** Two parts and a half; its last sentence has the only harpsichord. */
const LONG = `${Array.from({ length: (2.5 * PART_CHARACTERS) / FILLER.length }, (_, n) => `${name(n)} spoke ${FILLER} to ${name(n * 3 + 1)}. `).join('')}Zoe tuned the harpsichord.`;
const DOCUMENT = 'long.txt';

async function engineOn(
  storage: MemoryStorage,
  mentions: MentionFinder = capitalFinder,
  reader = plainReader,
): Promise<EngineApi> {
  return createEngine(testEnv({ ...storage, mentions, reader }));
}

/** Stops at the last sentence of the long text. */
const failing: MentionFinder = {
  find: async (batch, options) => {
    if (batch.sentences.some((text) => text.includes('harpsichord'))) throw new ParseError('The reader stopped.');
    return capitalFinder.find(batch, options);
  },
};

async function newCollection(engine: EngineApi): Promise<string> {
  const { id } = await engine.createCollection('Long');
  await engine.open(id);
  return id;
}

/** Follows events until the view of a commit is as wanted, then stops the run. */
async function stopAt(
  run: (signal: AbortSignal) => AsyncIterable<IndexEvent>,
  wanted: (view: CollectionView) => boolean,
): Promise<CollectionView> {
  const stop = new AbortController();
  let last: CollectionView | undefined;
  for await (const event of run(stop.signal)) {
    if (event.kind !== 'committed') continue;
    last ??= wanted(event.view) ? event.view : undefined;
    if (last) stop.abort();
  }
  if (!last) throw new Error('It never came so far');
  return last;
}

async function rowsOf(storage: MemoryStorage, id: string) {
  const { tables } = await storage.collections.open(id);
  const [units, records, entities, relationships] = await Promise.all([
    tables.read('text_units'),
    tables.read('extractions'),
    tables.read('entities'),
    tables.read('relationships'),
  ]);
  await tables.close();
  return { units, records, entities, relationships };
}

const isPartly = ({ counts, upToDate }: CollectionView): boolean => counts.text_units > 0 && !upToDate;

describe('a document longer than one part', () => {
  it('is kept part by part, and after each kill goes on where it was, to the same tables', async () => {
    const whole = memoryStorage();
    const steady = await engineOn(whole);
    const wholeId = await newCollection(steady);
    await collect(steady.add([textFile(DOCUMENT, LONG)]));
    whole.kill();

    const storage = memoryStorage();
    let engine = await engineOn(storage);
    const id = await newCollection(engine);
    const counts: number[] = [];
    let view = await stopAt((signal) => engine.add([textFile(DOCUMENT, LONG)], { signal }), isPartly);
    while (!view.upToDate) {
      counts.push(view.counts.text_units);
      storage.kill();
      engine = await engineOn(storage);
      const opened = await engine.open(id);
      expect(opened.counts.text_units).toBeGreaterThanOrEqual(view.counts.text_units);
      const before = opened.counts.text_units;
      view = await stopAt(
        (signal) => engine.resume({ signal }),
        (now) => now.counts.text_units > before || now.upToDate,
      );
    }
    expect(counts.length).toBeGreaterThan(1);
    storage.kill();
    expect(await rowsOf(storage, id)).toEqual(await rowsOf(whole, wholeId));
  });

  it('can be asked while the rest is still read, and the answer says that something is unread', async () => {
    const engine = await engineOn(memoryStorage());
    await newCollection(engine);
    await stopAt((signal) => engine.add([textFile(DOCUMENT, LONG)], { signal }), isPartly);
    const answer = (await collect(engine.search({ question: 'Who spoke to Bob?', mode: 'basic', documentIds: [] }))).at(
      -1,
    );
    expect(answer).toMatchObject({ kind: 'answer', answer: { evidence: { passages: expect.any(Array) } } });
    const first = JSON.stringify(answer);
    expect(first).toContain('reeds');
    expect(first).toContain('"unread":1');
  });

  it('leaves nothing behind when it is deleted before its end', async () => {
    const storage = memoryStorage();
    const engine = await engineOn(storage);
    const id = await newCollection(engine);
    const view = await stopAt((signal) => engine.add([textFile(DOCUMENT, LONG)], { signal }), isPartly);
    await collect(engine.removeDocuments(view.documents.map((one) => one.id)));
    storage.kill();
    expect(await rowsOf(storage, id)).toEqual({ units: [], records: [], entities: [], relationships: [] });
    const { tables } = await storage.collections.open(id);
    expect(tables.state).toMatchObject({ pending: [], reindex: [] });
    expect(tables.state.made ?? {}).toEqual({});
    await tables.close();
  });

  it('is cut otherwise in parts too, each of its passages once, when the person changes that midway', async () => {
    const storage = memoryStorage();
    const engine = await engineOn(storage);
    const id = await newCollection(engine);
    await stopAt((signal) => engine.add([textFile(DOCUMENT, LONG)], { signal }), isPartly);
    const configured = await stopAt((signal) => engine.configure('text units', { size: 1200 }, { signal }), isPartly);
    expect(configured.incomplete).toHaveLength(1);
    await collect(engine.resume());
    const { units, records } = await rowsOf(storage, id);
    const starts = units.map(({ start }) => start);
    expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    expect(units.at(-1)?.end).toBe(LONG.length);
    expect(Math.max(...units.map(({ n_tokens }) => n_tokens))).toBeGreaterThan(600);
    expectDistinct(records);
  });

  it('keeps all its passages, and says what is missing, where names of a later part cannot be found', async () => {
    const storage = memoryStorage();
    const engine = await engineOn(storage, failing);
    const id = await newCollection(engine);
    await collect(engine.add([textFile(DOCUMENT, 'Fay met Bob.')]));
    const added = engine.add([textFile(DOCUMENT, LONG), textFile('short.txt', 'Ada met Bob.')], {
      onChange: 'replace',
    });
    expect(states(await collect(added))).toEqual({ [DOCUMENT]: 'failed', 'short.txt': 'read' });
    storage.kill();
    const again = await engineOn(storage);
    const view = await again.open(id);
    expect(view.documents.map(({ path }) => path).toSorted()).toEqual([DOCUMENT, 'short.txt']);
    expect(view.failed).toMatchObject([{ path: DOCUMENT, again: true }]);
    expect(view.incomplete).toEqual([]);
    const found = await again.findText('harpsichord', { limit: 5 });
    expect(JSON.stringify(found)).toContain('harpsichord');
    await collect(again.retry(DOCUMENT));
    const { units, records } = await rowsOf(storage, id);
    expect(units.filter(({ end }) => end === LONG.length)).toHaveLength(1);
    expect(records.some(({ key }) => key === 'zoe')).toBe(true);
    expectDistinct(records);
  });

  it('still asks about its pages that are pictures where names of a part cannot be found', async () => {
    const reader: DocumentReader = {
      read: async (source, options) => {
        const result = await plainReader.read(source, options);
        if (source.answer || result.kind !== 'documents') return result;
        const documents = result.documents.map((one) => ({ ...one, text: one.text.slice(20) }));
        return { ...result, documents, need: { kind: 'pictures', pages: 1, of: 2 } };
      },
    };
    const engine = await engineOn(memoryStorage(), failing, reader);
    await newCollection(engine);
    expect(states(await collect(engine.add([textFile(DOCUMENT, LONG)])))).toEqual({ [DOCUMENT]: 'asks' });
    const { failed, documents } = await engine.view();
    const [part] = documents;
    expect(failed).toMatchObject([
      {
        path: DOCUMENT,
        reason: 'The reader stopped.',
        need: { kind: 'pictures', pages: 1, of: 2 },
        replaces: [part?.id],
      },
    ]);
    await collect(engine.answer([DOCUMENT], { kind: 'pictures' }));
    const whole = await engine.view();
    expect(whole.documents).toHaveLength(1);
    expect(whole.documents[0]?.id).not.toBe(part?.id);
  });

  it('gives way to files that come meanwhile', async () => {
    const engine = await engineOn(memoryStorage());
    await newCollection(engine);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of engine.add([textFile(DOCUMENT, LONG)]))
        for (const { path, state } of sourceChanges([event])) if (state === 'read') seen.push(path);
    })();
    while ((await engine.view()).counts.text_units === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await collect(engine.add([textFile('short.txt', 'Ada met Bob.')]));
    await reading;
    expect(seen.at(-1)).toBe(DOCUMENT);
  });

  it('is read to its end beside another one, after a kill as well', async () => {
    const storage = memoryStorage();
    const engine = await engineOn(storage);
    const id = await newCollection(engine);
    const files = [textFile(DOCUMENT, LONG), textFile('other.txt', `Other. ${LONG}`)];
    await stopAt(
      (signal) => engine.add(files, { signal }),
      ({ counts, documents }) => documents.length === 2 && counts.text_units > 4000,
    );
    storage.kill();
    const again = await engineOn(storage);
    await again.open(id);
    await collect(again.resume());
    const { units, records } = await rowsOf(storage, id);
    expect(units.filter(({ end }) => end >= LONG.length)).toHaveLength(2);
    expect(new Set(units.map((unit) => unit.id)).size).toBe(units.length);
    expectDistinct(records);
  });

  it('stays as far as it is while a person pauses it, when a model has the graph derived', async () => {
    const storage = memoryStorage();
    const engine = await engineOn(storage);
    const id = await newCollection(engine);
    const view = await stopAt((signal) => engine.add([textFile(DOCUMENT, LONG)], { signal }), isPartly);
    await engine.pause();
    storage.kill();
    const env = testEnv(storage);
    const open = new OpenCollection(view.collection, await env.collections.open(id), env);
    await open.store.load();
    await open.store.readRest();
    const before = open.tables.text_units.length;
    const alone = (act: () => Promise<void>): Promise<void> => act();
    const run = { open, env, emit: () => undefined, signal: new AbortController().signal, alone };
    await deriveInTurn(run as unknown as ModelRun);
    expect(open.tables.text_units).toHaveLength(before);
    expect(open.tables.entities.length).toBeGreaterThan(0);
    expect(open.store.state.derived).toBe(false);
  });
});

/** No record twice. */
function expectDistinct(records: readonly { readonly text_unit_id: string; readonly key: string }[]): void {
  expect(new Set(records.map((row) => `${row.text_unit_id} ${row.key}`)).size).toBe(records.length);
}
