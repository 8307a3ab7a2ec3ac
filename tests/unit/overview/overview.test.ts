import { describe, expect, it } from 'vitest';
import { overviewOf, wordsIn, yearsOf } from '../../../src/core/overview/overview';
import { leadsFrom } from '../../../src/core/search/questions/questions';
import templates from '../../../src/core/search/questions/question-templates.json' with { type: 'json' };
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { smallWorld, type SmallWorld } from '../search/small-world';

const STORY = [
  'Ada Marsh built the harbour light at Port Ellis in 1901. The harbour light could be seen from the whole bay.',
  'Ada Marsh and Rosa Pell met at Port Ellis. The keeper of the light was Rosa Pell, and she wrote down each ship.',
  'Rosa Pell left Port Ellis in 1911. Nobody kept the harbour light until 1920, says nobody.',
];
const WORLD: SmallWorld = {
  documents: [
    { id: 'one', title: 'The light', paragraphs: STORY, pages: [0, 2] },
    { id: 'two', title: 'The light, again', paragraphs: STORY },
    { id: 'three', title: 'Misread', paragraphs: ['Gr\ufffd\ufffdn h\ufffds b\ufffdd l\ufffdtters in it everywhere.'] },
  ],
  entities: [
    { title: 'Ada Marsh', type: 'person' },
    { title: 'Rosa Pell', type: 'person' },
    { title: 'Port Ellis', type: 'place' },
    { title: 'harbour light', type: 'place' },
    { title: 'Nobody', type: 'person' },
  ],
};
const tables = smallWorld(WORLD);
const index = indexOf(tables);
const overview = finish(overviewOf(index));

describe('the overview of a collection', () => {
  it('counts pages, words and languages', () => {
    expect(overview.pages).toBe(2);
    expect(overview.words).toBe(overview.documents.reduce((sum, { words }) => sum + words, 0));
    expect(overview.languages).toEqual([{ language: 'en', documents: 3 }]);
  });

  it('lists entities only where their type is sure', () => {
    expect(overview.people.map(({ title }) => title).sort()).toEqual(['Ada Marsh', 'Rosa Pell']);
    expect(overview.places.map(({ title }) => title)).toEqual(['Port Ellis']);
    expect(overview.organisations).toEqual([]);
  });

  it('shows two sentences at most of each document, where they stand', () => {
    const [first] = overview.documents;
    expect(first?.sentences).toHaveLength(2);
    for (const { start, end, text } of first?.sentences ?? [])
      expect(tables.documents[0]?.text.slice(start, end)).toBe(text);
  });

  it('tells documents that say the same and documents that are damaged', () => {
    expect(overview.nearDuplicates.map((group) => group.map(({ documentId }) => documentId))).toEqual([['one', 'two']]);
    expect(overview.damaged.map(({ documentId }) => documentId)).toEqual(['three']);
  });

  it('asks about names that the documents hold, each question once', () => {
    expect(overview.questions.length).toBeGreaterThan(0);
    expect(new Set(overview.questions).size).toBe(overview.questions.length);
    for (const question of overview.questions) expect(question).toMatch(/Ada Marsh|Rosa Pell|Port Ellis/u);
  });

  it('is empty for no documents', () => {
    const empty = finish(overviewOf(indexOf(smallWorld({ documents: [] }))));
    expect(empty).toMatchObject({ documents: [], words: 0, years: null, questions: [], people: [] });
  });
});

describe('where the graph leads', () => {
  it('is to neighbours of the entities given, in the language given', () => {
    const ada = tables.entities.findIndex(({ title }) => title === 'Ada Marsh');
    const leads = leadsFrom(index, [ada], 3, 'de');
    expect(leads[0]).toContain('Wie hängen Ada Marsh und');
    expect(leadsFrom(index, [], 3, 'de')).toEqual([]);
  });

  it('has every form of question in every language', () => {
    const forms = Object.keys(templates.en).sort();
    for (const [language, own] of Object.entries(templates)) expect(Object.keys(own).sort(), language).toEqual(forms);
  });
});

describe('words and years', () => {
  it('counts each character of Chinese and each word of other scripts', () => {
    expect(wordsIn("It's 3 o’clock, co-operative")).toBe(5);
    expect(wordsIn('水库建成')).toBe(4);
  });

  it('spans the years that stand together, and is null under three', () => {
    expect(yearsOf(['In 1901.', 'From 1905 to 1911.', 'It cost 1000 pounds.'])).toEqual({ from: 1901, to: 1911 });
    expect(yearsOf(['In 1901.', 'In 1905.'])).toBeNull();
  });
});
