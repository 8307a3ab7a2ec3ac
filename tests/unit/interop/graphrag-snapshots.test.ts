import graphmlParser from 'graphology-graphml';
import { UndirectedGraph } from 'graphology';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import type { EngineApi } from '../../../src/core/engine/api';
import { createEngine } from '../../../src/core/engine/engine';
import type { EngineEnv } from '../../../src/core/engine/env';
import { graphSnapshot } from '../../../src/adapters/interop/formats/graph-snapshot';
import type { ExportScope } from '../../../src/core/ports/interop';
import { duckdbOver, fileOf, unpacked, type NativeDuckdb } from '../../helpers/duckdb-over';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { wordHashEmbedder } from '../../helpers/word-hash-embedder';
import { memoryOptions } from '../storage/memory-parts';
import { HOSTILE_NAMES, ringOf } from './hostile-tables';

/** Columns and types as pandas writes them for GraphRAG 3 (GraphRAG A4.3, A11). */
const COLUMNS: Readonly<Record<string, string>> = {
  raw_entities: 'title VARCHAR, type VARCHAR, description VARCHAR[], text_unit_ids VARCHAR[], frequency BIGINT',
  raw_relationships: 'source VARCHAR, target VARCHAR, description VARCHAR[], text_unit_ids VARCHAR[], weight DOUBLE',
  'embeddings.text_unit_text': 'id VARCHAR, embedding DOUBLE[]',
  'embeddings.entity_description': 'id VARCHAR, embedding DOUBLE[]',
};

/** Orla is named with everybody, and two others meet once: with one connection each, the graph has no room for them all. */
const TEXTS = {
  'a.txt': 'Orla met Ann in Kesh. Orla met Ann again. Orla wrote to Ann.',
  'b.txt': 'Orla met Ben in Kesh. Orla met Ben again. Orla wrote to Ben.',
  'c.txt': 'Ann met Ben. Orlaith stayed in Kesh.',
};

interface Begun {
  readonly engine: EngineApi;
  readonly env: EngineEnv;
  readonly id: string;
}

async function begin(embedder: ReturnType<typeof wordHashEmbedder> | null): Promise<Begun> {
  const env = testEnv({
    collections: createCollections(memoryOptions()),
    models: { embedder: async () => embedder },
  });
  const engine = createEngine(env);
  const { id } = await env.collections.create('Letters');
  const { tables: store } = await env.collections.open(id);
  await store.commit({ state: { parameters: { graph: { max_edges_per_entity: 1 } } } });
  await store.close();
  await engine.open(id);
  await collect(engine.add(Object.entries(TEXTS).map(([path, text]) => textFile(path, text))));
  return { engine, env, id };
}

const filesOf = async ({ engine }: Begun, scope: ExportScope = {}): Promise<ReadonlyMap<string, Uint8Array>> =>
  unpacked(await fileOf(engine.exportAs('graphrag', { snapshots: true, scope })));

const scan = (table: string): string => `read_parquet('$folder/${table}.parquet')`;

let begun: Begun;
let files: ReadonlyMap<string, Uint8Array>;
let sql: NativeDuckdb;
beforeAll(async () => {
  begun = await begin(wordHashEmbedder());
  await collect(begun.engine.embed());
  files = await filesOf(begun);
  sql = await duckdbOver(files);
}, 120_000);
afterAll(() => sql.close());

describe('snapshots of each step, read by a native DuckDB', () => {
  test.each(Object.keys(COLUMNS))('%s has the columns and types of GraphRAG 3, in their order', async (table) => {
    const columns = await sql.rows(`DESCRIBE SELECT * FROM ${scan(table)}`);
    expect(columns.map(({ column_name, column_type }) => `${column_name} ${column_type}`).join(', ')).toBe(
      COLUMNS[table],
    );
  });

  test('the raw graph holds relationships that pruning removed, and all that it kept with their weights', async () => {
    const [row] = await sql.rows(`
      WITH raw AS (SELECT source, target, weight FROM ${scan('raw_relationships')}),
           kept AS (SELECT source, target, weight FROM ${scan('relationships')})
      SELECT (SELECT count(*) FROM (FROM raw EXCEPT FROM kept))::INT AS removed,
             (SELECT count(*) FROM (FROM kept EXCEPT FROM raw))::INT AS added`);
    expect(row?.['removed']).toBeGreaterThan(0);
    expect(row?.['added']).toBe(0);
    const [pair] = await sql.rows(`FROM ${scan('raw_relationships')} WHERE source = 'Ann' AND target = 'Ben'`);
    expect(pair).toMatchObject({ weight: 1, description: [] });
    expect(pair?.['text_unit_ids']).toHaveLength(1);
    expect(await sql.rows(`FROM ${scan('relationships')} WHERE source = 'Ann' AND target = 'Ben'`)).toEqual([]);
  });

  test('every end is a raw entity, and every text unit is there', async () => {
    const [row] = await sql.rows(`
      WITH named AS (SELECT source AS title FROM ${scan('raw_relationships')} UNION SELECT target FROM ${scan('raw_relationships')}),
           units AS (SELECT unnest(text_unit_ids) AS id FROM ${scan('raw_entities')}
                     UNION ALL SELECT unnest(text_unit_ids) FROM ${scan('raw_relationships')})
      SELECT (SELECT count(*) FROM named ANTI JOIN ${scan('raw_entities')} USING (title))::INT AS nameless,
             (SELECT count(*) FROM units ANTI JOIN ${scan('text_units')} USING (id))::INT AS strange,
             (SELECT count(*) FROM ${scan('raw_entities')} WHERE frequency <> len(text_unit_ids))::INT AS miscounted`);
    expect(row).toEqual({ nameless: 0, strange: 0, miscounted: 0 });
  });

  test('embeddings are the vectors that are stored, one for each row that is embedded', async () => {
    const { tables } = await begun.env.collections.open(begun.id);
    for (const [field, table] of [
      ['text_unit_text', 'text_units'],
      ['entity_description', 'entities'],
    ] as const) {
      const stored = await tables.vectors.read(field, 'word-hash');
      const written = await sql.rows(`FROM ${scan(`embeddings.${field}`)}`);
      expect(written.map(({ id }) => id)).toEqual(stored?.ids);
      expect(written.flatMap(({ embedding }) => embedding as number[])).toEqual([...(stored?.vectors ?? [])]);
      const [row] = await sql.rows(`
        SELECT count(*)::INT AS n, (SELECT count(*) FROM ${scan(table)})::INT AS rows
        FROM ${scan(`embeddings.${field}`)} JOIN ${scan(table)} USING (id)`);
      expect(row?.['n']).toBe(row?.['rows']);
    }
    await tables.close();
  });

  test('a field without vectors has no file', () => {
    expect([...files.keys()].filter((path) => path.startsWith('embeddings.'))).toEqual([
      'embeddings.text_unit_text.parquet',
      'embeddings.entity_description.parquet',
    ]);
  });

  test('graph.graphml is an undirected graph of titles with weights', async () => {
    const text = new TextDecoder().decode(files.get('graph.graphml'));
    const graph = graphmlParser.parse(UndirectedGraph, text);
    const rows = await sql.rows(`FROM ${scan('relationships')}`);
    expect(graph.size).toBe(rows.length);
    for (const { source, target, weight } of rows) expect(graph.getEdgeAttributes(source, target)).toEqual({ weight });
    expect(graph.filterNodes((_, facts) => Object.keys(facts).length > 0)).toEqual([]);
  });
});

test('progress never goes back and ends with everything', async () => {
  const parts = await collect(begun.engine.exportAs('graphrag', { snapshots: true }));
  const progress = parts.flatMap((part) => (part.kind === 'progress' && part.doing === 'file' ? [part] : []));
  expect(progress.every(({ done }, at) => done >= (progress[at - 1]?.done ?? 0))).toBe(true);
  expect(progress.at(-1)).toMatchObject({ done: progress[0]?.total });
});

test('an export without the option has none of these files', async () => {
  const plain = await unpacked(await fileOf(begun.engine.exportAs('graphrag')));
  const added = [...files.keys()].filter((path) => !plain.has(path));
  expect(added).toEqual([
    'raw_entities.parquet',
    'raw_relationships.parquet',
    'graph.graphml',
    'embeddings.text_unit_text.parquet',
    'embeddings.entity_description.parquet',
  ]);
  for (const [path, bytes] of plain) expect([path, files.get(path)]).toEqual([path, bytes]);
});

test('of a part, snapshots hold what is in that part alone', async () => {
  const { documents } = await begun.engine.view();
  const third = documents.find(({ path }) => path === 'c.txt')?.id ?? '';
  const part = await duckdbOver(await filesOf(begun, { documents: [third] }));
  const titles = await part.rows(`SELECT title FROM ${scan('raw_entities')} ORDER BY title`);
  expect(titles.map(({ title }) => title)).toEqual(['Ann', 'Ben', 'Kesh', 'Orlaith']);
  const [units] = await part.rows(`SELECT count(*)::INT AS n FROM ${scan('embeddings.text_unit_text')}`);
  expect(units?.['n']).toBe(1);
  const ids = await part.rows(
    `FROM (FROM ${scan('embeddings.entity_description')}) ANTI JOIN ${scan('entities')} USING (id)`,
  );
  expect(ids).toEqual([]);
  await part.close();
});

test('the raw graph is without the edits of a person; a chosen entity brings the names that were merged into it', async () => {
  const own = await begin(null);
  const entities = async (): Promise<ReadonlyMap<string, string>> => {
    const { tables } = await own.env.collections.open(own.id);
    const rows = await tables.read('entities');
    await tables.close();
    return new Map(rows.map(({ title, id }) => [title, id]));
  };
  const before = await entities();
  await collect(own.engine.merge(before.get('Orla') ?? '', before.get('Orlaith') ?? ''));
  const after = await entities();
  expect(after.has('Orlaith')).toBe(false);
  const whole = await duckdbOver(await filesOf(own));
  const raw = await whole.rows(`SELECT title FROM ${scan('raw_entities')} ORDER BY title`);
  expect(raw.map(({ title }) => title)).toEqual([...before.keys()].sort());
  await whole.close();
  const chosen = await filesOf(own, { entities: [after.get('Orla') ?? '', after.get('Kesh') ?? ''] });
  const part = await duckdbOver(chosen);
  const titles = await part.rows(`SELECT title FROM ${scan('raw_entities')} ORDER BY title`);
  expect(titles.map(({ title }) => title)).toEqual(['Kesh', 'Orla', 'Orlaith']);
  expect([...chosen.keys()].filter((path) => path.startsWith('embeddings.'))).toEqual([]);
  await part.close();
});

test('a collection with snapshots is imported like one without', async () => {
  const { engine } = begun;
  const bytes = await fileOf(engine.exportAs('graphrag', { snapshots: true }));
  const { record } = await engine.importFiles([{ path: 'letters.graphrag.zip', bytes }]);
  await engine.open(record.id);
  const again = await unpacked(await fileOf(engine.exportAs('graphrag')));
  for (const table of ['documents', 'text_units', 'entities', 'relationships'])
    expect([table, again.get(`${table}.parquet`)]).toEqual([table, files.get(`${table}.parquet`)]);
  const raw = await duckdbOver(await filesOf({ ...begun, id: record.id }));
  const [row] = await raw.rows(`SELECT count(*)::INT AS n FROM ${scan('raw_relationships')}`);
  const [kept] = await raw.rows(`SELECT count(*)::INT AS n FROM ${scan('relationships')}`);
  expect(row?.['n']).toBe(kept?.['n']);
  await raw.close();
});

test('vectors of reports are written, those of other models and of rows that are gone are not', async () => {
  const env = testEnv({ collections: createCollections(memoryOptions()) });
  const engine = createEngine(env);
  const { id } = await env.collections.create('Ring');
  const { tables: store } = await env.collections.open(id);
  const tables = ringOf(['Ann', 'Ben', 'Cem']);
  const report = tables.community_reports[0]?.id ?? '';
  const set = (model: string, ids: readonly string[]) => ({
    ...{ field: 'community_full_content' as const, model, dims: 2 },
    append: { ids, hashes: ids, vectors: Float32Array.from(ids.flatMap((_, at) => [at, 0.5])) },
  });
  await store.commit({
    replace: tables,
    vectors: [set('one', ['gone', report]), set('other', [report])],
    state: { embedding: { model: 'one', title: 'One', dims: 2, complete: false } },
  });
  await store.close();
  await engine.open(id);
  const written = await filesOf({ engine, env, id });
  const read = await duckdbOver(written);
  const columns = await read.rows(`DESCRIBE SELECT * FROM ${scan('embeddings.community_full_content')}`);
  expect(columns.map(({ column_type }) => column_type)).toEqual(['VARCHAR', 'DOUBLE[]']);
  const rows = await read.rows(`FROM ${scan('embeddings.community_full_content')}`);
  expect(rows).toEqual([{ id: report, embedding: [1, 0.5] }]);
  // Without records there is no raw graph.
  expect([...written.keys()].filter((path) => path.startsWith('raw_'))).toEqual([]);
  await read.close();
});

test('graph.graphml stands every name', () => {
  const text = [...graphSnapshot(ringOf(HOSTILE_NAMES).relationships)].join('');
  const graph = graphmlParser.parse(UndirectedGraph, text);
  expect([graph.order, graph.size]).toEqual([HOSTILE_NAMES.length, HOSTILE_NAMES.length]);
});

test('of two relationships with the same ends, graph.graphml has the last one', () => {
  const [one] = ringOf(['Ann', 'Ben']).relationships;
  if (!one) throw new Error('There is no relationship.');
  const rows = [one, { ...one, source: one.target, target: one.source, weight: 7 }];
  const graph = graphmlParser.parse(UndirectedGraph, [...graphSnapshot(rows)].join(''));
  expect(graph.mapEdges((_, facts) => facts)).toEqual([{ weight: 7 }]);
});
