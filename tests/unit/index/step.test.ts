import { describe, expect, expectTypeOf, it } from 'vitest';
import { lfrGraph } from '../../../bench/lib/lfr-graph';
import { COMMUNITY_PARAMETERS } from '../../../src/core/graph/communities/communities';
import { communitiesStep } from '../../../src/core/index/collection-steps';
import { valuesOf } from '../../../src/core/parameters';
import { mapTables } from '../../helpers/map-tables';
import { runCollectionStep, runDocumentStep, STEPS } from '../../../src/core/index/pipeline';
import { type AllTables, TABLES } from '../../../src/core/tables/tables';
import { EMPTY_TABLES } from '../../../src/core/index/index-tables';
import { changeFrom, tablesFor } from '../../../src/core/derivation/table-use';
import {
  collectionStep,
  documentStep,
  type CollectionStep,
  type DocumentStep,
  type DocumentTables,
} from '../../../src/core/index/step';
import { finish } from '../../../src/core/work';
import { documentRow } from '../storage/rows';

const TABLE_NAMES = Object.keys(TABLES) as readonly (keyof AllTables)[];
const tables: AllTables = { ...EMPTY_TABLES, extractions: [], edits: [] };
const facts = { today: '2026-01-01', counters: {} };
const progress = { unit: 'rows', share: 0 } as const;
const head = { title: 'Liar', doc: '', parameters: [] } as const;

/** A step that reads `entities` and writes `communities`, as far as it says. */
const saying = (run: CollectionStep['run']): CollectionStep => ({
  ...{ ...head, ...progress, scope: 'collection', name: 'liar' },
  reads: ['entities'],
  writes: ['communities'],
  run,
});
const resultOf = (run: (tables: AllTables) => Partial<AllTables>): Partial<AllTables> =>
  finish(
    runCollectionStep(
      saying(function* (seen) {
        yield { done: 0, total: 1 };
        return run(seen);
      }),
      tables,
      {},
      facts,
    ),
  );

describe('the types of a step', () => {
  it('give it the tables that it reads alone, and want those that it writes', () => {
    const step = collectionStep({
      ...{ ...head, ...progress, scope: 'collection', name: 'typed' },
      reads: ['entities', 'relationships'],
      writes: ['communities'],
      *run(seen) {
        expectTypeOf(seen).toEqualTypeOf<Pick<AllTables, 'entities' | 'relationships'>>();
        yield { done: 0, total: 1 };
        return { communities: [] };
      },
    });
    expectTypeOf(step).toEqualTypeOf<CollectionStep>();
    documentStep({
      ...{ ...head, scope: 'document', share: 1, name: 'typed' },
      reads: ['text_units'],
      writes: ['extractions'],
      // @ts-expect-error it writes no text units
      run: async () => ({ text_units: [] }),
    });
    expect(finish(step.run(tables, {}, facts))).toEqual({ communities: [] });
  });

  it('give each parameter the type of its kind, and a choice its words', () => {
    const values = valuesOf(communitiesStep);
    expectTypeOf(valuesOf({ parameters: COMMUNITY_PARAMETERS })).toExtend<{
      readonly algorithm: 'leiden' | 'louvain';
      readonly max_cluster_size: number;
      readonly use_lcc: boolean;
    }>();
    expect(values).toMatchObject({ algorithm: 'leiden', max_cluster_size: 10 });
  });
});

describe('a step that derives whole tables', () => {
  it('sees the tables that it reads, and gives those that it writes', () => {
    let seen: unknown;
    const written = resultOf(({ entities }) => {
      seen = entities;
      return { communities: [] };
    });
    expect(seen).toBe(tables.entities);
    expect(written).toEqual({ communities: [] });
  });

  it.each(TABLE_NAMES.filter((name) => name !== 'entities'))('cannot read %s without naming it', (name) => {
    const reading = () => resultOf((all) => ({ communities: [], ...(all[name].length > 0 && {}) }));
    expect(reading).toThrow(`The step “liar” reads the table ${name}, which it does not name.`);
  });

  it.each(TABLE_NAMES.filter((name) => name !== 'communities'))('cannot write %s without naming it', (name) => {
    const writing = () => resultOf(() => ({ communities: [], [name]: [] }));
    expect(writing).toThrow(`The step “liar” writes the table ${name}, which it does not name.`);
  });

  it('must write every table that it names', () => {
    expect(() => resultOf(() => ({}))).toThrow(
      'The step “liar” was to write the table communities, but did not return it.',
    );
  });

  it('may copy what it sees, which leads to no other table', () => {
    const written = resultOf((all) => ({ communities: [], ...(Object.keys({ ...all }).length > 1 && { edits: [] }) }));
    expect(written).toEqual({ communities: [] });
  });

  it('that names a table too few is an error of types already', () => {
    const named = { ...head, ...progress, scope: 'collection', name: 'liar', reads: ['entities'] } as const;
    const unnamedRead = collectionStep({
      ...named,
      writes: ['communities'],
      // @ts-expect-error -- `edits` is not among the tables that it reads
      *run({ edits }) {
        yield { done: 0, total: edits.length };
        return { communities: [] };
      },
    });
    const unwritten = collectionStep({
      ...named,
      writes: ['communities'],
      // @ts-expect-error -- `communities` is missing
      *run({ entities }) {
        yield { done: 0, total: entities.length };
        return {};
      },
    });
    for (const step of [unnamedRead, unwritten]) {
      expect(() => finish(runCollectionStep(step, tables, {}, facts))).toThrow('The step “liar”');
    }
  });
});

describe('a step that sees one document at a time', () => {
  const document = documentRow('a');
  const resultOf = (run: DocumentStep['run']) =>
    runDocumentStep(
      { ...head, scope: 'document', share: 1, name: 'liar', reads: ['documents'], writes: ['text_units'], run },
      { documents: [document], text_units: [], extractions: [] },
      {},
      { mentions: { find: () => Promise.reject(new Error('Nobody asked.')) } },
    );

  it('is held to the tables that it names in the same way', async () => {
    const honest = async ({ documents: [one] }: DocumentTables) => (one === document ? { text_units: [] } : {});
    expect(await resultOf(honest)).toEqual({ text_units: [] });
    await expect(resultOf(async ({ extractions }) => ({ text_units: extractions as never }))).rejects.toThrow(
      'reads the table extractions',
    );
    await expect(resultOf(async () => ({ text_units: [], extractions: [] }))).rejects.toThrow(
      'writes the table extractions',
    );
    await expect(resultOf(async () => ({}))).rejects.toThrow('was to write the table text_units');
  });
});

describe('a step that the engine runs', () => {
  const step = { name: 'liar', reads: ['entities'], writes: ['edits'] } as const;

  it('sees of the tables given only those that it reads', () => {
    const seen = tablesFor(step, tables);
    expect(seen.entities).toBe(tables.entities);
    expect(() => (seen as AllTables).documents).toThrow('reads the table documents');
  });

  it('commits what it writes, or nothing, and no other table', () => {
    for (const change of [{ append: { edits: [] } }, { replace: { edits: [] }, state: {} }, {}]) {
      expect(changeFrom(step, change)).toBe(change);
    }
    expect(() => changeFrom(step, { append: { entities: [] } })).toThrow('writes the table entities');
    expect(() => changeFrom(step, { replace: { documents: [] } })).toThrow('writes the table documents');
    expect(() => changeFrom(step, { removeDocuments: ['a'] })).toThrow('writes the table documents');
  });
});

it('every table but those of documents, notes and evaluations is written by a step, and every step says what it reads', () => {
  const written = new Set(STEPS.flatMap(({ writes }) => writes as readonly (keyof AllTables)[]));
  expect(TABLE_NAMES.filter((name) => !written.has(name))).toEqual([
    ...['documents', 'notes', 'evaluation_questions', 'evaluation_results'],
  ]);
  expect(STEPS.filter(({ reads }) => reads.length === 0)).toEqual([]);
  for (const { reads, writes } of STEPS) {
    for (const names of [reads, writes] as readonly (readonly (keyof AllTables)[])[]) {
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => !TABLE_NAMES.includes(name))).toEqual([]);
    }
  }
});

it('the step of communities counts many things in turn: its progress is told as a share of the whole', () => {
  const { entities, relationships } = mapTables(lfrGraph(2500, 5));
  const given = { ...tables, entities, relationships };
  const work = communitiesStep.run(given, valuesOf(communitiesStep, undefined), { ...facts, counters: {} });
  const shares: number[] = [];
  for (let next = work.next(); !next.done; next = work.next()) shares.push(next.value.done / next.value.total);
  expect(shares.length).toBeGreaterThan(10);
  const [early, last = 0] = [Math.max(...shares.slice(0, 10)), shares.at(-1)];
  expect(early).toBeLessThan(0.5);
  expect(last).toBeGreaterThan(0.9);
  expect(Math.max(...shares)).toBe(last);
  expect(last).toBeLessThanOrEqual(1);
  expect(communitiesStep.unit).toBe('');
});
