import { describe, expect, it } from 'vitest';
import { loadGold } from '../../../scripts/lib/gold';
import { nameFinder } from '../../../scripts/lib/gold-names';
import { entityKey } from '../../../src/core/extract/entity-key';
import { readSample } from './read-sample';

const gold = await loadGold();
const sample = await readSample();
const entityOf = new Map(gold.entities.map((entity) => [entity.id, entity]));
const find = nameFinder(gold.entities);
const namedIn = (text: string): ReadonlySet<string> => new Set(find(text).map(({ entity }) => entity.id));
const documentsOf = (passages: readonly { document: string }[]): ReadonlySet<string> =>
  new Set(passages.map(({ document }) => document));

const passages = [
  ...gold.relationships.map(({ document, sentence }) => ({ document, quote: sentence })),
  ...gold.claims.map(({ document, sentence }) => ({ document, quote: sentence })),
  ...gold.themes.flatMap((theme) => theme.passages),
  ...gold.questions.flatMap((question) => question.evidence),
];

describe('every quotation of the gold standard', () => {
  it('stands in its document exactly', () => {
    const missing = passages.filter(({ document, quote }) => !quote || !sample.get(document)?.includes(quote));
    expect(missing).toEqual([]);
  });
});

describe('the entities of the gold standard', () => {
  it('are about ninety, told apart by id and by key', () => {
    expect(gold.entities.length).toBeGreaterThanOrEqual(70);
    expect(gold.entities.length).toBeLessThanOrEqual(110);
    expect(entityOf.size).toBe(gold.entities.length);
    expect(new Set(gold.entities.map(({ title }) => entityKey(title))).size).toBe(gold.entities.length);
  });

  it('share no name with one another', () => {
    const forms = gold.entities.flatMap(({ title, aliases }) => [title, ...aliases]);
    expect(forms.filter((form, index) => forms.indexOf(form) !== index)).toEqual([]);
  });

  it('go by names that all occur in the documents', () => {
    const everything = [...sample.values()].join('\n').toLowerCase();
    const forms = gold.entities.flatMap(({ title, aliases }) => [title, ...aliases]);
    expect(forms.filter((form) => !everything.includes(form.toLowerCase()))).toEqual([]);
  });

  it('list the very documents that name them', () => {
    const named = [...sample].map(([name, text]) => [name, namedIn(text)] as const);
    const listed = gold.entities.map(({ id, documents }) => [id, documents]);
    const found = gold.entities.map(({ id }) => [id, named.flatMap(([name, ids]) => (ids.has(id) ? [name] : []))]);
    expect(listed).toEqual(found);
    expect(gold.entities.filter(({ documents }) => documents.length === 0)).toEqual([]);
  });

  it('are described in words', () => {
    expect(gold.entities.filter(({ description, type }) => description.length < 20 || !type)).toEqual([]);
  });
});

describe('the relationships of the gold standard', () => {
  it('are about two hundred, between entities that exist, with strengths from 1 to 10', () => {
    expect(gold.relationships.length).toBeGreaterThanOrEqual(150);
    expect(gold.relationships.length).toBeLessThanOrEqual(220);
    const broken = gold.relationships.filter(
      ({ source, target, strength }) =>
        !entityOf.has(source) || !entityOf.has(target) || source === target || !(strength >= 1 && strength <= 10),
    );
    expect(broken).toEqual([]);
  });

  it('leave no entity alone', () => {
    const ends = new Set(gold.relationships.flatMap(({ source, target }) => [source, target]));
    expect(gold.entities.filter(({ id }) => !ends.has(id))).toEqual([]);
  });

  it('quote a passage that names both ends, or say that one is only meant', () => {
    const unnamed = gold.relationships.filter(({ source, target, sentence }) => {
      const named = namedIn(sentence);
      return !named.has(source) || !named.has(target);
    });
    expect(unnamed).toEqual(gold.relationships.filter(({ anaphora }) => anaphora));
    expect(unnamed.length).toBeLessThan(gold.relationships.length / 3);
  });
});

describe('the claims of the gold standard', () => {
  it('are about entities that exist and contradict one another', () => {
    expect(gold.claims.length).toBeGreaterThanOrEqual(25);
    expect(gold.claims.filter(({ subject, object }) => !entityOf.has(subject) || !entityOf.has(object ?? subject))).toEqual([]);
    const statuses = gold.claims.map(({ status }) => status);
    for (const status of ['TRUE', 'FALSE', 'SUSPECTED']) expect(statuses.filter((each) => each === status).length).toBeGreaterThan(5);
  });
});

describe('the themes of the gold standard', () => {
  it('are eight to twelve threads, each through three documents or more', () => {
    expect(gold.themes.length).toBeGreaterThanOrEqual(8);
    expect(gold.themes.length).toBeLessThanOrEqual(12);
    for (const theme of gold.themes) {
      expect([...documentsOf(theme.passages)].sort()).toEqual(theme.documents);
      expect(theme.documents.length).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the questions of the gold standard', () => {
  const ofKind = (kind: string) => gold.questions.filter((question) => question.kind === kind);

  it('are 20 single, 20 multi-hop, 12 global and 8 unanswerable, all answered in words', () => {
    const counts = ['single', 'multi-hop', 'global', 'unanswerable'].map((kind) => ofKind(kind).length);
    expect(counts).toEqual([20, 20, 12, 8]);
    expect(new Set(gold.questions.map(({ id }) => id)).size).toBe(60);
    expect(gold.questions.filter(({ answer }) => answer.length < 4)).toEqual([]);
  });

  it('rest on one document when single, and on several passages when multi-hop', () => {
    expect(ofKind('single').filter(({ evidence }) => documentsOf(evidence).size !== 1)).toEqual([]);
    expect(ofKind('multi-hop').filter(({ evidence }) => evidence.length < 2)).toEqual([]);
    const across = ofKind('multi-hop').filter(({ evidence }) => documentsOf(evidence).size > 1);
    expect(across.length).toBeGreaterThanOrEqual(12);
    expect(ofKind('global').filter(({ evidence }) => documentsOf(evidence).size < 3)).toEqual([]);
  });

  it('are asked in Chinese of the Chinese report four times', () => {
    const chinese = ofKind('single').filter(({ question }) => /\p{Script=Han}/u.test(question));
    expect(chinese).toHaveLength(4);
    expect([...documentsOf(chinese.flatMap(({ evidence }) => evidence))]).toEqual(['1986-shen-report.txt']);
  });

  it('ask four times for a name that is nowhere, and four times for what is not recorded', () => {
    const everything = [...sample.values()].join('\n');
    const unknown = ofKind('unanswerable').flatMap((question) => (question.unknown ? [question] : []));
    expect(unknown).toHaveLength(4);
    expect(unknown.filter(({ unknown: name, question }) => !question.includes(name ?? '') || everything.includes(name ?? ''))).toEqual([]);
    expect(ofKind('unanswerable').filter(({ evidence }) => evidence.length > 0)).toHaveLength(4);
  });
});
