import { expect, it } from 'vitest';
import { overPlanWords } from '../../../src/app/over-plan';

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
