import type { VectorSet, VectorStore } from '../../core/vectors/vector-store';
import type { FileStore } from './file-store';
import type { VectorShard } from './manifest';
import { joined, readShard, setsOf } from './next-vectors';
import type { StoredVectors } from './vector-file';

export interface VectorStoreOptions {
  readonly files: FileStore;
  /** The shards of the present generation. */
  readonly shards: () => readonly VectorShard[];
  /** Runs when no commit runs. */
  readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>;
}

/** The vectors of a collection's present generation. */
export function createVectorStore({ files, shards, inTurn }: VectorStoreOptions): VectorStore {
  return {
    sets: () => setsOf(shards()).flatMap(setOf),
    read: (field, model) =>
      inTurn(async () => {
        const parts: StoredVectors[] = [];
        const own = shards().filter((shard) => shard.field === field && shard.model === model);
        for (const shard of own) parts.push(await readShard(files, shard));
        const { ids, hashes, vectors } = joined(parts);
        return own[0] && { field, model, dims: own[0].dims, ids, hashes, vectors };
      }),
  };
}

function setOf(shards: readonly VectorShard[]): readonly VectorSet[] {
  const [first] = shards;
  if (!first) return [];
  const sum = (of: (shard: VectorShard) => number): number => shards.reduce((total, shard) => total + of(shard), 0);
  const { field, model, dims } = first;
  return [{ field, model, dims, rows: sum(({ rows }) => rows), bytes: sum(({ bytes }) => bytes) }];
}
