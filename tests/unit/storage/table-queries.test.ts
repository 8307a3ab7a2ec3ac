import type { QueryDatabase } from '../../../src/adapters/storage/duckdb/query-database';
import { nodeDuckdb } from '../../helpers/node-duckdb';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTableQueries } from '../../../src/adapters/storage/duckdb/table-queries';
import type { TableQueries, TableQuery } from '../../../src/core/ports/collections';
import type { Column } from '../../../src/core/tables/schema';
import { TABLES, type CommunityReportRow, type DocumentRow } from '../../../src/core/tables/tables';
import { collect } from '../../helpers/engine-env';
import { rowsOf } from './arbitrary-rows';
import { documentRow } from './rows';

let database: QueryDatabase;
beforeAll(async () => {
  database = await nodeDuckdb();
}, 120_000);

const titles = ['beta', 'Alpha', '100 %', '100 x', "O'Brien", 'under_score', 'underXscore', '大穴熊', 'Ärger'];
const documents: readonly DocumentRow[] = titles.map((title, at) => ({
  ...documentRow(`d${at}`),
  human_readable_id: at,
  title,
  byte_size: 2 ** 40 + at,
  source_row: at % 2 === 0 ? at : null,
  text_unit_ids: title === 'beta' ? ['unit one', 'unit two'] : [],
}));

const query = (changes: Partial<TableQuery>): TableQuery => ({
  table: 'documents',
  columns: ['title'],
  offset: 0,
  limit: 50,
  ...changes,
});

async function filled(): Promise<TableQueries> {
  const queries = createTableQueries(async () => database);
  await queries.load({ documents });
  return queries;
}

async function titlesOf(changes: Partial<TableQuery>): Promise<unknown[]> {
  const { rows } = await (await filled()).page(query(changes));
  return rows.map((row) => row['title']);
}

test('what is forgotten is no longer held, and the next tables are asked in another database', async () => {
  let [begun, ended] = [0, 0];
  const queries = createTableQueries(async () => {
    begun++;
    return { ...(await nodeDuckdb()), close: async () => void ended++ };
  });
  await queries.load({ documents });
  expect((await queries.page(query({}))).total).toBe(titles.length);
  await queries.sql('SELECT 1', {});
  await queries.forget();
  expect(ended).toBe(1);
  await expect(queries.sqlRows(0, 1)).rejects.toThrow();
  expect(begun).toBe(1);
  await queries.load({ documents: documents.slice(0, 2) });
  expect((await queries.page(query({}))).total).toBe(2);
  expect([begun, ended]).toEqual([2, 1]);
});

describe('a page of a table', () => {
  test('shows numbers, lists and nulls as plain values', async () => {
    const columns = ['title', 'byte_size', 'source_row', 'text_unit_ids'];
    const { rows, total } = await (await filled()).page(query({ columns, limit: 2 }));
    expect(total).toBe(titles.length);
    expect(rows).toEqual([
      { title: 'beta', byte_size: 2 ** 40, source_row: 0, text_unit_ids: ['unit one', 'unit two'] },
      { title: 'Alpha', byte_size: 2 ** 40 + 1, source_row: null, text_unit_ids: [] },
    ]);
  });

  test.each([
    ['brien', ["O'Brien"]],
    ['100 %', ['100 %']],
    ['r_s', ['under_score']],
    ['\\', []],
    ['ALPHA', ['Alpha']],
    ['ärger', ['Ärger']],
    ['穴', ['大穴熊']],
    ["'; DROP TABLE documents; --", []],
  ])('with the filter %s holds only rows with these very words', async (filter, expected) => {
    expect(await titlesOf({ filter })).toEqual(expected);
  });

  test('filters lists of words too, and only in the columns asked for', async () => {
    expect(await titlesOf({ columns: ['title', 'text_unit_ids'], filter: 'UNIT TWO' })).toEqual(['beta']);
    expect(await titlesOf({ columns: ['title'], filter: 'unit two' })).toEqual([]);
  });

  test('holds only rows with one of some values where these are given, together with a filter', async () => {
    expect(await titlesOf({ among: { column: 'id', values: ['d4', 'd1', 'none'] } })).toEqual(['Alpha', "O'Brien"]);
    expect(await titlesOf({ among: { column: 'human_readable_id', values: ['1', '4'] }, filter: 'al' })).toEqual([
      'Alpha',
    ]);
    expect(await titlesOf({ among: { column: 'title', values: ["O'Brien", "') OR true --"] } })).toEqual(["O'Brien"]);
    expect(await titlesOf({ among: { column: 'id', values: [] } })).toEqual([]);
    const many = Array.from({ length: 2500 }, (_, at) => `d${String(at + 3)}`);
    expect(await titlesOf({ among: { column: 'id', values: many } })).toEqual(titles.slice(3));
  });

  test('sorts text without regard to case, lists by length and nulls last, in both directions', async () => {
    const byTitle = await titlesOf({ sort: { column: 'title', descending: false }, filter: 'a' });
    expect(byTitle).toEqual(['Alpha', 'beta']);
    expect((await titlesOf({ sort: { column: 'text_unit_ids', descending: true } }))[0]).toBe('beta');
    for (const descending of [true, false]) {
      const columns = ['source_row'];
      const { rows } = await (await filled()).page(query({ columns, sort: { column: 'source_row', descending } }));
      expect(rows.at(-1)?.['source_row']).toBeNull();
    }
  });

  test('follows another page without a row lost or shown twice', async () => {
    const sort = { column: 'text_unit_ids', descending: false };
    const queries = await filled();
    const pages = await Promise.all([0, 3, 6].map((offset) => queries.page(query({ sort, offset, limit: 3 }))));
    expect(pages.flatMap(({ rows }) => rows.map((row) => row['title'])).sort()).toEqual([...titles].sort());
  });

  test('beyond the end is empty but knows the total', async () => {
    expect(await (await filled()).page(query({ offset: 900 }))).toEqual({ rows: [], total: titles.length });
  });

  test('of a table that was replaced shows the new rows', async () => {
    const queries = await filled();
    await queries.page(query({}));
    await queries.load({ documents: documents.slice(0, 1) });
    expect((await queries.page(query({}))).total).toBe(1);
    await queries.load({});
    expect((await queries.page(query({}))).total).toBe(0);
  });

  test('shows findings as objects', async () => {
    const [sampled] =
      fc.sample(
        rowsOf('community_reports').filter((rows) => rows.length > 0),
        1,
      )[0] ?? [];
    const findings = [{ explanation: 'long', summary: 'short' }];
    const queries = createTableQueries(async () => database);
    await queries.load({ community_reports: [{ ...(sampled as CommunityReportRow), findings }] });
    const page = await queries.page(query({ table: 'community_reports', columns: ['findings'] }));
    expect(page.rows).toEqual([{ findings }]);
  });
});

describe('all rows of a table', () => {
  const many: readonly DocumentRow[] = Array.from({ length: 4500 }, (_, at) => ({
    ...documentRow(`m${String(at)}`),
    human_readable_id: at,
    title: at % 3 === 0 ? `Harbour ${String(at)}` : `Mill ${String(at)}`,
    byte_size: 10_000 - at,
  }));
  const wanted = {
    table: 'documents',
    columns: ['title', 'byte_size', 'text_unit_ids'],
    filter: 'harbour',
    sort: { column: 'byte_size', descending: false },
  } as const;
  const opened = async (rows = many): Promise<TableQueries> => {
    const queries = createTableQueries(async () => database);
    await queries.load({ documents: rows });
    return queries;
  };

  test('come in parts, filtered and sorted as a page of them is', async () => {
    const parts = await collect((await opened()).rows({ ...wanted, filter: '' }));
    expect(parts.map(({ rows, total }) => [rows.length, total])).toEqual([
      [2000, 4500],
      [2000, 4500],
      [500, 4500],
    ]);
    const rows = (await collect((await opened()).rows(wanted))).flatMap((part) => part.rows);
    expect(rows).toHaveLength(1500);
    expect(rows[0]).toEqual({ title: 'Harbour 4497', byte_size: 5503, text_unit_ids: [] });
    expect(rows.at(-1)).toEqual({ title: 'Harbour 0', byte_size: 10_000, text_unit_ids: [] });
  });

  test('stay those of the beginning while the table changes and pages are shown', async () => {
    const queries = await opened();
    const seen: unknown[] = [];
    for await (const { rows } of queries.rows({ ...wanted, filter: '' })) {
      seen.push(...rows);
      await queries.load({ documents });
      expect((await queries.page(query({}))).total).toBe(titles.length);
    }
    expect(seen).toHaveLength(4500);
  });

  test('end where the signal aborts, and leave nothing in the database', async () => {
    const stop = new AbortController();
    const rows = (await opened()).rows({ ...wanted, filter: '' }, { signal: stop.signal });
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const part of rows) {
        seen.push(...part.rows);
        stop.abort(new Error('stopped by a person'));
      }
    })();
    await expect(reading).rejects.toThrow('stopped by a person');
    expect(seen).toHaveLength(2000);
    const left = await database.select("SELECT count(*) AS n FROM duckdb_tables() WHERE table_name LIKE 'export%'", []);
    expect(Number(left.getChild('n')?.get(0))).toBe(0);
  });

  test('are refused for a column that is not declared', async () => {
    await expect(collect((await opened()).rows({ ...wanted, columns: ['1'] }))).rejects.toThrow('no such column');
  });
});

test.each([
  [{ columns: ['title", (SELECT 1) AS "x'] }],
  [{ columns: ['toString'] }],
  [{ columns: [] }],
  [{ sort: { column: '1; DROP TABLE documents', descending: false } }],
  [{ among: { column: 'id") OR (true', values: ['d1'] } }],
  [{ table: 'sqlite_master' as 'documents' }],
  [{ offset: -1 }],
  [{ limit: 0.5 }],
])('a query outside the declared tables is refused before any SQL runs: %j', async (changes) => {
  const queries = createTableQueries(() => Promise.reject(new Error('booted')));
  await expect(queries.page(query(changes))).rejects.toThrow(/no such|cannot be shown/);
});

const TABLE_NAMES = [
  'documents',
  'text_units',
  'entities',
  'relationships',
  'communities',
  'community_reports',
] as const;
test.each(TABLE_NAMES)('every column of %s can be shown, sorted and filtered', async (table) => {
  const columns = Object.keys(TABLES[table]);
  const rows = fc.sample(rowsOf(table, 6), 5).flat();
  const queries = createTableQueries(async () => database);
  await queries.load({ [table]: rows });
  for (const [column, { type }] of Object.entries(TABLES[table]) as [string, Column][]) {
    const page = await queries.page(query({ table, columns, sort: { column, descending: true }, filter: '' }));
    expect(page.total).toBe(rows.length);
    if (type === 'int') expect(typeof (page.rows[0]?.[column] ?? 0)).toBe('number');
  }
});

test('the database starts at the first page and starts again after it failed', async () => {
  let boots = 0;
  const queries = createTableQueries(async () => {
    boots++;
    if (boots === 1) throw new Error('no memory');
    return { ...database, close: async () => undefined };
  });
  await queries.load({ documents });
  expect(boots).toBe(0);
  await expect(queries.page(query({}))).rejects.toThrow('no memory');
  expect((await queries.page(query({}))).total).toBe(titles.length);
  expect(boots).toBe(2);
});

test('the database can be started ahead of the first page, and one that failed then starts again with that page', async () => {
  let boots = 0;
  const queries = createTableQueries(async () => {
    boots++;
    if (boots === 1) throw new Error('no memory');
    return { ...database, close: async () => undefined };
  });
  await queries.load({ documents });
  await queries.start();
  expect(boots).toBe(1);
  expect((await queries.page(query({}))).total).toBe(titles.length);
  await queries.start();
  expect(boots).toBe(2);
});

test('no extension can be loaded or installed by SQL', async () => {
  const settings = await database.select(
    "SELECT count(*) AS n FROM duckdb_settings() WHERE name LIKE 'auto%_known_extensions' AND value = 'false'",
    [],
  );
  expect(Number(settings.toArray()[0]?.toJSON()['n'])).toBe(2);
});
