import { expect, it } from 'vitest';
import { drawInLanes } from '../../src/core/in-order';

it('draws the next item only when a lane is free', async () => {
  const waiting = ['a', 'b', 'c', 'd'];
  const done: string[] = [];
  await drawInLanes(
    2,
    () => waiting.shift(),
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
  const all = drawInLanes(
    2,
    () => waiting.shift(),
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
