import { describe, expect, it } from 'vitest';
import { edgesOf, neighboursOf } from '../../../src/core/retrieval/graph-expansion';
import { buildSearchIndex, readyIndex, updateSearchIndex, type SearchIndex } from '../../../src/core/retrieval/index';
import { terms } from '../../../src/core/text/terms';
import { finish } from '../../../src/core/work';
import { retrieve } from '../../helpers/retrieve';
import { harbour, HARBOUR_WORLD } from '../search/harbour';
import { smallWorld } from '../search/small-world';

const build = () => finish(buildSearchIndex(harbour()));
/** Counts the text units that were indexed for a state and those before it. */
const numbersGiven = ({ kept }: SearchIndex): number => kept.textUnits.state.shared.indexed.length;
const without = (id: string) =>
  smallWorld({ ...HARBOUR_WORLD, documents: HARBOUR_WORLD.documents.filter((document) => document.id !== id) });

describe('the search index', () => {
  it('finds text units by their words in every retrieval mode', () => {
    const index = build();
    for (const mode of ['bm25', 'basic', 'local'] as const) {
      expect(retrieve(index, 'Why was the toll called unfair?', mode, 3)).toContain('company-1');
    }
    expect(retrieve(index, 'the toll of the Harbour Company', 'global', 5)).toContain('company-0');
  });

  it('works on text units alone', () => {
    const { documents, textUnits } = harbour();
    const none = { entities: [], relationships: [], communities: [], communityReports: [] };
    const index = finish(buildSearchIndex({ documents, textUnits, ...none }));
    expect(retrieve(index, 'Who founded the Harbour Company?', 'local', 3)).toContain('company-0');
    expect(retrieve(index, 'themes', 'global', 3)).toEqual([]);
  });

  it('makes ahead of a question what it would make first, in steps, and answers the same', () => {
    const [index, other] = [build(), build()];
    const made = ({ mentions, ends, members }: SearchIndex['kept']) =>
      [mentions, ends, members].filter((links) => links.made() !== undefined).length;
    expect(made(index.kept)).toBe(0);
    expect([...readyIndex(index)].length).toBeGreaterThan(3);
    expect(made(index.kept)).toBe(3);
    for (const mode of ['local', 'global'] as const) {
      const question = 'Why was the toll of the Harbour Company called unfair?';
      expect(retrieve(index, question, mode, 5)).toEqual(retrieve(other, question, mode, 5));
    }
  });

  it('finds Chinese text units with Chinese questions', () => {
    expect(retrieve(build(), '谁救起了九名水手？', 'basic', 1)).toEqual(['zh-1']);
  });

  it('keeps the postings of unchanged text units and adds the new ones', () => {
    const before = finish(buildSearchIndex(without('company')));
    const after = finish(updateSearchIndex(before, harbour()));
    expect(after.kept.textUnits.kept).toBe(before.kept.textUnits.kept);
    expect(numbersGiven(after)).toBe(harbour().textUnits.length);
    expect(retrieve(after, 'Who founded the Harbour Company?', 'basic', 1)).toEqual(['company-0']);
  });

  it('forgets the text units of a removed document', () => {
    const after = finish(updateSearchIndex(build(), without('company')));
    for (const mode of ['bm25', 'basic', 'local', 'global'] as const) {
      expect(retrieve(after, 'the toll of the Harbour Company', mode, 20).join()).not.toContain('company-');
    }
  });

  it('leaves no earlier state of a changed text unit behind, even when the update was begun twice', () => {
    const before = build();
    const changed = harbour();
    const textUnits = changed.textUnits.map((unit) => ({ ...unit, text: `Zebra. ${unit.text}` }));
    const aborted = updateSearchIndex(before, { ...changed, textUnits });
    for (let steps = 0; steps < 2; steps++) aborted.next();
    const after = finish(updateSearchIndex(before, { ...changed, textUnits }));
    expect(after.passages.bm25.search(terms('zebra'), { k: 100 })).toHaveLength(textUnits.length);
    expect(after.passages.bm25.search(terms('toll'), { k: 100 }).every(({ id }) => after.unitAt.has(id))).toBe(true);
  });

  it('finds text units by the new title of their document', () => {
    const world = harbour();
    const documents = world.documents.map((row) => ({ ...row, title: 'Zebra crossings' }));
    const after = finish(updateSearchIndex(build(), { ...world, documents }));
    expect(after.passages.bm25.search(terms('Zebra'), { k: 100 })).toHaveLength(world.textUnits.length);
  });

  it('ranks after an update as a fresh index does', () => {
    const updated = finish(updateSearchIndex(finish(buildSearchIndex(without('light'))), harbour()));
    const fresh = build();
    for (const question of ['lighthouse keeper log', 'Edda Marrow', '灯塔']) {
      const sorted = (index: typeof fresh) => [...retrieve(index, question, 'bm25', 20)].sort();
      expect(sorted(updated)).toEqual(sorted(fresh));
    }
  });

  it('lets the earlier index answer while the update is under way or given up', () => {
    const before = finish(buildSearchIndex(without('company')));
    const work = updateSearchIndex(before, harbour());
    for (let step = 0; step < 2; step++) work.next();
    const question = 'Who designed the lighthouse?';
    expect(retrieve(before, question, 'basic', 1)).toEqual(['light-0']);
    expect(retrieve(before, 'the toll of the Harbour Company', 'bm25', 20).join()).not.toContain('company-');
    const after = finish(updateSearchIndex(before, harbour()));
    expect(numbersGiven(after)).toBe(harbour().textUnits.length);
  });

  it('indexes a text unit again when its text changed under the same id', () => {
    const tables = harbour();
    const changed = tables.textUnits.map((unit) =>
      unit.id === 'light-0' ? { ...unit, text: 'Nothing but seaweed here.' } : unit,
    );
    const after = finish(updateSearchIndex(finish(buildSearchIndex(tables)), { ...tables, textUnits: changed }));
    expect(retrieve(after, 'seaweed', 'bm25', 5)).toEqual(['light-0']);
    expect(retrieve(after, 'designed 1871', 'bm25', 5)).not.toContain('light-0');
  });

  it('lists each relationship at both of its ends', () => {
    const { adjacency, tables } = build();
    [...tables.relationships].forEach((row, edge) => {
      for (const [end, other] of [
        [row.source_id, row.target_id],
        [row.target_id, row.source_id],
      ]) {
        const at = tables.entities.findIndex((entity) => entity.id === end);
        const place = [...edgesOf(adjacency, at)].indexOf(edge);
        expect(tables.entities[neighboursOf(adjacency, at)[place] ?? -1]?.id).toBe(other);
      }
    });
  });
});

describe('the roll-up of reports', () => {
  const titles = (level: number): readonly string[] => {
    const index = build();
    return index.communities.rollUp(level).map((row) => index.tables.communityReports[row]?.title ?? '');
  };

  it('takes the deepest community of each entity at the level, not its parents', () => {
    expect(titles(1)).toEqual(['Edda Marrow and the lighthouse', 'The toll of the Harbour Company']);
  });

  it('lets an ancestor stand in for a community without a report', () => {
    expect(titles(2)).toEqual(titles(1));
  });

  it('takes the only reports there are at level 0', () => {
    expect(titles(0)).toEqual(['The coast and its people']);
  });

  it('keeps a report by a model before extractive ones below it, and a model’s own below that', () => {
    const COAST = 'The coast and its people';
    const LIGHT = 'Edda Marrow and the lighthouse';
    const tables = harbour();
    const withModel = (...written: readonly string[]): readonly string[] => {
      const communityReports = tables.communityReports.map((row) =>
        written.includes(row.title) ? { ...row, method: 'Tiny (report 1)' } : row,
      );
      const index = finish(buildSearchIndex({ ...tables, communityReports }));
      return index.communities.rollUp(1).map((row) => communityReports[row]?.title ?? '');
    };
    expect(withModel(COAST)).toEqual([COAST]);
    expect(withModel(COAST, LIGHT).toSorted()).toEqual([COAST, LIGHT].toSorted());
  });
});
