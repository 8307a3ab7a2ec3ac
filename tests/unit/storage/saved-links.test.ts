import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { curatedSample } from '../../../scripts/lib/sample-index';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import { encodeCopy, openCopy, type CopyFile } from '../../../src/adapters/storage/collections/copies/copy-file';
import { manifestBytes } from '../../../src/adapters/storage/collections/manifest/manifest';
import { readManifest } from '../../../src/adapters/storage/collections/manifest/manifest-file';
import { inFolder } from '../../../src/adapters/storage/opfs/file-store';
import { encodeCollection } from '../../../scripts/lib/encode-collection';
import { type RowTables, TABLES, type TableName } from '../../../src/core/tables/tables';
import { linkTables } from '../../../src/core/index/index-tables';
import type { Collections } from '../../../src/core/ports/collections';
import { codec, memoryContext, memoryFiles, memoryOptions, type MemoryFiles } from './memory-parts';

let sample: RowTables;
let folder: string;
beforeAll(async () => {
  sample = (await curatedSample()).tables;
  folder = await mkdtemp(join(tmpdir(), 'burrow-copy-'));
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

interface Begun {
  readonly id: string;
  readonly files: MemoryFiles;
  readonly collections: Collections;
}

/** The sample as it comes to be: document by document, so that tables lie in several files, then what is derived. */
async function sampleCollection(): Promise<Begun> {
  const files = memoryFiles();
  const collections = createCollections(memoryOptions(memoryContext(files)));
  const { id } = await collections.create('Sample');
  const { tables: store } = await collections.open(id);
  const { documents, text_units, extractions, edits, ...derived } = sample;
  for (const document of documents) {
    const ofDocument = <R extends { readonly document_id: string }>(rows: readonly R[]) =>
      rows.filter(({ document_id }) => document_id === document.id);
    const append = {
      documents: [document],
      text_units: ofDocument(text_units),
      extractions: ofDocument(extractions),
    };
    await store.commit({ append });
  }
  await store.commit({ append: { edits }, replace: derived });
  await store.close();
  return { id, files, collections };
}

async function filesOfCopy(copy: Blob): Promise<readonly { readonly path: string; readonly bytes: Blob }[]> {
  const opened = await openCopy(copy);
  return Promise.all([...opened.paths].map(async (path) => ({ path, bytes: await opened.read(path, 1e9) })));
}

type Sql = (sql: string) => Promise<readonly (readonly unknown[])[]>;
let copies = 0;

/** The tables of a copy, unpacked, as views of a native DuckDB over their Parquet files. */
async function duckdbOver(copy: Blob): Promise<Sql> {
  const stem = join(folder, String(copies++));
  const connection = await DuckDBConnection.create();
  const files = (await filesOfCopy(copy)).filter(({ path }) => path.startsWith('tables/'));
  for (const { path, bytes } of files) {
    await writeFile(`${stem}-${path.slice('tables/'.length)}`, new Uint8Array(await bytes.arrayBuffer()));
  }
  for (const table of Object.keys(TABLES)) {
    if (!files.some(({ path }) => path.startsWith(`tables/${table}.`))) continue;
    await connection.run(`CREATE VIEW ${table} AS FROM read_parquet('${stem}-${table}.*.parquet')`);
  }
  return async (sql) => (await connection.runAndReadAll(sql)).getRows() as readonly (readonly unknown[])[];
}

/** Every pair of a row and an id in one of its lists. */
const pairs = (table: TableName, column: string): string =>
  `SELECT id AS row, unnest(${column}) AS linked FROM ${table}`;

/** Columns of ids with the table that each leads to. */
const LINKS: readonly (readonly [TableName, string, TableName])[] = [
  ['documents', 'text_unit_ids', 'text_units'],
  ['text_units', 'entity_ids', 'entities'],
  ['text_units', 'relationship_ids', 'relationships'],
  ['text_units', 'covariate_ids', 'covariates'],
  ['entities', 'text_unit_ids', 'text_units'],
  ['relationships', 'text_unit_ids', 'text_units'],
  ['communities', 'entity_ids', 'entities'],
  ['communities', 'relationship_ids', 'relationships'],
  ['communities', 'text_unit_ids', 'text_units'],
  ['communities', 'covariate_ids', 'covariates'],
];

/** The same link told from both sides. */
const MIRRORED: readonly (readonly [string, string])[] = [
  [pairs('documents', 'text_unit_ids'), 'SELECT document_id, id FROM text_units'],
  [pairs('text_units', 'entity_ids'), `SELECT linked, row FROM (${pairs('entities', 'text_unit_ids')})`],
  [pairs('text_units', 'relationship_ids'), `SELECT linked, row FROM (${pairs('relationships', 'text_unit_ids')})`],
  [pairs('text_units', 'covariate_ids'), 'SELECT text_unit_id, id FROM covariates'],
];

/** Counts that rows carry, with what joining finds; each query gives the rows where they differ. */
const COUNTS: Readonly<Record<string, string>> = {
  'frequency of an entity': `SELECT title FROM entities LEFT JOIN (
      SELECT linked, count(*) AS n FROM (${pairs('text_units', 'entity_ids')}) GROUP BY linked
    ) ON linked = id WHERE frequency <> coalesce(n, 0)`,
  'degree of an entity': `SELECT title FROM entities LEFT JOIN (
      SELECT one, count(DISTINCT other) AS n FROM (
        SELECT source_id AS one, target_id AS other FROM relationships
        UNION ALL SELECT target_id, source_id FROM relationships
      ) GROUP BY one
    ) ON one = id WHERE degree <> coalesce(n, 0)`,
  'combined degree of a relationship': `SELECT r.id FROM relationships r
    LEFT JOIN entities s ON s.id = source_id LEFT JOIN entities t ON t.id = target_id
    WHERE combined_degree IS DISTINCT FROM s.degree + t.degree OR source <> s.title OR target <> t.title`,
  'size of a community': 'SELECT id FROM communities WHERE size <> len(entity_ids)',
  'ends of the relationships of a community': `SELECT c.id FROM communities c, (${pairs('communities', 'relationship_ids')}) l
    JOIN relationships r ON r.id = l.linked WHERE l.row = c.id
    AND NOT (list_contains(c.entity_ids, r.source_id) AND list_contains(c.entity_ids, r.target_id))`,
};

async function expectJoined(sql: Sql): Promise<void> {
  for (const [table, column, other] of LINKS) {
    const dangling = `SELECT linked FROM (${pairs(table, column)}) WHERE linked NOT IN (SELECT id FROM ${other})`;
    expect(await sql(dangling), `${table}.${column}`).toEqual([]);
  }
  for (const [one, other] of MIRRORED) {
    expect(await sql(`(${one}) EXCEPT (${other})`)).toEqual([]);
    expect(await sql(`(${other}) EXCEPT (${one})`)).toEqual([]);
  }
  for (const [name, query] of Object.entries(COUNTS)) expect(await sql(query), name).toEqual([]);
}

const countOf = async (sql: Sql, query: string): Promise<number> =>
  Number((await sql(`SELECT count(*) FROM (${query})`))[0]?.[0]);

describe('the Parquet files of a saved copy', () => {
  test('join text units, entities, relationships, claims, documents and communities in a native DuckDB', async () => {
    const { id, collections } = await sampleCollection();
    const sql = await duckdbOver(await collections.save(id));
    await expectJoined(sql);
    for (const [table, column] of LINKS) {
      expect(await countOf(sql, pairs(table, column)), `${table}.${column}`).toBeGreaterThan(10);
    }
    const linked = linkTables(sample);
    const texts = new Map(sample.text_units.map((row) => [row.id, row.text]));
    for (const [unit, words] of await sql('SELECT id, text FROM text_units'))
      expect(words).toBe(texts.get(String(unit)));
    const [unit] = linked.text_units;
    const [lists] = await sql(
      `SELECT to_json(entity_ids), to_json(relationship_ids) FROM text_units WHERE id = '${unit?.id ?? ''}'`,
    );
    expect(lists?.map((list) => JSON.parse(String(list)) as unknown)).toEqual([
      unit?.entity_ids,
      unit?.relationship_ids,
    ]);
  });

  test('of a copy made outside a browser are linked in the same way', async () => {
    const copy = await encodeCollection(codec, { name: 'Sample', created: 1, tables: sample, sources: [] });
    await expectJoined(await duckdbOver(new Blob([copy as Uint8Array<ArrayBuffer>])));
  });

  test('of a copy that was opened and then changed are linked anew', async () => {
    const { id, collections } = await sampleCollection();
    const record = await collections.load(await collections.save(id), { rename: () => 'Copy' });
    const { tables: store } = await collections.open(record.id);
    const gone = sample.text_units[0]?.document_id ?? '';
    const stays = (unit: string) => sample.text_units.find((row) => row.id === unit)?.document_id !== gone;
    const entities = sample.entities.slice(0, 5).map((row) => {
      const text_unit_ids = row.text_unit_ids.filter(stays);
      return { ...row, text_unit_ids, frequency: text_unit_ids.length, degree: 0 };
    });
    const none = { relationships: [], covariates: [], communities: [], community_reports: [] };
    await store.commit({ removeDocuments: [gone], replace: { ...none, entities } });
    const sql = await duckdbOver(await collections.save(record.id));
    expect(await countOf(sql, pairs('text_units', 'relationship_ids'))).toBe(0);
    const wanted = entities.reduce((sum, { frequency }) => sum + frequency, 0);
    expect(await countOf(sql, pairs('text_units', 'entity_ids'))).toBe(wanted);
    expect(await sql(`SELECT id FROM documents WHERE id = '${gone}'`)).toEqual([]);
  });
});

test('the text of text units is kept once on disk, in their documents, and filled again when it is read', async () => {
  const { id, collections } = await sampleCollection();
  const { tables: store } = await collections.open(id);
  const read = <N extends TableName>(table: N) => store.read(table);
  expect((await read('text_units')).every(({ text }) => text === '')).toBe(true);
  const [documents, text_units, entities] = [await read('documents'), await read('text_units'), await read('entities')];
  const rest = { relationships: await read('relationships'), covariates: await read('covariates') };
  const linked = linkTables({ documents, text_units, entities, ...rest });
  expect(linked.text_units).toEqual(linkTables(sample).text_units);
});

describe('opening a copy', () => {
  test('whose link columns are filled gives the rows that were saved', async () => {
    const { id, collections } = await sampleCollection();
    const record = await collections.load(await collections.save(id), {});
    const { tables: copy } = await collections.open(record.id);
    const { tables: original } = await collections.open(id);
    for (const table of Object.keys(TABLES) as TableName[]) {
      expect(await copy.read(table), table).toEqual(await original.read(table));
    }
  });

  test('whose link columns are empty, as earlier versions saved it, works, and its own copy has them filled', async () => {
    const { id, files, collections } = await sampleCollection();
    const saved = await filesOfCopy(await collections.save(id));
    const manifest = manifestBytes((await readManifest(inFolder(files, id))).manifest);
    const asOnDisk = saved.map(({ path, bytes }): CopyFile => ({
      path,
      bytes: path === 'manifest.json' ? manifest : (files.files.get(`${id}/${path}`) ?? bytes),
    }));
    const earlier = await encodeCopy(asOnDisk);
    expect(await countOf(await duckdbOver(earlier), pairs('text_units', 'entity_ids'))).toBe(0);
    const record = await collections.load(earlier, {});
    await expectJoined(await duckdbOver(await collections.save(record.id)));
  });
});
