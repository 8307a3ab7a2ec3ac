import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  documentBlocks,
  headingPath,
  partAt,
  windowAround,
  withLists,
} from '../../../../src/app/evidence/document-blocks';
import { PAGES_ALONE } from '../../../../src/core/tables/documents';

const paragraphs = fc.array(
  fc.constantFrom('One line.', '- One\n  2. Two\n- Three', 'Two\nlines.', '', '  ', '第二段。', 'a'.repeat(50)),
  {
    minLength: 1,
  },
);

/** Markers of list items stand beside the words and are not marked. */
const MARKERS = /-|2\.?|(?<=^)\./g;

describe('the blocks of a document', () => {
  test('mark exactly the cited words, whatever borders they cross', () => {
    fc.assert(
      fc.property(paragraphs, fc.nat(), fc.nat(), fc.array(fc.nat(), { maxLength: 3 }), (parts, a, b, cuts) => {
        const text = parts.join('\n\n');
        const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
        const page_starts = [0, ...cuts.map((cut) => cut % (text.length + 1))].sort((x, y) => x - y);
        const blocks = documentBlocks(
          { ...PAGES_ALONE, text, page_starts, headings: [] },
          { start: 0, end: text.length },
          [{ start, end }],
        );
        const marked = blocks.flatMap((block) => block.runs.filter((run) => run.marked));
        for (const run of marked) expect(text.slice(run.start, run.start + run.text.length)).toBe(run.text);
        const bare = (words: string) => words.replace(/\s/g, '');
        const cited = bare(text.slice(start, end)).replace(MARKERS, '');
        expect(bare(marked.map((run) => run.text).join('')).replace(MARKERS, '')).toBe(cited);
        const shown = blocks.flatMap((block) => [block.marker, ...block.runs.map((run) => run.text)]).join('');
        expect(bare(shown)).toBe(bare(text));
      }),
    );
  });

  test('name pages and headings where they start', () => {
    const text = 'Rivers\nThey flow.\n\nSeas\nThey wait.';
    const headings = [
      { start: 0, level: 1, text: 'Rivers' },
      { start: 19, level: 2, text: 'Seas' },
    ];
    const blocks = documentBlocks(
      { ...PAGES_ALONE, text, page_starts: [0, 19], headings },
      { start: 0, end: text.length },
      [],
    );
    expect(blocks.map(({ kind, value, place }) => [kind, place ?? value])).toEqual([
      ['page', 1],
      ['heading', 1],
      ['paragraph', 0],
      ['page', 2],
      ['heading', 2],
      ['paragraph', 0],
    ]);
    expect(headingPath(headings, 25)).toEqual(['Rivers', 'Seas']);
    const document = { ...PAGES_ALONE, text: '', page_starts: [0, 19] };
    expect(partAt(document, 18)).toBe(1);
    expect(partAt(document, 19)).toBe(2);
    expect(partAt({ ...document, page_starts: [] }, 19)).toBeNull();
  });

  test('end a run-in heading at its words', () => {
    const text = 'Art. 5.- The seat is in Corran.\n\nIt moves never.';
    const headings = [{ start: 0, level: 1, text: 'Art. 5' }];
    const blocks = documentBlocks(
      { ...PAGES_ALONE, text, page_starts: [], headings },
      { start: 0, end: text.length },
      [],
    );
    expect(blocks.map(({ kind, runs }) => [kind, runs.map((run) => run.text).join('')])).toEqual([
      ['heading', 'Art. 5.-'],
      ['paragraph', 'The seat is in Corran.'],
      ['paragraph', 'It moves never.'],
    ]);
  });

  test('show a Markdown heading whole and without its marker', () => {
    const text = 'Before.\n\n## Evidence of Edmund Vasey\n\nSworn.';
    const headings = [{ start: 9, level: 2, text: 'Evidence of Edmund Vasey' }];
    const blocks = documentBlocks(
      { ...PAGES_ALONE, text, page_starts: [], headings },
      { start: 0, end: text.length },
      [],
    );
    expect(blocks.map((block) => block.runs.map((run) => run.text).join(''))).toEqual([
      'Before.',
      'Evidence of Edmund Vasey',
      'Sworn.',
    ]);
  });

  test('set apart words that were recognised with little confidence, cited or not', () => {
    const text = 'The lamp of Kesb';
    const word = (start: number, end: number, confidence: number) =>
      ({ start, end, confidence, page: 1, place: [0, 0, 9, 9] }) as const;
    const recognition = {
      sizes: [{ width: 90, height: 90 }],
      words: [word(0, 3, 96), word(4, 8, 69), word(9, 11, 95), word(12, 16, 31)],
    };
    const blocks = documentBlocks(
      { ...PAGES_ALONE, text, page_starts: [0], headings: [], recognition },
      { start: 0, end: text.length },
      [{ start: 4, end: 11 }],
    );
    const runs = blocks.flatMap((block) => block.runs);
    expect(runs.filter(({ unsure }) => unsure).map((run) => [run.text, run.marked])).toEqual([
      ['lamp', true],
      ['Kesb', false],
    ]);
    expect(runs.map((run) => run.text).join('')).toBe(text);
  });

  test('are items where the lines of a list begin, with their depth and their marker', () => {
    const text = 'Rules\n\n- Swim\n  1. in pairs,\n     never alone\n- Rest\n\nAn after-thought';
    const blocks = documentBlocks(
      { ...PAGES_ALONE, text, page_starts: [], headings: [] },
      { start: 0, end: text.length },
      [],
    );
    expect(blocks.map(({ kind, value, marker }) => [kind, value, marker])).toEqual([
      ['paragraph', 0, ''],
      ['item', 0, '-'],
      ['item', 1, '1.'],
      ['item', 0, '-'],
      ['paragraph', 0, ''],
    ]);
    expect(withLists(blocks).map((group) => ('length' in group ? group.length : group.kind))).toEqual([
      'paragraph',
      3,
      'paragraph',
    ]);
  });

  test('cover a window around the mark, not ten million characters', () => {
    const text = 'A line of text.\n\n'.repeat(600_000);
    const window = windowAround(text, { start: 5_000_000, end: 5_000_100 }, 20_000);
    expect(window.start).toBeLessThanOrEqual(4_980_000);
    expect(window.end).toBeGreaterThanOrEqual(5_020_100);
    expect(window.end - window.start).toBeLessThan(50_000);
  });
});
