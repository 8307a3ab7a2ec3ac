import { documentLinker, textUnitLinker } from '../../core/index/index-tables';
import type { TableName, TableRow } from '../../core/tables/tables';
import type { Manifest, Shard } from './manifest';
import type { ParquetCodec } from './parquet-codec';
import { decodeShard, encodeShard, type EncodedShard } from './shards';

/** A file of a table as it goes into a saved copy. */
interface CopiedShard extends EncodedShard {
  readonly table: TableName;
}

/**
 * The files of all tables, those of `documents` and `text_units` written again with their derived columns filled, so that other tools can
 * join them. One file is in memory at a time, and of all rows only the ids that links are made of.
 */
export async function* linkedShards(
  codec: ParquetCodec,
  shards: Manifest['shards'],
  read: (shard: Shard) => Promise<Uint8Array>,
): AsyncGenerator<CopiedShard> {
  const decode = async <N extends TableName>(table: N, shard: Shard) =>
    decodeShard(codec, table, shard, await read(shard));
  const idsOf = async <N extends TableName, I>(table: N, ids: (row: TableRow<N>) => I): Promise<readonly I[]> => {
    const all: I[] = [];
    for (const shard of shards[table] ?? []) for (const row of await decode(table, shard)) all.push(ids(row));
    return all;
  };
  const linkTextUnit = textUnitLinker({
    entities: await idsOf('entities', ({ id, text_unit_ids }) => ({ id, text_unit_ids })),
    relationships: await idsOf('relationships', ({ id, text_unit_ids }) => ({ id, text_unit_ids })),
    covariates: await idsOf('covariates', ({ id, text_unit_id }) => ({ id, text_unit_id })),
  });
  const linkDocument = documentLinker(await idsOf('text_units', ({ id, document_id }) => ({ id, document_id })));
  const linked = async <N extends TableName>(table: N, shard: Shard, link: (row: TableRow<N>) => TableRow<N>) =>
    encodeShard(codec, table, shard, (await decode(table, shard)).map(link), { keepDerived: true });
  for (const [name, list] of Object.entries(shards)) {
    const table = name as TableName;
    for (const shard of list) {
      if (table === 'text_units') yield { table, ...(await linked(table, shard, linkTextUnit)) };
      else if (table === 'documents') yield { table, ...(await linked(table, shard, linkDocument)) };
      else yield { table, shard, bytes: await read(shard) };
    }
  }
}
