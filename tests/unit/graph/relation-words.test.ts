import { expect, it } from 'vitest';
import { relationWords } from '../../../src/core/graph/relation-words';

it('A relationship without a description is told by its predicates', () => {
  expect(relationWords({ description: '', keywords: ['founded', 'left'] })).toBe('founded, left');
  expect(relationWords({ description: 'Ada founded it.', keywords: ['founded'] })).toBe('Ada founded it.');
});
