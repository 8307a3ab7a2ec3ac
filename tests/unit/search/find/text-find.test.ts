import { describe, expect, it } from 'vitest';
import { findText, type TextFind } from '../../../../src/core/search/find/text-find';
import { suggestSpelling } from '../../../../src/core/retrieval/spelling-correction';
import { indexOf } from '../ask';
import { smallWorld } from '../small-world';

const tables = smallWorld({
  documents: [
    {
      id: 'minutes',
      title: 'Board minutes',
      paragraphs: [
        'The committee met at the old reservoir. Water stood low in the Reservoir.',
        'A storm broke the dam. The dam was repaired, and the committee paid 1,200 pounds.',
        'Nothing was said of the dam at the next meeting of the water board.',
      ],
      pages: [0, 1, 2],
    },
    {
      id: 'letter',
      title: 'A letter',
      paragraphs: ['Dear Zoë, the café by the Dämme was closed.', 'Making a dam\nof stones, we made two dams.'],
    },
    { id: 'report', title: '报告', language: 'zh', paragraphs: ['水库建成五十年，从来没有蓄满过。大坝在漏水。'] },
  ],
  entities: [{ title: 'Oakshott', type: 'person', aliases: ['Harriet Oakshott'] }],
});
const index = indexOf(tables);
const look = (typed: string, limit = 50): TextFind => findText(index, typed, { limit });
const matches = (found: TextFind): readonly string[] =>
  found.documents.flatMap(({ hits }) => hits.map(({ match }) => match));
const counts = (found: TextFind): Readonly<Record<string, number>> =>
  Object.fromEntries(found.documents.map(({ documentId, count }) => [documentId, count]));

describe('what is found in the texts', () => {
  it('is every place of a word in all its forms, by document, the document with the most first', () => {
    const found = look('dam ');
    expect(found.total).toBe(5);
    expect(counts(findText(index, 'dam ', { limit: 50, leftOut: ['minutes'] }))).toEqual({ letter: 2 });
    expect(found.documents.map(({ documentId, count }) => [documentId, count])).toEqual([
      ['minutes', 3],
      ['letter', 2],
    ]);
    expect(matches(found)).toContain('dams');
    expect(matches(look('make '))).toEqual(['Making']);
  });

  it('says page and offsets of each place, and the sentence around it', () => {
    const [hit] = look('storm ').documents[0]?.hits ?? [];
    expect(hit).toMatchObject({
      documentId: 'minutes',
      page: 2,
      before: 'A ',
      match: 'storm',
      after: ' broke the dam.',
    });
    expect(tables.documents[0]?.text.slice(hit?.start, hit?.end)).toBe('storm');
  });

  it('counts what the limit leaves out, and lists some of each document', () => {
    const found = look('dam ', 2);
    expect(found.total).toBe(5);
    expect(counts(found)).toEqual({ minutes: 3, letter: 2 });
    expect(found.documents.map(({ hits }) => hits.length)).toEqual([1, 1]);
  });

  it('takes the last word as a beginning until white space ends it', () => {
    expect(matches(look('reserv'))).toEqual(['reservoir', 'Reservoir']);
    expect(look('reserv ').total).toBe(0);
  });

  it('asks for all words in one passage, and joins those that stand together', () => {
    expect(counts(look('committee dam '))).toEqual({ minutes: 1 });
    expect(matches(look('water board '))).toEqual(['water board']);
  });

  it('reads quotation marks as a phrase, over case, accents and line ends', () => {
    expect(matches(look('"THE CAFE"'))).toEqual(['the café']);
    expect(matches(look('"dam of stones"'))).toEqual(['dam of stones']);
    expect(look('"stones dam"').total).toBe(0);
    expect(matches(look('“zoe”'))).toEqual(['Zoë']);
  });

  it('leaves out passages with a word or phrase behind a minus', () => {
    expect(counts(look('dam -committee -stones '))).toEqual({ minutes: 1 });
    expect(counts(look('dam -"next meeting" '))).toEqual({ minutes: 2, letter: 2 });
    expect(look('-dam ').total).toBe(0);
  });

  it('looks only in documents of a name, and in those that are chosen', () => {
    expect(counts(look('document:letter dam '))).toEqual({ letter: 2 });
    expect(counts(look('document:"board min" dam '))).toEqual({ minutes: 3 });
    expect(counts(findText(index, 'dam ', { limit: 5, documentIds: ['letter'] }))).toEqual({ letter: 2 });
  });

  it('finds small words, numbers with commas, and parts of text without spaces', () => {
    expect(look('the ').total).toBeGreaterThan(5);
    for (const typed of ['1200 ', '1,200', '1,200 ']) expect(matches(look(typed)), typed).toEqual(['1,200']);
    expect(matches(look('漏水'))).toEqual(['漏水']);
    expect(matches(look('库'))).toEqual(['库']);
  });

  it('offers another spelling where a word stands nowhere, and none where it stands somewhere', () => {
    expect(look('old resevoir ').suggestion).toBe('old reservoir ');
    expect(look('old reservoir ').suggestion).toBeUndefined();
    expect(look('xqzvw ').suggestion).toBeUndefined();
  });

  it('throws at nothing that can be typed', () => {
    for (const typed of ['', '"', '-', '""', 'document:', '-"', '(.*', 'a"b', '\\', '"a (b', '"a-b c', '- -']) {
      expect(look(typed).total, typed).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('signs beside words', () => {
  const paragraphs = [
    'The ordinance was repealed³ in May. It rests on 10⁶ piles, 10 of them oak.',
    'The mole is 2½ miles long. Ida Holm¹ wrote to Varde™ about № 5.',
    'The levy was repealed.¹² Half of it, ½ of the sum, went to the poor in 1937².',
  ];
  const signs = indexOf(smallWorld({ documents: [{ id: 'law', title: 'The ordinance', paragraphs }] }));
  const shown = (typed: string): readonly string[] => matches(findText(signs, typed, { limit: 50 }));

  it.each([
    ['repealed ', ['repealed', 'repealed']],
    ['"was repealed in May"', ['was repealed³ in May']],
    ['repealed³ ', ['repealed', 'repealed']],
    ['Holm ', ['Holm']],
    ['10⁶', ['10⁶']],
    ['10⁶ ', ['10⁶']],
    ['10^6 ', ['10⁶']],
    ['½', ['½', '½']],
    ['1/2 ', ['½', '½']],
    ['2½ ', ['2½']],
    ['"2 1/2"', ['2½']],
    ['Varde ', ['Varde']],
    ['Varde™ ', ['Varde™']],
    ['"№ 5"', ['№ 5']],
    ['№ ', ['№']],
    ['1937 ', ['1937']],
  ])('are found as they are and as they are typed: %s', (typed, places) => {
    expect(shown(typed)).toEqual(places);
  });
});

describe('how a word is spelt', () => {
  it('is told for a letter missing, added, changed or swapped, as the texts write it', () => {
    expect(suggestSpelling(index, 'comittee', 3)[0]).toBe('committee');
    expect(suggestSpelling(index, 'sotrm', 3)[0]).toBe('storm');
    expect(suggestSpelling(index, 'stoness', 3)[0]).toBe('stones');
  });

  it('is told of names, and of words that were joined', () => {
    expect(suggestSpelling(index, 'oakshot', 3)[0]).toBe('Oakshott');
    expect(suggestSpelling(index, 'waterboard', 3)[0]).toBe('water board');
  });

  it('is not told of a word that only shares most of its stem', () => {
    const parted = indexOf(
      smallWorld({ documents: [{ id: 'gate', title: 'Gate', paragraphs: ['The two parted at the gate.'] }] }),
    );
    expect(suggestSpelling(parted, 'parking', 3)).toEqual([]);
    expect(suggestSpelling(parted, 'parrted', 3)).toEqual(['parted']);
  });

  it('is not told of words that are there, numbers, or words without an alphabet', () => {
    for (const word of ['storm', '1201', '水厍', 'the', 'zzzz'])
      expect(suggestSpelling(index, word, 3), word).toEqual([]);
  });
});
