import { describe, expect, test } from 'vitest';
import { createReader, type ReadWorker, type RemoteReadOptions } from '../../../src/adapters/documents/reader';
import { hasTrait, ParseError } from '../../../src/core/errors';
import type { Timer } from '../../../src/core/platform';
import type { ReadResult, SourceFile } from '../../../src/core/ports/documents';

const EMPTY: ReadResult = { kind: 'documents', documents: [] };
const SOURCE: SourceFile = { path: 'folder/notes.txt', bytes: new Blob(['text']) };

const documentOf = (media_type: string): ReadResult => ({
  kind: 'documents',
  documents: [{ title: '', text: 'text', media_type, language: 'en', page_starts: [], headings: [], attributes: {} }],
});

/** Workers that are counted, and a clock that rings when told to. */
function bench(
  read: (options: RemoteReadOptions) => Promise<ReadResult>,
  { died, loops = () => 1000 }: { readonly died?: Promise<unknown>; readonly loops?: () => number } = {},
) {
  const reads: number[] = [];
  let terminated = 0;
  const timers = new Set<() => void>();
  const spawn = (): Promise<ReadWorker> => {
    const id = reads.push(0) - 1;
    const api = {
      countLoops: () => Promise.resolve(loops()),
      read: (_: SourceFile, options: RemoteReadOptions) => {
        reads[id] = (reads[id] ?? 0) + 1;
        return read(options);
      },
    };
    const terminate = (): void => {
      terminated += 1;
    };
    return Promise.resolve({ api, terminate, ...(died ? { died } : {}) });
  };
  const timer: Timer = {
    after: (_, ring) => {
      timers.add(ring);
      return () => timers.delete(ring);
    },
  };
  const ring = (): void => {
    for (const timer of [...timers]) {
      timers.delete(timer);
      timer();
    }
  };
  const tick = async (times: number): Promise<void> => {
    for (let at = 0; at < times; at++) {
      ring();
      await settled();
    }
  };
  return { reader: createReader(spawn, { timer }), reads, timers, ring, tick, terminated: () => terminated };
}

const never = (): Promise<ReadResult> => new Promise(() => {});
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the document reader', () => {
  test('reads each source in a worker of its own that is ended afterwards', async () => {
    const { reader, reads, terminated, ring } = bench(() => Promise.resolve(EMPTY));
    for (let count = 0; count < 3; count += 1) expect(await reader.read(SOURCE, {})).toBe(EMPTY);
    await settled();
    expect(reads).toEqual([1, 1, 1, 0]);
    expect(terminated()).toBe(3);
    ring();
    await settled();
    expect(terminated()).toBe(4);
  });

  test('reads further sources in a worker that read nothing but plain text, up to a number of them', async () => {
    const { reader, reads, terminated } = bench(() => Promise.resolve(documentOf('text/plain')));
    for (let count = 0; count < 250; count += 1) await reader.read(SOURCE, {});
    await settled();
    expect(reads.toSorted((a, b) => b - a)).toEqual([200, 50, 0]);
    expect(terminated()).toBe(1);
  });

  test('starts no more workers for plain text than read at a time, and one in advance', async () => {
    const { reader, reads, terminated } = bench(() => Promise.resolve(documentOf('text/plain')));
    await Promise.all(Array.from({ length: 100 }, () => reader.read(SOURCE, {})));
    expect(reads.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(reads.length).toBeLessThanOrEqual(3);
    expect(terminated()).toBe(0);
  });

  test('ends idle workers a while after the last source, and none while a source is read', async () => {
    const ends: (() => void)[] = [];
    const { reader, terminated, timers, ring } = bench(
      () => new Promise((resolve) => ends.push(() => resolve(documentOf('text/plain')))),
    );
    reader.warmUp();
    expect(timers.size).toBe(1);
    const reading = reader.read(SOURCE, {});
    await settled();
    expect(timers.size).toBe(1); // which gives a silent worker up
    ends.forEach((end) => end());
    await reading;
    await settled();
    expect([timers.size, terminated()]).toEqual([1, 0]);
    ring();
    await settled();
    expect(terminated()).toBe(2);
  });

  test('ends a worker that read a format with a parser of its own', async () => {
    const { reader, reads, terminated } = bench(() => Promise.resolve(documentOf('application/pdf')));
    for (let count = 0; count < 3; count += 1) await reader.read(SOURCE, {});
    await settled();
    expect(reads).toEqual([1, 1, 1, 0]);
    expect(terminated()).toBe(3);
  });

  test('reads two sources at the same time, and the others after them', async () => {
    const ends: (() => void)[] = [];
    const { reader, reads } = bench(() => new Promise((resolve) => ends.push(() => resolve(documentOf('text/plain')))));
    const all = Promise.all([1, 2, 3].map(() => reader.read(SOURCE, {})));
    await settled();
    expect(ends).toHaveLength(2);
    while (ends.length > 0) {
      ends.splice(0).forEach((end) => end());
      await settled();
    }
    await all;
    expect(reads.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('ends the worker when the document cannot be read and passes the words on', async () => {
    const { reader, terminated, timers } = bench(() => Promise.reject(new ParseError('It is empty.')));
    await expect(reader.read(SOURCE, {})).rejects.toThrow('It is empty.');
    await settled();
    expect(terminated()).toBe(1);
    expect(timers.size).toBe(1); // which ends idle workers
  });

  test('gives up a worker that makes no progress', async () => {
    const { reader, tick, terminated } = bench(never);
    const reading = reader.read(SOURCE, {});
    reading.catch(() => undefined);
    await settled();
    await tick(11);
    await expect(reading).rejects.toMatchObject({
      message: expect.stringMatching(/^Reading it made no progress for 10 s/u),
      detail: 'notes.txt',
    });
    await expect(reading).rejects.toSatisfy((error) => hasTrait(error, 'worth another try'));
    await settled();
    expect(terminated()).toBe(1);
  });

  test('waits as much longer for a worker as the machine is busier with other work', async () => {
    let loops = 1000;
    const { reader, tick, terminated } = bench(never, { loops: () => loops });
    let failure: unknown;
    reader.read(SOURCE, {}).catch((error: unknown) => (failure = error));
    await settled();
    await tick(2);
    loops = 250;
    await tick(30);
    expect([failure, terminated()]).toEqual([undefined, 0]);
    await tick(10);
    expect(failure).toMatchObject({ message: expect.stringMatching(/^Reading it made no progress for 10 s/u) });
  });

  test('never says of a file that it is harmful where a worker got no processor', async () => {
    let loops = 1000;
    const { reader, tick } = bench(never, { loops: () => loops });
    let failure: unknown;
    reader.read(SOURCE, {}).catch((error: unknown) => (failure = error));
    await settled();
    await tick(2);
    loops = 0;
    await tick(170);
    expect(failure).toBeUndefined();
    await tick(40);
    expect(failure).toMatchObject({ message: expect.stringMatching(/too busy/u) });
    expect(failure).toSatisfy((error) => hasTrait(error, 'worth another try'));
  });

  test('gives up a worker that never starts', async () => {
    const timers: (() => void)[] = [];
    const timer: Timer = { after: (_, ring) => (timers.push(ring), () => {}) };
    const reader = createReader(() => new Promise(() => {}), { timer });
    const reading = reader.read(SOURCE, {});
    reading.catch(() => undefined);
    for (let at = 0; at < timers.length; at++) timers[at]?.();
    await expect(reading).rejects.toThrow(ParseError);
  });

  test('takes each page as a sign of life', async () => {
    let options: RemoteReadOptions = {};
    const running = new Set<number>();
    let started = 0;
    const after: Timer['after'] = () => {
      const id = started++;
      running.add(id);
      return () => running.delete(id);
    };
    const countLoops = () => Promise.resolve(1000);
    const api = { countLoops, read: (_: SourceFile, given: RemoteReadOptions) => ((options = given), never()) };
    const reader = createReader(() => Promise.resolve({ api, terminate: () => {} }), { timer: { after } });
    void reader.read(SOURCE, {});
    await settled();
    options.onProgress?.();
    expect([...running]).toEqual([1]);
  });

  test('ends the worker and throws the reason when it is aborted', async () => {
    const controller = new AbortController();
    const { reader, terminated } = bench(never);
    const reading = reader.read(SOURCE, { signal: controller.signal });
    await settled();
    controller.abort(new Error('no longer wanted'));
    await expect(reading).rejects.toThrow('no longer wanted');
    await settled();
    expect(terminated()).toBe(1);
  });

  test('says so when a worker dies, and reads the next source all the same', async () => {
    let fail: (reason: unknown) => void = () => {};
    const { reader } = bench(never, { died: new Promise((resolve) => (fail = resolve)) });
    const reading = reader.read(SOURCE, {});
    await settled();
    fail('out of memory');
    await expect(reading).rejects.toMatchObject({
      message: 'The reader stopped while reading it (out of memory).',
      detail: 'notes.txt',
    });
    await expect(reading).rejects.toSatisfy((error) => hasTrait(error, 'worth another try'));
  });

  test('refuses a file that is too large without starting a worker', async () => {
    const { reader, reads } = bench(() => Promise.resolve(EMPTY));
    const bytes = { size: 600 * 1024 * 1024 } as Blob;
    await expect(reader.read({ path: 'huge.txt', bytes }, {})).rejects.toThrow(/^It is 600 MB large/u);
    expect(reads).toEqual([]);
  });
});
