import { describe, expect, it } from 'vitest';
import { shownTurn, turnOf, newLiveAnswer, applyEvents } from '../../../../src/app/ask/turns';
import type { SearchEvent } from '../../../../src/core/search/events';

const PLAN: SearchEvent = { kind: 'plan', mode: 'global', reason: 'You chose Global.' };
const POINTS: Extract<SearchEvent, { readonly kind: 'points' }> = {
  kind: 'points',
  points: { batch: 1, of: 2, documentIds: [], points: [{ text: 'Clara Voss founded it.', score: 80 }] },
};
const ACTION: SearchEvent = {
  kind: 'action',
  action: {
    id: 0,
    parent: null,
    depth: 0,
    question: 'Who founded it?',
    priority: 1,
    state: 'asking',
    score: null,
    answer: '',
    documentIds: [],
  },
};
const RESTART: SearchEvent = { kind: 'restart', reason: 'The model has been silent for 60 seconds.' };
const live = newLiveAnswer({ id: 'a', question: 'Who founded it?', mode: 'global' });

describe('an answer that is begun again by the documents', () => {
  it('keeps no points and no questions of the attempt that failed', () => {
    const { points, answer } = applyEvents(live, [PLAN, POINTS, ACTION, RESTART, PLAN]);
    expect(points).toEqual([]);
    expect(answer.trace.actions).toBeUndefined();
  });
});

describe('an answer whose last call is made again', () => {
  it('keeps the points and questions that it is made from', () => {
    const { points, answer } = applyEvents(live, [PLAN, POINTS, ACTION, RESTART]);
    expect(points).toHaveLength(1);
    expect(answer.trace.actions).toHaveLength(1);
  });
});

describe('an answer of which only part has come', () => {
  const TEXT: SearchEvent = { kind: 'text', text: 'Clara' };
  it('knows how much was still being read', () => {
    const early = { unread: 20, among: 60 };
    expect(turnOf(applyEvents(live, [{ ...PLAN, early }, TEXT]), true)?.answer).toMatchObject(early);
  });

  it('is kept with the points that it is made from', () => {
    const turn = turnOf(applyEvents(live, [PLAN, POINTS, TEXT]), true);
    expect(turn && shownTurn(turn).points).toEqual([POINTS.points]);
  });

  it('is said to be written by a model as soon as there are words of one, and by none once they are taken back', () => {
    expect(applyEvents(live, [PLAN]).answer.method).toBe('evidence');
    expect(applyEvents(live, [PLAN, TEXT]).answer.method).toBe('a model');
    expect(applyEvents(live, [PLAN, TEXT, RESTART]).answer.method).toBe('evidence');
  });

  it('is kept under the name of the model that was to write it', () => {
    const turn = turnOf(applyEvents(live, [PLAN, { kind: 'writer', title: 'Mica 4B' }, TEXT]), true);
    expect(turn?.answer.method).toBe('Mica 4B');
  });
});
