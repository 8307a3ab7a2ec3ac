import { expect, it } from 'vitest';
import { attempts } from '../../../../src/app/platform/shell';

function failingFirst(failures: number) {
  let made = 0;
  const { make, first } = attempts(async () => {
    if (++made <= failures) throw new Error(`attempt ${made}`);
    return made;
  });
  return { make, first, made: () => made };
}

it('makes a failed attempt again when asked, and one that succeeded only once', async () => {
  const guard = failingFirst(2);
  expect(guard.made()).toBe(1);
  await expect(guard.make()).rejects.toThrow('attempt 2');
  expect([await guard.make(), await guard.make(), guard.made()]).toEqual([3, 3, 3]);
});

it('tells who waits for the first success, also when an earlier attempt failed', async () => {
  const guard = failingFirst(2);
  const heard: number[] = [];
  void guard.first.then((value) => heard.push(value));
  await guard.make().catch(() => undefined);
  expect(heard).toEqual([]);
  await guard.make();
  expect(heard).toEqual([3]);
});
