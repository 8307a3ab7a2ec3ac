import * as parquetWasm from 'parquet-wasm';
import { createParquetCodec } from '../../src/adapters/storage/arrow/parquet';
import { COPY_LIMITS, openCopy, type OpenedCopy } from '../../src/adapters/storage/collections/copy-file';
import { parseHead } from '../../src/adapters/storage/collections/copy-records';
import { MANIFEST, parseManifest, pathOf } from '../../src/adapters/storage/collections/manifest';
import { decodeShard } from '../../src/adapters/storage/collections/table-shards';
import type { PublishedCollection } from '../../src/core/hosted/publish-index';
import { EMPTY_TABLES, fillTables, INDEX_TABLE_NAMES, withTexts } from '../../src/core/index/index-tables';

/** The collection in a saved copy, with every table as it is in memory; outside a browser. Throws ParseError for a file that is no copy. */
export async function readCollection(copy: Blob): Promise<PublishedCollection> {
  const codec = createParquetCodec(parquetWasm);
  const opened = await openCopy(copy);
  try {
    const { name, created, shards } = { ...parseManifest(await bytesOf(opened, MANIFEST)) };
    const head = parseHead(await bytesOf(opened, 'burrow.json'));
    const tables: Record<string, unknown[]> = {};
    for (const table of INDEX_TABLE_NAMES) {
      const rows: unknown[] = (tables[table] = []);
      for (const shard of shards[table] ?? []) {
        for (const row of await decodeShard(codec, table, shard, await bytesOf(opened, pathOf(shard.file))))
          rows.push(row);
      }
    }
    return { name: head.name || name, created, tables: fillTables(withTexts({ ...EMPTY_TABLES, ...tables })) };
  } finally {
    await opened.close();
  }
}

const bytesOf = async (opened: OpenedCopy, path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await opened.read(path, COPY_LIMITS.tableBytes)).arrayBuffer());
