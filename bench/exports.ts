// smoke: 200
import * as parquetWasm from 'parquet-wasm';
import { EXPORT_FORMATS } from '../src/adapters/interop/formats';
import { exportWriter } from '../src/adapters/interop/write-export';
import { createParquetCodec } from '../src/adapters/storage/arrow/parquet';
import { filledTables } from '../src/core/index/filled-tables';
import type { GraphTables } from '../src/core/ports/interop';
import { finish } from '../src/core/work';
import { madeUpIndex } from './lib/made-up-index';

/**
 * Writes every export of a made-up index of 100,000 entities and 300,000 relationships. Measures seconds, bytes and the most memory of the
 * process beyond the tables themselves. Run: npx tsx --expose-gc bench/exports.ts [entities] [format …]
 */

const MOST_SECONDS = 10;
const MOST_MEMORY = 1e9;

const [size = '100000', ...names] = process.argv.slice(2);
const entities = Number(size);
const { tables, claims } = madeUpIndex(
  { textUnits: entities / 4, entities, relationships: 3 * entities, reports: entities / 20 },
  0,
);
const all: GraphTables = finish(
  filledTables({
    documents: tables.documents,
    text_units: tables.textUnits,
    entities: tables.entities,
    relationships: [...tables.relationships],
    communities: tables.communities,
    community_reports: tables.communityReports,
    covariates: claims,
    summaries: [],
  }),
);

const clock = { now: () => performance.now(), yield: () => new Promise<void>((resolve) => setImmediate(resolve)) };
const codec = createParquetCodec(parquetWasm);
const writer = exportWriter({ parquet: async () => ({ codec, release: () => undefined }), clock });

console.log(
  `${String(entities)} entities, ${String(all.relationships.length)} relationships, ${String(all.text_units.length)} text units, ${String(all.community_reports.length)} reports`,
);
console.log(`${'export'.padEnd(10)} seconds       MB   memory beyond the tables, MB`);
for (const { name } of EXPORT_FORMATS.filter((format) => names.length === 0 || names.includes(format.name))) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const start = performance.now();
  let [bytes, most] = [0, 0];
  for await (const part of writer.write(name, all)) {
    if (part.kind === 'bytes') bytes += part.bytes.size;
    most = Math.max(most, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - start) / 1000;
  const memory = most - before;
  const late = seconds > MOST_SECONDS || memory > MOST_MEMORY ? '  over the target' : '';
  const figures = [
    seconds.toFixed(1).padStart(7),
    (bytes / 1e6).toFixed(0).padStart(8),
    (memory / 1e6).toFixed(0).padStart(8),
  ];
  console.log(`${name.padEnd(10)} ${figures.join(' ')}${late}`);
}
