import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alignAnswer } from '../../../src/core/search/alignment/align-answer';
import { groundIndex } from '../../../src/core/search/alignment/ground-index';
import { readAnswer } from '../../../src/core/search/answer/answer-stream';

interface Told {
  readonly name: string;
  readonly documents: readonly { readonly title: string; readonly sentences: readonly string[] }[];
  /** What they say, nearly in their own words. */
  readonly told: readonly string[];
  /** What they give as somebody's words only. */
  readonly attributed?: readonly string[];
  /** What they do not say, in words that are mostly theirs. */
  readonly twisted: readonly string[];
}

const FOLDER = new URL('../../fixtures/told-and-twisted/', import.meta.url);
const CASES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Told);

describe.each(CASES)('what is said of the documents of $name', ({ documents, told, attributed = [], twisted }) => {
  const grounds = documents.flatMap(({ sentences }, at) =>
    sentences.map((text) => ({ dataset: 'Sources' as const, number: at + 1, text, spans: [] })),
  );
  const index = groundIndex(grounds, ({ number }) => documents[number - 1]?.title ?? '');
  const aligned = (sentence: string) => alignAnswer(readAnswer(sentence), index)[0];
  const supportOf = (sentence: string): string | undefined => aligned(sentence)?.support;

  it.each(told)('is supported where they say it: %s', (sentence) => {
    expect(supportOf(sentence)).toBe('supported');
  });

  it.each(attributed)('is somebody’s words where they only report it: %s', (sentence) => {
    expect(aligned(sentence)).toMatchObject({ support: 'partly', doubt: 'said' });
  });

  it.each(twisted)('is never supported where they do not: %s', (sentence) => {
    expect(['unsupported', 'partly']).toContain(supportOf(sentence));
  });
});
