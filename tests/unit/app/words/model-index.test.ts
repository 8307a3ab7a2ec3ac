import { expect, it } from 'vitest';
import {
  overrunWords,
  spentSoFarWords,
  missingClaimsWords,
  planReadWords,
  troublesOf,
} from '../../../../src/app/words/model-index';

const spent = (calls: number) => ({ calls, promptTokens: 0, completionTokens: 0, seconds: 0 });
const planned = { calls: 1226, callsBefore: 100 };

it('tells that a run has made more calls than were planned, not counting those of earlier runs', () => {
  expect(overrunWords({ spent: spent(1327), planned })).toBe('More calls than planned: 1,227 so far, 1,226 planned.');
});

it('tells nothing as long as it keeps to its plan, or where nobody kept what was planned', () => {
  expect(overrunWords({ spent: spent(1326), planned })).toBe('');
  expect(overrunWords({ spent: spent(1327) })).toBe('');
});

it('tells what a run has cost since it was begun, as soon as there is anything to tell', () => {
  const cost = { calls: 124, promptTokens: 16_000, completionTokens: 3_000, seconds: 9 };
  expect(spentSoFarWords({ spent: cost, planned, spentBefore: 2_000 })).toBe(
    'Spent so far: 24 calls, 17,000 tokens read and written',
  );
  expect(spentSoFarWords({ spent: spent(100), planned, spentBefore: 2_000 })).toBe('');
  expect(spentSoFarWords({ spent: cost })).toBe('');
});

const plan = (done: number, read: number) => ({
  title: 'Tiny',
  depth: 'full' as const,
  passages: { all: 42, planned: 42, done },
  readers: [{ title: 'Tiny', passages: read }],
});

it('says how far a depth has been read where another one has read more', () => {
  expect(planReadWords(plan(0, 42))).toBe('0 of 42 passages read in full depth by Tiny, in any depth');
  expect(planReadWords(plan(14, 14))).toBe('');
  expect(planReadWords({ ...plan(20, 42), passages: { all: 42, planned: 20, done: 20 } })).toBe('');
});

it('says of how many passages the claims are missing, and of how many the model was not asked', () => {
  expect(missingClaimsWords(0, {})).toBe('');
  expect(missingClaimsWords(1, { 'claims unread': 1 })).toBe('Claims of 1 passage could not be read.');
  expect(missingClaimsWords(42, { 'claims unread': 42, 'claims left out': 30 })).toBe(
    'Claims of 42 passages could not be read. The model was not asked for 30 of them, because the ones before failed in a row.',
  );
});

it('names claims that were turned away as claims', () => {
  const { refused, claims } = troublesOf({ 'rejected: claim about nothing listed': 3, 'claims unread': 1 });
  expect(refused).toEqual([{ reason: 'a claim about something that is not a listed name', times: 3 }]);
  expect(claims).toBe(1);
});

it('counts useless replies about passages that are not done yet with the others', () => {
  expect(troublesOf({ 'failed replies': 2 }, 24).failed).toBe(26);
});
