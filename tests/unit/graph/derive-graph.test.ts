import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { descriptionHash } from '../../../src/core/graph/derive/descriptions';
import type { Graph } from '../../../src/core/graph/derive/derive-graph';
import { graphStep } from '../../../src/core/index/collection-steps';
import { identities } from '../../../src/core/tables/rows';
import type { AllTables, EditRow, ExtractionRow, RelationshipRow, TextUnitRow } from '../../../src/core/tables/tables';
import { EMPTY_TABLES } from '../../../src/core/index/index-tables';
import { valuesOf, type Values } from '../../../src/core/parameters';
import { finish } from '../../../src/core/work';
import { edit, mention, stated, unit } from '../../helpers/rows';

const MODEL = 'Small Model (compact 1)';
const OTHER = 'Large Model (full 1)';

const at = (place: string, rest: Partial<ExtractionRow> = {}): Partial<ExtractionRow> => ({
  document_id: place.split('-')[0] ?? '',
  text_unit_id: place,
  ...rest,
});
const entity = (place: string, key: string, rest: Partial<ExtractionRow> = {}): ExtractionRow => ({
  ...mention(key, { sentence: 0, start: 0 }),
  ...at(place, { layer: MODEL, kind: 'entity', type: 'person', attributes: '{}', ...rest }),
});
const link = (place: string, from: string, to: string, rest: Partial<ExtractionRow> = {}): ExtractionRow =>
  stated(from, to, at(place, { layer: MODEL, ...rest }));
const marker = (place: string, kind: 'read' | 'unread' = 'read', layer = MODEL): ExtractionRow => ({
  ...mention('', { sentence: 0, start: 0 }),
  ...at(place, { layer, kind, sentences: [], starts: [], ends: [] }),
});
const seen = (place: string, key: string, sentence = 0): ExtractionRow => ({
  ...mention(key, { sentence, start: sentence * 10 }),
  ...at(place),
});

function derive(
  extractions: readonly ExtractionRow[],
  {
    earlier,
    units = [],
    values = {},
    edits = [],
  }: { earlier?: Graph; units?: readonly TextUnitRow[]; values?: Values; edits?: readonly EditRow[] } = {},
): Graph {
  const tables: AllTables = { ...EMPTY_TABLES, ...earlier, extractions, edits, text_units: units };
  const facts = { today: '2026-01-01', counters: {} };
  return finish(graphStep.run(tables, valuesOf(graphStep, values), facts)) as Graph;
}

/** Tables with the same values that share nothing. */
const cloned = ({ relationships, ...tables }: Graph): Graph =>
  structuredClone({ ...tables, relationships: [...relationships] });

const keys = (graph: Graph): readonly string[] => graph.entities.map(({ key }) => key);

it('tables derived again share with the earlier ones what they say alike', () => {
  const found = [seen('d1-u1', 'ada'), seen('d1-u1', 'bob'), seen('d2-u1', 'ada'), seen('d2-u1', 'bob')];
  const before = derive([...found, seen('d1-u1', 'cy')]);
  const after = derive(found, { earlier: before });
  const [row] = after.entities;
  const earlier = before.entities.find(({ id }) => id === row?.id);
  expect(after).toEqual(derive(found, { earlier: cloned(before) }));
  expect([row?.degree, earlier?.degree]).toEqual([1, 2]);
  expect(row?.text_unit_ids).not.toEqual([]);
  expect(row?.text_unit_ids).toBe(earlier?.text_unit_ids);
});

it('a relationship stays the same row while only the degrees of its ends change', () => {
  const found = [seen('d1-u1', 'ada'), seen('d1-u1', 'bob')];
  const before = derive(found);
  const after = derive([...found, seen('d2-u1', 'ada'), seen('d2-u1', 'cy')], { earlier: before });
  expect(after.entities.find(({ key }) => key === 'ada')?.degree).toBe(2);
  expect(identities(after.relationships)(0)).toBe(identities(before.relationships)(0));
});

describe('the name of an entity that others were joined with', () => {
  const carla = [entity('d1-u1', 'carla', { title: 'Inspector Carla Voss' })];
  const joseph = ['d1-u2', 'd1-u3'].map((place) => entity(place, 'joseph', { title: 'Joseph Adeyemi' }));
  const named = (edits: readonly EditRow[], records = [...carla, ...joseph]) =>
    derive(records, { edits }).entities.map(({ title, aliases }) => [title, ...aliases]);

  it('is that of the one into which a person merged the other, however often that is named', () => {
    const into = edit(1, 'merge', 'joseph', 'carla');
    expect(named([into])).toEqual([['Inspector Carla Voss', 'Joseph Adeyemi']]);
    expect(named([into], joseph)).toEqual([['Joseph Adeyemi']]);
    expect(named([into, edit(2, 'undo', 'e1')])).toHaveLength(2);
  });

  it('is the one used most where a model joined them, and of two used as often the fuller one', () => {
    const alias = edit(1, 'alias', 'joseph', { into: 'carla', by: 'Small Model' });
    expect(named([alias])).toEqual([['Joseph Adeyemi', 'Inspector Carla Voss']]);
    expect(named([alias], [...carla, ...joseph.slice(1)])).toEqual([['Inspector Carla Voss', 'Joseph Adeyemi']]);
    const plural = [entity('d1-u4', 'mill', { title: 'Mill' }), entity('d1-u5', 'mill', { title: 'Mills' })];
    expect(named([], plural)).toEqual([['Mill', 'Mills']]);
    const short = entity('d1-u4', 'a-marchetti', { title: 'A. Marchetti' });
    const fuller = entity('d1-u5', 'marchetti', { title: 'Adelaide Marchetti' });
    expect(named([edit(1, 'alias', 'marchetti', { into: 'a-marchetti', by: 'M' })], [short, fuller])).toEqual([
      ['Adelaide Marchetti', 'A. Marchetti'],
    ]);
  });
});

describe('a text unit that a model has read', () => {
  const found = [seen('d1-u1', 'ada'), seen('d1-u1', 'bob')];

  it('holds what the model found and no mention, even when that is nothing', () => {
    expect(keys(derive([...found, entity('d1-u1', 'cy'), marker('d1-u1')]))).toEqual(['cy']);
    expect(keys(derive([...found, marker('d1-u1')]))).toEqual([]);
  });

  it('keeps its mentions where no reply of the model could be used', () => {
    expect(keys(derive([...found, marker('d1-u1', 'unread')]))).toEqual(['ada', 'bob']);
  });

  it('holds what the last of several models found, and what was put in by hand', () => {
    const first = [entity('d1-u1', 'cy'), marker('d1-u1')];
    const second = [entity('d1-u1', 'di', { layer: OTHER }), marker('d1-u1', 'read', OTHER)];
    const byHand = entity('d1-u1', 'eve', { layer: 'curated' });
    expect(keys(derive([...first, byHand, ...second]))).toEqual(['di', 'eve']);
    expect(keys(derive([...second, byHand, ...first]))).toEqual(['cy', 'eve']);
    expect(keys(derive([...first, marker('d1-u1', 'unread', OTHER)]))).toEqual(['cy']);
  });

  it('holds what a model found when it read it once more, not both readings', () => {
    const first = [
      entity('d1-u1', 'cy'),
      link('d1-u1', 'cy', 'di', { starts: [3] }),
      entity('d1-u1', 'di'),
      marker('d1-u1'),
    ];
    const again = [entity('d1-u1', 'di'), entity('d1-u1', 'eve'), marker('d1-u1')];
    const graph = derive([...first, seen('d1-u1', 'ada'), ...again, marker('d1-u1', 'unread')]);
    expect([keys(graph), graph.relationships]).toEqual([['di', 'eve'], []]);
  });

  it('is no entity itself', () => {
    expect(derive([marker('d1-u1'), marker('d1-u2', 'unread')])).toEqual({
      entities: [],
      relationships: [],
      covariates: [],
    });
  });
});

describe('two entities of which a model has read only some passages', () => {
  const units = [unit('d1-u1', 'd1', [[0, 9]]), unit('d1-u2', 'd1', [[10, 19]], 1), unit('d2-u1', 'd2', [[0, 9]])];
  const together = (place: string, sentence = 0) => [seen(place, 'ada', sentence), seen(place, 'bob', sentence)];
  const read = (place: string, ...links: readonly ExtractionRow[]) => [
    entity(place, 'ada'),
    entity(place, 'bob'),
    ...links,
    marker(place),
  ];
  const backward = link('d1-u2', 'bob', 'ada', { weight: 2, starts: [10], ends: [19], description: 'paid' });
  const forward = link('d1-u2', 'ada', 'bob', { weight: 7, starts: [10], ends: [19], description: 'wrote to' });
  const rowsOf = (records: readonly ExtractionRow[], earlier?: Graph) =>
    derive(records, { units, ...(earlier && { earlier }) }).relationships;

  it.each([
    ['as the keys are ordered', forward],
    ['against the order of the keys', backward],
  ])('are one relationship where it is stated %s, with what was stated alone', (_direction, one) => {
    const [row, ...others] = rowsOf([...together('d1-u1'), ...together('d2-u1'), ...read('d1-u2', one)]);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ method: MODEL, source: one.title, target: one.target, weight: one.weight, description: one.description },
      ...{ text_unit_ids: ['d1-u2'], count: 1, evidence_starts: [10], evidence_ends: [19] },
    });
  });

  it('are two relationships where both directions are stated', () => {
    const rows = rowsOf([...together('d1-u1'), ...read('d1-u2', forward, backward)]);
    expect(rows.map(({ source, weight }) => [source, weight])).toEqual([
      ['ada', 7],
      ['bob', 2],
    ]);
  });

  it('are found by co-occurrence again once what was stated is gone', () => {
    const before = rowsOf(together('d1-u1'));
    const half = derive([...together('d1-u1'), ...read('d1-u2', backward)], { units });
    expect(half.relationships.map(({ id }) => id)).not.toEqual(before.map(({ id }) => id));
    expect([...rowsOf(together('d1-u1'), half)]).toEqual(before.map((row) => ({ ...row, human_readable_id: 0 })));
  });

  it('keep one number and the same lists as long as nothing changes', () => {
    const records = [...together('d1-u1'), ...read('d1-u2', backward)];
    const before = derive(records, { units });
    const after = derive(records, { units, earlier: before });
    expect(after.relationships).toEqual(before.relationships);
    expect(after.relationships).toBe(before.relationships);
  });
});

describe('merging what several records say', () => {
  const bond = (place: string, start: number, weight: number, description: string) =>
    link(place, 'ada', 'bob', { weight, description, starts: [start], ends: [start + 5] });
  const records = [
    entity('d1-u1', 'ada', { type: 'place', description: 'A town.' }),
    entity('d1-u2', 'ada', { description: 'She wrote programs.' }),
    entity('d1-u3', 'ada', { description: 'She wrote programs.' }),
    entity('d1-u1', 'bob'),
    bond('d1-u1', 0, 2, 'knew'),
    bond('d1-u2', 50, 6, 'wrote to'),
    bond('d1-u3', 50, 4, 'wrote to'),
  ];
  const units = ['d1-u1', 'd1-u2', 'd1-u3'].map((id, i) => unit(id, 'd1', [[i * 50, i * 50 + 40]], i));

  it.each([
    ['sum', 8],
    ['max', 6],
    ['mean', 4],
  ])('gives a relationship the %s of its strengths, each passage counted once', (merge_weight, weight) => {
    expect(derive(records, { units, values: { merge_weight } }).relationships.at(0)?.weight).toBe(weight);
  });

  it('counts strengths without a sentence once for each text unit', () => {
    const bare = (place: string, weight: number) =>
      link(place, 'ada', 'bob', { weight, starts: [], ends: [], sentences: [] });
    const ends = [entity('d1-u1', 'ada'), entity('d1-u1', 'bob')];
    const graph = derive([...ends, bare('d1-u1', 2), bare('d1-u1', 3), bare('d1-u2', 4)]);
    expect(graph.relationships.at(0)?.weight).toBe(7);
  });

  it.each([
    ['vote', 'person'],
    ['first', 'place'],
  ])('gives an entity its type by %s', (merge_type, type) => {
    expect(derive(records, { units, values: { merge_type } }).entities[0]?.type).toBe(type);
    expect(derive(records.toReversed(), { units, values: { merge_type } }).entities[0]?.type).toBe(type);
  });

  it.each([
    ['join', 'A town. She wrote programs.'],
    ['longest', 'She wrote programs.'],
  ])('gives an entity its description by %s', (merge_description, description) => {
    expect(derive(records, { units, values: { merge_description } }).entities[0]?.description).toBe(description);
  });

  it('lets a model name the type over what mentions made of it', () => {
    const guesses = [1, 2, 3].map((n) => ({ ...seen(`d2-u${String(n)}`, 'ada', n), type: 'organization' }));
    expect(derive([...guesses, ...records], { units }).entities[0]?.type).toBe('person');
  });
});

describe('a description that a model summarised', () => {
  const records = [
    entity('d1-u1', 'ada', { description: 'Wrote programs.' }),
    entity('d1-u2', 'ada', { description: 'Was a countess.' }),
    entity('d1-u1', 'bob'),
    link('d1-u1', 'ada', 'bob', { description: 'knew' }),
    link('d1-u2', 'ada', 'bob', { description: 'wrote to' }),
  ];
  const before = derive(records);
  const summarised: Graph = {
    ...before,
    entities: before.entities.map((row) =>
      row.key === 'ada'
        ? {
            ...row,
            description: 'A countess who wrote programs.',
            description_hash: descriptionHash(['Was a countess.', 'Wrote programs.']),
          }
        : row,
    ),
    relationships: before.relationships.map((row) => ({
      ...row,
      description: 'Knew and wrote to.',
      description_hash: descriptionHash(['knew', 'wrote to']),
    })),
  };

  it('stays as long as it is made from the same descriptions, wherever these stand', () => {
    const moved = records.toReversed().map((row) => ({ ...row, text_unit_id: `${row.text_unit_id}b` }));
    const after = derive([...moved, ...records.slice(0, 1)], { earlier: summarised });
    expect(after.entities.map(({ description }) => description)).toEqual(['A countess who wrote programs.', '']);
    expect(after.relationships.map(({ description }) => description)).toEqual(['Knew and wrote to.']);
  });

  it('goes when a description comes or goes, and the descriptions stand joined', () => {
    const more = entity('d2-u1', 'ada', { description: 'Lived in London.' });
    expect(derive([...records, more], { earlier: summarised }).entities[0]).toMatchObject({
      description: 'Lived in London. Was a countess. Wrote programs.',
      description_hash: null,
    });
    expect(derive(records.slice(1), { earlier: summarised }).entities[0]).toMatchObject({
      description: 'Was a countess.',
      description_hash: null,
    });
  });
});

describe('the graph of any records', () => {
  const name = fc.constantFrom('ada', 'bob', 'cy', 'di', 'eve');
  const words = fc.constantFrom('', 'Wrote.', 'Was there.', 'Left.');
  const reading = fc.record({
    kind: fc.constantFrom('read', 'unread', 'nobody'),
    layer: fc.constantFrom(MODEL, OTHER),
    mentions: fc.array(fc.tuple(name, fc.nat(2)), { maxLength: 5 }),
    entities: fc.array(fc.tuple(name, words, fc.constantFrom('person', 'place')), { maxLength: 3 }),
    links: fc.array(fc.tuple(name, name, fc.integer({ min: 1, max: 9 }), words), { maxLength: 3 }),
  });
  const documents = fc.array(fc.array(reading, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  type Reading = typeof reading extends fc.Arbitrary<infer R> ? R : never;

  const placeOf = (document: number, place: number): string => `d${String(document)}-u${String(place)}`;
  function recordsOf(
    { kind, layer, mentions, entities, links }: Reading,
    place: string,
    first: number,
  ): ExtractionRow[] {
    const found = mentions.map(([key, sentence]) => seen(place, key, first + sentence));
    if (kind === 'nobody') return found;
    if (kind === 'unread') return [...found, marker(place, 'unread', layer)];
    return [
      ...found,
      ...entities.map(([key, description, type]) =>
        entity(place, key, { layer, description, type, starts: [first * 10] }),
      ),
      ...links.map(([a, b, weight, description], n) =>
        link(place, a, b, { layer, weight, description, starts: [first * 10 + n], ends: [first * 10 + n + 1] }),
      ),
      marker(place, 'read', layer),
    ];
  }
  const input = (all: readonly (readonly Reading[])[]) =>
    all.flatMap((readings, document) =>
      readings.map((one, n) => ({ place: placeOf(document, n), records: recordsOf(one, placeOf(document, n), n * 3) })),
    );
  const unitsOf = (all: readonly (readonly Reading[])[]): readonly TextUnitRow[] =>
    all.flatMap((readings, document) =>
      readings.map((_, n) => {
        const spans = [0, 1, 2].map((i) => [(n * 3 + i) * 10, (n * 3 + i) * 10 + 9] as const);
        return unit(placeOf(document, n), `d${String(document)}`, spans, n * 3);
      }),
    );
  const unnumbered = ({ entities, relationships, covariates }: Graph): unknown =>
    [entities, relationships, covariates].map((rows) =>
      rows.map((row) => ({ ...row, human_readable_id: 0 })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    );

  it('does not depend on the order in which text units were read and documents were added', () => {
    const anyOrder = documents.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(input(all), { minLength: input(all).length })),
    );
    fc.assert(
      fc.property(anyOrder, ([all, shuffled]) => {
        const units = unitsOf(all);
        const straight = derive(
          input(all).flatMap(({ records }) => records),
          { units },
        );
        const other = derive(
          shuffled.flatMap(({ records }) => records),
          { units: units.toReversed() },
        );
        expect(unnumbered(other)).toEqual(unnumbered(straight));
      }),
    );
  });

  it('has one relationship for each ordered pair, and none by co-occurrence beside a stated one', () => {
    fc.assert(
      fc.property(documents, (all) => {
        const records = input(all).flatMap((one) => one.records);
        const units = unitsOf(all);
        const { relationships } = derive(records, { units });
        const ordered = relationships.map(({ source_id, target_id }) => `${source_id} ${target_id}`);
        expect(new Set(ordered).size).toBe(ordered.length);
        const ofPair = ({ source_id, target_id }: RelationshipRow) =>
          relationships.filter((row) =>
            [source_id, target_id].every((id) => [row.source_id, row.target_id].includes(id)),
          );
        for (const row of relationships) if (row.method === 'no-model') expect(ofPair(row)).toEqual([row]);
      }),
    );
  });

  it('is that of the documents left, once one is deleted', () => {
    fc.assert(
      fc.property(documents, fc.nat(3), (all, gone) => {
        const records = input(all).flatMap((one) => one.records);
        const before = derive(records, { units: unitsOf(all) });
        const left = records.filter(({ document_id }) => document_id !== `d${String(gone)}`);
        const units = unitsOf(all).filter(({ document_id }) => document_id !== `d${String(gone)}`);
        expect(unnumbered(derive(left, { units, earlier: before }))).toEqual(unnumbered(derive(left, { units })));
      }),
    );
  });
});
