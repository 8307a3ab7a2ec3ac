import { expect, it } from 'vitest';
import { overPlanWords, spentSoFarWords } from '../../../src/app/over-plan';

const spent = (calls: number) => ({ calls, promptTokens: 0, completionTokens: 0, seconds: 0 });
const planned = { calls: 1226, callsBefore: 100 };

it('tells that a run has made more calls than were planned, not counting those of earlier runs', () => {
  expect(overPlanWords({ spent: spent(1327), planned })).toBe(
    'More calls than planned: 1,227 by now, 1,226 were planned.',
  );
});

it('tells nothing as long as it keeps to its plan, or where nobody kept what was planned', () => {
  expect(overPlanWords({ spent: spent(1326), planned })).toBe('');
  expect(overPlanWords({ spent: spent(1327) })).toBe('');
});

it('tells what a run has cost since it was begun, as soon as there is anything to tell', () => {
  const cost = { calls: 124, promptTokens: 16_000, completionTokens: 3_000, seconds: 9 };
  expect(spentSoFarWords({ spent: cost, planned, spentBefore: 2_000 })).toBe(
    'Spent so far: 24 calls, 17,000 tokens read and written',
  );
  expect(spentSoFarWords({ spent: spent(100), planned, spentBefore: 2_000 })).toBe('');
  expect(spentSoFarWords({ spent: cost })).toBe('');
});
