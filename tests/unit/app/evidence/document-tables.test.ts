import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { render } from '../../../../src/adapters/documents/blocks/render';
import { documentBlocks } from '../../../../src/app/evidence/document-blocks';
import { recordTable, type DocumentTable } from '../../../../src/app/evidence/document-tables';

const read = (text: string, start = 0, end = text.length, marks: readonly { start: number; end: number }[] = []) =>
  recordTable({ text, tabular: true, headings: [] }, { start, end }, marks);

const rowOf = (cells: DocumentTable['head'][number]) => cells.map((runs) => runs.map(({ text }) => text).join(''));
const words = (table: DocumentTable | null | undefined) => table?.rows.map(({ cells }) => rowOf(cells));

/** The words of each row by column. */
const fields = (table: DocumentTable | null) => {
  const [columns = []] = table?.head.map(rowOf) ?? [];
  return (words(table) ?? []).map((row) => columns.map((name, at) => [name, row[at]]).filter(([, value]) => value));
};

const LEDGER = 'date: 3 May\npayee: Hale & Sons\nnote: oil: 2 tins\n\ndate: 9 May\npayee: the ferry';

describe('a table read as one document', () => {
  test('is drawn by its columns, blank cells left blank', () => {
    const table = read(LEDGER);
    expect(table?.head.map(rowOf)).toEqual([['date', 'payee', 'note']]);
    expect(words(table)).toEqual([
      ['3 May', 'Hale & Sons', 'oil: 2 tins'],
      ['9 May', 'the ferry', ''],
    ]);
  });

  test('marks the cited row, and in it the cited words', () => {
    const start = LEDGER.indexOf('the ferry');
    const table = read(LEDGER, 0, LEDGER.length, [{ start, end: start + 9 }]);
    expect(table?.rows.map(({ marked }) => marked)).toEqual([false, true]);
    const runs = table?.rows.flatMap(({ cells }) => cells.flat().filter((run) => run.marked));
    expect(runs).toEqual([{ start, text: 'the ferry', marked: true }]);
  });

  test('shows whole rows, wherever the window cuts the text', () => {
    fc.assert(
      fc.property(fc.nat(LEDGER.length), fc.nat(LEDGER.length), (a, b) => {
        const rows = fields(read(LEDGER, Math.min(a, b), Math.max(a, b)));
        expect(fields(read(LEDGER))).toEqual(expect.arrayContaining(rows));
      }),
    );
  });

  test('is none where rows are prose, or a line has no column', () => {
    expect(read(`${LEDGER}\n\nA closing remark.`)).toBeNull();
    expect(recordTable({ text: LEDGER, tabular: false, headings: [] }, { start: 0, end: 9 }, [])).toBeNull();
    const headings = [{ start: 0, level: 2, text: 'May' }];
    expect(recordTable({ text: LEDGER, tabular: true, headings }, { start: 0, end: 9 }, [])).toBeNull();
  });
});

describe('tables in a document', () => {
  const row = (number: number, ...cells: string[]) => ({ kind: 'row', table: 1, number, cells }) as const;
  const { text, headings, ...columns } = render([
    { kind: 'part', part: 'sheet', number: 1, name: 'Budget' },
    { kind: 'heading', level: 1, text: 'Budget' },
    row(1, 'Of the harbour', '2026'),
    { ...row(3, 'Item', '', 'Amount'), header: true },
    row(4, '1. Rope', 'new', '40'),
    row(5, 'Paint', '', '25'),
    row(9, 'Oil', '', '7'),
    { kind: 'note', note: 'comment', mark: '', text: 'C9: a guess' },
  ]);
  const document = { text, headings, ...columns };
  const shown = (start: number, end: number, marks: readonly { start: number; end: number }[] = []) =>
    documentBlocks(document, { start, end }, marks);

  test('are drawn as rows with their numbers, below the rows that name their columns', () => {
    const blocks = shown(0, text.length);
    expect(blocks.map(({ kind }) => kind)).toEqual(['page', 'heading', 'table', 'table', 'paragraph']);
    const [above, table] = blocks.flatMap((block) => block.table ?? []);
    expect([above?.head, words(above)]).toEqual([[], [['Of the harbour', '2026']]]);
    expect(table?.head.map(rowOf)).toEqual([['Item', '', 'Amount']]);
    expect(words(table)).toEqual([
      ['1. Rope', 'new', '40'],
      ['Paint', '', '25'],
      ['Oil', '', '7'],
    ]);
    expect(table?.rows.map(({ number }) => number)).toEqual([4, 5, 9]);
  });

  test('have their head in a window that begins below it, and whole rows', () => {
    const start = text.indexOf('aint');
    const [block, ...others] = shown(start, start + 3, [{ start, end: start + 4 }]);
    expect(others).toEqual([]);
    expect(block?.table?.head.map(rowOf)).toEqual([['Item', '', 'Amount']]);
    expect(words(block?.table)).toEqual([['Paint', '', '25']]);
    expect(block?.table?.rows[0]).toMatchObject({ marked: true, number: 5 });
    const marked = block?.table?.rows.flatMap(({ cells }) => cells.flat().filter((run) => run.marked));
    expect(marked).toEqual([{ start, text: 'aint', marked: true }]);
  });

  test('mark a row that names columns where it is found', () => {
    const start = text.indexOf('Amount');
    const table = shown(0, text.length, [{ start, end: start + 6 }]).findLast((block) => block.table)?.table;
    expect(table?.head[0]?.[2]).toEqual([{ start, text: 'Amount', marked: true }]);
  });

  test('have the cells that they were read with, whatever bars are among their words', () => {
    const cell = fc
      .array(fc.constantFrom('|', ' ', 'a'), { maxLength: 9 })
      .map((signs) => signs.join('').replace(/ +/gu, ' ').trim());
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
        const { text, headings, ...columns } = render([row(1, 'One', 'Two'), row(2, ...cells)]);
        const [block] = documentBlocks({ text, headings, ...columns }, { start: 0, end: text.length }, []);
        const read = words(block?.table)?.[1] ?? cells.map(() => '');
        expect(read.map((words) => words.replace(/\s/gu, ' '))).toEqual(cells);
      }),
    );
  });

  test('are counted in their document, wherever the window begins', () => {
    const rows = [1, 2, 3].map((table) => ({ kind: 'row', table, cells: [`One ${String(table)}`, 'Two'] }) as const);
    const { text, headings, ...columns } = render(rows);
    const start = text.indexOf('One 3');
    const blocks = documentBlocks({ text, headings, ...columns }, { start, end: text.length }, []);
    expect(blocks.map(({ table }) => table?.number)).toEqual([3]);
  });
});
