import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alignAnswer } from '../../../src/core/search/alignment/align-answer';
import { groundIndex } from '../../../src/core/search/alignment/ground-index';
import { readAnswer } from '../../../src/core/search/answer/answer-stream';

interface Case {
  readonly name: string;
  readonly language: string;
  readonly grounds: readonly string[];
  readonly cases: readonly {
    readonly twist: string;
    readonly sentence: string;
  }[];
}

const FOLDER = new URL('../../fixtures/adversarial/', import.meta.url);
const CASES = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Case);

describe.each(CASES)('an answer that twists what the passages of $name say', ({ grounds, cases }) => {
  const index = groundIndex(grounds.map((text) => ({ dataset: 'Sources', number: 1, text, spans: [] })));
  const supportOf = (sentence: string): string | undefined => alignAnswer(readAnswer(sentence), index)[0]?.support;

  it.each(cases)('is never shown as supported ($twist): $sentence', ({ sentence }) => {
    expect(['unsupported', 'partly']).toContain(supportOf(sentence));
  });

  it.each(grounds)('is not where it says the same: %s', (text) => {
    expect(supportOf(text)).toBe('supported');
  });
});
