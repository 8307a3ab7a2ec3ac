import { describe, expect, it } from 'vitest';
import { steppedTimer } from '../helpers/stepped-timer';
import { collect } from '../helpers/engine-env';
import {
  abortable,
  createMutex,
  delay,
  mapConcurrent,
  mapInOrder,
  streamFromCallback,
  withTimeout,
} from '../../src/core/async';

const later = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : Promise.resolve().then(() => later(turns - 1));

describe('An ordered concurrent map', () => {
  it('takes the results in the order of the items, however long each took', async () => {
    const taken: number[] = [];
    const items = [30, 1, 20, 2, 10, 3];
    await mapInOrder(
      items,
      3,
      async (turns) => later(turns).then(() => turns),
      async (result) => void taken.push(result),
    );
    expect(taken).toEqual(items);
  });

  it('never runs more calls than allowed, and as many as that', async () => {
    let running = 0;
    let most = 0;
    await mapInOrder(
      Array.from({ length: 40 }, (_, at) => at),
      4,
      async (at) => {
        most = Math.max(most, ++running);
        await later(1 + (at % 5));
        running--;
      },
      async () => undefined,
    );
    expect(most).toBe(4);
  });

  it('goes on mapping while a result is being taken', async () => {
    let mapped = 0;
    const seen: number[] = [];
    await mapInOrder(
      [1, 2, 3, 4],
      1,
      async () => void mapped++,
      async () => {
        await later(20);
        seen.push(mapped);
      },
    );
    expect(seen[0]).toBeGreaterThan(1);
  });

  it('keeps on mapping with one call at a time while a result is being taken, and not without end', async () => {
    let mapped = 0;
    const seen: number[] = [];
    await mapInOrder(
      Array.from({ length: 300 }, (_, at) => at),
      1,
      async () => void mapped++,
      async (_, item) => {
        if (item > 0) return;
        await later(2000);
        seen.push(mapped);
      },
    );
    expect(seen[0]).toBeGreaterThanOrEqual(40);
    expect(seen[0]).toBeLessThan(300);
    expect(mapped).toBe(300);
  });

  it('ends with the first failure in order, after what came before it was taken and nothing runs any more', async () => {
    const taken: number[] = [];
    let running = 0;
    const work = mapInOrder(
      [1, 2, 3, 4, 5, 6, 7, 8],
      2,
      async (item) => {
        running++;
        await later(item === 3 ? 1 : 10);
        running--;
        if (item === 3) throw new Error('third');
        return item;
      },
      async (result) => void taken.push(result),
    );
    await expect(work).rejects.toThrow('third');
    expect(taken).toEqual([1, 2]);
    expect(running).toBe(0);
  });

  it('ends when a result cannot be taken', async () => {
    let mapped = 0;
    const work = mapInOrder(
      Array.from({ length: 100 }, (_, at) => at),
      2,
      async () => void mapped++,
      async () => {
        throw new Error('full');
      },
    );
    await expect(work).rejects.toThrow('full');
    expect(mapped).toBeLessThan(20);
  });

  it('does nothing for no items', async () => {
    await mapInOrder(
      [],
      3,
      async () => expect.unreachable(),
      async () => expect.unreachable(),
    );
  });

  it('holds all but the first items back until it turns out that the others are worth beginning', async () => {
    const begun: number[] = [];
    let pass = (): void => undefined;
    const passed = new Promise<void>((resolve) => (pass = resolve));
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const all = mapInOrder(
      [0, 1, 2, 3, 4, 5],
      6,
      async (at) => {
        begun.push(at);
        await finished;
      },
      async () => undefined,
      { size: 2, passed },
    );
    await later(9);
    expect(begun).toEqual([0, 1]);
    pass();
    await later(9);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
    finish();
    await all;
  });

  it('goes on once the first ones were taken, and ends where taking them fails', async () => {
    const pilot = { size: 2, passed: new Promise<void>(() => undefined) };
    const begun: number[] = [];
    const begin = async (at: number) => void begun.push(at);
    await mapInOrder([0, 1, 2, 3], 4, begin, async () => undefined, pilot);
    expect(begun).toEqual([0, 1, 2, 3]);
    const fail = async (_result: unknown, at: number) => {
      if (at === 5) throw new Error('No more.');
    };
    await expect(mapInOrder([4, 5, 6, 7], 4, begin, fail, pilot)).rejects.toThrow('No more.');
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('A concurrent map that draws its items', () => {
  it('draws the next item only when a call is free', async () => {
    const waiting = ['a', 'b', 'c', 'd'];
    const done: string[] = [];
    await mapConcurrent(
      () => waiting.shift(),
      2,
      async (item) => {
        if (item === 'a') waiting.splice(waiting.indexOf('c'), 1);
        await Promise.resolve();
        done.push(item);
      },
    );
    expect(done).toEqual(['a', 'b', 'd']);
  });

  it('ends with the first failure, once nothing is under way', async () => {
    const waiting = ['fails', 'slow', 'never'];
    const done: string[] = [];
    const all = mapConcurrent(
      () => waiting.shift(),
      2,
      async (item) => {
        await Promise.resolve();
        if (item === 'fails') throw new Error('It fell over.');
        await Promise.resolve();
        done.push(item);
      },
    );
    await expect(all).rejects.toThrow('It fell over.');
    expect(done).toEqual(['slow']);
  });

  it('draws on when a call that ends brings new items', async () => {
    const waiting = ['a'];
    let running = 0;
    let most = 0;
    await mapConcurrent(
      () => waiting.shift(),
      2,
      async (item) => {
        most = Math.max(most, ++running);
        await later(3);
        if (item === 'a') waiting.push('b', 'c');
        running--;
      },
    );
    expect(most).toBe(2);
  });

  it('returns the results in the order of the items', async () => {
    expect(await mapConcurrent([5, 1, 3], 3, async (turns) => later(turns).then(() => turns))).toEqual([5, 1, 3]);
  });
});

const macrotask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('A stream from callbacks', () => {
  it('all come out, in order, also those emitted before anyone read', async () => {
    const seen: number[] = [];
    const items = streamFromCallback<number>(async (emit) => {
      emit(0);
      emit(1);
      await macrotask();
      emit(2);
    });
    for await (const item of items) seen.push(item);
    expect(seen).toEqual([0, 1, 2]);
  });

  it('pass on the error of the task after what was told', async () => {
    const seen: number[] = [];
    const listen = async (): Promise<void> => {
      const items = streamFromCallback<number>((emit) => {
        emit(1);
        return Promise.reject(new Error('broken'));
      });
      for await (const item of items) seen.push(item);
    };
    await expect(listen()).rejects.toThrow('broken');
    expect(seen).toEqual([1]);
  });

  it('stop the task when nobody listens any more, and wait until it has ended', async () => {
    const seen: string[] = [];
    const items = streamFromCallback<number>(async (emit, signal) => {
      emit(1);
      while (!signal.aborted) await macrotask();
      seen.push('ended');
      throw new Error('of no interest');
    });
    for await (const item of items) {
      seen.push(String(item));
      break;
    }
    expect(seen).toEqual(['1', 'ended']);
  });

  it('never make the task wait; what nobody took yet is joined where it can be', async () => {
    const seen: number[] = [];
    const items = streamFromCallback<number, string>(
      async (emit) => {
        for (const item of [1, 2, -1, 3]) emit(item);
        await macrotask();
        return 'done';
      },
      { merge: (last, next) => (last * next > 0 ? last + next : undefined) },
    );
    for (;;) {
      const { done, value } = await items.next();
      if (done) {
        expect([seen, value]).toEqual([[3, -1, 3], 'done']);
        return;
      }
      seen.push(value);
    }
  });

  it('join what nobody took yet across what may be passed, and never beyond the rest', async () => {
    const items = streamFromCallback<string>(
      async (emit) => {
        for (const item of ['a1', 'b1', 'a2', 'b2', '!', 'a3', 'b3', 'a4']) emit(item);
      },
      {
        merge: (last, next) => (last[0] === next[0] ? `${last} ${next}` : undefined),
        mayPass: (last, next) => ![last, next].includes('!'),
      },
    );
    expect(await collect(items)).toEqual(['a1 a2', 'b1 b2', '!', 'a3 a4', 'b3']);
  });

  it('let a reader leave at once where that is wanted, and abort the task all the same', async () => {
    let signal: AbortSignal | undefined;
    const items = streamFromCallback<number>(
      async (emit, stop) => {
        signal = stop;
        emit(1);
        await new Promise(() => undefined);
      },
      { detached: true },
    );
    for await (const _ of items) break;
    expect(signal?.aborted).toBe(true);
  });
});

describe('A mutex', () => {
  it('lets one caller in at a time, in order, also after one that fails or leaves', async () => {
    const mutex = createMutex();
    const seen: string[] = [];
    const release = await mutex.acquire();
    const leaving = new AbortController();
    const left = mutex.acquire(leaving.signal);
    const failed = mutex.run(async () => {
      seen.push('fails');
      throw new Error('broken');
    });
    const last = mutex.run(async () => void seen.push('last'));
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(seen).toEqual([]);
    release();
    await expect(failed).rejects.toThrow('broken');
    await last;
    expect(seen).toEqual(['fails', 'last']);
  });
});

describe('Waiting that can be aborted', () => {
  const reason = new Error('left');

  it('ends with the reason of the signal, also of one that was aborted before', async () => {
    const never = new Promise<void>(() => undefined);
    const leaving = new AbortController();
    const waiting = [abortable(never, leaving.signal), delay(steppedTimer(), 1000, leaving.signal)];
    leaving.abort(reason);
    for (const wait of [...waiting, abortable(never, leaving.signal)]) await expect(wait).rejects.toBe(reason);
  });

  it('passes on results and failures', async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(1), signal)).toBe(1);
    await expect(abortable(Promise.reject(reason), signal)).rejects.toBe(reason);
  });

  it('gives up a result that takes too long, and no other', async () => {
    const timer = steppedTimer();
    const options = { timer, error: new Error('late') };
    await expect(timer.during(withTimeout(new Promise(() => undefined), 1000, options))).rejects.toThrow('late');
    expect(await timer.during(withTimeout(timer.pause(500), 1000, options))).toBe(undefined);
  });
});
