import { expect, test } from 'vitest';
import { withoutThoughts } from '../../../src/core/models/thoughts';

test.each<[string, readonly string[], string]>([
  ['nothing where there is none', ['Yes', '.'], 'Yes.'],
  ['an empty thought and the space after it', ['<think>\n\n</think>\n\n', 'Yes'], 'Yes'],
  ['a thought in pieces', ['<th', 'ink>Let me ', 'see.</thi', 'nk>', '\n', '\nYes', '\n\nNo'], 'Yes\n\nNo'],
  ['a thought that was cut', ['<think>Let me'], ''],
  ['no tag that only begins like one', ['<', 'table>'], '<table>'],
  ['no tag that is cut', ['<th'], '<th'],
  ['no thought later on', ['See <think>', 'this</think>'], 'See <think>this</think>'],
])('A reply loses %s', (_case, pieces, expected) => {
  const filter = withoutThoughts();
  expect(pieces.map((piece) => filter.take(piece)).join('') + filter.rest()).toBe(expected);
});
