import { describe, expect, it } from 'vitest';
import { answerTree, type Block, type Inline } from '../../../../src/app/ask/answer-tree';
import { literalRanges } from '../../../../src/app/ask/answer-export';
import { answerUnits } from '../../../../src/core/search/answer/answer-units';

/** Maths in a line, without its signs. */
const CASES: readonly (readonly [line: string, maths: readonly string[]])[] = [
  ['The line $2x+1$ rises.', ['2x+1']],
  ['It is $x_1$ and $y$ here.', ['x_1', 'y']],
  ['The $n$th one is $10^6$.', ['n', '10^6']],
  ['So \\(a+b\\) holds, and $$c$$ too.', ['a+b', 'c']],
  ['It cost $5 and $6.', []],
  ['It cost $5, then 6$.', []],
  ['It cost $20,000 (US$) then.', []],
  ['It cost US$5 = 6$ then.', []],
  ['It cost $5m or so, in US$.', []],
  ['Between \\$a and b$ is nothing.', []],
  ['It is `$x$` there.', []],
];

const mathsIn = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap((block) => (block.kind === 'paragraph' ? inlineMaths(block.parts) : []));
const inlineMaths = (parts: readonly Inline[]): readonly string[] =>
  parts.flatMap((part) => (part.kind === 'maths' ? [part.text] : 'parts' in part ? inlineMaths(part.parts) : []));

describe('maths within a line', () => {
  it.each(CASES)('is the same on the screen and in an export: %s', (line, maths) => {
    expect(mathsIn(answerTree(line, []))).toEqual(maths);
    const literal = literalRanges(line).map(({ start, end }) => line.slice(start, end));
    const exported = literal.filter((one) => !one.startsWith('`'));
    expect(exported.map((one) => one.replace(/^(?:\$\$?|\\\()|(?:\$\$?|\\\))$/gu, ''))).toEqual(maths);
  });

  it.each([
    ['$2x. Y$ is one.', 1],
    ['$f. G$ is one.', 1],
    ['It cost $2. Yes, $3 more.', 2],
  ])('never ends a sentence, and money may: %s', (line, count) => {
    expect(answerUnits(line)).toHaveLength(count);
  });
});
