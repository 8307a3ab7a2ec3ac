import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { readForeignParquet } from '../../../src/adapters/storage/arrow/foreign-parquet';
import { createEngine } from '../../../src/core/engine/engine';
import type { TableName, TableRow } from '../../../src/core/tables/tables';
import { testEnv } from '../../helpers/engine-env';

const TABLES = join(import.meta.dirname, '../../fixtures/graphrag-tables');
const WRITERS = ['duckdb', 'duckdb-typed', 'polars', 'polars-typed', 'pyarrow-views', 'pyarrow-large'];

const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

const filesOf = (folder: string) =>
  readdirSync(join(TABLES, folder)).map((name) => ({
    path: `output/${name}`,
    bytes: new Blob([readFileSync(join(TABLES, folder, name))]),
  }));

describe.each(WRITERS)('tables of GraphRAG written by %s', (writer) => {
  let read: <N extends TableName>(table: N) => Promise<readonly TableRow<N>[]>;
  beforeAll(async () => {
    const env = testEnv();
    const { record } = await createEngine(env).importFiles(filesOf(writer));
    const { tables } = await env.collections.open(record.id);
    read = (table) => tables.read(table);
  });

  test('have their entities, with ids and lists of ids', async () => {
    const entities = await read('entities');
    expect(entities.map((row) => [row.id, row.title, row.type, row.description, row.text_unit_ids])).toEqual([
      [id(3), 'INES VARGA', 'PERSON', 'Ines Varga keeps the ink works.', [id(1)]],
      [id(4), 'DUNMORE', 'GEO', 'Dunmore is a town.', [id(1)]],
      [id(5), 'TOMAS REED', 'PERSON', 'Tomas Reed gathers oak galls.', [id(2)]],
    ]);
  });

  test('have numbers as they are', async () => {
    const relationships = await read('relationships');
    expect(relationships.map((row) => [row.id, row.human_readable_id, row.weight])).toEqual([
      [id(6), 0, 8],
      [id(7), 1, 7.25],
    ]);
    expect((await read('text_units')).map((row) => [row.id, row.n_tokens])).toEqual([
      [id(1), 9],
      [id(2), 8],
    ]);
    expect(await read('community_reports')).toMatchObject([{ rank: 7.5, parent: -1, children: [] }]);
    expect(await read('communities')).toMatchObject([{ parent: -1, entity_ids: [id(3), id(4), id(5)], size: 3 }]);
  });

  test('have days and times as people read them', async () => {
    const [document] = await read('documents');
    expect(document?.creation_date.replace('T', ' ')).toBe('2025-03-01 10:00:00');
    expect(document?.raw_data).toBeNull();
    expect(await read('covariates')).toMatchObject([{ start_date: '1871-01-01', end_date: '1871-12-31' }]);
    expect((await read('communities'))[0]?.period).toBe('2025-03-02');
  });

  test('have findings, and JSON as it was written', async () => {
    const [report] = await read('community_reports');
    expect(report?.findings).toEqual([{ summary: 'Galls', explanation: 'Oak galls are bought.' }]);
    expect(report?.full_content_json).toBe('{"title": "Ink", "id": 12345678901234567890}');
  });
});

const LIMITS = { fileBytes: 1e9, rows: 5e6, cells: 1e8 };

/** A Parquet file of a query, by a native DuckDB. */
async function parquetOf(query: string, options = ''): Promise<Uint8Array> {
  const connection = await DuckDBConnection.create();
  const path = join(process.env['TMPDIR'] ?? '/tmp', `burrow-parquet-${process.pid}.parquet`);
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet ${options})`);
  connection.closeSync();
  return new Uint8Array(readFileSync(path));
}

describe('single values', () => {
  const valueOf = async (sql: string): Promise<unknown> => {
    const found = await readForeignParquet(await parquetOf(`SELECT ${sql} AS id`), new Set(['id']), LIMITS);
    return found.kind === 'columns' ? found.columns.get('id')?.[0] : found;
  };

  test.each([
    ['9007199254740993::BIGINT', '9007199254740993'],
    ['-9007199254740993::BIGINT', '-9007199254740993'],
    ['18446744073709551615::UBIGINT', '18446744073709551615'],
    ['42::BIGINT', 42],
    ['1.5::DECIMAL(4, 1)', 1.5],
    ['-0.000001::DECIMAL(38, 6)', -0.000001],
    ["DATE '0044-03-15'", '0044-03-15'],
    ["TIMESTAMP '1969-12-31 23:59:59.25'", '1969-12-31T23:59:59.25'],
    ["TIMESTAMP_NS '2025-03-01 10:00:00.000000001'", '2025-03-01T10:00:00.000000001'],
    ["TIMESTAMPTZ '2025-03-01 10:00:00+02'", '2025-03-01T08:00:00Z'],
    ["'\\xAA\\x00'::BLOB", 'aa00'],
    ["'Ines'::BLOB", 'Ines'],
    ['NULL::DATE', null],
    ["[DATE '2025-03-01', NULL]", ['2025-03-01', null]],
    ["{'a': 1.5::DECIMAL(4, 1)}", { a: 1.5 }],
    ["TIME '10:00:00'", { kind: 'unknown-type', column: 'id', detail: 'TIME' }],
    ["INTERVAL '1 day'", { kind: 'unknown-type', column: 'id', detail: 'INTERVAL' }],
  ])('%s', async (sql, value) => {
    expect(await valueOf(sql)).toEqual(value);
  });
});

describe('a file that cannot be read is told by its reason', () => {
  const refusal = async (bytes: Uint8Array, limits = LIMITS): Promise<unknown> =>
    readForeignParquet(bytes, new Set(['id', 'title']), limits);

  test('of another type, by the name of the column', async () => {
    const engine = createEngine(testEnv());
    const files = [...filesOf('duckdb').filter(({ path }) => !path.includes('documents')), ...filesOf('refused')];
    await expect(engine.importFiles(files)).rejects.toThrow(
      'the column creation_date of output/documents.parquet has the type TIME, which Burrow does not read',
    );
  });

  test('encrypted', async () => {
    const bytes = await parquetOf('SELECT 1 AS id');
    bytes.set(new TextEncoder().encode('PARE'), bytes.length - 4); // how a file with an encrypted footer ends
    expect(await refusal(bytes)).toEqual({ kind: 'encrypted' });
  });

  test('with more rows than any index has, though it is small', async () => {
    const bytes = await parquetOf('SELECT NULL::INTEGER AS id FROM range(5000001)');
    expect(bytes.length).toBeLessThan(1e6);
    expect(await refusal(bytes)).toEqual({ kind: 'too-many-values' });
  });

  test('larger than the limit once it is unpacked', async () => {
    const bytes = await parquetOf("SELECT repeat('a', 100000) || i AS id FROM range(200) t(i)", ', COMPRESSION zstd');
    expect(bytes.length).toBeLessThan(2e6);
    expect(await refusal(bytes, { ...LIMITS, fileBytes: 10e6 })).toEqual({ kind: 'too-large' });
  });

  test('damaged anywhere, without a hang or a crash', async () => {
    const whole = await parquetOf("SELECT i::VARCHAR AS id, ['a', 'b'] AS title FROM range(50) t(i)");
    const kinds = new Set<unknown>();
    for (let at = 0; at < whole.length; at += 3) {
      const bytes = whole.slice();
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      kinds.add((await readForeignParquet(bytes, new Set(['id', 'title']), LIMITS)).kind);
    }
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['no-parquet', 'unreadable']));
  });
});

test('columns that are not wanted may be of any type', async () => {
  const bytes = await parquetOf("SELECT 'a' AS id, INTERVAL '1 day' AS took, [0.5::FLOAT] AS vector");
  const found = await readForeignParquet(bytes, new Set(['id', 'title']), LIMITS);
  expect(found).toEqual({ kind: 'columns', rows: 1, columns: new Map([['id', ['a']]]) });
});
