import { describe, expect, test } from 'vitest';
import { DRIFT_SHARES } from '../../../../src/core/search/modes/drift/action';
import { localContext } from '../../../../src/core/search/modes/local/local';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { indexOf } from '../ask';
import { smallWorld } from '../small-world';
import { ask, expectSound, rowsOf, titlesOf, usedOf } from '../context/context-checks';
import { claimsOf, describedHarbour } from '../context/random-world';

const tables = describedHarbour();
const index = indexOf(tables);
const scope = scopeOf(index);
const question = ask(index, 'What did Edda Marrow design at Grey Point?');

describe('a local context', () => {
  test('passes over a claim without words', () => {
    const [first, ...others] = claimsOf(tables);
    const blank = first ? [{ ...first, description: ' \n' }] : [];
    const shown = (claims: ReturnType<typeof claimsOf>) =>
      rowsOf(localContext(index, question, { scope, tokens: 40_000, claims }), 'Claims').map(({ id }) => id);
    expect(shown(claimsOf(tables))).toContain(first?.id);
    expect(shown([...blank, ...others])).not.toContain(first?.id);
  });

  test('shows reports, entities, relationships, claims and sources, each from number 1', () => {
    const context = localContext(index, question, { scope, tokens: 4000, claims: claimsOf(tables) });
    expectSound(index, context);
    expect(context.tables.map(({ dataset }) => dataset)).toEqual([
      'Reports',
      'Entities',
      'Relationships',
      'Claims',
      'Sources',
    ]);
    expect(context.text).toContain('-----Entities-----\nid|entity|number of relationships|description\n1|');
    expect(titlesOf(context, 'Entities').slice(0, 2).sort()).toEqual(['Edda Marrow', 'Grey Point']);
    expect(context.documentIds).toContain('light');
  });

  test('is cut to the number of entities that it may have, however many match', () => {
    const many = ask(index, 'What had Edda Marrow, Tobias Fenn, Clara Voss and Jonas Pell to do with Grey Point?');
    const all = rowsOf(localContext(index, many, { scope, tokens: 4000 }), 'Entities');
    const two = rowsOf(localContext(index, many, { scope, tokens: 4000, entities: 2 }), 'Entities');
    expect(all.length).toBeGreaterThan(2);
    expect(two.map(({ title }) => title)).toEqual(all.slice(0, 2).map(({ title }) => title));
  });

  test('begins with the names that a person adds, and leaves out the ones that they take away', () => {
    const choice = { scope, tokens: 4000, entities: 3, include: ['clara voss'], exclude: ['Grey Point'] };
    const titles = titlesOf(localContext(index, question, choice), 'Entities');
    expect(titles[0]).toBe('Clara Voss');
    expect(titles).toContain('Edda Marrow');
    expect(titles).not.toContain('Grey Point');
    expect(titles.length).toBeLessThanOrEqual(3);
  });

  test('finds an entity that is in no community', () => {
    const clustered = new Set(tables.communities.flatMap((row) => row.entity_ids));
    const halcyon = tables.entities.find(({ title }) => title === 'Halcyon');
    expect(clustered.has(halcyon?.id ?? '')).toBe(false);
    const context = localContext(index, ask(index, 'What happened to the Halcyon?'), { scope, tokens: 3000 });
    expect(titlesOf(context, 'Entities')[0]).toBe('Halcyon');
    expect(usedOf(context, 'Sources')[0]?.line).toContain('the schooner Halcyon struck the reef');
  });

  describe('says to how many of its entities an entity outside is linked', () => {
    const world = smallWorld({
      documents: [
        {
          id: 'd',
          title: 'D',
          paragraphs: ['Ada met Cyrus.', 'Ada met Dorothy.', 'Ben met Cyrus.', 'Ben met Edith.'],
        },
      ],
      entities: ['Ada', 'Ben', 'Cyrus', 'Dorothy', 'Edith'].map((title) => ({ title, type: 'person' })),
    });
    const people = indexOf(world);
    const linesFor = (...include: readonly string[]) => {
      const choice = { scope: scopeOf(people), tokens: 4000, entities: include.length, include };
      const { text } = localContext(people, ask(people, 'Whom did they meet?'), choice);
      const [, table = ''] = text.split('-----Relationships-----\n');
      return (table.split('\n\n')[0] ?? '').split('\n').map((line) => line.split('|'));
    };
    const titled = (lines: readonly (readonly string[])[]) =>
      lines.slice(1).map(([, source = '', target = '', , links]) => [[source, target].sort().join('–'), links]);

    test('where the first relationship leads outside to more than one of them', () => {
      const [head, ...rows] = linesFor('Ada', 'Ben');
      expect(head).toEqual(['id', 'source', 'target', 'weight', 'links', 'description']);
      expect(titled([[], ...rows])).toEqual([
        ['Ada–Cyrus', '2'],
        ['Ben–Cyrus', '2'],
        ['Ada–Dorothy', '1'],
        ['Ben–Edith', '1'],
      ]);
    });

    test.each([
      ['where all lead to one of them', ['Ada']],
      ['where the first is between two of them', ['Ada', 'Cyrus']],
    ])('and has no such column %s', (_where, include) => {
      expect(linesFor(...include)[0]).toEqual(['id', 'source', 'target', 'weight', 'description']);
    });
  });

  test('has relationships between its entities before those that lead elsewhere, each by the ranking attribute', () => {
    const met = ['Ben', 'Cyrus', 'Dorothy', 'Edith'];
    const world = smallWorld({
      documents: [{ id: 'd', title: 'D', paragraphs: met.map((name) => `Ada met ${name}.`) }],
      entities: ['Ada', ...met].map((title) => ({ title, type: 'person' })),
    });
    const relationships = world.relationships.map((row, at) => ({ ...row, weight: 10 - at }));
    const entities = world.entities.map((row, at) => ({ ...row, degree: at }));
    const few = indexOf({ ...world, entities, relationships });
    const between = (rankBy: 'combined_degree' | 'weight') =>
      titlesOf(
        localContext(few, ask(few, 'Did Ada meet Ben?'), { scope: scopeOf(few), tokens: 2000, entities: 2, rankBy }),
        'Relationships',
      );
    expect(between('combined_degree')).toEqual(['Ada – Ben', 'Ada – Edith', 'Ada – Dorothy', 'Ada – Cyrus']);
    expect(between('weight')).toEqual(['Ada – Ben', 'Ada – Cyrus', 'Ada – Dorothy', 'Ada – Edith']);
  });

  test('has the reports of most of its entities first, then by rank', () => {
    const reports = usedOf(localContext(index, question, { scope, tokens: 8000 }), 'Reports');
    expect(reports[0]?.title).toBe('Edda Marrow and the lighthouse');
    expect(reports.map(({ score }) => score)).toEqual(reports.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  test('tells a report by its summary where the whole does not fit, and by a sentence where that does not', () => {
    const long = (words: string): string => `${words} ${'and so it went on for years '.repeat(12)}.`;
    const world = smallWorld({
      documents: [
        {
          id: 'd',
          title: 'D',
          paragraphs: [`Ada Lovelace wrote notes. ${long('The first part')} ${long('The second')}`],
        },
      ],
      entities: [{ title: 'Ada Lovelace', type: 'person' }],
      communities: [
        {
          ...{ community: 0, level: 0, parent: -1, members: ['Ada Lovelace'] },
          report: {
            title: 'Ada',
            rank: 5,
            findings: ['Ada Lovelace wrote notes.', long('The first part'), long('The second')],
          },
        },
      ],
    });
    const small = indexOf(world);
    const contentOf = (tokens: number): string | undefined => {
      const shares = { reports: 1, graph: 0, sources: 0 };
      return usedOf(
        localContext(small, ask(small, 'Who was Ada Lovelace?'), { scope: scopeOf(small), tokens, shares }),
        'Reports',
      )[0]?.line;
    };
    expect(contentOf(1000)).toContain('The second and so');
    expect(contentOf(60)).toBe('1|Ada|Ada Lovelace wrote notes.');
    expect(contentOf(15)).toBeUndefined();
  });

  test('passes on what a section leaves', () => {
    const shares = { reports: 0.9, graph: 0.05, sources: 0.05 };
    const context = localContext(index, question, { scope, tokens: 3000, shares });
    const table = (name: string) => context.tables.find(({ dataset }) => dataset === name);
    expect(table('Reports')?.tokens).toBeLessThan(1500);
    expect(table('Sources')?.budget).toBeGreaterThan(1000);
    expect(context.tables.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(3000);
  });

  test('keeps what found no room, with its score, and says nothing of it', () => {
    const context = localContext(index, question, { scope, tokens: 400, shares: DRIFT_SHARES });
    const left = rowsOf(context, 'Sources').filter(({ used }) => !used);
    expect(left.length).toBeGreaterThan(0);
    expect(left.every(({ score, tokens }) => score > 0 && tokens > 0)).toBe(true);
    expectSound(index, context);
  });

  test('is empty where nothing fits', () => {
    for (const tokens of [-5, 0, 3]) {
      expect(localContext(index, question, { scope, tokens })).toMatchObject({ text: '', tokens: 0, documentIds: [] });
    }
  });

  test('starts from the best connected entities where nothing is asked', () => {
    const entities = titlesOf(localContext(index, ask(index, ''), { scope, tokens: 4000, entities: 3 }), 'Entities');
    const degrees = tables.entities.map(({ degree }) => degree).toSorted((a, b) => b - a);
    expect(entities.map((title) => tables.entities.find((row) => row.title === title)?.degree)).toEqual(
      degrees.slice(0, 3),
    );
  });
});

describe('what a local context can be cited by', () => {
  const context = localContext(index, question, { scope, tokens: 6000, claims: claimsOf(tables) });

  test('is each sentence of a source, at its place in the document', () => {
    for (const { premises } of usedOf(context, 'Sources')) {
      expect(premises.length).toBeGreaterThan(0);
      for (const { text, spans } of premises) {
        const [span] = spans;
        const document = tables.documents.find(({ id }) => id === span?.document_id);
        expect(document?.text.slice(span?.start, span?.end).replace(/\s+/gu, ' ')).toBe(text);
      }
    }
  });

  test('is the description of an entity with sentences that name it, and a relationship with its evidence', () => {
    const marrow = usedOf(context, 'Entities').find(({ title }) => title === 'Edda Marrow');
    expect(marrow?.premises.map(({ text }) => text)).toEqual(["Edda Marrow is part of the coast's story. It is old."]);
    const named = marrow?.premises.flatMap(({ spans }) => spans) ?? [];
    expect(named.length).toBeGreaterThan(0);
    for (const { document_id, start, end } of named) {
      expect(tables.documents.find(({ id }) => id === document_id)?.text.slice(start, end)).toMatch(/Marrow/u);
    }
    const [relationship] = usedOf(context, 'Relationships');
    const evidence = tables.relationships.at(relationship?.row ?? 0);
    expect(relationship?.premises[0]?.spans.map(({ start }) => start)).toEqual(evidence?.evidence_starts);
  });

  test('is each sentence of a report with the spans that were kept for it', () => {
    const row = usedOf(context, 'Reports').find(({ title }) => title === 'Edda Marrow and the lighthouse');
    const born = row?.premises.find(({ text }) => text.startsWith('Edda Marrow was born'));
    expect(born?.spans).toEqual([{ document_id: 'marrow', start: 0, end: 48 }]);
  });
});
