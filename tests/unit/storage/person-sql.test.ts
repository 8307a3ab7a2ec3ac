import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import papa from 'papaparse';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MOST_ROWS } from '../../../src/adapters/storage/duckdb/person-sql';
import { inEnglish } from '../../../src/core/message';
import type { QueryDatabase } from '../../../src/adapters/storage/duckdb/query-database';
import { nodeDuckdb } from '../../helpers/node-duckdb';
import { createTableQueries } from '../../../src/adapters/storage/duckdb/table-queries';
import { SQL_EXAMPLES } from '../../../src/app/explore/sql-examples';
import { QUERIED_TABLES, type SqlOutcome, type TableQueries } from '../../../src/core/ports/collections';
import { TABLES, type TableName, type TableOf } from '../../../src/core/tables/tables';
import { rowsOf } from './arbitrary-rows';
import { curatedSample } from '../../../scripts/lib/sample-index';
import { documentRow } from './rows';

let database: QueryDatabase;
beforeAll(async () => {
  database = await nodeDuckdb();
}, 120_000);

const documents = ['beta', '=HYPERLINK("x")', '-5', '-2+3', 'a "quoted", name\nin two lines'].map((title, at) => ({
  ...documentRow(`d${at}`),
  human_readable_id: at,
  title,
  text: `Text ${at}`,
}));

async function filled(): Promise<TableQueries> {
  const queries = createTableQueries(async () => database);
  await queries.load({ documents });
  return queries;
}

const run = async (queries: TableQueries, sql: string): Promise<SqlOutcome> => queries.sql(sql, {});

describe('a query that a person writes', () => {
  test('answers with columns, their types, and every value as a text', async () => {
    const queries = await filled();
    const sql =
      "SELECT title, human_readable_id AS n, [1, 2] AS list, NULL AS none, {'a': true} AS s FROM documents ORDER BY n";
    expect(await run(queries, `${sql};  `)).toEqual({
      kind: 'result',
      columns: [
        { name: 'title', type: 'VARCHAR' },
        { name: 'n', type: 'BIGINT' },
        { name: 'list', type: 'INTEGER[]' },
        { name: 'none', type: expect.any(String) },
        { name: 's', type: 'STRUCT(a BOOLEAN)' },
      ],
      count: documents.length,
      isCut: false,
    });
    expect(await queries.sqlRows(1, 1)).toEqual([['=HYPERLINK("x")', '1', '[1, 2]', null, "{'a': true}"]]);
  });

  test('keeps its order over all pages, and a result of too many rows is cut and says so', async () => {
    const queries = await filled();
    const outcome = await run(queries, 'SELECT range AS n FROM range(250000) ORDER BY n DESC');
    expect(outcome).toMatchObject({ count: MOST_ROWS, isCut: true });
    expect((await queries.sqlRows(MOST_ROWS - 2, 10)).flat()).toEqual(['150001', '150000']);
    expect(await queries.sqlRows(MOST_ROWS, 10)).toEqual([]);
  });

  test('may end in a comment, begin with FROM or WITH, and describe a table', async () => {
    const queries = await filled();
    for (const sql of [
      'SELECT 1 -- one',
      'FROM documents',
      'WITH a AS (SELECT 1) FROM a',
      'SUMMARIZE documents',
      'SHOW TABLES',
    ])
      expect(await run(queries, sql)).toMatchObject({ kind: 'result' });
  });

  test('sees every table, also one without rows and one that another query did not name', async () => {
    const queries = await filled();
    await run(queries, 'SELECT 1');
    await run(queries, 'SHOW TABLES');
    expect((await queries.sqlRows(0, 50)).flat()).toEqual(Object.keys(TABLES).toSorted());
    expect(await run(queries, 'SELECT * FROM entities')).toMatchObject({ count: 0 });
    expect(await run(queries, 'SELECT * FROM Documents')).toMatchObject({ count: documents.length });
  });

  test('finds the links of text units, which no table in memory holds', async () => {
    const queries = createTableQueries(async () => database);
    await queries.load((await curatedSample()).tables);
    const sql = 'SELECT count(*) FROM (SELECT unnest(entity_ids) AS id FROM text_units) JOIN entities USING (id)';
    expect(await run(queries, sql)).toMatchObject({ count: 1 });
    expect(Number((await queries.sqlRows(0, 1))[0]?.[0])).toBeGreaterThan(10);
  });

  test('reads the logs and the notebook from disk where it names them, and only then', async () => {
    const queries = await filled();
    const read: (readonly string[])[] = [];
    const edits = [{ id: 'a', sequence: 1, time: '2026-01-01', kind: 'rename', key: 'ada', value: '"Ada"' }];
    const stored = { edits, extractions: [], notes: [] };
    const store = {
      readTables: async <N extends TableName>(names: readonly N[]) => {
        read.push(names);
        return stored as unknown as { readonly [T in N]: TableOf<T> };
      },
    };
    expect(await queries.sql('FROM edits', { store })).toMatchObject({ count: 1 });
    edits.push({ id: 'b', sequence: 2, time: '2026-01-02', kind: 'undo', key: 'a', value: '' });
    expect(await queries.sql('FROM edits', { store })).toMatchObject({ count: 2 });
    expect(await queries.sql('FROM documents', { store })).toMatchObject({ count: documents.length });
    expect(await queries.sql('SELECT count(*) FROM notes', { store })).toMatchObject({ count: 1 });
    expect(read).toEqual([['edits'], ['edits'], ['notes']]);
  });

  test('leaves out the rows of a document that is being deleted, until they are wanted again', async () => {
    const queries = createTableQueries(async () => database);
    const { tables } = await curatedSample();
    await queries.load(tables);
    const [gone] = tables.documents;
    const counted = async (sql: string, leftOut: readonly string[]): Promise<number> => {
      await queries.sql(`SELECT count(*) ${sql}`, { leftOut });
      return Number((await queries.sqlRows(0, 1))[0]?.[0]);
    };
    const left = [gone?.id ?? ''];
    const units = new Set(tables.text_units.flatMap(({ id, document_id }) => (document_id === gone?.id ? [id] : [])));
    const isOwn = ({ text_unit_ids }: { readonly text_unit_ids: readonly string[] }) =>
      text_unit_ids.some((id) => units.has(id));
    const entities = new Set(tables.entities.filter(isOwn).map(({ id }) => id));
    const communities = tables.communities.filter(({ entity_ids }) => entity_ids.some((id) => entities.has(id)));
    const numbers = new Set(communities.map(({ community }) => community));
    for (const [sql, own] of [
      ['FROM documents', 1],
      ['FROM text_units', units.size],
      ['FROM entities', entities.size],
      ['FROM relationships', tables.relationships.filter(isOwn).length],
      ['FROM communities', communities.length],
      ['FROM community_reports', tables.community_reports.filter(({ community }) => numbers.has(community)).length],
    ] as const) {
      const all = await counted(sql, []);
      expect(await counted(sql, left)).toBe(all - own);
      expect(await counted(sql, [])).toBe(all);
    }
    expect(await counted(`FROM text_units WHERE document_id = '${left.join()}'`, left)).toBe(0);
  });

  test('has summaries made where it names them, and only then', async () => {
    const queries = await filled();
    const summaries = vi.fn(async () => []);
    expect(await queries.sql('SELECT count(*) FROM summaries', { summaries })).toMatchObject({ count: 1 });
    expect(await queries.sql('FROM documents', { summaries })).toMatchObject({ count: documents.length });
    expect(summaries).toHaveBeenCalledTimes(1);
  });

  test('that is wrong is refused in DuckDB’s words with its line, and the next one runs', async () => {
    const queries = await filled();
    expect(await run(queries, 'SELECT title\nFROM documents\nWHERE nothing = 1')).toEqual({
      kind: 'refused',
      words: expect.stringContaining('nothing'),
      line: 3,
    });
    await expect(queries.sqlRows(0, 1)).rejects.toThrow(/Run the query again/);
    expect(await run(queries, 'SELECT count(*) FROM documents')).toMatchObject({ kind: 'result' });
  });

  test.each([
    ['SELEC title\nFROM documents', 'Parser Error: syntax error at or near "SELEC"', 1],
    ['SELECT title\nFROM documents\nWHER title = 1', 'Parser Error: syntax error at or near "title"', 3],
    ['SELECT (', 'Parser Error: syntax error at end of input', null],
  ])('that has a syntax error is told of its own text: %s', async (sql, words, line) => {
    expect(await run(await filled(), sql)).toEqual({ kind: 'refused', words, line });
  });

  test.each([
    'DROP TABLE documents',
    "COPY documents TO 'documents.csv'",
    "ATTACH 'x.db'",
    'INSTALL httpfs',
    "PRAGMA memory_limit='1MB'",
    "IMPORT DATABASE 'x'",
    'EXPLAIN ANALYZE DROP TABLE documents',
    'SELECT 1; SELECT 2',
    '-- nothing',
  ])('that is another statement than a query that reads is told so: %s', async (sql) => {
    const outcome = await run(await filled(), sql);
    expect(outcome.kind === 'refused' && inEnglish(outcome.words)).toMatch(/^Only one query that reads/);
  });

  test('can be downloaded as CSV, in which no text is a formula', async () => {
    const queries = await filled();
    await run(queries, 'SELECT title, human_readable_id AS n, NULL AS none FROM documents ORDER BY n');
    const { data } = papa.parse<string[]>(await (await queries.sqlCsv({})).text(), { skipEmptyLines: true });
    expect(data[0]).toEqual(['title', 'n', 'none']);
    expect(data.slice(1).map(([title]) => title)).toEqual([
      'beta',
      '\'=HYPERLINK("x")',
      '-5',
      "'-2+3",
      documents[4]?.title,
    ]);
  });
});

const HOSTILE = readFileSync('tests/fixtures/hostile.sql', 'utf8').trim().split('\n');

describe('a hostile query', () => {
  afterEach(async () => {
    const queries = await filled();
    expect(await run(queries, 'SELECT title FROM documents')).toMatchObject({ count: documents.length });
  });

  test.each(HOSTILE)('changes nothing, and reaches neither files nor the network: %s', async (sql) => {
    const queries = await filled();
    await run(queries, 'FROM documents');
    const before = await stateOf(database);
    expect(await run(queries, sql)).toMatchObject({ kind: 'refused' });
    expect(await stateOf(database)).toEqual(before);
  });
});

/** Settings, tables with their rows, attached databases, extensions, macros and prepared statements. */
const STATE = `SELECT name || '=' || value AS entry FROM duckdb_settings()
  UNION ALL SELECT database_name || table_name || estimated_size FROM duckdb_tables()
  UNION ALL SELECT database_name FROM duckdb_databases()
  UNION ALL SELECT extension_name FROM duckdb_extensions() WHERE loaded OR installed
  UNION ALL SELECT function_name FROM duckdb_functions() WHERE NOT internal
  UNION ALL SELECT name FROM duckdb_prepared_statements()`;

const stateOf = async (db: QueryDatabase): Promise<unknown[]> =>
  (await db.select(STATE, [])).toArray().map((row: { readonly entry: unknown }) => row.entry);

test('a query that is stopped ends the database, and the next query has a new one', async () => {
  let closed = 0;
  let boots = 0;
  const stuck: QueryDatabase = {
    ...database,
    select: (sql, parameters) =>
      sql.includes('slow') ? new Promise(() => undefined) : database.select(sql, parameters),
    close: async () => void closed++,
  };
  const queries = createTableQueries(async () => (boots++, stuck));
  await queries.load({ documents });
  const stop = new AbortController();
  const slow = queries.sql("SELECT 'slow'", { signal: stop.signal });
  setTimeout(() => stop.abort(), 20);
  await expect(slow).rejects.toMatchObject({ name: 'AbortError' });
  expect(closed).toBe(1);
  expect(await run(queries, 'SELECT count(*) FROM documents')).toMatchObject({ kind: 'result' });
  expect(boots).toBe(2);
});

test.each(SQL_EXAMPLES)('the example “$key” runs on tables with and without rows', async ({ sql }) => {
  const queries = createTableQueries(async () => database);
  await queries.load({});
  expect(await run(queries, sql)).toMatchObject({ kind: 'result' });
  const tables = QUERIED_TABLES.filter((name) => Object.hasOwn(TABLES, name));
  await queries.load(Object.fromEntries(tables.map((name) => [name, fc.sample(rowsOf(name, 6), 3).flat()])));
  expect(await run(queries, sql)).toMatchObject({ kind: 'result' });
});
