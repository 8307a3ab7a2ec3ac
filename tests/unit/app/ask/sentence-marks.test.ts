import type { AnswerSentence } from '../../../../src/core/search/answer/answer';
import { expect, it } from 'vitest';
import { MARK, markedText } from '../../../../src/app/ask/answer-tree';

const TEXT = 'The mill burnt.';
const isMarked = (sentence: Partial<AnswerSentence> & Pick<AnswerSentence, 'verdict'>): boolean => {
  const at = { start: 0, end: TEXT.length };
  return MARK.test(markedText(TEXT, [{ text: TEXT, citations: [], at, ...sentence }]));
};

it.each([
  { verdict: 'unverified', reason: 'words' },
  { verdict: 'contradicted', reason: 'entailment' },
  { verdict: 'not checked', reason: 'general' },
  { verdict: 'quoted', citations: [1] },
] as const)('marks a sentence with something to show: $verdict', (sentence) => {
  expect(isMarked(sentence)).toBe(true);
});

it.each([
  { verdict: 'supported', reason: 'entailment' },
  { verdict: 'not checked', reason: 'no claim' },
  { verdict: 'unverified', reason: 'words', pending: true },
] as const)('leaves a sentence without citations alone where nothing is to be said: $verdict', (sentence) => {
  expect(isMarked(sentence)).toBe(false);
});
