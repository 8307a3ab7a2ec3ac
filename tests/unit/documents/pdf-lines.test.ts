import { describe, expect, test } from 'vitest';
import type { Box, PageLines } from '../../../src/adapters/documents/pdf/layout/box';
import { readingOrder } from '../../../src/adapters/documents/pdf/layout/columns';
import { withoutRunningLines } from '../../../src/adapters/documents/pdf/layout/running-lines';

/** Letters are half as wide as they are high. */
function box(text: string, x0: number, y: number, size: number): Box {
  return { text, x0, x1: x0 + (text.length * size) / 2, y, size, rtl: false };
}

const textOf = (boxes: readonly Box[]): string[] =>
  readingOrder(boxes)
    .flat()
    .map((line) => line.text);

describe('smaller letters on a higher line', () => {
  test.each<[string, readonly Box[], string]>([
    [
      'a figure in the next cell stays a figure',
      [box('Total revenue of the year', 60, 100, 12), box('2,345', 400, 97, 9)],
      'Total revenue of the year\t2,345',
    ],
    [
      'a figure beside a much larger label stays a figure',
      [box('Revenue', 60, 100, 24), box('1,234', 160, 92, 10)],
      'Revenue 1,234',
    ],
    [
      'a mark behind a word is raised',
      [box('The keeper left.', 60, 100, 10), box('12', 140, 96, 7), box('Next came', 149, 100, 10)],
      'The keeper left.¹² Next came',
    ],
    [
      'a mark before its note is raised',
      [box('3', 60, 96, 5.5), box('The book of the harbour', 63, 100, 10)],
      '³The book of the harbour',
    ],
    [
      'marks apart by a space are raised together',
      [box('The keeper left.', 60, 100, 10), box('1,', 140, 96, 7), box('2', 150, 96, 7)],
      'The keeper left.¹, ²',
    ],
    [
      'letters that mark a note stand apart, those of an ending do not',
      [box('Ida Holm', 60, 100, 10), box('b,c', 100, 96, 7), box('on the 1', 115, 100, 10), box('st', 155, 96, 7)],
      'Ida Holmᵇ,ᶜ on the 1st',
    ],
    [
      'a lowered figure makes no other number',
      [box('The mark is 15', 60, 100, 10), box('2', 130, 103, 7), box('and CO', 140, 100, 10), box('2', 170, 103, 7)],
      'The mark is 15₂ and CO2',
    ],
  ])('%s', (_, boxes, text) => {
    expect(textOf(boxes)).toEqual([text]);
  });
});

/** Pages with one line at their top each, and some text below. */
function pagesOf(tops: readonly string[]): PageLines[] {
  return tops.map((top, at) => ({
    height: 800,
    regions: [[box(top, 60, 40, 10), box(`Body of the ${at} sheet`, 60, 400, 10)]],
    comments: [],
    fields: [],
    label: '',
  }));
}

const topsKept = (tops: readonly string[]): string[] =>
  withoutRunningLines(pagesOf(tops)).flatMap(({ regions }) =>
    regions.flat().flatMap(({ text, y }) => (y === 40 ? [text] : [])),
  );

describe('the first lines of pages', () => {
  const names = ['Ada', 'Tomas', 'Ines', 'Bruno', 'Wanda', 'Yusuf', 'Petra', 'Otto', 'Lena', 'Marek', 'Rosa', 'Karim'];

  test('stay where they only share a number that runs with the pages', () => {
    const questions = names.map((name, at) => `${at + 1} What did ${name} say about the mill?`);
    expect(topsKept(questions)).toEqual(questions);
  });

  test('go where they are the number of the page', () => {
    expect(topsKept(names.map((_, at) => String(at + 1)))).toEqual([]);
  });

  test.each([[['1']], [['4', '5']], [['1', '2', '3']]])('go where they number few pages: %j', (tops) => {
    expect(topsKept(tops)).toEqual([]);
  });

  test.each([[['7']], [['1', '5']], [['1 Harbour', '2 Reef']]])('stay on few pages where they do not: %j', (tops) => {
    expect(topsKept(tops)).toEqual(tops);
  });

  test('stand once where they are a running title with the number of the page', () => {
    expect(topsKept(names.map((_, at) => `The flood ${at + 1}`))).toEqual(['The flood 1']);
  });

  test('stand once where the title of a short chapter stands on two pages with their numbers', () => {
    const heads = names.map((_, at) => `${at + 1} Sheets of ${names[Math.floor(at / 2)] ?? ''}`);
    expect(topsKept(heads)).toEqual(heads.filter((_, at) => at % 2 === 0));
  });
});
