import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { answerTo, indexOf } from '../ask';
import { harbour } from '../harbour';

const tables = harbour();
const index = indexOf(tables);
const idOf = (title: string): string => tables.entities.find((row) => row.title === title)?.id ?? '';
const unitsOf = (request: Parameters<typeof scopeOf>[1]) => {
  const { unit } = scopeOf(index, request);
  return tables.textUnits.flatMap(({ id }, slot) => (unit(slot) ? [id] : [])).sort();
};

describe('the scope of a search', () => {
  it('is everything where nothing is chosen', () => {
    const scope = scopeOf(index, { documentIds: [], filters: {} });
    expect(scope.everything).toBe(true);
    expect(unitsOf({})).toHaveLength(tables.textUnits.length);
  });

  it('is the passages of the chosen documents', () => {
    expect(unitsOf({ documentIds: ['marrow'] })).toEqual(['marrow-0', 'marrow-1', 'marrow-2']);
  });

  it('is the passages that mention all of the entities', () => {
    const entityIds = [idOf('Tobias Fenn'), idOf('Harbour Company')];
    expect(unitsOf({ filters: { entityIds } })).toEqual(['light-2']);
  });

  it.each([
    [{ from: 1889, to: 1893 }, ['company-1', 'light-2', 'zh-1']],
    [{ from: 1902 }, ['company-2', 'marrow-1']],
    [{ to: 1850 }, ['company-0']],
    [{ from: 1850, to: 1850 }, ['company-0']],
  ])('is the passages that name a year between two, both included: %o', (years, expected) => {
    expect(unitsOf({ filters: { years } })).toEqual(expected);
  });

  it('is what passes all that is asked for together', () => {
    const filters = { years: { from: 1880, to: 1900 }, entityIds: [idOf('Tobias Fenn')] };
    expect(unitsOf({ documentIds: ['light'], filters })).toEqual(['light-2']);
    expect(unitsOf({ documentIds: ['company'], filters })).toEqual([]);
  });

  it('touches what is partly within, and covers what is wholly within it', () => {
    const scope = scopeOf(index, { documentIds: ['marrow'] });
    expect([scope.touches(['marrow-0', 'light-0']), scope.covers(['marrow-0', 'light-0'])]).toEqual([true, false]);
    expect([scope.touches(['light-0']), scope.covers(['marrow-0', 'marrow-1'])]).toEqual([false, true]);
    expect(scope.covers(['gone'])).toBe(false);
    expect(scope.documentsOf(['marrow-0', 'light-0'])).toEqual(['marrow']);
  });
});

describe.each(['local', 'global', 'drift', 'basic'] as const)('%s search within a filter', (mode) => {
  it.each([
    ['a year', { years: { from: 1893, to: 1893 } }],
    ['an entity', { entityIds: [idOf('Clara Voss')] }],
  ])('%s shows passages that pass it, and no sentence of another passage', async (_, filters) => {
    const within = new Set(unitsOf({ filters }));
    const { evidence } = await answerTo(index, {
      question: 'What did Clara Voss do for the Harbour Company?',
      mode,
      filters,
    });
    expect(evidence.passages.length + evidence.communities.length).toBeGreaterThan(0);
    for (const { textUnitId } of evidence.passages) expect(within).toContain(textUnitId);
    const quoted = [
      ...evidence.entities.flatMap(({ relationships }) => relationships.flatMap(({ sentence }) => sentence ?? [])),
      ...evidence.communities.flatMap(({ sources }) => sources),
    ];
    for (const { document_id, start } of quoted) {
      const unit = tables.textUnits.find(
        (one) => one.document_id === document_id && one.start <= start && start < one.end,
      );
      expect(within).toContain(unit?.id);
    }
  });
});
