import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { curatedSample } from '../../../scripts/lib/sample-index';
import { createEngine } from '../../../src/core/engine/engine';
import type { EngineApi } from '../../../src/core/engine/api';
import type { RowTables } from '../../../src/core/tables/tables';
import type { ExportPart } from '../../../src/core/ports/interop';
import { duckdbOver, fileOf, unpacked, type NativeDuckdb } from '../../helpers/duckdb-over';
import { testEnv } from '../../helpers/engine-env';

/** Columns and types of GraphRAG 3, as its own index has them (GraphRAG A14). */
const COLUMNS: Readonly<Record<string, string>> = {
  documents:
    'id VARCHAR, human_readable_id BIGINT, title VARCHAR, text VARCHAR, text_unit_ids VARCHAR[], creation_date VARCHAR, raw_data VARCHAR',
  text_units:
    'id VARCHAR, human_readable_id BIGINT, text VARCHAR, n_tokens BIGINT, document_id VARCHAR, entity_ids VARCHAR[], relationship_ids VARCHAR[], covariate_ids VARCHAR[]',
  entities:
    'id VARCHAR, human_readable_id BIGINT, title VARCHAR, type VARCHAR, description VARCHAR, text_unit_ids VARCHAR[], frequency BIGINT, degree BIGINT',
  relationships:
    'id VARCHAR, human_readable_id BIGINT, source VARCHAR, target VARCHAR, description VARCHAR, weight DOUBLE, combined_degree BIGINT, text_unit_ids VARCHAR[]',
  communities:
    'id VARCHAR, human_readable_id BIGINT, community BIGINT, level BIGINT, parent BIGINT, children BIGINT[], title VARCHAR, entity_ids VARCHAR[], relationship_ids VARCHAR[], text_unit_ids VARCHAR[], period VARCHAR, size BIGINT',
  community_reports:
    'id VARCHAR, human_readable_id BIGINT, community BIGINT, level BIGINT, parent BIGINT, children BIGINT[], title VARCHAR, summary VARCHAR, full_content VARCHAR, rank DOUBLE, rating_explanation VARCHAR, findings STRUCT(explanation VARCHAR, summary VARCHAR)[], full_content_json VARCHAR, period VARCHAR, size BIGINT',
  covariates:
    'id VARCHAR, human_readable_id BIGINT, covariate_type VARCHAR, type VARCHAR, description VARCHAR, subject_id VARCHAR, object_id VARCHAR, status VARCHAR, start_date VARCHAR, end_date VARCHAR, source_text VARCHAR, text_unit_id VARCHAR',
};

let engine: EngineApi;
let sql: NativeDuckdb;
let tables: RowTables;
let parts: ExportPart[];
beforeAll(async () => {
  ({ tables } = await curatedSample());
  const env = testEnv();
  engine = createEngine(env);
  const { id } = await env.collections.create('Sample');
  const { tables: store } = await env.collections.open(id);
  await store.commit({ replace: tables });
  await store.close();
  await engine.open(id);
  parts = [];
  for await (const part of engine.exportAs('graphrag')) parts.push(part);
  const file = new Blob(parts.flatMap((part) => (part.kind === 'bytes' ? [part.bytes] : [])));
  sql = await duckdbOver(await unpacked(file));
}, 120_000);
afterAll(() => sql.close());

const scan = (table: string): string => `read_parquet('$folder/${table}.parquet')`;

describe('GraphRAG tables, read by a native DuckDB', () => {
  test.each(Object.keys(COLUMNS))('%s has the columns and types of GraphRAG 3, in their order', async (table) => {
    const columns = await sql.rows(`DESCRIBE SELECT * FROM ${scan(table)}`);
    expect(columns.map(({ column_name, column_type }) => `${column_name} ${column_type}`).join(', ')).toBe(
      COLUMNS[table],
    );
  });

  test('every row is there', async () => {
    for (const table of [
      'documents',
      'text_units',
      'entities',
      'relationships',
      'covariates',
      'communities',
    ] as const) {
      const [row] = await sql.rows(`SELECT count(*)::INT AS n FROM ${scan(table)}`);
      expect([table, row?.['n']]).toEqual([table, tables[table].length]);
    }
  });

  test('there is a report on every community of two members or more, with or without a model', async () => {
    const [row] = await sql.rows(`
      SELECT count(*)::INT AS n FROM ${scan('communities')} c
      LEFT JOIN ${scan('community_reports')} r USING (community) WHERE c.size > 1 AND r.full_content IS NULL`);
    expect(row?.['n']).toBe(0);
  });

  test('links lead both ways between text units and what is in them', async () => {
    for (const [table, column] of [
      ['entities', 'entity_ids'],
      ['relationships', 'relationship_ids'],
    ] as const) {
      const [row] = await sql.rows(`
        WITH there AS (SELECT id, unnest(text_unit_ids) AS unit FROM ${scan(table)}),
             back AS (SELECT unnest(${column}) AS id, id AS unit FROM ${scan('text_units')})
        SELECT (SELECT count(*) FROM there)::INT AS n,
               (SELECT count(*) FROM (FROM there EXCEPT ALL FROM back))::INT AS lost,
               (SELECT count(*) FROM (FROM back EXCEPT ALL FROM there))::INT AS added`);
      expect(row).toMatchObject({ lost: 0, added: 0 });
      expect(row?.['n']).toBeGreaterThan(100);
    }
    const [claims] = await sql.rows(`
      SELECT count(*)::INT AS n FROM ${scan('covariates')} c JOIN ${scan('text_units')} t
      ON t.id = c.text_unit_id AND list_contains(t.covariate_ids, c.id)`);
    expect(claims?.['n']).toBe(tables.covariates.length);
    const [documents] = await sql.rows(`
      SELECT count(*)::INT AS n FROM ${scan('documents')} d JOIN ${scan('text_units')} t
      ON t.document_id = d.id AND list_contains(d.text_unit_ids, t.id)`);
    expect(documents?.['n']).toBe(tables.text_units.length);
  });

  test('communities hold the relationships inside them, and the text units of these', async () => {
    const [row] = await sql.rows(`
      WITH own AS (SELECT community, list_sort(relationship_ids) AS ids FROM ${scan('communities')}),
           inside AS (SELECT c.community, list_sort(list(r.id)) AS ids FROM ${scan('communities')} c, ${scan('relationships')} r,
             ${scan('entities')} s, ${scan('entities')} t
             WHERE s.title = r.source AND t.title = r.target AND list_contains(c.entity_ids, s.id) AND list_contains(c.entity_ids, t.id)
             GROUP BY c.community)
      SELECT count(*)::INT AS n FROM inside JOIN own USING (community) WHERE own.ids <> inside.ids`);
    expect(row?.['n']).toBe(0);
  });

  test('progress never goes back and ends with everything', () => {
    const progress = parts.flatMap((part) => (part.kind === 'progress' && part.doing === 'file' ? [part] : []));
    expect(progress.every(({ done }, at) => done >= (progress[at - 1]?.done ?? 0))).toBe(true);
    expect(progress.at(-1)).toMatchObject({ done: progress[0]?.total });
  });
});

test('a stopped export ends with the reason', async () => {
  const stop = new AbortController();
  const reading = fileOf(engine.exportAs('graphrag', { signal: stop.signal }));
  stop.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

test('an unknown export is refused', async () => {
  await expect(fileOf(engine.exportAs('pdf'))).rejects.toThrow(RangeError);
});
