import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handOut } from '../../../src/adapters/models/hand-out';

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('things told by callback', () => {
  test('all come out, in order, also those told before anyone listened', async () => {
    const told: number[] = [];
    const items = handOut<number, void>(
      async (emit) => {
        emit(0);
        emit(1);
        await later();
        emit(2);
      },
      { stop: () => undefined },
    );
    for await (const item of items) told.push(item);
    expect(told).toEqual([0, 1, 2]);
  });

  test('pass on the error of the task after what was told', async () => {
    const told: number[] = [];
    const listen = async (): Promise<void> => {
      const items = handOut<number, void>(
        (emit) => {
          emit(1);
          return Promise.reject(new Error('broken'));
        },
        { stop: () => undefined },
      );
      for await (const item of items) told.push(item);
    };
    await expect(listen()).rejects.toThrow('broken');
    expect(told).toEqual([1]);
  });

  test('stop the task when nobody listens any more, and wait until it has ended', async () => {
    const seen: string[] = [];
    let stopped = false;
    const items = handOut<number, void>(
      async (emit) => {
        emit(1);
        while (!stopped) await later();
        seen.push('ended');
        throw new Error('of no interest');
      },
      { stop: () => void (stopped = true) },
    );
    for await (const item of items) {
      seen.push(String(item));
      break;
    }
    expect(seen).toEqual(['1', 'ended']);
  });

  test('never make the task wait; what nobody took yet is joined where it can be', async () => {
    const told: number[] = [];
    const items = handOut<number, string>(
      async (emit) => {
        for (const item of [1, 2, -1, 3]) emit(item);
        await later();
        return 'done';
      },
      { stop: () => undefined, join: (last, next) => (last * next > 0 ? last + next : undefined) },
    );
    for (;;) {
      const { done, value } = await items.next();
      if (done) {
        expect([told, value]).toEqual([[3, -1, 3], 'done']);
        return;
      }
      told.push(value);
    }
  });
});

describe('signs of life', () => {
  const beating = (run: (emit: (item: number) => void) => Promise<void>, forMs?: number) =>
    handOut<number, void>(run, {
      stop: () => undefined,
      signs: { everyMs: 10, sign: (last) => last + 0.5, ...(forMs !== undefined && { forMs }) },
    });

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

  async function heard(items: AsyncIterable<number>): Promise<number[]> {
    const told: number[] = [];
    const listen = async (): Promise<void> => {
      for await (const item of items) told.push(item);
    };
    const listening = listen();
    await vi.runAllTimersAsync();
    await listening;
    return told;
  }

  test('follow the last word until the task says more, and begin only with its first', async () => {
    const items = beating(async (emit) => {
      await pause(35);
      emit(1);
      await pause(32);
      emit(2);
      await pause(8);
      emit(3);
    });
    expect(await heard(items)).toEqual([1, 1.5, 1.5, 2, 3]);
  });

  test('end when the task was silent for too long', async () => {
    const run = async (emit: (item: number) => void): Promise<void> => {
      emit(1);
      await pause(150);
    };
    expect(await heard(beating(run, 30))).toEqual([1, 1.5, 1.5, 1.5]);
  });
});
