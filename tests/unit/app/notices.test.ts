import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Notices } from '../../../src/app/notices.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const wordsOf = (notices: Notices): readonly string[] => notices.items.map(({ what }) => what);

it('lets toasts go by themselves, and keeps failures until they are dismissed', () => {
  const notices = new Notices();
  notices.say('Copied.');
  notices.fail('Reading the table', new Error('the disk is away'));
  vi.advanceTimersByTime(60_000);
  expect(wordsOf(notices)).toEqual(['Reading the table failed: the disk is away.']);
});

it('takes a failure away once the same thing works', async () => {
  const notices = new Notices();
  notices.fail('Reading the table', new Error('the disk is away'));
  await notices.attempt('Reading the table', async () => 1);
  expect(notices.items).toEqual([]);
});

it('offers to undo two things of the same name one by one', async () => {
  const notices = new Notices();
  const { signal } = new AbortController();
  const offers = [notices.offerUndo('Deleted “readme”', signal), notices.offerUndo('Deleted “readme”', signal)];
  const [, second] = notices.items;
  if (second?.kind !== 'toast') throw new TypeError('two toasts were shown');
  second.undo?.();
  vi.advanceTimersByTime(60_000);
  expect(await Promise.all(offers)).toEqual([false, true]);
});

it('ends an offer to undo where newer messages take its place', async () => {
  const notices = new Notices();
  const offer = notices.offerUndo('Deleted “readme”', new AbortController().signal);
  for (const what of ['One', 'Two', 'Three']) notices.say(what);
  expect(await offer).toBe(false);
  expect(wordsOf(notices)).toEqual(['One', 'Two', 'Three']);
});

it('tells of work that takes a while, from its second second until it ends, however it ends', async () => {
  const notices = new Notices();
  const doings = (): readonly string[] => notices.working.map(({ doing }) => doing);
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const failing = async (): Promise<never> => {
    await wait(3000);
    throw new Error('the disk is away');
  };
  const works = [
    notices.attemptLong('Exporting', () => wait(5000)),
    notices.attemptLong('Opening', failing),
    notices.attemptLong('Renaming', () => wait(900)),
  ];
  expect(doings()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1100);
  expect(doings()).toEqual(['Exporting', 'Opening']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(doings()).toEqual(['Exporting']);
  expect(wordsOf(notices)).toEqual(['Opening failed: the disk is away.']);
  await vi.advanceTimersByTimeAsync(2000);
  await Promise.all(works);
  expect(doings()).toEqual([]);
});
