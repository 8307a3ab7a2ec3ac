import { expect, test } from 'vitest';
import { headingLevels } from '../../../../src/adapters/documents/pdf/headings';
import type { Box, PageLines } from '../../../../src/adapters/documents/pdf/layout/box';

const line = (text: string, size = 10): Box => ({ text, x0: 72, x1: 300, y: 100, size, rtl: false });
const page = (...lines: readonly Box[]): PageLines => ({
  ...{ height: 800, comments: [], fields: [], label: '' },
  regions: [lines],
});
const BODY = line('It is said in the sources that the mill burned down in the dry summer of the same year.');

test('a title of the outline is found behind the label that stands before it on the page', () => {
  const title = line('Appendix A Sources', 17);
  const inner = line('A.1 Letters of the miller', 13);
  const levels = headingLevels(
    [page(title, inner, BODY, line('see Sources'))],
    [
      { title: 'A Sources', page: 0, level: 1 },
      { title: 'Letters of the miller', page: 0, level: 2 },
    ],
  );
  expect([...levels].map(([{ text }, level]) => [text, level])).toEqual([
    ['Appendix A Sources', 1],
    ['A.1 Letters of the miller', 2],
  ]);
});

test('a line of the text that ends with a title of the outline is no heading', () => {
  const levels = headingLevels([page(BODY, line('see the Sources'))], [{ title: 'Sources', page: 0, level: 1 }]);
  expect(levels.size).toBe(0);
});

test('tags of the file tell headings, and large words in the cells of a table are none', () => {
  const tagged = (text: string, tag: 2 | 'cell', size: number): Box => ({
    ...line(text, size),
    words: [{ text, place: [72, 90, 200, size], tag }],
  });
  const heading = tagged('Berths by night', 2, 10);
  const cell = tagged('Small boats', 'cell', 20);
  expect([...headingLevels([page(heading, BODY, cell, BODY)], [])]).toEqual([[heading, 2]]);
  expect(headingLevels([page(BODY, cell, BODY)], []).size).toBe(0);
});

test('one line that is tagged as a heading takes nothing from the others that look like headings', () => {
  const cover: Box = { ...line('The harbour', 20), words: [{ text: 'The harbour', place: [72, 90, 200, 20], tag: 1 }] };
  const sections = ['Berths', 'Fees', 'Winter'].map((text) => line(text, 16));
  const levels = headingLevels([page(cover, BODY, ...sections.flatMap((one) => [one, BODY]))], []);
  expect([...levels.keys()]).toEqual(expect.arrayContaining(sections));
});
