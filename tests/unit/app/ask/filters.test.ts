import { expect, test } from 'vitest';
import { isFiltered, NO_FILTERS, toggled } from '../../../../src/app/ask/requests';
import { withYear, yearsWords } from '../../../../src/app/ask/year-filter';

test('nothing is filtered until something is set', () => {
  expect(isFiltered(NO_FILTERS)).toBe(false);
  expect(isFiltered({ ...NO_FILTERS, kinds: toggled([], 'PDF') })).toBe(true);
  expect(isFiltered({ ...NO_FILTERS, kinds: toggled(['PDF'], 'PDF') })).toBe(false);
});

test('a year that is taken back leaves its end open, and both leave no years', () => {
  const from = withYear(null, 'from', '1930');
  expect(from).toEqual({ from: 1930 });
  expect(withYear(from, 'to', '1936')).toEqual({ from: 1930, to: 1936 });
  expect(withYear(from, 'from', '')).toBeNull();
  expect(withYear(from, 'from', 'long ago')).toBeNull();
  expect(withYear(from, 'to', '1890')).toEqual({ from: 1890, to: 1930 });
});

test('years are said in a word or two', () => {
  expect(yearsWords({ from: 1930, to: 1936 })).toBe('1930–1936');
  expect(yearsWords({ from: 1930, to: 1930 })).toBe('1930');
  expect(yearsWords({ from: 1930 })).toBe('from 1930');
  expect(yearsWords({ to: 1936 })).toBe('until 1936');
  expect(yearsWords(null)).toBe('');
});
