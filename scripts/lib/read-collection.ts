import * as parquetWasm from 'parquet-wasm';
import { createParquetCodec } from '../../src/adapters/storage/arrow/parquet';
import { COPY_LIMITS, openCopy, type OpenedCopy } from '../../src/adapters/storage/collections/copies/copy-file';
import { parseHead } from '../../src/adapters/storage/collections/copies/copy-records';
import {
  MANIFEST,
  parseManifest,
  pathOf,
  type Manifest,
} from '../../src/adapters/storage/collections/manifest/manifest';
import { decodeShard } from '../../src/adapters/storage/collections/shards/table-shards';
import { decodeVectors } from '../../src/adapters/storage/collections/vector-files';
import type { PublishedCollection } from './publish-index';
import type { EmbeddedRows, PublishedVectors } from './publish-vectors';
import { HOSTED_FIELDS } from '../../src/core/hosted/vector-blocks';
import { EMPTY_TABLES, fillTables, INDEX_TABLE_NAMES, withTexts } from '../../src/core/index/index-tables';
import { SUMMARIES_STEP, treeChoices } from '../../src/core/raptor/summary-tree';
import { byteVectors, joinRows, type ByteVectors } from '../../src/core/vectors/byte-vectors';

/** The collection in a saved copy, with every table as it is in memory; outside a browser. Throws ParseError for a file that is no copy. */
export async function readCollection(copy: Blob): Promise<PublishedCollection> {
  const codec = createParquetCodec(parquetWasm);
  const opened = await openCopy(copy);
  try {
    const manifest = parseManifest(await bytesOf(opened, MANIFEST));
    const { name, created, shards } = manifest;
    const head = parseHead(await bytesOf(opened, 'burrow.json'));
    const tables: Record<string, unknown[]> = {};
    for (const table of INDEX_TABLE_NAMES) {
      const rows: unknown[] = (tables[table] = []);
      for (const shard of shards[table] ?? []) {
        for (const row of await decodeShard(codec, table, shard, await bytesOf(opened, pathOf(shard.file))))
          rows.push(row);
      }
    }
    const vectors = await readVectors(opened, manifest);
    const filled = fillTables(withTexts({ ...EMPTY_TABLES, ...tables }));
    const shape = treeChoices(manifest.state.parameters[SUMMARIES_STEP]);
    return { name: head.name || name, created, tables: filled, treeChoices: shape, ...(vectors && { vectors }) };
  } finally {
    await opened.close();
  }
}

/** The vectors of the embedder that the collection was last embedded with; undefined where it was never. */
async function readVectors(
  opened: OpenedCopy,
  { state, vectors = [] }: Manifest,
): Promise<PublishedVectors | undefined> {
  if (!state.embedding) return undefined;
  const { model, title, dims } = state.embedding;
  const fields: Record<string, EmbeddedRows> = {};
  for (const field of HOSTED_FIELDS) {
    const own = vectors.filter((shard) => shard.field === field && shard.model === model && shard.dims === dims);
    const [ids, hashes, parts]: [string[], string[], ByteVectors[]] = [[], [], []];
    for (const shard of own) {
      const rows = await decodeVectors(shard, await bytesOf(opened, pathOf(shard.file)));
      for (const id of rows.ids) ids.push(id);
      for (const hash of rows.hashes) hashes.push(hash);
      parts.push(byteVectors(rows.vectors, dims));
    }
    if (ids.length > 0) fields[field] = { ids, hashes, vectors: joinRows(parts, dims) };
  }
  return { model, title, dims, fields };
}

const bytesOf = async (opened: OpenedCopy, path: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await opened.read(path, COPY_LIMITS.tableBytes)).arrayBuffer());
