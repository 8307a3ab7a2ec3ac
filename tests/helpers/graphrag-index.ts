import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';

/** Versions of GraphRAG whose tables differ (GraphRAG A14). */
export const GRAPHRAG_VERSIONS = ['0', '1', '2', '3'] as const;
export type GraphRagVersion = (typeof GRAPHRAG_VERSIONS)[number];

const INK = 'Ines Varga keeps the ink works at Dunmore. She buys oak galls from Tomas Reed.';
const REED = 'Tomas Reed gathers oak galls in Harrow Wood. The wood belongs to the Abbey of Lorn.';
const ABBEY = 'The Abbey of Lorn sued Tomas Reed in 1871. Judge Hale heard the case at Dunmore.';

/** A small index of version 3 as SQL, whose upper-case names, dashed ids and 128-digit ids are such as GraphRAG makes. */
const BASE = `
CREATE TABLE documents AS SELECT * FROM (VALUES
  (repeat('d1', 64), 0, 'ink.txt', '${INK} ${REED}', ['u1', 'u2'], '2025-03-01 10:00:00 +0000', NULL::VARCHAR),
  (repeat('d2', 64), 1, 'abbey.txt', '${ABBEY}', ['u3'], '2025-03-01 10:00:00 +0000', NULL)
) t(id, human_readable_id, title, text, text_unit_ids, creation_date, raw_data);
CREATE TABLE text_units AS SELECT * FROM (VALUES
  ('u1', 0, '${INK}', 20, repeat('d1', 64), ['e1', 'e2', 'e3'], ['r1', 'r2'], []::VARCHAR[]),
  ('u2', 1, '${REED}', 21, repeat('d1', 64), ['e3', 'e4', 'e5'], ['r3', 'r4'], []),
  ('u3', 2, '${ABBEY}', 22, repeat('d2', 64), ['e2', 'e3', 'e5', 'e6'], ['r5', 'r6'], ['c1'])
) t(id, human_readable_id, text, n_tokens, document_id, entity_ids, relationship_ids, covariate_ids);
CREATE TABLE entities AS SELECT * FROM (VALUES
  ('e1', 0, 'INES VARGA', 'PERSON', 'Ines Varga keeps the ink works.', ['u1'], 1, 2, 1.5::DOUBLE, (-2.0)::DOUBLE),
  ('e2', 1, 'DUNMORE', 'GEO', 'Dunmore is a town with ink works and a court.', ['u1', 'u3'], 2, 2, 0.0, 0.0),
  ('e3', 2, 'TOMAS REED', 'PERSON', 'Tomas Reed gathers oak galls.', ['u1', 'u2', 'u3'], 3, 3, 3.0, 1.0),
  ('e4', 3, 'HARROW WOOD', 'GEO', 'Harrow Wood is where oak galls grow.', ['u2'], 1, 2, 4.0, 2.0),
  ('e5', 4, 'ABBEY OF LORN', 'ORGANIZATION', 'The Abbey of Lorn owns Harrow Wood.', ['u2', 'u3'], 2, 2, 5.0, 2.5),
  ('e6', 5, 'JUDGE HALE', 'PERSON', 'Judge Hale heard the case of 1871.', ['u3'], 1, 1, 1.0, 3.0)
) t(id, human_readable_id, title, type, description, text_unit_ids, frequency, degree, x, y);
CREATE TABLE relationships AS SELECT * FROM (VALUES
  ('r1', 0, 'INES VARGA', 'DUNMORE', 'Ines Varga keeps the ink works at Dunmore.', 8.0::DOUBLE, 4, ['u1']),
  ('r2', 1, 'INES VARGA', 'TOMAS REED', 'Ines Varga buys oak galls from Tomas Reed.', 7.0, 5, ['u1']),
  ('r3', 2, 'TOMAS REED', 'HARROW WOOD', 'Tomas Reed gathers oak galls in Harrow Wood.', 9.0, 5, ['u2']),
  ('r4', 3, 'HARROW WOOD', 'ABBEY OF LORN', 'Harrow Wood belongs to the Abbey of Lorn.', 6.0, 4, ['u2']),
  ('r5', 4, 'ABBEY OF LORN', 'TOMAS REED', 'The Abbey of Lorn sued Tomas Reed.', 9.0, 5, ['u3']),
  ('r6', 5, 'JUDGE HALE', 'DUNMORE', 'Judge Hale heard the case at Dunmore.', 5.0, 3, ['u3'])
) t(id, human_readable_id, source, target, description, weight, combined_degree, text_unit_ids);
CREATE TABLE communities AS SELECT * FROM (VALUES
  ('k0', 0, 0, 0, -1, [1, 2]::BIGINT[], 'Community 0', ['e1', 'e2', 'e3', 'e4', 'e5', 'e6'], ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'], ['u1', 'u2', 'u3'], '2025-03-02', 6),
  ('k1', 1, 1, 1, 0, []::BIGINT[], 'Community 1', ['e1', 'e2', 'e6'], ['r1', 'r6'], ['u1', 'u3'], '2025-03-02', 3),
  ('k2', 2, 2, 1, 0, []::BIGINT[], 'Community 2', ['e3', 'e4', 'e5'], ['r3', 'r4', 'r5'], ['u2', 'u3'], '2025-03-02', 3)
) t(id, human_readable_id, community, level, parent, children, title, entity_ids, relationship_ids, text_unit_ids, period, size);
CREATE TABLE community_reports AS SELECT 'report' || community AS id, community AS human_readable_id, community, level, parent, children,
  'Report ' || community AS title, 'Summary of community ' || community || '.' AS summary,
  '# Report ' || community || chr(10) || chr(10) || 'Oak galls and a lawsuit.' AS full_content, 7.5::DOUBLE AS rank,
  'It moved a town.' AS rating_explanation,
  [{explanation: 'Tomas Reed was sued [Data: Entities (2); Relationships (4, +more)].', summary: 'A lawsuit'}] AS findings,
  '{"title": "Report"}' AS full_content_json, period, size FROM communities;
CREATE TABLE covariates AS SELECT 'c1' AS id, 0::BIGINT AS human_readable_id, 'claim' AS covariate_type, 'LAWSUIT' AS type,
  'The Abbey of Lorn sued Tomas Reed.' AS description, 'ABBEY OF LORN' AS subject_id, 'TOMAS REED' AS object_id, 'TRUE' AS status,
  '1871-01-01T00:00:00' AS start_date, '1871-12-31T00:00:00' AS end_date, 'The Abbey of Lorn sued Tomas Reed in 1871.' AS source_text,
  'u3' AS text_unit_id;
CREATE TABLE nodes AS SELECT e.id, e.human_readable_id, e.title, c.community, c.level, e.degree, e.x, e.y
  FROM entities e JOIN communities c ON list_contains(c.entity_ids, e.id);
`;

type Columns = Readonly<Record<string, string>>;

/** The select list of each table in a version, by A14. Whole numbers are BIGINT. */
const CURRENT: Columns = {
  documents: '*',
  text_units: '*',
  entities: '* EXCLUDE (x, y)',
  relationships: '*',
  communities: '*',
  community_reports: '*',
  covariates: '*',
};
const SECOND: Columns = {
  ...CURRENT,
  documents: '* EXCLUDE raw_data, raw_data AS metadata',
  text_units: '* EXCLUDE document_id, [document_id] AS document_ids',
  entities: '*',
};
const FIRST: Columns = {
  ...SECOND,
  documents: 'id, human_readable_id + 1 AS human_readable_id, title, text, text_unit_ids, NULL::VARCHAR AS attributes',
  entities: 'id, human_readable_id, title, type, description, text_unit_ids',
  communities: '* EXCLUDE children',
  community_reports: '* EXCLUDE (children, rating_explanation), rating_explanation AS rank_explanation',
  nodes: '*',
};
const ZEROTH: Columns = {
  ...FIRST,
  documents: 'id, title, text AS raw_content, text_unit_ids',
  text_units: 'id, text, n_tokens, [document_id] AS document_ids, entity_ids, relationship_ids',
  entities:
    'id, human_readable_id, title AS name, type, description, text_unit_ids, [0.5, 0.25]::DOUBLE[] AS description_embedding',
  relationships: '* EXCLUDE combined_degree, combined_degree AS rank',
  communities: 'community::VARCHAR AS id, title, level, relationship_ids, text_unit_ids',
  community_reports:
    'id, community::VARCHAR AS community, level, title, summary, full_content, rank, rating_explanation AS rank_explanation, findings, full_content_json',
};
const VERSIONS: Readonly<Record<GraphRagVersion, Columns>> = { '0': ZEROTH, '1': FIRST, '2': SECOND, '3': CURRENT };

/** The files of a small index as a version of GraphRAG writes them, by a native DuckDB. `sql` changes the tables first. */
export async function graphRagFiles(
  version: GraphRagVersion,
  sql = '',
): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const folder = await mkdtemp(join(tmpdir(), 'burrow-graphrag-'));
  const connection = await DuckDBConnection.create();
  try {
    await connection.run(BASE);
    for (const table of ['documents', 'text_units', 'entities', 'relationships', 'communities', 'covariates'])
      await connection.run(`ALTER TABLE ${table} ALTER human_readable_id TYPE BIGINT`);
    if (sql) await connection.run(sql);
    const prefix = version === '0' || version === '1' ? 'create_final_' : '';
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const [table, columns] of Object.entries(VERSIONS[version])) {
      const name = `${prefix}${table}.parquet`;
      await connection.run(`COPY (SELECT ${columns} FROM ${table}) TO '${join(folder, name)}' (FORMAT parquet)`);
      files.set(`output/${name}`, new Uint8Array(await readFile(join(folder, name))));
    }
    return files;
  } finally {
    connection.closeSync();
    await rm(folder, { recursive: true });
  }
}
