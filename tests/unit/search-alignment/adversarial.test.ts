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
    /** What is known to go wrong: as it is shown where the aligner does not see the twist. */
    readonly shown?: 'supported';
  }[];
}

const FOLDER = new URL('../../fixtures/adversarial/', import.meta.url);
const CASES = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Case);

describe.each(CASES)('an answer that twists what the passages of $name say', ({ grounds, cases }) => {
  const index = groundIndex(grounds.map((text) => ({ dataset: 'Sources', number: 1, text, spans: [] })));
  const supportOf = (sentence: string): string | undefined => alignAnswer(readAnswer(sentence), index)[0]?.support;

  it.each(cases)('is marked ($twist): $sentence', ({ sentence, shown = 'unsupported' }) => {
    expect(supportOf(sentence)).toBe(shown);
  });

  it.each(grounds)('is not where it says the same: %s', (text) => {
    expect(supportOf(text)).toBe('supported');
  });
});
