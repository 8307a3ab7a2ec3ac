import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareParquetWorker } from '../../../src/adapters/storage/arrow/parquet';
import { codec } from './memory-parts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begin(start: () => Promise<typeof codec> = async () => codec) {
  const seen = { started: 0, ended: 0 };
  const lease = shareParquetWorker(async () => {
    seen.started++;
    return { codec: await start(), end: () => void seen.ended++ };
  }, 1000);
  return { seen, lease };
}

test('jobs share one worker, which ends only after all were released and time has passed', async () => {
  const { seen, lease } = begin();
  const first = await lease();
  const second = await lease();
  first.release();
  first.release();
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual({ started: 1, ended: 0 });
  second.release();
  await vi.advanceTimersByTimeAsync(900);
  const third = await lease();
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual({ started: 1, ended: 0 });
  third.release();
  await vi.advanceTimersByTimeAsync(1001);
  expect(seen).toEqual({ started: 1, ended: 1 });
});

test('after a failed job the next one gets a new worker, and the old one ends once nobody uses it', async () => {
  const { seen, lease } = begin();
  const first = await lease();
  await expect(first.codec.decode(new Uint8Array(8))).rejects.toBeDefined();
  const second = await lease();
  expect(seen).toEqual({ started: 2, ended: 0 });
  first.release();
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual({ started: 2, ended: 1 });
  second.release();
});

test('a worker that did not start is asked for again', async () => {
  let broken = true;
  const { seen, lease } = begin(() => (broken ? Promise.reject(new Error('no')) : Promise.resolve(codec)));
  await expect(lease()).rejects.toThrow('no');
  broken = false;
  (await lease()).release();
  expect(seen.started).toBe(2);
});
