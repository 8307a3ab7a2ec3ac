import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBoilerplate, proseShare, withoutCode } from '../../../src/core/text/boilerplate';
import { texts } from './texts';

describe('the share of prose', () => {
  it.each([
    ['a story', texts.englishStory],
    ['Chinese prose', texts.chineseStory],
    ['German prose', texts.german],
    ['a life', 'J. R. R. Tolkien (3 January 1892 – 2 September 1973) was an English writer.'],
    ['a row of a table', '| Wells | 1891 | 62 | 41 |\n| Weir | 1892 | 64 | 43 |'],
    ['an item of a list', '3. The board met on 12 May 1930 and read a letter.'],
    ['nothing', ''],
  ])('is all of %s', (_, text) => {
    expect(proseShare(text)).toBe(1);
  });

  it.each([
    ['contents', '1 Introduction ........ 3\n2 The weir . . . . . . . 17\nIndex …… 201'],
    [
      'references',
      '[1] Moore, J. (2003). Weirs of the north. River Notes, 12(3), 45–60.\n[2] Hale, T. (1998). Locks. 7, 1–9.',
    ],
    ['fenced code', '```\nreturn the flow\n```'],
    ['code', 'const flow = read(file);\nif (flow > limit) { warn(flow); }'],
  ])('is none of %s', (_, text) => {
    expect(proseShare(text)).toBe(0);
  });

  it('is small below a heading of back matter, in several languages, numbered or not', () => {
    const line = 'The keeper wrote this himself.';
    for (const heading of ['References', '7. Bibliography', 'Literaturverzeichnis', '参考文献']) {
      expect(proseShare(line, ['The weir', heading])).toBeLessThan(0.5);
    }
    expect(proseShare(line, ['Notes of a keeper'])).toBe(1);
  });

  it('lies between 0 and 1 for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const share = proseShare(text);
        expect(share >= 0 && share <= 1).toBe(true);
      }),
    );
  });
});

it('takes code out of a text, inline too', () => {
  const text = 'Call `open()` first.\n```\nopen();\n```\nThen wait for the door.';
  expect(withoutCode(text).replace(/\s+/g, ' ')).toBe('Call first. Then wait for the door.');
});

describe('a sentence that is nothing to cite', () => {
  it.each(['1 Introduction ........ 3', 'The weir … 17', '`npm run build`', '- `a` `b`'])('is %s', (text) => {
    expect(isBoilerplate(text)).toBe(true);
  });
  it.each(['Run `npm run build` first.', 'He waited… 17 ships came.', 'The keeper left.³'])('is not %s', (text) => {
    expect(isBoilerplate(text)).toBe(false);
  });
});
