import type { Mutex } from '../../../core/async';
import { codesBytes } from '../../../core/vectors/codes';
import type { VectorSet, VectorStore } from '../../../core/vectors/vector-store';
import type { FileStore } from '../opfs/file-store';
import type { VectorShard } from './manifest/manifest';
import { readShard, groupShards, joinRows } from './shards/vector-shards';
import { readCodes, writeCodes, type StoredVectors } from './vector-files';

interface VectorStoreOptions {
  readonly files: FileStore;
  /** The shards of the present generation. */
  readonly shards: () => readonly VectorShard[];
  /** Shared with the commits, so that none runs during a read. */
  readonly mutex: Mutex;
  /** Only a writer keeps the codes that it had to make again. */
  readonly writable: () => boolean;
  /** Takes note of codes that could not be kept: they are made again the next time. */
  readonly report: (error: unknown) => void;
}

/** The vectors of a collection's present generation. */
export function createVectorStore(options: VectorStoreOptions): VectorStore {
  const { shards, mutex } = options;
  return {
    sets: () => groupShards(shards()).flatMap(setOf),
    read: (field, model) =>
      mutex.run(async () => {
        const parts: StoredVectors[] = [];
        const own = shards().filter((shard) => shard.field === field && shard.model === model);
        for (const shard of own) parts.push(await readCoded(options, shard));
        const { documents: _, ...rows } = joinRows(parts);
        return own[0] && { field, model, dims: own[0].dims, ...rows };
      }),
  };
}

/** A shard with its codes. Throws StorageError when the vectors are damaged. */
async function readCoded({ files, writable, report }: VectorStoreOptions, shard: VectorShard): Promise<StoredVectors> {
  const rows = await readShard(files, shard);
  const codes = await readCodes(files, shard, rows.vectors, async (made) => {
    if (writable()) await writeCodes(files, shard, made).catch(report);
  });
  return codes ? { ...rows, codes } : rows;
}

function setOf(shards: readonly VectorShard[]): readonly VectorSet[] {
  const [first] = shards;
  if (!first) return [];
  const sum = (of: (shard: VectorShard) => number): number => shards.reduce((total, shard) => total + of(shard), 0);
  const { field, model, dims } = first;
  return [{ field, model, dims, rows: sum(({ rows }) => rows), bytes: sum(bytesOf) }];
}

const bytesOf = ({ bytes, rows, dims }: VectorShard): number => bytes + codesBytes(rows, dims);
