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
    ['short articles', '第一条 码头由看守人管理。\n第二条 灯由他点。\n第三条 绳由他收。\n第四条 钱由他付。'],
    ['numbered sentences', 'Step 1: Open it.\nStep 2: Oil it.\nStep 3: Close it.\nStep 4: Go home.'],
    ['a list of years', 'The mill burns 1871\nThe weir is raised 1931\nThe lock falls 1936\nThe dam leaks 1940'],
    ['figures that fall', 'Wells 62\nWeirs 41\nLocks 12\nDams 3'],
    ['nothing', ''],
  ])('is all of %s', (_, text) => {
    expect(proseShare(text)).toBe(1);
  });

  it.each([
    ['contents', '1 Introduction ........ 3\n2 The weir . . . . . . . 17\nIndex …… 201'],
    ['contents without dots', 'The weir 3\nThe lock 17\nThe keepers 44\nThe flood of 1931 58\nIndex 201'],
    ['contents of a novel', 'CHAPTER I The ferry\nCHAPTER II The fog\n\nCHAPTER III The lamp\nCHAPTER IV The keeper'],
    ['French contents', 'Chapitre 1 – Le quai\t5\nChapitre 2 – La digue\t17\nChapitre 3 – Le phare\t31\nIndex\t40'],
    ['German contents', 'Vorwort 7\nDie Mole 12\nDer Wärter 40\nDas Hochwasser 77\nAnhang 99'],
    ['Chinese contents', '第一章 码头 1\n第二章 灯塔 15\n第三章 看守人 32\n第四章 洪水 60'],
    ['Russian contents', 'Глава 1. Причал\nГлава 2. Маяк\nГлава 3. Смотритель\nГлава 4. Наводнение'],
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
