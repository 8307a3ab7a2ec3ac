import { describe, expect, it } from 'vitest';
import { answerTo, indexOf } from './ask';
import { harbour } from './harbour';

const index = indexOf(harbour());

describe('Auto beside an answer of another mode', () => {
  for (const [question, besides, mode] of [
    ['Who was Edda Marrow?', 'local', 'basic'],
    ['Who was Edda Marrow?', 'basic', 'local'],
    ['What are the main themes?', 'global', 'basic'],
  ] as const) {
    it(`${besides} is ${mode}: ${question}`, async () => {
      const { trace } = await answerTo(index, { question, besides });
      expect(trace.mode).toBe(mode);
    });
  }
});
