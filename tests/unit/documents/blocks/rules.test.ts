import { expect, test } from 'vitest';
import { fraction, indexed, largeOperator, power, root, ruby } from '../../../../src/adapters/documents/blocks/formula';
import { NoteMarks } from '../../../../src/adapters/documents/blocks/note-marks';
import { numeral } from '../../../../src/adapters/documents/blocks/numerals';
import { expandSpans } from '../../../../src/adapters/documents/blocks/spans';

test('a formula on one line says what it says on several', () => {
  expect(fraction('3', '4')).toBe('3/4');
  expect(fraction('a+b', '2')).toBe('(a+b)/2');
  expect(power('10', '6')).toBe('10^6');
  expect(power('x', 'a+b')).toBe('x^(a+b)');
  expect(indexed('H', '2')).toBe('H_2');
  expect(root('x')).toBe('√(x)');
  expect(root('x', '3')).toBe('3√(x)');
  expect(largeOperator('∑', 'i=1', 'n')).toBe('∑_(i=1)^n');
});

test('a reading stands once, in brackets behind its word', () => {
  expect(ruby('漢字', 'かんじ')).toBe('漢字(かんじ)');
  expect(ruby('漢字', '（かんじ）')).toBe('漢字(かんじ)');
  expect(ruby('漢字', '')).toBe('漢字');
});

test('numerals are those that people see', () => {
  expect(numeral(28, 'a')).toBe('ab');
  expect(numeral(3, 'A')).toBe('C');
  expect(numeral(1994, 'i')).toBe('mcmxciv');
  expect(numeral(4, 'I')).toBe('IV');
  expect(numeral(7, '01')).toBe('07');
  expect(numeral(21, '一')).toBe('二十一');
  expect(numeral(0, 'i')).toBe('0');
});

test('a label merged over rows is repeated, one merged over columns leaves the others empty', () => {
  const rows = expandSpans([
    [{ text: 'Northern', rows: 2 }, { text: 'Varde' }, { text: '310' }],
    [{ text: 'Skagen' }, { text: '275' }],
    [{ text: 'Total', columns: 2 }, { text: '585' }],
  ]);
  expect([...rows]).toEqual([
    ['Northern', 'Varde', '310'],
    ['Northern', 'Skagen', '275'],
    ['Total', '', '585'],
  ]);
});

test('a cell that claims a million columns is as wide as the columns in which other cells begin', () => {
  expect([...expandSpans([[{ text: 'x', columns: 1e6 }, { text: 'y' }]])]).toEqual([['x', 'y']]);
  expect([...expandSpans([[{ text: 'a' }, { text: 'b' }, { text: '' }], [{ text: 'x', columns: 1e6 }]])]).toEqual([
    ['a', 'b'],
    ['x', ''],
  ]);
});

test('a label merged over rows stands in its column also below a row that ends before it', () => {
  const rows = expandSpans([[{ text: 'a' }, { text: 'b' }, { text: 'c', rows: 3 }], [{ text: 'd' }], []]);
  expect([...rows]).toEqual([
    ['a', 'b', 'c'],
    ['d', '', 'c'],
    ['', '', 'c'],
  ]);
});

test('a table that its merged cells would make far too large is refused in plain words', () => {
  const label = { text: 'x'.repeat(100_000), rows: 1000 };
  expect(() => [...expandSpans([[label], ...Array<[]>(999).fill([])])]).toThrow(/merged or nested cells/u);
});

test('no two notes of a document share a mark', () => {
  const marks = new NoteMarks();
  expect(marks.of('footnote 20', '1')).toBe('1');
  expect(marks.of('endnote 20', '1')).toBe('1*2');
  expect(marks.of('footnote 20', '7')).toBe('1');
  expect(marks.of('endnote 21', '1*2')).toBe('1*2*2');
  expect(marks.of('endnote 22', '1')).toBe('1*3');
});

test('the mark of a thousandth note that is marked alike is as short as its number', () => {
  const marks = new NoteMarks();
  const given = Array.from({ length: 1000 }, (_, at) => marks.of(String(at), '1'));
  expect(new Set(given).size).toBe(1000);
  expect(given.at(-1)).toBe('1*1000');
});
