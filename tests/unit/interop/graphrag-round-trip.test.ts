import { afterAll, beforeAll, expect, test } from 'vitest';
import { curatedSample } from '../../../scripts/lib/sample-index';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import { createEngine } from '../../../src/core/engine/engine';
import { inEnglish } from '../../../src/core/message';
import { duckdbOver, fileOf, unpacked, type NativeDuckdb } from '../../helpers/duckdb-over';
import { collect, testEnv, textFile } from '../../helpers/engine-env';
import { memoryOptions } from '../storage/memory-parts';

/** Out, in and out again, over the storage that is used for real; each export as Parquet files of a native DuckDB. */
async function roundTrip(begin: 'sample' | 'documents'): Promise<NativeDuckdb> {
  const env = testEnv({ collections: createCollections(memoryOptions()) });
  const engine = createEngine(env);
  const { id } = await env.collections.create('Round');
  if (begin === 'sample') {
    const { tables: store } = await env.collections.open(id);
    await store.commit({ replace: (await curatedSample()).tables });
    await store.close();
  }
  await engine.open(id);
  if (begin === 'documents') {
    const text = (name: string): string =>
      `${name} met Orla in Kesh. Orla wrote to ${name}. Kesh is a harbour.\n\nOrla left.`;
    await collect(engine.add(['Ann', 'Ben', 'Cem', 'Dee'].map((name) => textFile(`${name}.txt`, text(name)))));
  }
  const first = await fileOf(engine.exportAs('graphrag'));
  const { record, notes } = await engine.importFiles([{ path: 'round.graphrag.zip', bytes: first }]);
  expect(inEnglish(notes)).toBe('Imported as “round”.');
  expect(record.name).toBe('round');
  await engine.open(record.id);
  const second = await fileOf(engine.exportAs('graphrag'));
  const files = new Map<string, Uint8Array>();
  for (const [path, bytes] of await unpacked(first)) files.set(`first_${path}`, bytes);
  for (const [path, bytes] of await unpacked(second)) files.set(`second_${path}`, bytes);
  return duckdbOver(files);
}

const trips = new Map<string, NativeDuckdb>();
beforeAll(async () => {
  trips.set('sample', await roundTrip('sample'));
  trips.set('documents', await roundTrip('documents'));
}, 120_000);
afterAll(async () => {
  for (const sql of trips.values()) await sql.close();
});

const TABLES = ['documents', 'text_units', 'entities', 'relationships', 'communities', 'community_reports'];

test.each([
  ...[...TABLES, 'covariates'].map((table) => ['sample', table] as const),
  ...TABLES.map((table) => ['documents', table] as const),
])('of the %s, %s is the same after out, in and out: row by row, column by column', async (begin, table) => {
  const sql = trips.get(begin);
  const [row] = (await sql?.rows(`
    WITH a AS (SELECT *, file_row_number FROM read_parquet('$folder/first_${table}.parquet', file_row_number = true)),
         b AS (SELECT *, file_row_number FROM read_parquet('$folder/second_${table}.parquet', file_row_number = true))
    SELECT (SELECT count(*) FROM a)::INT AS n, (SELECT count(*) FROM (FROM a EXCEPT ALL FROM b))::INT AS lost,
           (SELECT count(*) FROM (FROM b EXCEPT ALL FROM a))::INT AS added`)) ?? [{}];
  expect(row).toMatchObject({ lost: 0, added: 0 });
  expect(row?.['n']).toBeGreaterThan(0);
});
