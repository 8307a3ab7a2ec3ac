import { describe, expect, it } from 'vitest';
import { deedOfOne } from '../../../src/core/search/deed-of-one';
import { isSlip } from '../../../src/core/search/respelled';
import { tableHead } from '../../../src/core/search/table-head';

describe('the deed of somebody named', () => {
  for (const [question, name, phrase] of [
    ['Where did Ada Stirn study?', 'Ada Stirn', 'study'],
    ['When was Ada Stirn finally made a freewoman?', undefined, undefined],
    ['In which year was Peer Nandry elected chair?', 'Peer Nandry', 'elected chair'],
    ['Wann wurde Gernot Falk zum Obmann gewählt?', 'Gernot Falk', 'zum Obmann gewählt'],
    ['Wo starb Emil von der Aue?', 'Emil von der Aue', 'starb'],
    ['When did the tower fall?', undefined, undefined],
    ['What did Ada Stirn cast?', undefined, undefined],
  ] as const) {
    it(`is ${phrase ?? 'none'}: ${question}`, () => {
      const deed = deedOfOne(question);
      expect([deed?.name, deed?.phrase]).toEqual([name, phrase]);
    });
  }
});

describe("a row's table head", () => {
  const text = 'Bells\n| Bell | Cast |\n| --- | --- |\n| Gloriosa | 1921 |\n| Osanna | 1931 |\nEnd.';
  const headOf = (row: string): string =>
    tableHead(text, { start: text.indexOf(row), end: text.indexOf(row) + row.length });

  it('is the line above the rule, for each row', () => {
    expect(headOf('| Gloriosa | 1921 |')).toBe('| Bell | Cast |');
    expect(headOf('| Osanna | 1931 |')).toBe('| Bell | Cast |');
  });

  it('is none for the head itself and for other text', () => {
    expect(['| Bell | Cast |', '| --- | --- |', 'End.', 'Bells'].map(headOf)).toEqual(['', '', '', '']);
  });
});

describe('a slip of the keys', () => {
  it.each([
    ['saurwald', 'sauerwald', true],
    ['saeurwald', 'sauerwald', true],
    ['meier', 'meyer', false],
    ['sauerwald', 'sauerwald', false],
    ['auerwald', 'sauerwald', false],
  ])('%s for %s: %s', (one, other, expected) => expect(isSlip(one, other)).toBe(expected));
});
