import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { escapeMarkdown, escapeMarkdownLine, quoteMarkdown } from '../../../src/core/text/escape-markdown';
import { shownLinks, shownText } from '../../helpers/read-markdown';
import { runs } from '../../helpers/property-runs';

const folder = new URL('../../fixtures/quoted/', import.meta.url);
const cases = readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

/** A text as any reader may show it: white space of a line is one space, and its rows have no line under their head. */
const plain = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '' && !/^\|[ |:-]+\|$/u.test(line))
    .join('\n');

describe('a quotation in Markdown', () => {
  test.each(cases)('shows the words and lines of $name', ({ text }) => {
    expect(plain(shownText(quoteMarkdown(text, '')))).toBe(plain(text));
    expect(plain(shownText(escapeMarkdown(text)))).toBe(plain(text));
    expect(plain(shownText(escapeMarkdownLine(text)))).toBe(text.replace(/\s+/gu, ' ').trim());
  });

  test('links addresses to themselves, without the signs of the sentence', () => {
    const text = readFileSync(new URL('addresses.txt', folder), 'utf8');
    expect(shownLinks(quoteMarkdown(text, ''))).toEqual([
      'http://example.org/plan_of_vell/sheet_1986.html',
      'https://example.org/a*b*c~d?x=1&y=2#z',
      'http://example.org/gate_(old)',
      'mailto:ida_brand@example.org',
    ]);
  });

  test('keeps the cells of a row with a bar in an address, and makes no link of a scheme alone', () => {
    expect(quoteMarkdown('| a | http://a.org/b\\|c |\n| d | e |', '')).toContain('| a | <http://a.org/b\\|c> |');
    expect(shownLinks(quoteMarkdown('http://....', ''))).toEqual([]);
  });

  test('has its mark behind the last word, or below a table', () => {
    expect(quoteMarkdown('a\nb\n', '[^1]')).toBe('> a\\\n> b[^1]');
    expect(quoteMarkdown('| a |\n| b |', '[^1]')).toBe('> | a |\n> | --- |\n> | b |\n>\n> [^1]');
  });

  test('keeps the indentation of a line', () => {
    expect(shownText(quoteMarkdown('if a:\n    b\n\tc', ''))).toBe(
      'if a:\n\u00A0\u00A0\u00A0\u00A0b\n\u00A0\u00A0\u00A0\u00A0c',
    );
  });
});

/** Texts of what Markdown, GFM, pandoc and Obsidian read as something else. */
const PARTS = [
  ...[
    'a',
    'B',
    ' ',
    '  ',
    '    ',
    '\t',
    '\n',
    '\n\n',
    '1',
    '1986',
    '.',
    ')',
    '(',
    '-',
    '+',
    '*',
    '_',
    '__',
    '=',
    '==',
    '#',
    '|',
    '~',
    '~~',
  ],
  ...[
    '`',
    '```',
    '\\',
    '<',
    '>',
    '&',
    '&amp;',
    '&#35;',
    ';',
    '[',
    ']',
    '[^1]',
    '[^1]:',
    '!',
    ':',
    '://',
    'http://',
    'https://a.org/b_c',
  ],
  ...[
    'www.',
    '@',
    'x@y.org',
    '"',
    "'",
    '%',
    '$',
    '^',
    '{',
    '}',
    '/',
    'é',
    '東',
    'ع',
    '\u00A0',
    '\u0007',
    '\ud800',
    '<b>',
    '</b>',
    '<!--',
  ],
];
const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 24 }).map((parts) => parts.join(''));
const wellFormed = (text: string): string => text.toWellFormed().replace(/\u0007/gu, ' ');

test('any text is shown with its words and lines, quoted or not', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const isTable = wellFormed(text)
        .trim()
        .split('\n')
        .every((line) => /^\s*\|.*\|\s*$/u.test(line));
      fc.pre(!isTable);
      expect(plain(shownText(quoteMarkdown(text, '')))).toBe(plain(wellFormed(text)));
      expect(plain(shownText(escapeMarkdown(text)))).toBe(plain(wellFormed(text)));
    }),
    runs(500),
  );
});
