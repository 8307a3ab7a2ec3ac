import { expect, test } from '@playwright/test';
import { ensureBrowser } from '../../scripts/find-browser';
import { crashVisit, type Kept } from '../helpers/crash-visit';
import { serveBurrow } from '../helpers/static-server';

/** Milliseconds after the first documents were given; the last kill waits until an answer is shown. */
const KILLS = [900, 2600, 5200];

test.skip(process.platform === 'win32', 'process groups cannot be killed at once there');

test('a browser killed while it indexes and saves has lost nothing that it showed', async () => {
  const burrow = await serveBurrow();
  const shown = { documents: 0, answers: 0 };
  try {
    for (const killAt of KILLS) {
      const enough = (kept: Kept): boolean => killAt !== KILLS.at(-1) || kept.answers.length > 0;
      const { before, lost, ready } = await crashVisit(ensureBrowser(), burrow.url, killAt, enough);
      expect(lost, `killed after ${String(killAt)} ms`).toEqual([]);
      expect(ready, `killed after ${String(killAt)} ms`).toBe(true);
      shown.documents += before.documents.length;
      shown.answers += before.answers.length;
    }
  } finally {
    await burrow.close();
  }
  expect(shown.documents).toBeGreaterThan(0);
  expect(shown.answers).toBeGreaterThan(0);
});
