import { describe, expect, test } from 'vitest';
import type { Block } from '../../../../src/adapters/documents/blocks/block';
import { render, type Rendered } from '../../../../src/adapters/documents/blocks/render';
import { inEnglish } from '../../../../src/core/message';
import { placeWords } from '../../../../src/core/search/evidence/place-words';
import { partAt } from '../../../../src/core/tables/documents';

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });

describe('the text of blocks', () => {
  test('keeps paragraphs apart by an empty line, and rows, items and fields on lines of their own', () => {
    const { text } = render([
      { kind: 'heading', level: 1, number: '2.1', text: 'Rules\n of  the quay' },
      { kind: 'item', level: 0, marker: '1.', text: 'Moor' },
      { kind: 'item', level: 1, marker: 'a)', text: 'slowly' },
      { kind: 'row', cells: ['Port', 'Dues'], header: true, table: 1 },
      { kind: 'row', cells: ['', ''], table: 1 },
      { kind: 'row', cells: ['Skagen', ' 275 '], table: 1 },
      { kind: 'row', cells: ['Other', 'table'], table: 2 },
      { kind: 'field', name: 'Name', value: 'Ida Holm' },
      { kind: 'field', name: 'Berth', value: '' },
      { kind: 'field', name: 'Since', value: '2019' },
      { kind: 'code', text: 'go();' },
    ]);
    expect(text).toBe(
      '2.1 Rules of the quay\n\n1. Moor\n  a) slowly\n\nPort | Dues\nSkagen | 275\n\nOther | table\n\nName: Ida Holm\nSince: 2019\n\n`go();`',
    );
  });

  test('labels notes by their mark, and comments and speaker notes by what they are', () => {
    const { text } = render([
      paragraph('The tower[1] stands.'),
      { kind: 'note', note: 'foot', mark: '1', text: ' since 1790' },
      { kind: 'note', note: 'comment', mark: '', text: 'Ida Holm: really?' },
      { kind: 'note', note: 'speaker', mark: '', text: 'Wait here.' },
    ]);
    expect(text).toBe('The tower[1] stands.\n\n[1] since 1790\n\n[comment] Ida Holm: really?\n\n[notes] Wait here.');
  });

  test('joins a word that a soft hyphen breaks', () => {
    expect(render([paragraph('har\u00ad\nbour and so\u00adft')]).text).toBe('harbour and soft');
  });

  test('has headings with their number at their offset', () => {
    const { text, headings } = render([paragraph('One'), { kind: 'heading', level: 2, number: '1.', text: 'Two' }]);
    expect(headings).toEqual([{ start: text.indexOf('1. Two'), level: 2, text: '1. Two' }]);
  });
});

describe('names that passages repeat', () => {
  test('are short: a heading without an end is text', () => {
    const endless = 'word '.repeat(100_000).trim();
    const { text, headings, part_names } = render([
      { kind: 'part', part: 'chapter', number: 1, name: endless },
      { kind: 'heading', level: 1, text: endless },
    ]);
    expect([text, headings]).toEqual([endless, []]);
    expect(part_names[0]?.length).toBeLessThan(2000);
  });
});

describe('parts of a document', () => {
  const startsIn = ({ text, page_starts }: Rendered): string[] => page_starts.map((start) => text.slice(start));

  test('begin with the first block behind them, those that are empty or left out too', () => {
    const rendered = render([
      { kind: 'part', part: 'slide', number: 1 },
      paragraph('One'),
      { kind: 'part', part: 'slide', number: 3 },
      paragraph('Three'),
      { kind: 'part', part: 'slide', number: 4 },
    ]);
    expect(startsIn(rendered)).toEqual(['One\n\nThree', 'Three', 'Three', '']);
    expect(rendered).toMatchObject({ part_kind: 'slide', part_names: [] });
  });

  test('may begin within a block, whose boxes move with its text', () => {
    const rendered = render([
      { kind: 'part', part: 'page', number: 1, name: 'i' },
      {
        kind: 'item',
        level: 0,
        marker: '-',
        text: 'over two pages',
        boxes: [[5, 8, 1, 10, 20, 30, 12]],
        breaks: [{ at: 9, part: 'page', number: 2 }],
      },
    ]);
    expect(startsIn(rendered)).toEqual(['- over two pages', 'pages']);
    expect(rendered.part_names).toEqual(['i', '']);
    expect(rendered.boxes.map(([from, to]) => rendered.text.slice(from, to))).toEqual(['two']);
  });

  test('are named with the row of a sheet, where rows are left out too', () => {
    const document = render([
      { kind: 'part', part: 'sheet', number: 1, name: 'Budget' },
      { kind: 'row', cells: ['Rope', '12'], table: 1, number: 3 },
      { kind: 'row', cells: ['Oil', '7'], table: 1, number: 4 },
      { kind: 'row', cells: ['Sum', '19'], table: 1, number: 9 },
    ]);
    const placeOf = (words: string): string => {
      const place = partAt(document, document.text.indexOf(words));
      return place === null ? '' : inEnglish(placeWords(place));
    };
    expect(placeOf('Rope')).toBe('sheet Budget, row 3');
    expect(placeOf('7')).toBe('sheet Budget, row 4');
    expect(placeOf('Sum')).toBe('sheet Budget, row 9');
  });
});
