import { describe, expect, it } from 'vitest';
import { answerUnits, plainForm } from '../../../../src/core/search/answer/answer-units';

const split = (text: string): readonly (readonly [string, string])[] =>
  answerUnits(text).map(({ kind, start, end }) => [kind, text.slice(start, end)] as const);

describe('the units of an answer', () => {
  it('are its sentences, across lines and past abbreviations', () => {
    expect(split('Dr. Holm came\nat 6 p.m. to the mill. He left. 他走了。她来了。')).toEqual([
      ['sentence', 'Dr. Holm came\nat 6 p.m. to the mill.'],
      ['sentence', 'He left.'],
      ['sentence', '他走了。'],
      ['sentence', '她来了。'],
    ]);
  });

  it('are headings, list items, quotations and rows without their signs', () => {
    const text =
      '# Title\n\n- One. Two.\n  1. **Three**\n\n> Four\n> goes on.\n\nUnder\n---\n\n| a | b |\n|---|:-:|\n| c | d |\n';
    expect(split(text)).toEqual([
      ['heading', 'Title'],
      ['sentence', 'One.'],
      ['sentence', 'Two.'],
      ['sentence', '**Three**'],
      ['sentence', 'Four\n> goes on.'],
      ['heading', 'Under'],
      ['heading', '| a | b |'],
      ['row', '| c | d |'],
    ]);
  });

  it('keep code and maths whole', () => {
    const text =
      'See `a. B` and $x. Y$ or [a](http://b.example/c. D).\n\n```\nOne. Two.\n\n# no\n```\n\n$$\na. B\n$$\n\nEnd.';
    expect(split(text)).toEqual([
      ['sentence', 'See `a. B` and $x. Y$ or [a](http://b.example/c. D).'],
      ['code', '```\nOne. Two.\n\n# no\n```'],
      ['maths', '$$\na. B\n$$'],
      ['sentence', 'End.'],
    ]);
  });

  it('may be unfinished', () => {
    expect(split('One.\n\n```\ncode')).toEqual([
      ['sentence', 'One.'],
      ['code', '```\ncode'],
    ]);
    expect(split('')).toEqual([]);
  });

  it('are compared by their words alone', () => {
    expect(plainForm('**The** _old_ [mill](http://a.example) `burned`<br>at snake_case &amp; 5 \\* 3')).toBe(
      'The old mill burned at snake_case & 5 * 3',
    );
  });
});
