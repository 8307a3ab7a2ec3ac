import { describe, expect, test } from 'vitest';
import { createSessionCache } from '../../../src/adapters/models/transformers/session-cache';

/** Things that open when they are told to; `alive` are those that take memory. */
function world() {
  const gates = new Map<string, { open: () => void; fail: (error: Error) => void }>();
  const alive: string[] = [];
  const opened: string[] = [];
  const cache = createSessionCache(async (key: string) => {
    opened.push(key);
    alive.push(key);
    await new Promise<void>((open, fail) => gates.set(key, { open, fail })).catch((error: unknown) => {
      alive.splice(alive.indexOf(key), 1);
      throw error;
    });
    return { name: key, dispose: () => Promise.resolve(void alive.splice(alive.indexOf(key), 1)) };
  });
  const use = (key: string, signal?: AbortSignal) => cache.use(key, signal, ({ name }) => Promise.resolve(name));
  const gate = async (key: string) =>
    expect
      .poll(() => gates.get(key))
      .toBeDefined()
      .then(() => gates.get(key));
  const open = async (key: string) => (await gate(key))?.open();
  const fail = async (key: string, error: Error) => (await gate(key))?.fail(error);
  return { cache, use, open, fail, alive, opened };
}

describe('a stop while a model is opened', () => {
  test('is heard at once, and the opening goes on for the next call', async () => {
    const { cache, use, open, opened } = world();
    const controller = new AbortController();
    const first = use('a', controller.signal);
    await expect.poll(() => opened).toEqual(['a']);
    controller.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    expect(cache.has('a')).toBe(false);
    const second = use('a');
    await open('a');
    expect(await second).toBe('a');
    expect([opened, cache.has('a')]).toEqual([['a'], true]);
  });

  test('never lets another be opened beside it', async () => {
    const { use, open, alive, opened } = world();
    const controller = new AbortController();
    const first = use('a', controller.signal);
    await expect.poll(() => opened).toEqual(['a']);
    controller.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    const second = use('b');
    await new Promise((resolve) => setTimeout(resolve));
    expect(opened).toEqual(['a']);
    await open('a');
    await open('b');
    expect(await second).toBe('b');
    expect(alive).toEqual(['b']);
  });

  test('leaves it to be let go of when it is there', async () => {
    const { cache, use, open, alive, opened } = world();
    const controller = new AbortController();
    const first = use('a', controller.signal);
    await expect.poll(() => opened).toEqual(['a']);
    controller.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    const gone = cache.unload();
    await open('a');
    await gone;
    expect(alive).toEqual([]);
  });
});

test('An opening that failed is told, and tried again by the next call', async () => {
  const { use, open, fail, opened } = world();
  const first = use('a');
  await fail('a', new Error('no memory'));
  await expect(first).rejects.toThrow('no memory');
  const second = use('a');
  await expect.poll(() => opened).toEqual(['a', 'a']);
  await open('a');
  expect(await second).toBe('a');
});
