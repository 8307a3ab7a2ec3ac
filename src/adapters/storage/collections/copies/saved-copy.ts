import { StorageError } from '../../../../core/errors';
import { message } from '../../../../core/message';
import type { Conversation } from '../../../../core/conversations/conversations';
import type { DocumentRow, TableName, TableRow, TextUnitRow } from '../../../../core/tables/tables';
import { sha256Bytes } from '../../../browser-env';
import { type CopyFile, encodeCopy } from './copy-file';
import { conversationsBytes, copyHead } from './copy-records';
import { type FileStore, inFolder } from '../../opfs/file-store';
import { pinGeneration } from '../generations';
import {
  isHash,
  MANIFEST,
  type Manifest,
  manifestBytes,
  type Shard,
  SOURCES_FOLDER,
  lastNumber,
  pathOf,
} from '../manifest/manifest';
import type { ParquetCodec } from '../../arrow/parquet';
import { type StorageContext, withCodec } from '../../storage-context';
import { communityLinker } from '../../../../core/graph/communities/community-links';
import { soundHierarchy } from '../../../../core/graph/communities/sound-hierarchy';
import { degreeLinkers } from '../../../../core/graph/derive/degrees';
import { documentLinker, textFiller, textUnitLinker } from '../../../../core/index/index-tables';
import { currentRows } from '../shards/current-rows';
import { decodeShard, encodeShard, type EncodedShard, shardEncoder } from '../shards/table-shards';

/** The newest generation of a collection as one file, with derived columns filled, sources and conversations. Commits may happen at the same time. */
export async function saveCopy(
  context: StorageContext,
  id: string,
  conversations: readonly Conversation[],
): Promise<Blob> {
  const files = inFolder(context.files, id);
  const { manifest, release } = await pinGeneration(files, context.locks, id);
  try {
    return await withCodec(context, (codec) => encodeCopy(filesToSave(files, codec, manifest, conversations)));
  } finally {
    release();
  }
}

async function* filesToSave(
  files: FileStore,
  codec: ParquetCodec,
  manifest: Manifest,
  conversations: readonly Conversation[],
): AsyncGenerator<CopyFile> {
  const read = (shard: Shard) => readWhole(files, shard);
  const shards: Partial<Record<TableName, Shard[]>> = {};
  const { pending, failed, offered = [] } = manifest.state;
  const named = new Set([...pending, ...failed, ...offered].map(({ byte_hash }) => byte_hash));
  yield { path: 'burrow.json', bytes: copyHead(manifest.name, manifest.created) };
  yield { path: 'conversations.json', bytes: conversationsBytes(conversations) };
  for await (const { table, shard, bytes } of linkShards(codec, manifest.shards, read, named)) {
    (shards[table] ??= []).push(shard);
    yield { path: pathOf(shard.file), bytes };
  }
  for (const shard of manifest.vectors ?? []) yield { path: pathOf(shard.file), bytes: await read(shard) };
  yield { path: MANIFEST, bytes: manifestBytes({ ...manifest, shards, purge: false, retired: [] }) };
  // An original of a document that has just been deleted may not be swept yet.
  for (const { name } of await files.list(SOURCES_FOLDER)) {
    const source = named.has(name) && isHash(name) ? await files.open(`${SOURCES_FOLDER}/${name}`) : undefined;
    if (source) yield { path: `${SOURCES_FOLDER}/${name}`, bytes: source };
  }
}

async function readWhole(files: FileStore, shard: Shard): Promise<Uint8Array> {
  const bytes = await files.read(pathOf(shard.file));
  if (bytes && (await sha256Bytes(bytes)) === shard.sha256) return bytes;
  throw new StorageError(message`The copy was not made, because the file ${shard.file} is damaged.`, {
    detail: shard.file,
  });
}

/** A file of a table as it goes into a saved copy. */
interface CopiedShard extends EncodedShard {
  readonly table: TableName;
}

/**
 * The files of all tables, without patches. Those with derived columns are written again with these filled, so that other tools can join them.
 * One file is in memory at a time, and of all rows only what links are made of. `originals` gets the hashes that documents name.
 */
async function* linkShards(
  codec: ParquetCodec,
  shards: Manifest['shards'],
  readBytes: (shard: Shard) => Promise<Uint8Array>,
  originals: Set<string>,
): AsyncGenerator<CopiedShard> {
  const read = async <N extends TableName>(table: N, shard: Shard) =>
    decodeShard(codec, table, shard, await readBytes(shard));
  const idsOf = async <N extends TableName, I>(table: N, ids: (row: TableRow<N>) => I): Promise<readonly I[]> => {
    const all: I[] = [];
    for await (const { rows } of currentRows(table, shards[table] ?? [], { read }))
      for (const row of rows) all.push(ids(row));
    return all;
  };
  const entities = await idsOf('entities', ({ id, key, title, text_unit_ids }) => ({ id, key, title, text_unit_ids }));
  const relationships = await idsOf('relationships', ({ id, source_id, target_id, text_unit_ids }) => ({
    ...{ id, source_id, target_id, text_unit_ids },
  }));
  const covariates = await idsOf('covariates', (row) => row);
  const hierarchy = await idsOf('communities', ({ community, level, parent, children, entity_ids }) => ({
    ...{ community, level, parent, children, entity_ids },
  }));
  const communities = soundHierarchy(hierarchy);
  const linkTextUnit = textUnitLinker({ entities, relationships, covariates });
  const graph = {
    ...degreeLinkers(relationships),
    communities: communityLinker({ communities, entities, relationships, covariates }),
  };
  const filled = async (shard: Shard): Promise<readonly TextUnitRow[]> => {
    const texts = (shards.documents ?? []).filter((one) => sharesDocuments(one, shard));
    const documents: Pick<DocumentRow, 'id' | 'text'>[] = [];
    for (const one of texts) for (const { id, text } of await read('documents', one)) documents.push({ id, text });
    return (await read('text_units', shard)).map(textFiller(documents));
  };
  const linkDocument = documentLinker(await idsOf('text_units', ({ id, document_id }) => ({ id, document_id })));
  const whole = { keepDerived: true };
  const encode = shardEncoder(codec, lastNumber(Object.values(shards).flat()) + 1, whole);
  const linked = async function* <N extends TableName>(
    table: N,
    list: readonly Shard[],
    link: (row: TableRow<N>) => TableRow<N>,
  ): AsyncGenerator<CopiedShard> {
    for await (const { shard, rows, changed } of currentRows(table, list, { read })) {
      if (!changed) yield { table, ...(await encodeShard(codec, table, shard, rows.map(link), whole)) };
      else for await (const encoded of encode(table, rows.map(link))) yield { table, ...encoded };
    }
  };
  for (const [name, list] of Object.entries(shards)) {
    const table = name as TableName;
    if (table === 'entities') yield* linked(table, list, graph.entities);
    else if (table === 'relationships') yield* linked(table, list, graph.relationships);
    else if (table === 'communities') yield* linked(table, list, graph.communities);
    else if (list.some(({ patch }) => patch)) {
      for await (const { shard, rows, changed } of currentRows(table, list, { read })) {
        if (!changed) yield { table, shard, bytes: await readBytes(shard) };
        else for await (const encoded of encode(table, rows)) yield { table, ...encoded };
      }
    } else
      for (const shard of list) {
        if (table === 'text_units')
          yield { table, ...(await encodeShard(codec, table, shard, (await filled(shard)).map(linkTextUnit), whole)) };
        else if (table === 'documents') {
          const rows = await read(table, shard);
          for (const { byte_hash } of rows) originals.add(byte_hash);
          yield { table, ...(await encodeShard(codec, table, shard, rows.map(linkDocument), whole)) };
        } else yield { table, shard, bytes: await readBytes(shard) };
      }
  }
}

/** Checks if two shards may have rows of the same document. */
function sharesDocuments({ documents }: Shard, other: Shard): boolean {
  if (!documents || !other.documents) return true;
  const others = new Set(other.documents);
  return documents.some((id) => others.has(id));
}
