import { expect, test } from 'vitest';
import type { PassageEvidence } from '../../../src/core/search/evidence/evidence';
import { excerptOf } from '../../../src/ui/ask/evidence/passage-excerpt';
import { CHINESE, LONG, passageOf, PROSE, RECORD, TABLE } from '../../helpers/fake-evidence';

/** The words of the excerpt, its parts apart. */
const excerpt = (passage: PassageEvidence): readonly string[] =>
  excerptOf(passage).map(({ start, end }) => passage.text.slice(start - passage.start, end - passage.start));

test('a mark stands with about a line around it, cut at words', () => {
  const [words = '', ...others] = excerpt(LONG);
  expect(others).toEqual([]);
  expect(words).toContain('She told the Board in plain words that the reservoir would never fill.');
  expect(words.length).toBeLessThan(180);
  const at = LONG.text.indexOf(words);
  expect([LONG.text.charAt(at - 1), LONG.text.charAt(at + words.length)]).toEqual([' ', ' ']);
});

test('marks that stand together are one part, those far apart are two', () => {
  expect(excerpt(PROSE)).toHaveLength(1);
  const between = 'Nothing of this bears on it, and the minutes go on about the drains of the lower town. '.repeat(4);
  expect(excerpt(passageOf(`[[The gate broke.]] ${between}[[The gate was mended.]]`))).toHaveLength(2);
});

test('the best mark comes first where there is no room for all of them', () => {
  const sentence = (name: string): string =>
    `${name} said that the water had come over the wall three times that winter, that he had told the Board of it, and that no one there had asked him how.`;
  const passage = passageOf(`[[${sentence('Ann')}]] [[${sentence('Ben')}]] [[${sentence('Cid')}]]`);
  const shown = (best: number): string =>
    excerpt({ ...passage, ...(passage.marks[best] && { best: passage.marks[best] }) }).join();
  expect(shown(2)).toContain(sentence('Cid'));
  expect(shown(2)).not.toContain(sentence('Ben'));
  expect(shown(0)).toContain(sentence('Ann'));
});

test('a mark of many lines is cut, and a passage without marks is shown by its beginning', () => {
  const long = 'and the water rose over the wall '.repeat(40);
  expect(excerpt(passageOf(`[[${long}]]`)).join('').length).toBeLessThan(6 * 84);
  expect(excerpt(passageOf(long)).join('').length).toBeLessThan(4 * 84);
});

test('a short block is shown with the one below it, as a question with what answers it', () => {
  const [words = ''] = excerpt(passageOf('Before.\n\n[[Who opened the gate?]]\n\nThe keeper did, at nine.\n\nAfter.'));
  expect(words).toBe('Who opened the gate?\n\nThe keeper did, at nine.');
});

test('a row stands with those beside it, a record and a short focus whole', () => {
  expect(excerpt(TABLE)).toEqual([TABLE.text.slice(TABLE.focus.start - TABLE.start, TABLE.focus.end - TABLE.start)]);
  expect(excerpt(RECORD)).toEqual([RECORD.text]);
  expect(excerpt(passageOf('- one\n- [[two]]\n- three'))).toEqual(['- two\n- three']);
});

test('a line of Chinese has half as many characters', () => {
  const [words = ''] = excerpt(CHINESE);
  expect(words).toContain('四月十日中午十二时首次检出');
  expect(words.length).toBeLessThan(CHINESE.focus.end - CHINESE.focus.start);
});
