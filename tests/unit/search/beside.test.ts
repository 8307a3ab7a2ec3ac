import { describe, expect, it } from 'vitest';
import { answerTo, indexOf } from './ask';
import { HARBOUR_WORLD } from './harbour';
import { smallWorld } from './small-world';

describe('Auto beside a mode', () => {
  const index = indexOf(smallWorld(HARBOUR_WORLD));

  for (const [question, besides, mode] of [
    ['Who was Edda Marrow?', 'local', 'basic'],
    ['Who was Edda Marrow?', 'basic', 'local'],
    ['What are the main themes?', 'global', 'local'],
  ] as const) {
    it(`${besides} is ${mode}: ${question}`, async () => {
      const { trace } = await answerTo(index, { question, besides });
      expect(trace.mode).toBe(mode);
    });
  }

  it('says why it does not take the mode that fits', async () => {
    const { trace } = await answerTo(index, { question: 'Who was Edda Marrow?', besides: 'local' });
    expect(trace.reason).toBe('Basic, because Local, which fits the question best, stands beside it.');
  });
});
