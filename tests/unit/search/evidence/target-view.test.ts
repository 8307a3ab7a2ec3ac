import { describe, expect, it } from 'vitest';
import { viewTarget, topEntitiesOfDocument } from '../../../../src/core/search/evidence/target-view';
import type { Evidence, CitationTarget } from '../../../../src/core/search/evidence/evidence';
import { answerTo, indexOf } from '../ask';
import { harbour } from '../harbour';

const index = indexOf(harbour());

const targetsOf = ({ passages, entities, communities }: Evidence): readonly CitationTarget[] => [
  ...passages.map(({ textUnitId }) => ({ kind: 'passage' as const, textUnitId })),
  ...entities.map(({ id, title }) => ({ kind: 'entity' as const, id, title })),
  ...entities.flatMap(({ title, relationships }) =>
    relationships.map(({ id, other }) => ({ kind: 'relationship' as const, id, title: `${title} – ${other}` })),
  ),
  ...communities.map(({ community, title }) => ({ kind: 'report' as const, community, title })),
];

describe('evidence', () => {
  it('opens whatever is shown as evidence, with passages to follow', async () => {
    for (const question of ['Who is Tobias Fenn?', 'Who designed the lighthouse at Grey Point?', 'main themes']) {
      const targets = targetsOf((await answerTo(index, { question })).evidence);
      expect(targets.length).toBeGreaterThan(0);
      for (const target of targets) {
        const view = viewTarget(index, target);
        expect(view?.target.kind).toBe(target.kind);
        expect(view?.passages.length).toBeGreaterThan(0);
      }
    }
  });

  it('leads from an entity to its relationships and reports, and from there to its members', () => {
    const person = viewTarget(index, { kind: 'entity', id: 'entity-0', title: 'Edda Marrow' });
    expect(person?.links.map(({ target }) => target.kind)).toEqual(expect.arrayContaining(['relationship', 'report']));
    const report = viewTarget(index, { kind: 'report', community: 1, title: '' });
    expect(report?.links.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['The coast and its people', 'Tobias Fenn']),
    );
    expect(report?.findings[0]?.passages[0]?.quote).toBe(report?.findings[0]?.explanation);
  });

  it('shows the aliases of an entity and the sentences that name it', () => {
    const view = viewTarget(index, { kind: 'entity', id: 'entity-2', title: 'Tobias Fenn' });
    expect(view?.aliases).toContain('Fenn');
    expect(view?.type).toBe('person');
    for (const { quote } of view?.passages ?? []) expect(quote).toContain('Fenn');
  });

  it('is null for what the index no longer has', () => {
    expect(viewTarget(index, { kind: 'passage', textUnitId: 'gone' })).toBeNull();
    expect(viewTarget(index, { kind: 'entity', id: 'gone', title: '' })).toBeNull();
    expect(viewTarget(index, { kind: 'relationship', id: 'gone', title: '' })).toBeNull();
    expect(viewTarget(index, { kind: 'report', community: 99, title: '' })).toBeNull();
  });

  it('lists the entities that a document mentions most', () => {
    const titles = topEntitiesOfDocument(index, 'company', 1).map(({ title }) => title);
    expect(titles).toEqual(['Clara Voss']);
    expect(topEntitiesOfDocument(index, 'gone', 5)).toEqual([]);
  });
});
