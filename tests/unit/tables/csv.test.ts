import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvLine } from '../../../src/core/tables/csv';

describe('a line of CSV', () => {
  test.each([
    [['a', 1, null, undefined], 'a,1,,'],
    [['a, b', 'say "no"', 'two\nlines'], '"a, b","say ""no""","two\nlines"'],
    [[['x', 'y'], -5], '"[""x"",""y""]",-5'],
    [['=1+1', '+49', '-x', '@SUM(A1)', '\tx'], "'=1+1,'+49,'-x,'@SUM(A1),'\tx"],
    [['=HYPERLINK("http://x","y")'], `"'=HYPERLINK(""http://x"",""y"")"`],
  ])('of %j is %j', (cells, expected) => {
    expect(csvLine(cells)).toBe(`${expected}\r\n`);
  });

  test('comes back from a reader of CSV as it was, but for the apostrophe before a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2 }), (cells) => {
        const [read] = Papa.parse<string[]>(csvLine(cells), { newline: '\r\n' }).data;
        expect(read).toEqual(cells.map((cell) => (/^'*[=+\-@\t\r]/u.test(cell) ? `'${cell}` : cell)));
      }),
    );
  });
});
