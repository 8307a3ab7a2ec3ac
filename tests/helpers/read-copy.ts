import * as parquetWasm from 'parquet-wasm';
import { COPY_LIMITS, openCopy, type OpenedCopy } from '../../src/adapters/storage/copy-file';
import { parseManifest } from '../../src/adapters/storage/manifest';
import { createParquetCodec } from '../../src/adapters/storage/parquet-codec';
import { decodeShard } from '../../src/adapters/storage/shards';
import type { IndexState } from '../../src/core/ports';
import { TABLES, type TableName } from '../../src/core/tables/tables';

export interface ReadCopy {
  readonly state: IndexState;
  readonly tables: ReadonlyMap<TableName, readonly Readonly<Record<string, unknown>>[]>;
}

const codec = createParquetCodec(parquetWasm);

/** The tables of a saved copy, each shard checked. */
export async function readCopy(copy: Uint8Array<ArrayBuffer>): Promise<ReadCopy> {
  const opened = await openCopy(new Blob([copy]));
  try {
    const { shards, state } = parseManifest(await bytesOf(opened, 'manifest.json'));
    const tables = new Map<TableName, readonly Readonly<Record<string, unknown>>[]>();
    for (const name of Object.keys(TABLES) as TableName[]) {
      const rows = [];
      for (const shard of shards[name] ?? [])
        rows.push(...(await decodeShard(codec, name, shard, await bytesOf(opened, `tables/${shard.file}`))));
      tables.set(name, rows);
    }
    return { state, tables };
  } finally {
    await opened.close();
  }
}

const bytesOf = async (opened: OpenedCopy, path: string): Promise<Uint8Array> =>
  new Uint8Array(await (await opened.read(path, COPY_LIMITS.tableBytes)).arrayBuffer());

/** Columns that tell when a row was made; everything else of two indexes of the same documents and replies is the same. */
const TIMES: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  documents: ['creation_date'],
  edits: ['id', 'time'],
};

/** Names of tables in which two indexes differ; the order of records is no difference. */
export function differences(a: ReadCopy, b: ReadCopy): readonly TableName[] {
  const lines = ({ tables }: ReadCopy, name: TableName): string => {
    const without = new Set(TIMES[name]);
    const rows = (tables.get(name) ?? []).map((row) =>
      JSON.stringify(row, (key, value: unknown) => {
        if (key === 'attributes') return String(value).replace(/"seconds":[^,}]+/u, ''); // of the marker of a reading
        if (typeof value === 'bigint') return Number(value);
        return without.has(key) ? undefined : value;
      }),
    );
    return (name === 'extractions' || name === 'edits' ? rows.toSorted() : rows).join('\n');
  };
  return (Object.keys(TABLES) as TableName[]).filter((name) => lines(a, name) !== lines(b, name));
}
