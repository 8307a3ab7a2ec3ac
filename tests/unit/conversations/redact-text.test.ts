import type { AnswerSentence } from '../../../src/core/search/answer/answer';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answerUnits } from '../../../src/core/search/answer/answer-units';
import { redactSentences } from '../../../src/core/conversations/redact-answer';

interface Case {
  readonly text: string;
  readonly goes: readonly string[];
  readonly left: string;
}

const FOLDER = new URL('../../fixtures/forgotten/', import.meta.url);
const CASES = readdirSync(FOLDER).map(
  (file) => [file, JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Case] as const,
);

const sentencesOf = (text: string): readonly AnswerSentence[] =>
  answerUnits(text).map(({ start, end }) => ({
    text: text.slice(start, end),
    citations: [1],
    at: { start, end },
    verdict: 'quoted',
  }));

describe.each(CASES)('a written text without some of its sentences: %s', (_, { text, goes, left }) => {
  const kept = redactSentences({ text, sentences: sentencesOf(text) }, (one) => goes.includes(one.text.trim()));

  it('says so in their place and keeps the rest', () => {
    expect(kept.text).toBe(left);
  });

  it('has every sentence at its place', () => {
    for (const { at, text: words } of kept.sentences) expect(kept.text.slice(at?.start, at?.end)).toBe(words);
  });
});
