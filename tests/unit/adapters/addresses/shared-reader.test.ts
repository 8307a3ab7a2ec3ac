import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSharedReader } from '../../../../src/adapters/addresses/shared-reader';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A reader over workers that are counted; a call answers the number of its worker, or never where `hangs`. */
function countWorkers() {
  let changed = (): void => undefined;
  const log: string[] = [];
  const state = { hangs: false };
  const reader = createSharedReader({
    idleMs: 100,
    onPolicy: (callback) => (changed = callback),
    start: async () => {
      const number = log.filter((line) => line.startsWith('start')).length + 1;
      log.push(`start ${String(number)}`);
      let cut = (_error: Error): void => undefined;
      const ended = new Promise<never>((_resolve, reject) => (cut = reject));
      ended.catch(() => undefined);
      const answer = (): Promise<number> => (state.hangs ? ended : Promise.resolve(number));
      return {
        api: { size: answer, read: () => Promise.reject(new Error('broken')), readParts: async () => [] },
        terminate: () => {
          log.push(`end ${String(number)}`);
          cut(new Error('ended'));
        },
      };
    },
  });
  return { reader, log, state, change: () => changed() };
}

it('starts a worker at the first call, shares it, and ends it once it is idle', async () => {
  const { reader, log } = countWorkers();
  expect(log).toEqual([]);
  expect(await Promise.all([reader.size('a'), reader.size('b')])).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(99);
  expect(await reader.size('a')).toBe(1);
  await vi.advanceTimersByTimeAsync(99);
  expect(log).toEqual(['start 1']);
  await vi.advanceTimersByTimeAsync(2);
  expect(log).toEqual(['start 1', 'end 1']);
  expect(await reader.size('a')).toBe(2);
});

it('does over what goes on in a fresh worker when the policy changes, but not what was stopped', async () => {
  const { reader, log, state, change } = countWorkers();
  state.hangs = true;
  const stop = new AbortController();
  const going = reader.size('a');
  const stopped = reader.size('b', { signal: stop.signal });
  await vi.advanceTimersByTimeAsync(0);
  state.hangs = false;
  stop.abort(new Error('stopped'));
  change();
  expect(await going).toBe(2);
  await expect(stopped).rejects.toThrow('stopped');
  expect(log).toEqual(['start 1', 'end 1', 'start 2']);
});

it('passes on what a call throws', async () => {
  await expect(countWorkers().reader.read('a', { most: 1 })).rejects.toThrow('broken');
});
