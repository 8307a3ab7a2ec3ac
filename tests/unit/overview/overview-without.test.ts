import { expect, it } from 'vitest';
import type { CollectionOverview } from '../../../src/core/overview/overview';
import { overviewWithout } from '../../../src/core/overview/overview-without';

const named = (documentId: string) => ({ documentId, title: `The ${documentId}` });
const document = (id: string, language: string, words: number) => ({
  ...named(id),
  ...{ language, words, pages: 1, sentences: [] },
});
const overview: CollectionOverview = {
  documents: [document('diary', 'en', 100), document('letter', 'de', 20), document('ledger', 'en', 3)],
  pages: 3,
  words: 123,
  languages: [
    { language: 'en', documents: 2 },
    { language: 'de', documents: 1 },
  ],
  years: { from: 1871, to: 1874 },
  ...{ people: [], places: [], organisations: [], questions: ['Who wrote?'] },
  nearDuplicates: [['diary', 'ledger'].map(named), ['diary', 'letter', 'ledger'].map(named)],
  damaged: [{ ...named('letter'), reason: 'It has too many signs.' }],
};

it('an overview without a document counts and names only the others', () => {
  expect(overviewWithout(overview, new Set())).toBe(overview);
  const without = overviewWithout(overview, new Set(['letter']));
  expect(without.documents.map(({ documentId }) => documentId)).toEqual(['diary', 'ledger']);
  expect(without).toMatchObject({ pages: 2, words: 103, languages: [{ language: 'en', documents: 2 }], damaged: [] });
  expect(without.nearDuplicates).toEqual([['diary', 'ledger'].map(named), ['diary', 'ledger'].map(named)]);
  expect(overviewWithout(overview, new Set(['diary'])).nearDuplicates).toEqual([['letter', 'ledger'].map(named)]);
});
