import { describe, expect, it } from 'vitest';
import { percentile, scoreAnswer, summarise } from '../../../bench/lib/answer-score';
import type { Answer } from '../../../src/core/search/events';

const text = 'Ada built the mill. It burned in 1851.';
const documents = new Map([['d', { text }]]);
const gold = [
  { document_id: 'd', start: 0, end: 19 },
  { document_id: 'd', start: 20, end: 38 },
];
const passage = (start: number, end: number, quote = text.slice(start, end)) => ({
  document_id: 'd',
  start,
  end,
  quote,
  documentTitle: 'd',
  page: null,
});
const citation = (number: number, ...passages: Answer['citations'][number]['passages'][number][]) => ({
  number,
  target: { kind: 'passage', textUnitId: 'u' } as const,
  passages,
});

function answer(change: Partial<Answer>): Answer {
  return {
    mode: 'basic',
    method: 'extractive',
    sentences: [{ text: 'Ada built the mill.', citations: [1], role: 'sentence' }],
    citations: [citation(1, passage(0, 19))],
    notFound: false,
    stopped: false,
    trace: { mode: 'basic', reason: '', sections: [], milliseconds: 0, modelCalls: 0 },
    ...change,
  };
}

describe('scoring an answer', () => {
  it('counts the gold passages that its citations hold', () => {
    const score = scoreAnswer(answer({}), gold, documents);
    expect(score).toMatchObject({
      hit: true,
      firstHit: true,
      share: 0.5,
      uncited: 0,
      misquoted: 0,
      sentences: 1,
      useful: 1,
    });
  });

  it('tells what only later passages of a citation hold', () => {
    const citations = [citation(1, passage(4, 9), passage(20, 38))];
    expect(scoreAnswer(answer({ citations }), gold, documents)).toMatchObject({ hit: true, firstHit: false });
  });

  it('tells sentences with gold words from others', () => {
    const sentences = [1, 2, 3].map((number) => ({ text: 'x', citations: [number], role: 'sentence' }) as const);
    const citations = [citation(1, passage(20, 30)), citation(2, passage(5, 12)), citation(3, passage(12, 24))];
    const score = scoreAnswer(answer({ sentences, citations }), gold, documents);
    expect(score).toMatchObject({ sentences: 3, useful: 2 });
  });

  it('gives nothing for passages offered after "not found"', () => {
    const score = scoreAnswer(answer({ notFound: true }), gold, documents);
    expect(score).toMatchObject({ hit: false, firstHit: false, share: 0, notFound: true });
  });

  it('notices a sentence without a citation or with one that leads nowhere', () => {
    const sentences = [
      { text: 'None.', citations: [], role: 'sentence' },
      { text: 'Nowhere.', citations: [7], role: 'item' },
      { text: 'Burrow speaks.', citations: [], role: 'plain' },
    ] as const;
    expect(scoreAnswer(answer({ sentences }), gold, documents)).toMatchObject({ uncited: 2, stated: 2, sentences: 2 });
  });

  it('notices a quotation that is not the text at its place', () => {
    const citations = [citation(1, passage(0, 19, 'Ada built a mill.'))];
    expect(scoreAnswer(answer({ citations }), gold, documents)).toMatchObject({ misquoted: 1, passages: 1 });
  });
});

describe('summing up', () => {
  it('takes means over the answers', () => {
    const scores = [answer({}), answer({ notFound: true })].map((one) => scoreAnswer(one, gold, documents));
    expect(summarise(scores)).toEqual({
      hits: 0.5,
      firstHits: 0.5,
      share: 0.25,
      notFound: 0.5,
      sentences: 1,
      useful: 0.5,
    });
  });

  it('gives the nearest rank as a percentile', () => {
    expect(percentile([30, 10, 20, 40], 0.5)).toBe(20);
    expect(percentile([30, 10, 20, 40], 0.95)).toBe(40);
    expect(percentile([], 0.5)).toBeNaN();
  });
});
