import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AnswerStream, readAnswer, type AnswerText } from '../../../../src/core/search/answer/answer-stream';

interface Case {
  readonly name: string;
  readonly markdown: string;
  readonly text: string;
  readonly hints: readonly { readonly dataset: string | null; readonly number: number; readonly after: string }[];
  readonly general: readonly string[];
}

const FOLDER = new URL('../../../fixtures/answer-text/', import.meta.url);
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Case);

/** Describes places by the text before them. */
const caseOf = ({ text, hints, general }: AnswerText): Omit<Case, 'name' | 'markdown'> => ({
  text,
  hints: hints.map(({ dataset, number, at }) => ({ dataset, number, after: text.slice(0, at) })),
  general: general.map((at) => text.slice(0, at)),
});

const pieces = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));

describe("a model's references in its answer", () => {
  it.each(cases)('$name', ({ markdown, text, hints, general }) => {
    expect(caseOf(readAnswer(markdown))).toEqual({ text, hints, general });
  });

  it.each(cases)('come out the same however the text is cut: $name', ({ markdown, text, hints, general }) => {
    for (const size of [1, 2, 3, 5, 8]) {
      const stream = new AnswerStream();
      const given = pieces(markdown, size).map((delta) => stream.feed(delta));
      expect([...given, stream.end()].join('')).toBe(text);
      expect(caseOf(stream.soFar())).toEqual({ text, hints, general });
    }
  });

  it('never hold back words that cannot belong to a reference', () => {
    const stream = new AnswerStream();
    expect(stream.feed('The mill burned in 1907 ')).toBe('The mill burned in 1907');
    expect(stream.feed('[Dat')).toBe('');
    expect(stream.feed('ing back] to')).toBe(' [Dating back] to');
  });

  it('may mean another table where only a number is given', () => {
    expect(readAnswer('It burned [2].', 'Reports').hints).toEqual([{ dataset: 'Reports', number: 2, at: 9 }]);
  });
});
