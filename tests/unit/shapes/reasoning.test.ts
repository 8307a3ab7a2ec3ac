import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reasoningFilter, stripReasoning } from '../../../src/core/shapes/reasoning';

interface Case {
  readonly title: string;
  readonly pieces: readonly string[];
  /** Text that is shown. */
  readonly text: string;
  /** Reasoning; missing where that does not matter. */
  readonly thought?: string;
}

const FOLDER = 'tests/fixtures/thoughts';
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Case);

/** Returns the text that a page shows of a reply in these pieces, and its thoughts. */
function shown(pieces: readonly string[]): { readonly text: string; readonly thought: string } {
  const filter = reasoningFilter();
  let [text, thought] = ['', ''];
  for (const piece of [...pieces.map((one) => filter.take(one)), filter.end()]) {
    text = (piece.isRestart ? '' : text) + piece.text;
    thought += piece.thought;
  }
  return { text, thought };
}

describe('a reply loses its thoughts and the marks of templates', () => {
  it.each(cases)('$title', ({ pieces, text, thought }) => {
    const whole = pieces.join('');
    for (const cut of [pieces, [whole], [...whole]]) {
      const read = shown(cut);
      expect(read.text).toBe(text);
      if (thought !== undefined) expect(read.thought).toBe(thought);
    }
    expect(stripReasoning(whole).text).toBe(text);
  });

  it('and what is shown of it is shown as it comes', () => {
    const filter = reasoningFilter();
    const pieces = ['<think>Hm.</think>', 'The fee', ' is 120', ' crowns.'];
    expect(pieces.map((piece) => filter.take(piece).text)).toEqual(['', 'The fee', ' is 120', ' crowns.']);
  });

  it('in time that grows with its length, whatever marks it repeats', { timeout: 10_000 }, () => {
    const many = 40_000;
    for (const run of [
      '<think>',
      ' </think> a',
      'x</s>y',
      '[',
      '<|',
      '{"a":"b</think>"}',
      '"<|im_end|>"\n',
      '```\n<|im_end|>\n',
    ]) {
      expect(shown([`a ${run.repeat(many)}`]).text.length).toBeGreaterThan(0);
    }
  });
});
