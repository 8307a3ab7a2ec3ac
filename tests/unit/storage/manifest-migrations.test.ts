import { expect, it } from 'vitest';
import { newRun } from '../../../src/core/engine/model-index/run-state';
import { migratedState } from '../../../src/adapters/storage/migrations/manifest-migrations';
import type { IndexState } from '../../../src/core/ports/index-state';

const STATE: IndexState = {
  pending: [],
  failed: [],
  derived: true,
  counters: {},
  parameters: {},
  method: 'fast',
};
const spent = { calls: 3, promptTokens: 900, completionTokens: 60, seconds: 4 };
const earlier = { layer: 'Scripted (1)', title: 'Scripted', spent, found: { passages: 3 } };

const upgraded = (model: object) => migratedState({ ...STATE, model: model as never }).model;

it('a run of an early format says the same in the words of the present one', () => {
  const lists = { unresolved: ['a'], unasked: ['b'], unwritten: ['c'], uselessSoFar: 2 };
  expect(upgraded({ ...earlier, ...lists, phase: 'paused', behind: true, barren: true, reason: 'Nothing.' })).toEqual({
    ...newRun('Scripted (1)', 'Scripted'),
    ...{ spent, found: { passages: 3 }, phase: 'paused', needsDerive: true, invalidReplies: 2 },
    ...{ unresolved: ['a'], skippedPairs: ['b'], failedItems: ['c'] },
    failure: { kind: 'no usable replies', reason: 'Nothing.' },
  });
});

it('a run of an early format that a person ended, or that is done, has no failure', () => {
  expect(upgraded({ ...earlier, phase: 'stopped' })).toMatchObject({ phase: 'stopped', failure: null, round: 1 });
  expect(upgraded({ ...earlier, phase: 'done', round: 2 })).not.toHaveProperty('failure');
});

it('a state of the present format is left as it is', () => {
  const state = { ...STATE, model: newRun('Scripted (1)', 'Scripted') };
  expect(migratedState(state)).toBe(state);
  expect(migratedState(STATE)).toBe(STATE);
});

it('a run of reports alone of an earlier version leaves out the other steps', () => {
  const extras = { allReports: true, onlyReports: true };
  const run = { ...newRun('Scripted (1)', 'Scripted'), extras };
  const leftOut = ['model reading', 'model resolution', 'model descriptions', 'model contexts'];
  expect(upgraded(run)?.extras).toEqual({ allReports: true, skipSteps: leftOut });
});
