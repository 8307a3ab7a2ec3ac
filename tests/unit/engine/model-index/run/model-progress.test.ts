import { expect, it } from 'vitest';
import type { IndexEvent } from '../../../../../src/core/engine/session/index-events';
import {
  createModelProgress,
  type ProgressSources,
} from '../../../../../src/core/engine/model-index/run/model-progress';
import type { PlanPart } from '../../../../../src/core/index/planning';

const part = (step: string, items: number): PlanPart => ({
  step,
  title: step,
  purpose: 'reading',
  items,
  calls: items,
  promptTokens: items * 100,
  replyTokens: 0,
  guessed: false,
});

function begin(parts: readonly PlanPart[], earlier = 0) {
  const reported: (readonly [done: number, all: number])[] = [];
  const emit = (event: IndexEvent): void => {
    if (event.kind === 'model') reported.push([event.tokensDone, event.tokens]);
  };
  const progress = createModelProgress({ emit, parts, earlier, pace: { secondsFor: () => 1 }, state: () => undefined });
  return { progress, reported };
}

it('goes forward by tokens, step after step, to the end', () => {
  const { progress, reported } = begin([part('model reading', 4), part('model reports', 1)]);
  progress.begin('model reading', 4);
  progress.add(3);
  progress.add(1);
  progress.begin('model reports', 1);
  progress.add(1);
  expect(reported).toEqual([
    [0, 500],
    [300, 500],
    [400, 500],
    [400, 500],
    [500, 500],
  ]);
});

it('stands still while a step finds more to do than was planned, or one that was not planned comes', () => {
  const { progress, reported } = begin([part('model reading', 4)]);
  progress.begin('model reading', 4);
  progress.add(4);
  progress.begin('model resolution', 3);
  progress.begin('model reports', 7);
  progress.add(7);
  progress.begin('model reports', 2);
  expect(reported.map(([done]) => done)).toEqual([0, 400, 400, 400, 400, 400]);
});

it('begins where a run that goes on was left', () => {
  const { progress, reported } = begin([part('model reading', 4)], 600);
  progress.begin('model reading', 4, 6);
  progress.add(4);
  expect(reported).toEqual([
    [600, 1000],
    [1000, 1000],
  ]);
});

it('tells no time that is left while it waits for its model, or nothing comes from it', () => {
  const left: (number | null)[] = [];
  const emit = (event: IndexEvent): void => {
    if (event.kind === 'model') left.push(event.secondsLeft);
  };
  const parts = [part('model reading', 4)];
  const progress = createModelProgress({
    emit,
    parts,
    earlier: 0,
    pace: { secondsFor: () => 5 },
    state: () => undefined,
  });
  progress.begin('model reading', 4);
  progress.wait('Nothing answers there.');
  progress.add(1);
  progress.sign({ kind: 'working', words: 'Writing. Nothing came for a minute.', silent: true });
  progress.sign({ kind: 'delta', text: 'Ada' });
  expect(left).toEqual([5, null, 5, null, 5]);
});

function timesLeft(
  act: (progress: ReturnType<typeof createModelProgress>) => void,
  parts = [part('model reading', 4)],
  pace: ProgressSources['pace'] = { secondsFor: () => 5 },
): readonly (number | null)[] {
  const left: (number | null)[] = [];
  const emit = (event: IndexEvent): void => {
    if (event.kind === 'model') left.push(event.secondsLeft);
  };
  act(createModelProgress({ emit, parts, earlier: 0, pace, state: () => undefined }));
  return left;
}

it('tells no time that is left while every call is refused, until words come', () => {
  const left = timesLeft((progress) => {
    progress.begin('model reading', 4);
    progress.sign({ kind: 'restart', reason: 'Too many requests. Trying again.' });
    progress.sign({ kind: 'working', words: 'The server has been asked.' });
    progress.wait('Too many requests.');
    progress.begin('model reading', 4);
    progress.sign({ kind: 'working', words: 'The server has been asked.' });
    progress.sign({ kind: 'delta', text: 'Ada' });
  });
  expect(left).toEqual([5, null, null, null, null, null, 5]);
});

it('tells no time that is left as soon as a server says nothing more, though its words are the same', () => {
  const left = timesLeft((progress) => {
    progress.begin('model reading', 4);
    progress.sign({ kind: 'working', words: 'The server has been asked.' });
    progress.sign({ kind: 'working', words: 'The server has been asked.', silent: true });
  });
  expect(left).toEqual([5, 5, null]);
});

it('goes on telling the time while one of two calls writes', () => {
  const left = timesLeft((progress) => {
    progress.begin('model reading', 4);
    progress.sign({ kind: 'delta', text: 'Ada' });
    progress.sign({ kind: 'working', words: 'The server has been asked.', silent: true });
    progress.sign({ kind: 'delta', text: ' met' });
    progress.sign({ kind: 'working', words: 'The server has been asked.', silent: true });
  });
  expect(left).not.toContain(null);
});

it('does not count as done what came to nothing, nor as ahead', () => {
  const { progress, reported } = begin([part('model reading', 4), part('model reports', 1)]);
  progress.begin('model reading', 4);
  progress.skip(2);
  progress.add(2);
  expect(reported).toEqual([
    [0, 500],
    [0, 300],
    [200, 300],
  ]);
  expect(progress.tokensDone).toBe(200);
});

it('never tells of more done than planned, though its model was away in the middle of a step', () => {
  const { progress, reported } = begin([part('model reading', 100), part('model reports', 10)]);
  progress.begin('model reading', 100);
  progress.add(90);
  progress.wait('Nothing answers there.');
  progress.begin('model reading', 10, 90);
  progress.add(4);
  progress.skip(4);
  expect(reported.slice(1)).toEqual([
    [9_000, 11_000],
    [9_000, 11_000],
    [9_000, 11_000],
    [9_400, 11_000],
    [9_400, 10_600],
  ]);
});

it('tells as much time after its model was away as before', () => {
  const byTokens: ProgressSources['pace'] = { secondsFor: (_step, { promptTokens }) => promptTokens };
  const left = timesLeft(
    (progress) => {
      progress.begin('model reading', 10);
      progress.add(10);
      progress.begin('model reports', 10);
      progress.add(6);
      progress.wait('Nothing answers there.');
      progress.begin('model reading', 0, 10);
      progress.begin('model reports', 4, 6);
      progress.add(1);
    },
    [part('model reading', 10), part('model reports', 10)],
    byTokens,
  );
  expect(left).toEqual([2_000, 1_000, 1_000, 400, null, null, null, 300]);
});

it('shows what is done but for others before it, and keeps it as done only once they are', () => {
  const shown: (readonly [done: number, early: number, tokens: number])[] = [];
  const emit = (event: IndexEvent): void => {
    if (event.kind === 'model') shown.push([event.done, event.early, event.tokensDone]);
  };
  const parts = [part('model reading', 4)];
  const progress = createModelProgress({
    emit,
    parts,
    earlier: 0,
    pace: { secondsFor: () => 1 },
    state: () => undefined,
  });
  progress.begin('model reading', 4);
  progress.ready(1);
  progress.ready(1);
  expect(progress.tokensDone).toBe(0);
  progress.ready(-1);
  progress.add(1);
  expect(progress.tokensDone).toBe(100);
  expect(shown).toEqual([
    [0, 0, 0],
    [1, 1, 100],
    [2, 2, 200],
    [2, 1, 200],
  ]);
});
