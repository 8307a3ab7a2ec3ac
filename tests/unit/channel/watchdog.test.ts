import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWatchdog } from '../../../src/channel/watchdog';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reports silence once, and only while an answer is owed', () => {
  const onSilence = vi.fn();
  const dog = createWatchdog(20_000, () => undefined, onSilence);
  vi.advanceTimersByTime(60_000);
  expect(onSilence).not.toHaveBeenCalled();
  dog.watch(true);
  vi.advanceTimersByTime(19_000);
  expect(onSilence).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onSilence).toHaveBeenCalledOnce();
});

it('lets a side that is blocked for five seconds at a time live', () => {
  const onSilence = vi.fn();
  const dog = createWatchdog(20_000, () => undefined, onSilence);
  dog.watch(true);
  for (let step = 0; step < 20; step++) {
    vi.advanceTimersByTime(5_000);
    dog.heard();
  }
  expect(onSilence).not.toHaveBeenCalled();
});

it('does not take the own sleep for silence of the other side', () => {
  const onSilence = vi.fn();
  const ask = vi.fn();
  const dog = createWatchdog(20_000, ask, onSilence);
  dog.watch(true);
  vi.setSystemTime(Date.now() + 3_600_000); // an hour passes without a tick
  vi.advanceTimersByTime(5_000);
  expect(ask).toHaveBeenCalledOnce();
  expect(onSilence).not.toHaveBeenCalled();
});
