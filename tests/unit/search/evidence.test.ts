import { describe, expect, it } from 'vitest';
import { evidence, topEntitiesOfDocument } from '../../../src/core/search/evidence';
import { suggestions } from '../../../src/core/search/suggestions';
import { answerTo, indexOf } from './ask';
import { smallWorld } from './small-world';
import { harbour } from './harbour';

const index = indexOf(harbour());

describe('evidence', () => {
  it('opens whatever an answer cites, with passages to follow', async () => {
    for (const question of ['Who is Tobias Fenn?', 'Who designed the lighthouse at Grey Point?', 'main themes']) {
      for (const { target } of (await answerTo(index, { question })).citations) {
        const view = evidence(index, target);
        expect(view?.target).toEqual(target);
        expect(view?.passages.length).toBeGreaterThan(0);
      }
    }
  });

  it('leads from an entity to its relationships and reports, and from there to its members', () => {
    const person = evidence(index, { kind: 'entity', id: 'entity-0', title: 'Edda Marrow' });
    expect(person?.links.map(({ target }) => target.kind)).toEqual(expect.arrayContaining(['relationship', 'report']));
    const report = evidence(index, { kind: 'report', community: 1, title: '' });
    expect(report?.links.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['The coast and its people', 'Tobias Fenn']),
    );
    expect(report?.findings[0]?.passages[0]?.quote).toBe(report?.findings[0]?.explanation);
  });

  it('shows the aliases of an entity and the sentences that name it', () => {
    const view = evidence(index, { kind: 'entity', id: 'entity-2', title: 'Tobias Fenn' });
    expect(view?.subtitle).toContain('Fenn');
    for (const { quote } of view?.passages ?? []) expect(quote).toContain('Fenn');
  });

  it('is null for what the index no longer has', () => {
    expect(evidence(index, { kind: 'passage', textUnitId: 'gone' })).toBeNull();
    expect(evidence(index, { kind: 'entity', id: 'gone', title: '' })).toBeNull();
    expect(evidence(index, { kind: 'relationship', id: 'gone', title: '' })).toBeNull();
    expect(evidence(index, { kind: 'report', community: 99, title: '' })).toBeNull();
  });

  it('lists the entities that a document mentions most', () => {
    const titles = topEntitiesOfDocument(index, 'company', 1).map(({ title }) => title);
    expect(titles).toEqual(['Clara Voss']);
    expect(topEntitiesOfDocument(index, 'gone', 5)).toEqual([]);
  });
});

describe('suggested questions', () => {
  it('are all answered by search', async () => {
    const questions = suggestions(index, 6);
    expect(questions.length).toBe(6);
    expect(new Set(questions).size).toBe(6);
    for (const question of questions) expect((await answerTo(index, { question })).notFound).toBe(false);
  });

  it('give names the article that the texts give them, and ask who only for people', () => {
    const questions = suggestions(index, 20).join('\n');
    expect(questions).toContain('the Harbour Company');
    expect(questions).toContain('Who is Edda Marrow?');
    expect(questions).not.toMatch(/Who is (?:the )?Harbour|the Edda/);
  });

  it('ask for no person whose name goes with an article', () => {
    const tables = harbour();
    const entities = tables.entities.map((row) => (row.title === 'Harbour Company' ? { ...row, type: 'person' } : row));
    expect(suggestions(indexOf({ ...tables, entities }), 20).join('\n')).not.toContain('Who is Harbour Company');
  });

  it('begin with whole names, not with scraps of names', () => {
    const tables = smallWorld({
      documents: [
        { id: 'a', title: 'Diary', paragraphs: ['Fu met Maren Holt at the mill. Fu and Tolo left. Fu slept.'] },
        { id: 'b', title: 'Log', paragraphs: ['Fu and Tolo rowed. Maren Holt kept the log of the ferry. Tolo sang.'] },
      ],
      entities: [
        { title: 'Fu', type: 'person' },
        { title: 'Tolo', type: 'person' },
        { title: 'Maren Holt', type: 'person' },
      ],
    });
    const names = suggestions(indexOf(tables), 9).filter((question) => question.startsWith('Who is'));
    expect(names[0]).toBe('Who is Maren Holt?');
  });

  it('are in Chinese for a Chinese collection', () => {
    const tables = harbour();
    const chinese = indexOf({ ...tables, documents: tables.documents.map((row) => ({ ...row, language: 'zh' })) });
    expect(suggestions(chinese, 1)).toEqual(['主要主题是什么？']);
  });

  it('are none for an empty index', () => {
    const none = {
      documents: [],
      textUnits: [],
      entities: [],
      relationships: [],
      communities: [],
      communityReports: [],
    };
    expect(suggestions(indexOf(none), 4)).toEqual([]);
  });
});
