import { describe, expect, it } from 'vitest';
import { createMentionPool, type MentionWorker } from '../../../src/adapters/mention-pool';
import { ParseError } from '../../../src/core/errors';
import type { MentionResult } from '../../../src/core/ports/documents';

const NOTHING: MentionResult = {
  sentence: new Int32Array(),
  start: new Int32Array(),
  end: new Int32Array(),
  title: new Int32Array(),
  titles: [],
};
const BATCH = { language: 'en', sentences: ['Ada met Grace.'] };

function pool(size: number, find: (worker: number) => Promise<MentionResult>, idleMs = 5000, warmMs = 5000) {
  const seen = { started: 0, ended: 0, running: 0, most: 0 };
  const spawn = async (): Promise<MentionWorker> => {
    const me = ++seen.started;
    const run = async (): Promise<MentionResult> => {
      seen.most = Math.max(seen.most, ++seen.running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.running--;
      return find(me);
    };
    return { api: { find: run }, terminate: () => void seen.ended++ };
  };
  return { seen, finder: createMentionPool({ spawn, size, idleMs, warmMs }) };
}

describe('the pool of mention workers', () => {
  it('starts no more workers than its size, and gives each one batch ahead', async () => {
    const { seen, finder } = pool(2, async () => NOTHING);
    await Promise.all(Array.from({ length: 9 }, () => finder.find(BATCH, {})));
    expect(seen).toMatchObject({ started: 2, most: 4, ended: 0 });
  });

  it('tries what a dead worker had been given each in a worker of its own, so that one text fails alone', async () => {
    const hostile = { language: 'en', sentences: ['hostile'] };
    let died = (): void => undefined;
    const death = new Promise<never>((_, reject) => (died = () => reject(new Error('gone'))));
    death.catch(() => undefined);
    let started = 0;
    const spawn = async (): Promise<MentionWorker> => {
      const isFirst = ++started === 1;
      const find = (batch: typeof BATCH): Promise<MentionResult> => {
        if (isFirst) return death;
        return batch === hostile ? Promise.reject(new Error('gone')) : Promise.resolve(NOTHING);
      };
      return { api: { find }, terminate: () => undefined };
    };
    const finder = createMentionPool({ spawn, size: 1 });
    const both = Promise.allSettled([finder.find(BATCH, {}), finder.find(hostile, {})]);
    died();
    expect((await both).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('ends its workers when there was nothing to do for a while, and starts one again for the next batch', async () => {
    const { seen, finder } = pool(2, async () => NOTHING, 0);
    await Promise.all([finder.find(BATCH, {}), finder.find(BATCH, {})]);
    await expect.poll(() => seen.ended).toBe(2);
    await finder.find(BATCH, {});
    expect(seen.started).toBe(3);
  });

  it('is warm for the first batch, longer than it is kept after one, but not for ever', async () => {
    const { seen, finder } = pool(1, async () => NOTHING, 0);
    await finder.warmUp('en');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen).toMatchObject({ started: 1, ended: 0 });
    await finder.find(BATCH, {});
    await expect.poll(() => seen.ended).toBe(1);
    expect(seen.started).toBe(1);

    const hasty = pool(2, async () => NOTHING);
    await Promise.all([hasty.finder.warmUp('en'), hasty.finder.find(BATCH, {}), hasty.finder.warmUp('en')]);
    expect(hasty.seen.started).toBe(1);

    const unused = pool(1, async () => NOTHING, 5000, 0);
    await unused.finder.warmUp('en');
    await expect.poll(() => unused.seen.ended).toBe(1);
  });

  it('tries a batch once more in a fresh worker when the first one dies', async () => {
    const { seen, finder } = pool(1, async (worker) => {
      if (worker === 1) throw new Error('gone');
      return NOTHING;
    });
    await expect(finder.find(BATCH, {})).resolves.toBe(NOTHING);
    expect(seen).toMatchObject({ started: 2, ended: 1 });
  });

  it('refuses a batch on which two workers died, and goes on with the next', async () => {
    const { finder } = pool(1, async (worker) => {
      if (worker <= 2) throw new Error('gone');
      return NOTHING;
    });
    await expect(finder.find(BATCH, {})).rejects.toBeInstanceOf(ParseError);
    await expect(finder.find(BATCH, {})).resolves.toBe(NOTHING);
  });

  it('does not try again what was aborted', async () => {
    const stop = new AbortController();
    const { seen, finder } = pool(1, async () => {
      stop.abort();
      throw new Error('gone');
    });
    await expect(finder.find(BATCH, { signal: stop.signal })).rejects.toHaveProperty('name', 'AbortError');
    expect(seen.started).toBe(1);
  });
});
