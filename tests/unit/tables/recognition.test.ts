import { expect, test } from 'vitest';
import { placeAt, writeRecognition } from '../../../src/core/tables/recognition';
import { documentRow } from '../storage/rows';

const picture = { width: 1200, height: 1700 };
const none = { width: 0, height: 0 };
const row = (part_names: readonly string[], sizes: readonly (typeof picture)[]) => ({
  ...documentRow('a', 'written recognised'),
  media_type: 'application/pdf',
  page_starts: [0, 8],
  part_names,
  raw_data: writeRecognition({ sizes, words: [] }),
});

test('a page tells that it was read from a picture, and one with words of its own does not', () => {
  expect(placeAt(row([], [none, picture]), 2)).toBe(1);
  const place = { kind: 'page', number: 2, row: null, picture: true };
  expect(placeAt(row([], [none, picture]), 10)).toEqual({ ...place, name: '' });
  expect(placeAt(row(['i', 'ii'], [none, picture]), 10)).toEqual({ ...place, name: 'ii' });
});

test('a page without a size is one with words of its own, as in a document that was not read from pictures', () => {
  expect(placeAt(row([], [picture]), 10)).toBe(2);
  expect(placeAt({ ...row([], []), raw_data: null }, 10)).toBe(2);
});
