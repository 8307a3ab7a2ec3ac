import { beforeAll, describe, expect, test } from 'vitest';
import { curatedSample } from '../../../scripts/lib/sample-index';
import { scopedTables } from '../../../src/core/engine/interop/scoped-tables';
import type { RowTables } from '../../../src/core/tables/tables';
import type { ExportScope, GraphTables } from '../../../src/core/ports/interop';
import { finish } from '../../../src/core/work';

let whole: RowTables;
beforeAll(async () => {
  ({ tables: whole } = await curatedSample());
}, 120_000);

const part = (scope: ExportScope): GraphTables => finish(scopedTables(whole, scope));
const idsOf = (rows: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id));

/** Every id that a row names is the id of a row that is there. */
function expectClosed({ documents, text_units, entities, relationships, covariates, communities }: GraphTables): void {
  const [things, units] = [idsOf(entities), idsOf(text_units)];
  const numbers = new Set(communities.map(({ community }) => community));
  const strange = [
    ...text_units.filter(({ document_id }) => !idsOf(documents).has(document_id)),
    ...entities.filter(({ text_unit_ids }) => text_unit_ids.some((id) => !units.has(id))),
    ...relationships.filter(({ source_id, target_id }) => !things.has(source_id) || !things.has(target_id)),
    ...relationships.filter(({ text_unit_ids }) => text_unit_ids.some((id) => !units.has(id))),
    ...relationships.filter(({ evidence_document_ids }) =>
      evidence_document_ids.some((id) => !idsOf(documents).has(id)),
    ),
    ...covariates.filter(({ text_unit_id }) => !units.has(text_unit_id)),
    ...communities.filter(({ entity_ids }) => entity_ids.some((id) => !things.has(id))),
    ...communities.filter(({ parent, children }) => [parent, ...children].some((at) => at !== -1 && !numbers.has(at))),
  ];
  expect(strange).toEqual([]);
}

describe('a part of a collection', () => {
  test('is all of it where nothing was chosen', () => {
    expect(part({})).toBe(whole);
  });

  test('of some documents holds what these say, and nothing else', () => {
    const documents = whole.documents.slice(0, 2).map(({ id }) => id);
    const tables = part({ documents });
    expect(tables.documents.map(({ id }) => id)).toEqual(documents);
    expect(tables.text_units).toEqual(whole.text_units.filter(({ document_id }) => documents.includes(document_id)));
    expect(tables.entities.length).toBeGreaterThan(5);
    expect(tables.entities.length).toBeLessThan(whole.entities.length);
    expect(tables.relationships.every(({ text_unit_ids }) => text_unit_ids.length > 0)).toBe(true);
    expectClosed(tables);
  });

  test('of a community holds its members, what connects them, the communities in it, and the documents that name them', () => {
    const chosen = whole.communities.find(({ level, children }) => level === 0 && children.length > 0);
    const tables = part({ communities: [chosen?.community ?? -1] });
    expect(idsOf(tables.entities)).toEqual(new Set(chosen?.entity_ids));
    const members = new Set(chosen?.entity_ids);
    const inside = whole.relationships.filter((row) => members.has(row.source_id) && members.has(row.target_id));
    expect(idsOf(tables.relationships)).toEqual(idsOf(inside));
    expect(tables.communities.map(({ community }) => community)).toEqual(
      expect.arrayContaining([chosen?.community, ...(chosen?.children ?? [])]),
    );
    expect(tables.communities.every(({ entity_ids, size }) => entity_ids.length === size)).toBe(true);
    expectClosed(tables);
  });

  test('of some entities and communities holds both, also in communities that it has in part', () => {
    const [one, other] = whole.communities.filter(({ level }) => level === 0);
    const [entity = ''] = other?.entity_ids ?? [];
    const tables = part({ entities: [entity], communities: [one?.community ?? -1] });
    expect(idsOf(tables.entities)).toEqual(new Set([entity, ...(one?.entity_ids ?? [])]));
    const shared = tables.communities.find(({ community }) => community === other?.community);
    expect(shared?.entity_ids).toEqual([entity]);
    expectClosed(tables);
  });

  test('of a level has all entities, and communities and reports of that level alone', () => {
    const tables = part({ level: 1 });
    expect(tables.entities).toEqual(whole.entities);
    expect(new Set(tables.communities.map(({ level }) => level))).toEqual(new Set([1]));
    expect(tables.community_reports).toEqual([]);
    expect(part({ level: 0 }).community_reports).toHaveLength(whole.community_reports.length);
    expectClosed(tables);
  });

  test('of a document and a level is what is in both', () => {
    const [first] = whole.documents;
    const tables = part({ documents: [first?.id ?? ''], level: 0 });
    expect(tables.documents).toEqual([first]);
    expect(new Set(tables.communities.map(({ level }) => level))).toEqual(new Set([0]));
    expectClosed(tables);
  });

  test('of something that is not there is empty', () => {
    const tables = part({ entities: ['nobody'] });
    expect([tables.entities, tables.documents, tables.communities]).toEqual([[], [], []]);
  });
});
