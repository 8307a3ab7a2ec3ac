import { describe, expect, it } from 'vitest';
import { inOrder } from '../../src/core/in-order';

const later = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : Promise.resolve().then(() => later(turns - 1));

describe('Work in several lanes', () => {
  it('takes the results in the order of the items, however long each took', async () => {
    const taken: number[] = [];
    const items = [30, 1, 20, 2, 10, 3];
    await inOrder(
      items,
      3,
      async (turns) => later(turns).then(() => turns),
      async (result) => void taken.push(result),
    );
    expect(taken).toEqual(items);
  });

  it('never has more under way than there are lanes, and uses them all', async () => {
    let running = 0;
    let most = 0;
    await inOrder(
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
    await inOrder(
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

  it('keeps a single lane busy for long while a result is being taken, and not without end', async () => {
    let mapped = 0;
    const seen: number[] = [];
    await inOrder(
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
    const work = inOrder(
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
    const work = inOrder(
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
    await inOrder(
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
    const all = inOrder(
      [0, 1, 2, 3, 4, 5],
      6,
      async (at) => {
        begun.push(at);
        await finished;
      },
      async () => undefined,
      { first: 2, passed },
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
    const trial = { first: 2, passed: new Promise<void>(() => undefined) };
    const begun: number[] = [];
    const begin = async (at: number) => void begun.push(at);
    await inOrder([0, 1, 2, 3], 4, begin, async () => undefined, trial);
    expect(begun).toEqual([0, 1, 2, 3]);
    const fail = async (_result: unknown, at: number) => {
      if (at === 5) throw new Error('No more.');
    };
    await expect(inOrder([4, 5, 6, 7], 4, begin, fail, trial)).rejects.toThrow('No more.');
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
