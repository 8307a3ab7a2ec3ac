import { afterEach, describe, expect, it, vi } from 'vitest';
import { Indexing, pendingSources, secondsLeft } from '../../../../src/app/library/indexing.svelte';
import { addInParts } from '../../../../src/app/library/add-in-parts';
import { Notices } from '../../../../src/app/notices.svelte';
import type { EngineApi } from '../../../../src/core/engine/api';
import { createEngine } from '../../../../src/core/engine/engine';
import type { CollectionView } from '../../../../src/core/engine/collections/collection-view';
import { givenSources } from '../../../../src/core/engine/documents/given-sources';
import type { AddOptions } from '../../../../src/core/engine/documents/ingest';
import type { IndexEvent } from '../../../../src/core/engine/session/index-events';
import type { SourceFile } from '../../../../src/core/ports/documents';
import { testEnv } from '../../../helpers/engine-env';
import { fakeEngine } from '../../../helpers/fake-engine';

const kept = (path: string, byte_hash: string) => ({ path, byte_hash });
const pathsOf = (...args: Parameters<typeof pendingSources>) => pendingSources(...args).map(({ path }) => path);

describe('sources that wait to be read', () => {
  it('are several where two of one path do, each told from the other', () => {
    const waiting = pendingSources([kept('notes.md', 'a'), kept('notes.md', 'b')], []);
    expect(waiting.map(({ path }) => path)).toEqual(['notes.md', 'notes.md']);
    expect(new Set(waiting.map(({ key }) => key)).size).toBe(2);
  });

  it('are counted once where they were given in this visit and are kept by now', () => {
    expect(pathsOf([kept('notes.md', 'a')], ['notes.md', 'letter.md', 'letter.md'])).toEqual(['notes.md', 'letter.md']);
  });
});

/** A run that has done a share of its work after some seconds, and all of it as many seconds later. */
const working = (seconds: number, fraction: number) =>
  async function* (): AsyncGenerator<IndexEvent> {
    const pause = () => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    await pause();
    yield { kind: 'stage', stage: 'Reading', done: 1, total: 4, unit: 'documents', fraction };
    await pause();
  };

describe('the time that reading still takes', () => {
  afterEach(() => vi.useRealTimers());

  it('goes on at the pace so far', () => {
    expect(secondsLeft(30, 0.25)).toBe(90);
    expect(secondsLeft(60, 0.75)).toBe(20);
  });

  it('is not told while little was done, nor at the end', () => {
    expect([secondsLeft(3, 0.5), secondsLeft(60, 0.05), secondsLeft(60, 1)]).toEqual([null, null, null]);
  });

  it('is reckoned anew for each of several runs', async () => {
    vi.useFakeTimers();
    const indexing = new Indexing(
      async () => ({}) as EngineApi,
      () => undefined,
      new Notices(),
    );
    void indexing.run('Read', working(40, 0.5));
    const second = indexing.run('Read again', working(20, 0.25));
    await vi.advanceTimersByTimeAsync(41_000);
    expect(indexing.secondsLeft).toBeCloseTo(40, 0);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(indexing.secondsLeft).toBeNull();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(indexing.secondsLeft).toBeCloseTo(60, 0);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await second).toBe(true);
    expect(indexing.secondsLeft).toBeNull();
  });
});

describe('files that were given', () => {
  const file = (path: string) => ({ path, bytes: new Blob([path]) });

  it('are handed over some at a time where they are very many, and all of them are added, in order', async () => {
    const files = Array.from({ length: 40 }, (_, at) => file(`${at}.txt`));
    const engine = fakeEngine();
    const parts: number[] = [];
    const counting: EngineApi = Object.assign(Object.create(engine) as EngineApi, {
      give: (name: string, sources: readonly SourceFile[] | null) => {
        parts.push(sources?.length ?? 0);
        return engine.give(name, sources);
      },
      add: (sources: readonly SourceFile[], options: AddOptions) => {
        parts.push(sources.length);
        return engine.add(sources, options);
      },
    });
    const views: CollectionView[] = [];
    const indexing = new Indexing(
      async () => counting,
      (view) => void views.push(view),
      new Notices(),
    );
    expect(await indexing.add(files)).toBe(true);
    expect(parts.toSorted((a, b) => b - a)).toEqual([16, 16, 8, 0]);
    const added = views.at(-1)?.documents.map(({ id }) => id) ?? [];
    expect(added.slice(-40)).toEqual(files.map(({ path }) => path));
  });

  it('are added but for those that could not be handed over, of which the person is told', async () => {
    const given = givenSources();
    const taken: string[] = [];
    const engine = {
      give: async (name: string, part: readonly SourceFile[] | null) => {
        if (part?.some(({ path }) => path === '25.txt')) throw new Error('This file cannot be copied.');
        given.give(name, part);
      },
      add: async function* (first: readonly SourceFile[], { more }: AddOptions) {
        const { signal } = new AbortController();
        taken.push(...first.map(({ path }) => path));
        for await (const part of given.parts(more?.name ?? '', signal)) taken.push(...part.map(({ path }) => path));
      },
    } as unknown as EngineApi;
    const files = Array.from({ length: 40 }, (_, at) => file(`${at}.txt`));
    await expect(addInParts(engine, files, {}, 10).next()).rejects.toThrow('cannot be copied');
    expect(taken).toEqual(files.slice(0, 20).map(({ path }) => path));
  });

  it('are read as they come, and what comes after the end is dropped', async () => {
    const given = givenSources();
    const { signal } = new AbortController();
    const parts = given.parts('a', signal);
    const first = parts.next();
    given.give('a', [file('1.txt')]);
    expect((await first).value).toHaveLength(1);
    given.give('a', [file('2.txt'), file('3.txt')]);
    expect((await parts.next()).value).toHaveLength(2);
    given.give('a', null);
    expect((await parts.next()).done).toBe(true);
    given.end('a');
    given.give('a', [file('4.txt')]);
    given.give('a', null);
    expect(
      await given
        .parts('b', AbortSignal.abort(new Error('stopped')))
        .next()
        .catch((error: Error) => error.message),
    ).toBe('stopped');
    const late = new AbortController();
    const waits = given.parts('a', late.signal).next();
    late.abort(new Error('nothing came'));
    await expect(waits).rejects.toThrow('nothing came');
  });

  it('are counted as they are kept, also those that are given meanwhile', async () => {
    const emitted: ((event: IndexEvent) => void)[] = [];
    const add = async function* (): AsyncGenerator<IndexEvent> {
      for (;;) yield await new Promise<IndexEvent>((resolve) => void emitted.push(resolve));
    };
    const indexing = new Indexing(
      async () => ({ add }) as unknown as EngineApi,
      () => undefined,
      new Notices(),
    );
    const keep = async (path: string): Promise<void> => {
      await vi.waitUntil(() => emitted.length > 0);
      emitted.shift()?.({ kind: 'sources', sources: [{ path, state: 'queued' }] });
      await vi.waitUntil(() => emitted.length > 0);
    };
    expect([indexing.keeping, indexing.busy]).toEqual([null, false]);
    indexing.coming = ['a', 'b', 'c']; // such as while their collection is made
    expect([indexing.keeping, indexing.busy]).toEqual([{ done: 0, total: 3 }, true]);
    indexing.coming = [];
    void indexing.add(['a', 'b', 'c'].map(file));
    expect(indexing.keeping).toEqual({ done: 0, total: 3 });
    expect([indexing.lines, indexing.unread]).toEqual([[], ['a', 'b', 'c']]);
    await keep('a');
    await vi.waitUntil(() => indexing.keeping?.done === 1);
    expect(indexing.lines.map(({ path }) => path)).toEqual(['a']); // the others would not survive the page
    void indexing.add(['d', 'e'].map(file));
    expect(indexing.keeping).toEqual({ done: 1, total: 5 });
    indexing.reset();
    expect(indexing.keeping).toBeNull();
  });

  it('are told as being read where one is read before it is told that it waits', async () => {
    const changes = (['reading', 'queued'] as const).map((state) => ({ path: 'a', state }));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const add = async function* (): AsyncGenerator<IndexEvent> {
      for (const change of changes) yield { kind: 'sources', sources: [change] };
      await released;
    };
    const indexing = new Indexing(
      async () => ({ add }) as unknown as EngineApi,
      () => undefined,
      new Notices(),
    );
    const adding = indexing.add([file('a')]);
    await vi.waitUntil(() => indexing.unstored === 0);
    expect(indexing.lines).toEqual([{ path: 'a', state: 'reading' }]);
    changes.shift(); // given again, it is told to wait
    const again = indexing.add([file('a')]);
    await vi.waitUntil(() => indexing.unstored === 0);
    expect(indexing.lines).toEqual([{ path: 'a', state: 'reading' }]);
    release();
    await Promise.all([adding, again]);
  });

  it('are all kept, and none is read, before another collection is opened; what is paused stays so', async () => {
    const engine = createEngine(testEnv());
    const [first, second] = [await engine.createCollection('First'), await engine.createCollection('Second')];
    await engine.open(first.id);
    const indexing = new Indexing(
      async () => engine,
      () => undefined,
      new Notices(),
    );
    const adding = indexing.add(Array.from({ length: 250 }, (_, at) => file(`${at}.txt`)));
    indexing.pause();
    expect(await adding).toBe(false);
    expect(indexing.unstored).toBeGreaterThan(0);
    const keeping = indexing.keep();
    indexing.pause();
    await keeping;
    expect(indexing.unstored).toBe(0);
    await engine.open(second.id);
    const view = await engine.open(first.id);
    expect(view.pending.length + view.documents.length).toBe(250);
    expect(view.pending.length).toBeGreaterThan(200);
    expect(view.paused).toBe(true);
  });

  describe('while what they are read by is stopped', () => {
    const sourcesIn = ({ documents, pending }: CollectionView): number => documents.length + pending.length;
    const begin = async () => {
      const engine = createEngine(testEnv());
      await engine.open((await engine.createCollection('Letters')).id);
      const indexing = new Indexing(
        async () => engine,
        () => undefined,
        new Notices(),
      );
      const adding = indexing.add(Array.from({ length: 250 }, (_, at) => file(`${at}.txt`)));
      for (let kept = 0; kept === 0;) kept = sourcesIn(await engine.view());
      return { engine, indexing, adding };
    };

    it('are kept on beside a deletion, and read after it', async () => {
      const { engine, indexing, adding } = await begin();
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const deleting = indexing.run('Deleting', async function* () {
        await released;
        yield* [];
      });
      expect(indexing.unstored).toBeGreaterThan(0);
      expect(await adding).toBe(false);
      await vi.waitUntil(() => indexing.unstored === 0);
      expect(sourcesIn(await engine.view())).toBe(250);
      release();
      expect(await deleting).toBe(true);
      await vi.waitUntil(() => !indexing.running);
      const view = await engine.view();
      expect([view.documents.length, view.upToDate]).toEqual([250, true]);
      expect(indexing.lines).toEqual([]); // none was taken for a second copy of itself
    });

    it('are kept on through a pause, and read once it is over', async () => {
      const { engine, indexing } = await begin();
      indexing.pause();
      await vi.waitUntil(() => indexing.unstored === 0);
      const paused = await engine.view();
      expect([paused.paused, sourcesIn(paused)]).toEqual([true, 250]);
      expect(paused.pending.length).toBeGreaterThan(200);
      expect(indexing.running).toBe(false);
      expect(await indexing.resume()).toBe(true);
      expect((await engine.view()).documents.length).toBe(250);
    });

    it('are only kept while reading is paused, and read once it goes on', async () => {
      const { engine, indexing } = await begin();
      indexing.pause();
      const late = Array.from({ length: 20 }, (_, at) => file(`late ${at}.txt`));
      expect(await indexing.add(late)).toBe(true);
      const view = await engine.view();
      expect([indexing.paused, indexing.running, view.paused, sourcesIn(view)]).toEqual([true, false, true, 270]);
      expect(await indexing.resume()).toBe(true);
      expect((await engine.view()).documents.length).toBe(270);
    });

    it('are told once where they cannot be kept, however often more are given meanwhile', async () => {
      const notices = new Notices();
      let tries = 0;
      const add = async function* (): AsyncGenerator<IndexEvent> {
        tries++;
        await Promise.resolve();
        yield* [];
        throw new Error('The disk is full.');
      };
      const engine = { add, pause: async () => undefined, refresh: async () => ({}) } as unknown as EngineApi;
      const indexing = new Indexing(
        async () => engine,
        () => undefined,
        notices,
      );
      indexing.pause();
      const all = ['a', 'b', 'c'].map((path) => indexing.add([file(path)]));
      expect(await Promise.all(all)).toEqual([false, false, false]);
      expect([tries, notices.items.length, indexing.unstored]).toEqual([1, 1, 3]);
    });

    it('are read, all of them, where the pause is over before they are kept', async () => {
      const { engine, indexing } = await begin();
      indexing.pause();
      void indexing.resume();
      await vi.waitUntil(() => indexing.unstored === 0 && !indexing.running);
      const view = await engine.view();
      expect([view.documents.length, view.upToDate]).toEqual([250, true]);
    });
  });
});
