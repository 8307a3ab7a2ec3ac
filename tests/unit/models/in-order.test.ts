import { describe, expect, test } from 'vitest';
import { inOrder } from '../../../src/adapters/models/transformers/in-order';

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('things told by callback', () => {
  test('all come out, in order, also those told before anyone listened', async () => {
    const told: number[] = [];
    const items = inOrder<number>(
      async (emit) => {
        emit(0);
        emit(1);
        await later();
        emit(2);
      },
      () => undefined,
    );
    for await (const item of items) told.push(item);
    expect(told).toEqual([0, 1, 2]);
  });

  test('pass on the error of the task after what was told', async () => {
    const told: number[] = [];
    const listen = async (): Promise<void> => {
      const items = inOrder<number>(
        (emit) => {
          emit(1);
          return Promise.reject(new Error('broken'));
        },
        () => undefined,
      );
      for await (const item of items) told.push(item);
    };
    await expect(listen()).rejects.toThrow('broken');
    expect(told).toEqual([1]);
  });

  test('stop the task when nobody listens any more, and wait until it has ended', async () => {
    const seen: string[] = [];
    let stopped = false;
    const items = inOrder<number>(
      async (emit) => {
        emit(1);
        while (!stopped) await later();
        seen.push('ended');
        throw new Error('of no interest');
      },
      () => (stopped = true),
    );
    for await (const item of items) {
      seen.push(String(item));
      break;
    }
    expect(seen).toEqual(['1', 'ended']);
  });
});
