import type { Answer, AnswerSentence } from '../../../../src/core/search/answer/answer';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addFootnotes } from '../../../../src/app/ask/answer-export';
import { NO_EVIDENCE } from '../../../../src/core/search/evidence/evidence';

interface Case {
  readonly name: string;
  readonly text: string;
  readonly sentences: readonly (Pick<AnswerSentence, 'citations' | 'nearest' | 'verdict' | 'reason'> & {
    readonly words: string;
  })[];
  readonly expected: string;
}

const FOLDER = new URL('../../../fixtures/exported/', import.meta.url);
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Case);

/** Sentences at the places of their words. */
function answerOf({ text, sentences }: Case): Answer {
  return {
    mode: 'local',
    method: 'a model',
    evidence: NO_EVIDENCE,
    text,
    sentences: sentences.map(({ words, ...rest }) => {
      const start = text.indexOf(words);
      expect(start, words).toBeGreaterThanOrEqual(0);
      return { ...rest, text: words, at: { start, end: start + words.length } };
    }),
    citations: [],
    notFound: false,
    stopped: false,
    trace: { mode: 'local', reason: '', sections: [], milliseconds: 1, modelCalls: 1 },
  };
}

describe('footnotes of a written answer', () => {
  it.each(cases)('$name', (one) => {
    expect(addFootnotes(answerOf(one), (number) => `[^${String(number)}]`).trim()).toBe(one.expected);
  });
});
