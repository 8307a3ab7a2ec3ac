import { describe, expect, test } from 'vitest';
import { mergedSentences } from '../../../src/app/answer-blocks';
import { notFoundWords, scopeWords, withinScope } from '../../../src/app/answer-scope';
import { citedPassage } from '../../../src/app/cited-passage';
import type { AnswerSentence, Passage } from '../../../src/core/search/events';

const said = (text: string, citations: readonly number[], role: AnswerSentence['role'] = 'sentence') =>
  ({ text, citations, role }) satisfies AnswerSentence;

const quoted = (document_id: string, quote: string): Passage => ({
  document_id,
  start: 0,
  end: quote.length,
  documentTitle: document_id,
  page: null,
  quote,
});

describe('the sentences of an answer', () => {
  test('that follow each other and say the same become one with all chips', () => {
    const merged = mergedSentences([said('Rain fell.', [3, 4]), said('Rain fell. ', [5, 4]), said('Snow fell.', [4])]);
    expect(merged).toEqual([said('Rain fell.', [3, 4, 5]), said('Snow fell.', [4])]);
  });

  test('without words give their chips to the one before', () => {
    expect(mergedSentences([said('Rain fell.', [1]), said(' ', [2])])).toEqual([said('Rain fell.', [1, 2])]);
  });

  test('stay apart when their roles differ', () => {
    expect(mergedSentences([said('Rain', [1], 'heading'), said('Rain', [1])])).toHaveLength(2);
  });
});

describe('an answer of chosen documents', () => {
  test('speaks of these only where Burrow itself speaks', () => {
    expect(withinScope(said('This is not in your documents.', [], 'plain'), ['a']).text).toBe(
      'This is not in the chosen documents.',
    );
    expect(withinScope(said('We keep your documents.', [1]), ['a']).text).toBe('We keep your documents.');
    expect(notFoundWords([])).toBe('Not in your documents');
    expect(notFoundWords(['a', 'b'])).toBe('Not in the 2 chosen documents');
  });

  test('names them, and counts those that are gone', () => {
    expect(scopeWords(['a', 'b'], new Map([['a', 'Lease']]))).toBe('Lease · 1 document no longer here');
  });
});

describe('the passage of a chip', () => {
  const citation = {
    number: 1,
    target: { kind: 'entity', id: 'e', title: 'E' },
    passages: [quoted('a', 'The first.'), quoted('b', 'The  second.'), quoted('gone', 'The third.')],
  } as const;
  const present = new Set(['a', 'b']);

  test('is the one with the words of the sentence', () => {
    expect(citedPassage(citation, 'The second.', present)?.document_id).toBe('b');
  });

  test('is the best one that is still here when none has them', () => {
    expect(citedPassage(citation, 'The third.', present)?.document_id).toBe('a');
    expect(citedPassage(citation, 'The first.', new Set())).toBeUndefined();
  });
});
