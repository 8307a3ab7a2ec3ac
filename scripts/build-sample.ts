import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { encodeCollection } from './lib/encode-collection';
import { createParquetCodec } from '../src/adapters/storage/arrow/parquet';
import { CURATED } from './lib/gold-records';
import { curatedSample, SAMPLE_DAY } from './lib/sample-index';

const TARGET = 'public/sample/sample.burrow';

/** The saved copy that *Open the sample* opens, made from the gold standard by the pipeline's own steps. */
async function buildSample(): Promise<Uint8Array> {
  const { tables, counters, sources } = await curatedSample();
  const codec = createParquetCodec(await import('parquet-wasm'));
  return encodeCollection(codec, {
    name: 'The Green Night (sample)',
    created: Date.parse(SAMPLE_DAY),
    tables,
    state: { method: CURATED, counters, derived: true },
    sources,
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const bytes = await buildSample();
  await writeFile(TARGET, bytes);
  console.log(`${TARGET}: ${String(Math.round(bytes.length / 1000))} kB`);
}
