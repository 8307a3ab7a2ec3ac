import { beforeAll, describe, expect, test } from 'vitest';
import type { EngineApi } from '../../../src/core/engine/api';
import { createEngine } from '../../../src/core/engine/engine';
import type { EngineEnv } from '../../../src/core/engine/env';
import type { TableName, TableRow } from '../../../src/core/tables/tables';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { GRAPHRAG_VERSIONS, graphRagFiles, type GraphRagVersion } from '../../helpers/graphrag-index';

interface Imported {
  readonly engine: EngineApi;
  readonly env: EngineEnv;
  readonly id: string;
  read<N extends TableName>(table: N): Promise<readonly TableRow<N>[]>;
}

async function imported(version: GraphRagVersion, sql?: string): Promise<Imported> {
  const env = testEnv();
  const engine = createEngine(env);
  const files = [...(await graphRagFiles(version, sql))].map(([path, bytes]) => ({ path, bytes: new Blob([bytes]) }));
  const { record } = await engine.importFiles(files);
  await engine.open(record.id);
  const read = async <N extends TableName>(table: N) => {
    const { tables } = await env.collections.open(record.id);
    return tables.read(table);
  };
  return { engine, env, id: record.id, read };
}

describe.each(GRAPHRAG_VERSIONS)('tables of GraphRAG %s', (version) => {
  let index: Imported;
  beforeAll(async () => {
    index = await imported(version);
  });

  test('are recognised by their names', async () => {
    const files = [...(await graphRagFiles(version)).keys()].map((path) => ({ path, bytes: new Blob() }));
    expect(await index.engine.kindOf(files)).toBe('graph');
  });

  test('become a collection with all of their rows, as they came', async () => {
    const { counts, upToDate } = await index.engine.view();
    expect(counts).toMatchObject({
      documents: 2,
      text_units: 3,
      entities: 6,
      relationships: 6,
      claims: 1,
      communities: 3,
      levels: 2,
    });
    expect(upToDate).toBe(true);
    const entities = await index.read('entities');
    expect(entities.map(({ id, title, type }) => [id, title, type])).toContainEqual([
      'e5',
      'ABBEY OF LORN',
      'ORGANIZATION',
    ]);
    expect(entities[0]).toMatchObject({
      description: 'Ines Varga keeps the ink works.',
      method: `GraphRAG ${version} (imported)`,
    });
    if (version !== '3') expect(entities[0]).toMatchObject({ x: 1.5, y: -2 });
    const relationships = await index.read('relationships');
    expect(relationships[2]).toMatchObject({
      id: 'r3',
      weight: 9,
      source_id: 'e3',
      target_id: 'e4',
      text_unit_ids: ['u2'],
    });
    expect(await index.read('covariates')).toMatchObject([{ id: 'c1', subject_id: 'ABBEY OF LORN', status: 'TRUE' }]);
  });

  test('keep their communities and reports', async () => {
    const communities = await index.engine.communities();
    expect(communities.map(({ row, title }) => [row.community, row.parent, row.children, title])).toEqual([
      [0, -1, [1, 2], 'Report 0'],
      [1, 0, [], 'Report 1'],
      [2, 0, [], 'Report 2'],
    ]);
    expect(await index.read('community_reports')).toMatchObject([
      { community: 0, rank: 7.5, rating_explanation: 'It moved a town.', size: 6, children: [1, 2] },
      { community: 1, parent: 0 },
      { community: 2, findings: [{ summary: 'A lawsuit' }] },
    ]);
  });

  test('text units are slices of their documents', async () => {
    const texts = new Map((await index.read('documents')).map(({ id, text }) => [id, text]));
    const units = await index.read('text_units');
    const slices = units.map(({ document_id, start, end }) => texts.get(document_id)?.slice(start, end));
    expect(slices.map((text) => text?.slice(0, 10))).toEqual(['Ines Varga', 'Tomas Reed', 'The Abbey ']);
  });

  test.each(['basic', 'local', 'global', 'drift'] as const)(
    'are searched by %s, with evidence to follow',
    async (mode) => {
      const events = await collect(index.engine.search({ question: 'Who sued Tomas Reed?', mode, history: [] }));
      const answer = events.find((event) => event.kind === 'answer');
      expect(answer?.answer.mode).toBe(mode);
      const { evidence } = answer?.answer ?? {};
      const shown = JSON.stringify(evidence);
      expect(shown).toContain(mode === 'global' ? 'Summary of community' : 'sued');
    },
  );

  test('a finding leads to the place that it cites', async () => {
    const view = await index.engine.evidence({ kind: 'report', community: 2, title: '' });
    expect(JSON.stringify(view)).toContain('The Abbey of Lorn sued Tomas Reed in 1871.');
  });

  test('nothing of them is derived away when a document comes and goes', async () => {
    const own = await imported(version);
    const before = await Promise.all([own.read('entities'), own.read('relationships'), own.read('covariates')]);
    await collect(
      own.engine.add([textFile('new.txt', 'Mira Holt met Tomas Reed at Dunmore. Mira Holt wrote it down.')]),
    );
    const names = ['entities', 'relationships', 'covariates'] as const;
    const ids = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);
    for (const [at, name] of names.entries()) {
      const rows: readonly { readonly id: string }[] = await own.read(name);
      expect(ids(rows), name).toEqual(expect.arrayContaining([...ids(before[at] ?? [])]));
    }
    const town = (await own.read('entities')).find(({ id }) => id === 'e2');
    expect(town).toMatchObject({
      title: 'DUNMORE',
      description: 'Dunmore is a town with ink works and a court.',
      frequency: 3,
    });
    expect((await own.read('relationships')).find(({ id }) => id === 'r3')).toMatchObject({
      weight: 9,
      description: 'Tomas Reed gathers oak galls in Harrow Wood.',
    });
    expect(await own.read('covariates')).toEqual(before[2]);
    expect((await own.read('community_reports')).map(({ title }) => title)).toEqual([
      'Report 0',
      'Report 1',
      'Report 2',
    ]);
    const added = (await own.read('documents')).find(({ title }) => title === 'new.txt');
    await collect(own.engine.removeDocuments([added?.id ?? '']));
    expect(await own.read('entities')).toEqual(before[0]);
    expect(await own.read('relationships')).toEqual(before[1]);
  });

  test('other parameters leave their passages as they are', async () => {
    const own = await imported(version);
    await collect(own.engine.configure('text units', { size: 16 }));
    expect(await own.read('text_units')).toHaveLength(3);
    expect(await own.read('entities')).toHaveLength(6);
  });
});

describe('names as GraphRAG writes them', () => {
  const QUOTED = `
    UPDATE entities SET title = '"' || title || '"', type = '"' || type || '"';
    UPDATE nodes SET title = '"' || title || '"';
    UPDATE relationships SET source = '"' || source || '"', target = '"' || target || '"';
    UPDATE covariates SET subject_id = '"' || subject_id || '"', object_id = '"' || object_id || '"';`;
  const PEOPLE = ['INES VARGA', 'JUDGE HALE', 'TOMAS REED'];

  test.each([
    ['in capitals', ''],
    ['in capitals and quotation marks', QUOTED],
  ])('%s are the people of a collection', async (_, sql) => {
    const { engine, read } = await imported('0', sql);
    const { people, places } = await engine.overview();
    expect(people.map(({ title }) => title).toSorted()).toEqual(PEOPLE);
    expect(places.map(({ title }) => title).toSorted()).toEqual(['DUNMORE', 'HARROW WOOD']);
    expect(await read('relationships')).toHaveLength(6);
    expect((await read('covariates')).map(({ subject_id }) => subject_id)).toEqual(['ABBEY OF LORN']);
  });
});
