import { degreeLinkers } from '../../src/core/graph/derive/degrees';
import { EMPTY_TABLES, linkTables } from '../../src/core/index/index-tables';
import type { Conversation } from '../../src/core/conversations/conversations';
import type { IndexState } from '../../src/core/ports/index-state';
import { TABLES, type TableName, type TableRow } from '../../src/core/tables/tables';
import { sha256Bytes } from '../../src/adapters/browser-env';
import { type CopyFile, encodeCopy } from '../../src/adapters/storage/collections/copies/copy-file';
import { conversationsBytes, copyHead } from '../../src/adapters/storage/collections/copies/copy-records';
import {
  EMPTY_STATE,
  emptyManifest,
  MANIFEST,
  manifestBytes,
  type Shard,
  SOURCES_FOLDER,
  TABLES_FOLDER,
} from '../../src/adapters/storage/collections/manifest/manifest';
import type { ParquetCodec } from '../../src/adapters/storage/arrow/parquet';
import { shardEncoder } from '../../src/adapters/storage/collections/shards/table-shards';

/** A collection made from nothing, outside a browser. */
interface NewCollection {
  readonly name: string;
  readonly created: number;
  readonly tables: { readonly [N in TableName]?: readonly TableRow<N>[] };
  readonly state?: Partial<IndexState>;
  readonly sources: readonly Uint8Array[];
  readonly conversations?: readonly Conversation[];
}

/** The collection as the bytes of a saved copy. */
export async function encodeCollection(codec: ParquetCodec, collection: NewCollection): Promise<Uint8Array> {
  const copy = await encodeCopy(collectionFiles(codec, collection));
  return new Uint8Array(await copy.arrayBuffer());
}

async function* collectionFiles(codec: ParquetCodec, collection: NewCollection): AsyncGenerator<CopyFile> {
  const { name, created, state, sources, conversations = [] } = collection;
  const linked = linkTables({ ...EMPTY_TABLES, ...collection.tables });
  const relationships = linked.relationships.map(degreeLinkers(linked.relationships).relationships);
  const tables = { ...linked, relationships };
  const encode = shardEncoder(codec, 1, { keepDerived: true });
  const shards: Partial<Record<TableName, Shard[]>> = {};
  for (const table of Object.keys(TABLES) as TableName[]) {
    for await (const { shard, bytes } of encode(table, (tables[table] ?? []) as never)) {
      (shards[table] ??= []).push(shard);
      yield { path: `${TABLES_FOLDER}/${shard.file}`, bytes };
    }
  }
  for (const bytes of sources) yield { path: `${SOURCES_FOLDER}/${await sha256Bytes(bytes)}`, bytes };
  const manifest = { ...emptyManifest(name, created), generation: 1, shards, state: { ...EMPTY_STATE, ...state } };
  yield { path: 'burrow.json', bytes: copyHead(name, created) };
  yield { path: MANIFEST, bytes: manifestBytes(manifest) };
  yield { path: 'conversations.json', bytes: conversationsBytes(conversations) };
}
