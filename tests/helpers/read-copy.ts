import * as parquetWasm from 'parquet-wasm';
import { COPY_LIMITS, openCopy, type OpenedCopy } from '../../src/adapters/storage/collections/copies/copy-file';
import { parseManifest } from '../../src/adapters/storage/collections/manifest/manifest';
import { createParquetCodec } from '../../src/adapters/storage/arrow/parquet';
import { decodeShard } from '../../src/adapters/storage/collections/shards/table-shards';
import type { IndexState } from '../../src/core/ports/index-state';
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

/** Columns that depend on the moments of derivation, as docs/decisions/12-a-maintained-view.md says: communities, and numbers. */
const BY_MOMENT: readonly TableName[] = ['communities', 'community_reports'];
const NUMBER = 'human_readable_id';

/**
 * Tables in which two indexes differ, as `table.column`, or `table` where it has other rows; the order of records is no difference.
 * `sameMoments`: whether the graph of both was derived at the same moments of a run, which a pause adds to.
 */
export function differences(a: ReadCopy, b: ReadCopy, { sameMoments = true } = {}): readonly string[] {
  const names = (Object.keys(TABLES) as TableName[]).filter((name) => sameMoments || !BY_MOMENT.includes(name));
  return names.flatMap((name) => {
    const [one, other] = [comparable(a, name, sameMoments), comparable(b, name, sameMoments)];
    if (one.length !== other.length) return [`${name} (${String(one.length)} and ${String(other.length)} rows)`];
    const columns = Object.keys(one[0] ?? {}).filter((column) =>
      one.some((row, at) => row[column] !== other[at]?.[column]),
    );
    return columns.map((column) => `${name}.${column}`);
  });
}

type ComparableRow = Readonly<Record<string, string>>;

/** A table's rows with each value as text, without what depends on the time. */
function comparable({ tables }: ReadCopy, name: TableName, sameMoments: boolean): readonly ComparableRow[] {
  const left = new Set([...(TIMES[name] ?? []), ...(sameMoments ? [] : [NUMBER])]);
  const rows = (tables.get(name) ?? []).map((row) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => !left.has(column))
        .map(([column, value]) => [column, textOf(column, value)]),
    ),
  );
  const isUnordered = !sameMoments || name === 'extractions' || name === 'edits';
  return isUnordered ? rows.toSorted((a, b) => compare(JSON.stringify(a), JSON.stringify(b))) : rows;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function textOf(column: string, value: unknown): string {
  if (column === 'attributes') return String(value).replace(/"seconds":[^,}]+/u, ''); // of the marker of a reading
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)) ?? '';
}
