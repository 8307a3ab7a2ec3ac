import { expect, it } from 'vitest';
import { addInParts } from '../../../../src/app/library/add-in-parts';
import type { SourceFile } from '../../../../src/core/ports/documents';
import type { EngineApi } from '../../../../src/core/engine/api';
import { createEngine } from '../../../../src/core/engine/engine';
import type { AddOptions } from '../../../../src/core/engine/documents/ingest';
import type { IndexEvent } from '../../../../src/core/engine/session/index-events';
import { StorageError } from '../../../../src/core/errors';
import { message } from '../../../../src/core/message';
import { capitalFinder, collect, testEnv, textFile } from '../../../helpers/engine-env';

const FILES = Array.from({ length: 60 }, (_, at) => textFile(`${at}.txt`, `Tom met Orla in Kesh on day ${at}.`));
const PART = 8;

/** An engine with a collection, of which each part is handed over only after `ready`. */
async function openEngine(
  mentions?: typeof capitalFinder,
  ready: (part: number) => Promise<unknown> = () => later(),
  env = testEnv(mentions ? { mentions } : {}),
) {
  const engine = createEngine(env);
  await engine.open((await engine.createCollection('Kesh')).id);
  let count = 0;
  const give: EngineApi['give'] = async (name, part) => {
    if (part) await ready(++count);
    return engine.give(name, part);
  };
  const slow = new Proxy(engine, { get: (own, key) => (key === 'give' ? give : Reflect.get(own, key)) as unknown });
  const add = (options: AddOptions = {}): AsyncIterable<IndexEvent> => addInParts(slow, FILES, options, PART);
  return { engine, add };
}

const slowFinder: typeof capitalFinder = {
  find: (batch, options) => later(1).then(() => capitalFinder.find(batch, options)),
};

/** Storage that has the state of a commit before it says that it is done. */
function testEnvOfSlowCommits(milliseconds = 5): ReturnType<typeof testEnv> {
  const env = testEnv({ mentions: slowFinder });
  const open: typeof env.collections.open = async (id) => {
    const opened = await env.collections.open(id);
    const commit: typeof opened.tables.commit = (...given) =>
      opened.tables.commit(...given).then(() => later(milliseconds));
    const tables = new Proxy(opened.tables, {
      get: (own, key) => (key === 'commit' ? commit : Reflect.get(own, key)) as unknown,
    });
    return { ...opened, tables };
  };
  return { ...env, collections: { ...env.collections, open } };
}

const later = (milliseconds = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const pathsOf = async (engine: EngineApi): Promise<readonly string[]> =>
  (await engine.view()).documents.map(({ path }) => path).toSorted();
const ALL = FILES.map(({ path }) => path).toSorted();

it('are all added, and the first are kept before the last are handed over', async () => {
  let keptEarly = 0;
  const { engine, add } = await openEngine(undefined, async (part) => {
    await later();
    if (part === 7) keptEarly = (await engine.view()).pending.length + (await engine.view()).documents.length;
  });
  await collect(add());
  expect(await pathsOf(engine)).toEqual(ALL);
  expect(keptEarly).toBeGreaterThan(0);
});

it('stopped on the way, can be given again, and none is there twice', async () => {
  const stop = new AbortController();
  const { engine, add } = await openEngine(undefined, async (part) => (part === 4 ? stop.abort() : later()));
  await collect(add({ signal: stop.signal })).catch(() => undefined);
  await collect(add());
  expect(await pathsOf(engine)).toEqual(ALL);
});

it('do not hold up what is added after a run that failed while they still came', async () => {
  let isBroken = true;
  const { engine, add } = await openEngine({
    find: async (batch, options) => {
      if (isBroken) throw new StorageError(message`The storage is full.`);
      return capitalFinder.find(batch, options);
    },
  });
  await expect(collect(add())).rejects.toThrow('The storage is full.');
  isBroken = false;
  await collect(add());
  expect(await pathsOf(engine)).toEqual(ALL);
});

it('are counted as far as they came where the rest could not be handed over', async () => {
  const { engine, add } = await openEngine(undefined, async (part) => {
    if (part === 3) throw new Error('This file cannot be copied.');
  });
  const events: IndexEvent[] = [];
  const adding = async (): Promise<void> => {
    for await (const event of add()) events.push(event);
  };
  await expect(adding()).rejects.toThrow('cannot be copied');
  expect(await pathsOf(engine)).toHaveLength(3 * PART);
  const reading = events.filter((event) => event.kind === 'stage' && event.stage === 'Reading documents');
  expect(reading.at(-1)).toMatchObject({ done: 3 * PART, total: 3 * PART });
});

it('are counted once at every moment, also while a commit is on its way', async () => {
  const { engine, add } = await openEngine(undefined, later, testEnvOfSlowCommits());
  const events = await collect(add());
  const stages = events.flatMap((event) =>
    event.kind === 'stage' && event.stage === 'Reading documents' ? [event] : [],
  );
  expect(new Set(stages.map(({ total }) => total))).toEqual(new Set([FILES.length]));
  expect((await engine.view()).documents).toHaveLength(FILES.length);
});

it('are lists of together, where they are read faster than anybody listens', async () => {
  const { add } = await openEngine(undefined, () => Promise.resolve());
  let lists = 0;
  for await (const event of add()) {
    if (event.kind === 'sources') lists++;
    await later();
  }
  expect(lists).toBeLessThan(FILES.length);
});

it('are only kept where that is asked for', async () => {
  const { engine, add } = await openEngine();
  await collect(add({ keepOnly: true }));
  const { documents, pending } = await engine.view();
  expect([documents.length, pending.length]).toEqual([0, FILES.length]);
});

it('are no second copies where they wait already and are given again, as after an interruption', async () => {
  const { engine, add } = await openEngine();
  await collect(add({ keepOnly: true }));
  const [first] = FILES;
  if (!first) throw new Error('There is no file');
  const states = async (sources: readonly SourceFile[]) =>
    (await collect(engine.add(sources, { keepOnly: true }))).flatMap((event) =>
      event.kind === 'sources' ? event.sources.map(({ state }) => state) : [],
    );
  expect(await states([first])).toEqual(['queued']);
  expect(await states([{ ...first, path: 'a copy.txt' }])).toEqual(['duplicate']);
  expect((await engine.view()).pending).toHaveLength(FILES.length);
  await collect(engine.resume());
  expect(await states([first])).toEqual(['duplicate']);
});

it('are kept where the document with the same bytes is deleted meanwhile', async () => {
  let waiting = Promise.resolve();
  let goOn = (): void => undefined;
  const env = testEnv();
  const { engine } = await openEngine(undefined, undefined, {
    ...env,
    hash: async (bytes) => {
      await waiting;
      return env.hash(bytes);
    },
  });
  const [first, ...others] = FILES;
  if (!first) throw new Error('There is no file');
  await collect(engine.add([first]));
  const documents = (await engine.view()).documents.map(({ id }) => id);
  waiting = new Promise((resolve) => (goOn = resolve));
  const adding = collect(engine.add([...others.slice(0, 4), first], { keepOnly: true }));
  const removing = collect(engine.removeDocuments(documents));
  while ((await engine.view()).documents.length > 0) await later(1);
  goOn();
  await Promise.all([adding, removing]);
  await collect(engine.resume());
  expect((await engine.view()).documents.map(({ title }) => title)).toContain(first.path);
});

it('stay paused where a document is deleted meanwhile', async () => {
  const { engine, add } = await openEngine();
  const [first] = FILES;
  if (!first) throw new Error('There is no file');
  await collect(engine.add([first]));
  await collect(add({ keepOnly: true }));
  await engine.pause();
  const events = await collect(engine.removeDocuments((await engine.view()).documents.map(({ id }) => id)));
  const { documents, pending, paused } = await engine.view();
  expect([documents.length, pending.length, paused]).toEqual([0, FILES.length - 1, true]);
  expect(events.at(-1)).toMatchObject({ kind: 'committed', view: { documents: [], paused: true } });
  expect((await engine.find(first.path, 5)).documents).toEqual([]);
});

it('that are being kept are read by a run that goes on meanwhile', async () => {
  const { engine } = await openEngine(undefined, undefined, testEnvOfSlowCommits(50));
  const [file] = FILES;
  const adding = collect(engine.add(file ? [file] : [], { keepOnly: true }));
  while ((await engine.view()).pending.length === 0) await later(1); // its commit is not over yet
  await collect(engine.resume());
  await adding;
  expect((await engine.view()).documents).toHaveLength(1);
});
