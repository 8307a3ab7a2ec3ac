import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphTables } from '../../../src/core/ports/interop';
import { duckdbOver, unpacked } from '../duckdb-over';
import { exported, inUtf8, type ExportReader } from './exported';
import { compareFacts, factsOf, type Facts } from './facts';
import { inFolder, isInstalled, run } from './programs';

/** GraphRAG's tables as the native DuckDB reads them. */
export const duckdbParquet: ExportReader = {
  ...{ format: 'graphrag', program: 'DuckDB', isSmall: true },
  isThere: () => true,
  read: async (tables) => {
    const sql = await duckdbOver(await unpacked(await exported('graphrag', tables)));
    const rows = async (table: string): Promise<[string, Record<string, unknown>][]> =>
      (await sql.rows(`SELECT * FROM '$folder/${table}.parquet'`)).map((row) => [String(row['id']), flat(row)]);
    const after = parquetFacts(await rows('entities'), await rows('relationships'), await rows('text_units'));
    const [version] = await sql.rows('SELECT version() AS v');
    await sql.close();
    return [
      {
        format: 'graphrag',
        reader: `DuckDB ${String(version?.['v'])}`,
        passage: compareFacts(parquetBefore(tables), after, inUtf8),
      },
    ];
  },
};

/** Values of a row as text or numbers; a list is JSON. */
const flat = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ||
      typeof value === 'bigint' ||
      (/^\d+$/u.test(String(value)) && PARQUET_NUMBERS.has(name))
        ? Number(value)
        : typeof value === 'string'
          ? value
          : JSON.stringify(value),
    ]),
  );

const PARQUET_NUMBERS = new Set(['human_readable_id', 'frequency', 'degree', 'combined_degree', 'n_tokens']);

const parquetFacts = (...tables: readonly (readonly (readonly [string, Record<string, unknown>])[])[]): Facts =>
  new Map(['node', 'edge', 'unit'].flatMap((kind, at) => [...factsOf(kind, tables[at] ?? [])]));

/** The columns that GraphRAG knows, of three tables. */
function parquetBefore({ entities, relationships, text_units }: GraphTables): Facts {
  const pick = (row: object, names: readonly string[]): [string, Record<string, unknown>] => {
    const values = row as Readonly<Record<string, unknown>>;
    return [String(values['id']), flat(Object.fromEntries(names.map((name) => [name, values[name]])))];
  };
  const entity = ['human_readable_id', 'title', 'type', 'description', 'text_unit_ids', 'frequency', 'degree'];
  const edge = ['human_readable_id', 'source', 'target', 'description', 'weight', 'combined_degree', 'text_unit_ids'];
  return parquetFacts(
    entities.map((row) => pick(row, entity)),
    relationships.map((row) => pick(row, edge)),
    text_units.map((row) => pick(row, ['text', 'n_tokens', 'document_id', 'entity_ids'])),
  );
}

const POLARS = '0.26.1';
const READ_WITH_POLARS = `
  import pl from 'nodejs-polars';
  const tables = ['entities', 'relationships', 'text_units'].map((name) => pl.readParquet(name + '.parquet').toRecords());
  process.stdout.write(JSON.stringify(tables));
`;

/** GraphRAG's tables as Polars reads them. Its package is too large for the tests: it is fetched into a folder of its own. */
export const polarsParquet: ExportReader = {
  ...{ format: 'graphrag', program: 'Polars', isSmall: false },
  isThere: () => isInstalled('npm'),
  read: (tables) =>
    inFolder(async (folder) => {
      const packages = [`nodejs-polars@${POLARS}`, `nodejs-polars-${process.platform}-${process.arch}-gnu@${POLARS}`];
      run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...packages]);
      for (const [path, bytes] of await unpacked(await exported('graphrag', tables)))
        writeFileSync(join(folder, path), bytes);
      writeFileSync(join(folder, 'read.mjs'), READ_WITH_POLARS.replaceAll("name + '", `'${folder}/' + name + '`));
      const read = JSON.parse(run(process.execPath, [join(folder, 'read.mjs')])) as Record<string, unknown>[][];
      const rows = read.map((table) =>
        table.map((row): [string, Record<string, unknown>] => [String(row['id']), flat(row)]),
      );
      const passage = compareFacts(parquetBefore(tables), parquetFacts(...rows), inUtf8);
      return [{ format: 'graphrag', reader: `Polars (nodejs-polars ${POLARS})`, passage }];
    }),
};
