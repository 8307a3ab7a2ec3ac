import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyManifest } from '../../../src/adapters/storage/collections/manifest/manifest';
import { rowsToArrow } from '../../../src/adapters/storage/arrow/rows-to-arrow';
import { openTables } from '../../../src/adapters/storage/collections/table-store';
import { sha256Bytes } from '../../../src/adapters/browser-env';
import { FORMAT_VERSION, TABLES, type TableName, type TableRow } from '../../../src/core/tables/tables';
import type { Column } from '../../../src/core/tables/schema';
import { rowsOf } from './arbitrary-rows';
import { codec, memoryContext, memoryFiles, type MemoryFiles } from './memory-parts';

const NEW_TABLES = ['entities', 'relationships', 'communities'] as const;

/** Values of the columns that format 1 had not. */
const ABSENT = {
  entities: { description_hash: null },
  relationships: { description_hash: null, theme_keywords: [], theme_keywords_key: null },
  communities: { covariate_ids: [] },
};

/** Columns that format 1 had. */
function firstColumns(table: TableName): readonly string[] {
  const declared: [string, Column][] = Object.entries(TABLES[table]);
  return declared.filter(([, { since }]) => since === undefined).map(([name]) => name);
}

/** A collection of format 1 whose one shard holds these rows without these columns. */
async function collectionOf<N extends TableName>(
  table: N,
  rows: readonly TableRow<N>[],
  columns: readonly string[],
): Promise<MemoryFiles> {
  const files = memoryFiles();
  const bytes = await codec.encode(rowsToArrow(table, rows, { columns }));
  const file = `${table}.000001.parquet`;
  const shard = { file, rows: rows.length, bytes: bytes.length, sha256: await sha256Bytes(bytes), born: 1 };
  const manifest = { ...emptyManifest('Old', 1), format: 1, generation: 1, shards: { [table]: [shard] } };
  await files.write(`c/tables/${file}`, bytes);
  await files.write('c/manifest.json', new TextEncoder().encode(JSON.stringify(manifest)));
  return files;
}

const some = <N extends TableName>(table: N): readonly TableRow<N>[] =>
  fc.sample(
    rowsOf(table).filter((rows) => rows.length > 1),
    { numRuns: 1, seed: 7 },
  )[0] ?? [];

test.each(NEW_TABLES)(
  'rows of %s that format 1 wrote have nothing in the columns that it did not know',
  async (table) => {
    const rows = some(table);
    const store = await openTables(memoryContext(await collectionOf(table, rows, firstColumns(table))), 'c');
    const absent = ABSENT[table];
    expect(await store.read(table)).toEqual(rows.map((row) => ({ ...row, ...absent })));
  },
);

test('a collection of format 1 is of the present format from its next commit on, and its rows stay as they are', async () => {
  const rows = some('entities');
  const files = await collectionOf('entities', rows, firstColumns('entities'));
  const store = await openTables(memoryContext(files), 'c');
  await store.commit({ append: { entities: rows } });
  const manifest = JSON.parse(new TextDecoder().decode(files.files.get('c/manifest.json'))) as { format: number };
  expect(manifest.format).toBe(FORMAT_VERSION);
  const old = rows.map((row) => ({ ...row, description_hash: null }));
  expect(await store.read('entities')).toEqual([...old, ...rows]);
});

test('a column that format 1 had must be there', async () => {
  const columns = firstColumns('entities').filter((name) => name !== 'aliases');
  const store = await openTables(memoryContext(await collectionOf('entities', some('entities'), columns)), 'c');
  await expect(store.read('entities')).rejects.toThrow('entities.aliases is not as it was saved (missing)');
});
