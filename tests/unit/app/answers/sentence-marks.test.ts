import { expect, it } from 'vitest';
import { MARK, markedText } from '../../../../src/app/answers/sentence-marks';
import type { Support } from '../../../../src/core/search/alignment/alignment';

const TEXT = 'The mill burnt.';
const marked = (support: Support): boolean => {
  const at = { start: 0, end: TEXT.length };
  return MARK.test(markedText(TEXT, [{ text: TEXT, citations: [], role: 'sentence', at, support }]));
};

it.each(['unsupported', 'partly', 'general'] as const)('marks a sentence without citations that is %s', (support) => {
  expect(marked(support)).toBe(true);
});

it.each(['supported', 'nothing to support'] as const)('leaves a sentence without citations that is %s', (support) => {
  expect(marked(support)).toBe(false);
});
