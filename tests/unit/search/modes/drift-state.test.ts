import { describe, expect, it } from 'vitest';
import { createDriftState, type FollowUpMeasure } from '../../../../src/core/search/modes/drift/state';

/** Similarity as it stands in front of a question, and nothing but the same words for known. */
const byNumber: FollowUpMeasure = {
  similarity: (question) => Number(/^\.\d/u.exec(question)?.[0] ?? 0),
  novelty: (question, asked) => (asked.some((one) => one.slice(2) === question.slice(2)) ? 0 : 1),
};

function tree({ measure = byNumber, stopped = [], pursued = [] }: Partial<Given> = {}) {
  const steering = { stopped: new Set(stopped), pursued: new Set(pursued) };
  return { ...steering, tree: createDriftState('Who built the pier?', measure, steering, () => undefined) };
}

interface Given {
  readonly measure: FollowUpMeasure;
  readonly stopped: readonly string[];
  readonly pursued: readonly string[];
}

const questionsOf = (actions: readonly { readonly question: string }[]) => actions.map(({ question }) => question);

describe('the questions of a DRIFT search', () => {
  it('are asked from the one nearest to the person’s own on', () => {
    const { tree: grown } = tree();
    grown.grow(0, ['.2 low', '.9 high', '.5 middle']);
    expect(questionsOf(grown.next(2, 1))).toEqual(['.9 high', '.5 middle']);
  });

  it('are asked from the one farthest from those asked already on, of two that are as near', () => {
    const measure = { similarity: () => 0.5, novelty: (text: string) => (text === 'new' ? 0.9 : 0.3) };
    const { tree: grown } = tree({ measure });
    grown.grow(0, ['known', 'new']);
    expect(questionsOf(grown.next(2, 1))).toEqual(['new', 'known']);
  });

  it('have none of a model’s references in them, and one that is nothing else is none', () => {
    const { tree: grown } = tree();
    grown.grow(0, ['.9 How late? [Data: Sources (99999), Reports (8888, +more)] [S999] [999]', '[S999]']);
    expect(questionsOf(grown.next(3, 1))).toEqual(['.9 How late?']);
  });

  it('count for less below an answer that helped little, and not for nothing', () => {
    const { tree: grown } = tree();
    grown.grow(0, ['.5 a', '.5 b']);
    grown.change(1, { state: 'answered', score: 0 });
    grown.change(2, { state: 'answered', score: 100 });
    grown.grow(1, ['.9 below the poor one']);
    grown.grow(2, ['.6 below the good one']);
    const [first, second] = grown.next(2, 2);
    expect(questionsOf([first, second].flatMap((one) => one ?? []))).toEqual([
      '.6 below the good one',
      '.9 below the poor one',
    ]);
    expect(second?.priority).toBeGreaterThan(0);
  });

  it('are there once, in whatever words', () => {
    const { tree: grown } = tree();
    grown.grow(0, ['.5 Who sank?', '.7 Who sank?', '.5 who SANK?', ' ', 'who built the pier?']);
    expect(questionsOf(grown.actions)).toEqual(['Who built the pier?', '.5 Who sank?']);
  });

  it('are there however little is new of them where a person pursues them', () => {
    const { tree: grown } = tree({ pursued: ['.7 Who sank?'] });
    grown.grow(0, ['.9 Who sank?', '.7 Who sank?', '.8 Who fell?']);
    expect(questionsOf(grown.next(1, 1))).toEqual(['.7 Who sank?']);
  });

  it('are asked no deeper than they may be, unless a person pursues them', () => {
    const { tree: grown, pursued } = tree();
    grown.grow(0, ['.5 first']);
    grown.change(1, { state: 'answered', score: 50 });
    grown.grow(1, ['.9 second']);
    expect(grown.next(3, 1)).toEqual([]);
    pursued.add('.9 second');
    expect(questionsOf(grown.next(0, 1))).toEqual(['.9 second']);
  });

  it('are left out with all that lies below them', () => {
    const { tree: grown, stopped } = tree();
    grown.grow(0, ['.5 first', '.4 other']);
    grown.grow(1, ['.9 second']);
    stopped.add('.5 first');
    expect(questionsOf(grown.next(5, 5))).toEqual(['.4 other']);
    expect(grown.actions.map(({ state }) => state)).toEqual(['waiting', 'stopped', 'waiting', 'stopped']);
  });

  it('know the documents from which they came', () => {
    const { tree: grown } = tree();
    grown.change(0, { documentIds: ['a'] });
    grown.grow(0, ['.5 first']);
    grown.change(1, { documentIds: ['b', 'a'] });
    grown.grow(1, ['.9 second']);
    expect(grown.documentsAbove(1)).toEqual(['a']);
    expect([...grown.documentsAbove(2)].sort()).toEqual(['a', 'b']);
  });
});
