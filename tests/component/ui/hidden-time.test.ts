import { afterEach, expect, test, vi } from 'vitest';
import { HiddenTime } from '../../../src/app/platform/page-visibility.svelte';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function turn(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('the time that the tab was hidden adds up, and is told when it is seen again', () => {
  vi.useFakeTimers({ now: 0 });
  const hidden = new HiddenTime();
  const end = hidden.watch();
  turn('hidden');
  vi.setSystemTime(60_000);
  expect(hidden.seconds).toBe(0);
  turn('visible');
  expect(hidden.seconds).toBe(60);
  turn('hidden');
  vi.setSystemTime(90_000);
  turn('visible');
  expect(hidden.seconds).toBe(90);
  end();
  turn('hidden');
  vi.setSystemTime(200_000);
  turn('visible');
  expect(hidden.seconds).toBe(90);
});
