import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentTable } from '../../../../src/app/evidence/document-blocks';

const read = (text: string, start = 0, end = text.length, marks: readonly { start: number; end: number }[] = []) =>
  documentTable({ text, tabular: true, headings: [] }, { start, end }, marks);

const words = (table: ReturnType<typeof read>) =>
  table?.rows.map(({ cells }) =>
    table.columns.map((column) => (cells.get(column) ?? []).map((run) => run.text).join('')),
  );

const LEDGER = 'date: 3 May\npayee: Hale & Sons\nnote: oil: 2 tins\n\ndate: 9 May\npayee: the ferry';

describe('a table read as one document', () => {
  test('is drawn by its columns, blank cells left blank', () => {
    const table = read(LEDGER);
    expect(table?.columns).toEqual(['date', 'payee', 'note']);
    expect(words(table)).toEqual([
      ['3 May', 'Hale & Sons', 'oil: 2 tins'],
      ['9 May', 'the ferry', ''],
    ]);
  });

  test('marks the cited row, and in it the cited words', () => {
    const start = LEDGER.indexOf('the ferry');
    const table = read(LEDGER, 0, LEDGER.length, [{ start, end: start + 9 }]);
    expect(table?.rows.map(({ marked }) => marked)).toEqual([false, true]);
    const runs = table?.rows.flatMap(({ cells }) => [...cells.values()].flat().filter((run) => run.marked));
    expect(runs).toEqual([{ start, text: 'the ferry', marked: true }]);
  });

  test('shows whole rows, wherever the window cuts the text', () => {
    fc.assert(
      fc.property(fc.nat(LEDGER.length), fc.nat(LEDGER.length), (a, b) => {
        const rows = read(LEDGER, Math.min(a, b), Math.max(a, b))?.rows ?? [];
        expect(read(LEDGER)?.rows).toEqual(expect.arrayContaining([...rows]));
      }),
    );
  });

  test('is none where rows are prose, or a line has no column', () => {
    expect(read(`${LEDGER}\n\nA closing remark.`)).toBeNull();
    expect(documentTable({ text: LEDGER, tabular: false, headings: [] }, { start: 0, end: 9 }, [])).toBeNull();
    const headings = [{ start: 0, level: 2, text: 'May' }];
    expect(documentTable({ text: LEDGER, tabular: true, headings }, { start: 0, end: 9 }, [])).toBeNull();
  });
});
