import { expect, it } from 'vitest';
import { answerTree, type Block, type Inline } from '../../../../src/app/answers/answer-tree';

const lineOf = (block: Block | undefined): readonly Inline[] => (block?.kind === 'paragraph' ? block.parts : []);
const sentence = (text: string, start: number) => ({
  text,
  citations: [1],
  role: 'sentence' as const,
  at: { start, end: start + text.length },
  support: 'supported' as const,
});

it('draws maths within a line and leaves money alone', () => {
  const [block, ...others] = answerTree('The flow $q = 3$ costs $5 to $7 a day.', []);
  expect(others).toEqual([]);
  expect(lineOf(block).filter(({ kind }) => kind === 'maths')).toEqual([{ kind: 'maths', text: 'q = 3' }]);
  const text = lineOf(block).map((part) => ('text' in part ? part.text : ''));
  expect(text.join('')).toBe('The flow q = 3 costs $5 to $7 a day.');
});

it('ends a paragraph at a block of maths', () => {
  expect(answerTree('So\n$$a + b$$\nholds.', []).map(({ kind }) => kind)).toEqual(['paragraph', 'maths', 'paragraph']);
});

it('keeps the last word of a sentence with its chips', () => {
  const [block] = answerTree('A dam was built. It leaks.', [
    sentence('A dam was built.', 0),
    sentence('It leaks.', 17),
  ]);
  expect(lineOf(block)).toEqual([
    { kind: 'text', text: 'A dam was ' },
    { kind: 'end', sentence: 0, word: 'built.' },
    { kind: 'text', text: ' It ' },
    { kind: 'end', sentence: 1, word: 'leaks.' },
  ]);
});
