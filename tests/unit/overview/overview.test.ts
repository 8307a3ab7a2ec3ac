import { describe, expect, it } from 'vitest';
import { overviewOf, wordsIn } from '../../../src/core/overview/overview';
import { timelineOf } from '../../../src/core/overview/timeline';
import { leadsFrom } from '../../../src/core/search/questions/questions';
import templates from '../../../src/core/search/questions/question-templates.json' with { type: 'json' };
import { readQuestion } from '../../../src/core/search/request/question';
import { finish } from '../../../src/core/work';
import { indexOf } from '../search/ask';
import { buildSearchIndex, updateSearchIndex, type SearchIndex } from '../../../src/core/retrieval/index';
import type { DocumentRow, TextUnitRow } from '../../../src/core/tables/tables';
import { smallWorld, type SmallDocument, type SmallWorld } from '../search/small-world';

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
const overview = finish(overviewOf(index, []));

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

  it('spans the years of the timeline, and no number of a text', () => {
    expect(overview.years).toEqual({ from: 1901, to: 1920 });
    const paragraphs = ['It cost 1000 pounds in room 2047.', 'Opened on 1929-06-18.', 'Closed on 1937-03-19.'];
    const dated = indexOf(smallWorld({ documents: [{ id: 'one', title: 'Ledger', paragraphs }] }));
    const { years } = finish(timelineOf(dated, [], { documentId: null, entityId: null }));
    expect(finish(overviewOf(dated, [])).years).toEqual({ from: years[0], to: years.at(-1) });
    expect([...years]).toEqual([1929, 1937]);
  });

  it('asks about names that the documents hold, each question once', () => {
    expect(overview.questions.length).toBeGreaterThan(0);
    expect(new Set(overview.questions).size).toBe(overview.questions.length);
    for (const question of overview.questions) expect(question).toMatch(/Ada Marsh|Rosa Pell|Port Ellis/u);
  });

  it('asks about a year only where the documents have it as a word', () => {
    const questionsOn = (years: string): string => {
      const paragraphs = ['Ada Marsh', 'Rosa Pell'].flatMap((name) => [
        `${name} came in ${years}.`,
        `${name} left in ${years}.`,
      ]);
      const world = { ...WORLD, documents: [{ id: 'one', title: 'Letters', paragraphs }] };
      return finish(overviewOf(indexOf(smallWorld(world)), [])).questions.join(' ');
    };
    expect(questionsOn('1890')).toContain('1890');
    expect(questionsOn('the 1890s')).not.toContain('1890');
  });

  it('is empty for no documents', () => {
    const empty = finish(overviewOf(indexOf(smallWorld({ documents: [] })), []));
    expect(empty).toMatchObject({ documents: [], words: 0, years: null, questions: [], people: [] });
  });
});

describe('the overview of a later state', () => {
  const LONG: SmallDocument = { id: 'long', title: 'The log', paragraphs: logOf(120), pages: [0] };
  const FENCED: SmallDocument = { id: 'code', title: 'Code', paragraphs: ['```', ...STORY, '```', ...STORY.slice(1)] };
  const one = [...WORLD.documents, LONG, FENCED];
  const added = [...one, ...manyDocuments(300)];
  const changed = added.map((row) => (row === LONG ? { ...row, paragraphs: logOf(150) } : row));
  const deleted = changed.filter(({ id }) => id !== 'one' && id !== 'many-3');
  const states = [one, added, changed, deleted].map((documents) => smallWorld({ ...WORLD, documents }));

  it('is that of an index from nothing', () => {
    const rows = new Map<string, readonly [string, DocumentRow]>();
    const units = new Map<string, readonly [string, TextUnitRow]>();
    const shown = new Set<string>();
    let later: SearchIndex | undefined;
    for (const state of states) {
      const documents = sameRows(state.documents, rows);
      const tables = { ...state, documents, textUnits: sameRows(state.textUnits, units) };
      later = finish(later ? updateSearchIndex(later, tables) : buildSearchIndex(tables));
      const made = finish(overviewOf(later, []));
      expect(made).toEqual(finish(overviewOf(indexOf(structuredClone(state)), [])));
      shown.add(JSON.stringify(made.documents.find(({ documentId }) => documentId === 'long')?.sentences));
    }
    // Less is read of it when there are many documents.
    expect(shown.size).toBeGreaterThan(1);
  });

  it('reads no text of a document that stayed', () => {
    const before = smallWorld({ documents: one });
    const after = smallWorld({ documents: [...one, ...manyDocuments(2)] });
    const read: string[] = [];
    const watched = <R extends { readonly id: string; readonly text: string }>(row: R): R =>
      Object.defineProperty({ ...row }, 'text', {
        get: () => {
          read.push(row.id);
          return row.text;
        },
      });
    const documents = before.documents.map(watched);
    const textUnits = before.textUnits.map(watched);
    const first = finish(buildSearchIndex({ ...before, documents, textUnits }));
    finish(overviewOf(first, []));
    expect(new Set(read)).toEqual(new Set([...documents, ...textUnits].map(({ id }) => id)));
    const second = finish(
      updateSearchIndex(first, {
        ...after,
        documents: [...documents, ...after.documents.slice(documents.length)],
        textUnits: [...textUnits, ...after.textUnits.slice(textUnits.length)],
      }),
    );
    read.length = 0;
    expect(finish(overviewOf(second, [])).documents).toHaveLength(one.length + 2);
    expect(read).toEqual([]);
  });
});

/** Rows that did not change are the same objects as in the states before. */
function sameRows<R extends { readonly id: string }>(rows: readonly R[], known: Map<string, readonly [string, R]>) {
  return rows.map((row) => {
    const content = JSON.stringify(row);
    const before = known.get(row.id);
    const kept = before?.[0] === content ? before[1] : row;
    known.set(row.id, [content, kept]);
    return kept;
  });
}

/** Makes a log whose subject comes after its first 10,000 characters. */
function logOf(days: number): readonly string[] {
  return Array.from({ length: days }, (_, day) => {
    const own = Array.from({ length: 8 }, (_unused, at) => `word${String.fromCharCode(97 + at)}x${day}`).join(' ');
    return day < 100
      ? `Somebody noted only ${own} that time and went away.`
      : `On day ${day} of ${1850 + (day % 90)} Ada Marsh saw the ships from the gallery of the light and wrote them into the book.`;
  });
}

function manyDocuments(count: number): readonly SmallDocument[] {
  return Array.from({ length: count }, (_, at) => {
    const text = `Keeper number ${at} came from village ${at * 3} with a trunk and ${at + 2} books. In ${1700 + at} nobody wrote of it.`;
    return { id: `many-${at}`, title: `Keeper ${at}`, paragraphs: [text], language: at % 2 === 0 ? 'en' : 'de' };
  });
}

describe('where the graph leads', () => {
  it('is to neighbours of the entities given, in the language given', () => {
    const ada = tables.entities.findIndex(({ title }) => title === 'Ada Marsh');
    const leads = leadsFrom(index, [ada], 3, 'de');
    expect(leads[0]).toContain('Was verbindet Ada Marsh mit');
    expect(leadsFrom(index, [], 3, 'de')).toEqual([]);
  });

  it('has every form of question in every language', () => {
    const forms = Object.keys(templates.en).sort();
    for (const [language, own] of Object.entries(templates)) expect(Object.keys(own).sort(), language).toEqual(forms);
  });
});

describe('a suggested question', () => {
  const NAMES: Readonly<Record<string, string>> = {
    a: 'Ada Marsh',
    b: 'Rosa Pell',
    year: '1901',
    document: 'Port Ellis',
  };
  const forms = Object.entries(templates).flatMap(([language, own]) =>
    Object.values(own).map((form) => [language, form] as const),
  );

  it.each(forms)('has no word in %s that documents of its names alone lack: %s', (_, form) => {
    const question = form.replace(/\{(\w+)\}/gu, (_whole, name: string) => NAMES[name] ?? '');
    expect(readQuestion(index, { question, mode: 'auto' }).missing).toEqual([]);
  });
});

describe('words', () => {
  it('counts each character of Chinese and each word of other scripts', () => {
    expect(wordsIn("It's 3 o’clock, co-operative")).toBe(5);
    expect(wordsIn('水库建成')).toBe(4);
  });
});
