import { expect, it } from 'vitest';
import { answerTree, type Block, type Inline } from '../../../../src/app/ask/answer-tree';

const lineOf = (block: Block | undefined): readonly Inline[] => (block?.kind === 'paragraph' ? block.parts : []);
const sentence = (text: string, start: number) => ({
  text,
  citations: [1],
  at: { start, end: start + text.length },
  verdict: 'quoted' as const,
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

it('shows what sentences in a fence rest on within the fence', () => {
  const text = '```\nA dam was built.\nIt leaks.\n```';
  const [block, ...others] = answerTree(text, [sentence('A dam was built.', 4), sentence('It leaks.', 21)]);
  expect(others).toEqual([]);
  expect(block).toEqual({
    kind: 'code',
    parts: [
      { kind: 'text', text: 'A dam was ' },
      { kind: 'end', sentence: 0, word: 'built.' },
      { kind: 'text', text: '\nIt ' },
      { kind: 'end', sentence: 1, word: 'leaks.' },
    ],
  });
});

it('marks a block of code and a block of maths below it', () => {
  const code = '```sql\nselect ships\n```';
  const maths = '$$\n\\text{Ferris was convicted}\n$$';
  const unchecked = (text: string, start: number) => ({
    ...sentence(text, start),
    citations: [],
    verdict: 'not checked' as const,
    reason: 'code' as const,
  });
  expect(answerTree(`${code}\n\n${maths}`, [unchecked(code, 0), unchecked(maths, code.length + 2)])).toEqual([
    { kind: 'code', parts: [{ kind: 'text', text: 'select ships' }] },
    { kind: 'paragraph', parts: [{ kind: 'end', sentence: 0, word: '' }] },
    { kind: 'maths', text: '\\text{Ferris was convicted}' },
    { kind: 'paragraph', parts: [{ kind: 'end', sentence: 1, word: '' }] },
  ]);
});

it.each([
  ['quotes', `${'> '.repeat(500)}The mill burned.`],
  ['so many quotes that they cannot be read', `${'> '.repeat(20_000)}The mill burned.`],
  ['lists', `${Array.from({ length: 60 }, (_, at) => `${' '.repeat(2 * at)}- item`).join('\n')} The mill burned.`],
])('shows what stands too deep in %s as it was written', (_, text) => {
  const blocks = answerTree(text, []);
  expect(JSON.stringify(blocks)).toContain('The mill burned.');
  expect(depthOf(blocks)).toBeLessThan(20);
});

function depthOf(blocks: readonly Block[]): number {
  const below = blocks.map((block) => {
    if (block.kind === 'quote') return depthOf(block.blocks);
    return block.kind === 'list' ? Math.max(0, ...block.items.map(depthOf)) : 0;
  });
  return 1 + Math.max(0, ...below);
}
