import { expect, test } from 'vitest';
import { writeLock, onWriterGone } from '../../../src/adapters/storage/locks';
import { memoryContext, memoryFiles, memoryLocks } from './memory-parts';

test('a tab that reads is told once the tab that wrote is gone, and not before', async () => {
  const locks = memoryLocks();
  const context = memoryContext(memoryFiles(), locks);
  const release = await locks.tryExclusive(writeLock('tides'));
  let calls = 0;
  let stop = (): void => undefined;
  const called = new Promise<void>((resolve) => {
    stop = onWriterGone(context, 'tides', () => {
      calls += 1;
      stop();
      resolve();
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(calls).toBe(0);
  release?.();
  await called;
  expect(calls).toBe(1);
  expect(context.reports).toEqual([]);
});
