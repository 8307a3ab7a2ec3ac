import { expect, test } from 'vitest';
import { distinctTitles } from '../../../../src/app/explore/distinct-titles';

test('titles that begin alike are shortened up to the words that tell them apart', () => {
  expect(
    distinctTitles([
      'Minutes of the Harbour Committee, 3 May 1931',
      'A letter',
      'Minutes of the Harbour Committee, 7 June 1931',
      'Minutes of the Harbour Board',
    ]),
  ).toEqual(['Minutes of… 3 May 1931', 'A letter', 'Minutes of… 7 June 1931', 'Minutes of… Board']);
});

test('the same title twice is told apart by the end of its path', () => {
  expect(distinctTitles(['Report on the Pumps (1931/a/pumps.md)', 'Report on the Pumps (1931/b/pumps.md)'])).toEqual([
    'Report on… a/pumps.md)',
    'Report on… b/pumps.md)',
  ]);
});

test('a title that another one goes on from stays whole, as do short ones, equal ones and those without spaces', () => {
  const titles = [
    'Minutes of the Harbour Committee',
    'Report 1',
    'Report 2',
    'The very same title of a document',
    'The very same title of a document',
    '第三届全国代表大会第一次会议记录甲',
    '第三届全国代表大会第一次会议记录乙',
  ];
  expect(distinctTitles(titles)).toEqual(titles);
  expect(distinctTitles(['Minutes of the Harbour Committee', 'Minutes of the Harbour Committee, annex'])[0]).toBe(
    'Minutes of… Committee',
  );
});

test('no two titles become the same', () => {
  const titles = Array.from(
    { length: 200 },
    (_, at) => `Proceedings of the Society, part ${String(at % 20)}, paper ${String(at)}`,
  );
  expect(new Set(distinctTitles(titles)).size).toBe(titles.length);
});
