import type { Mutex } from '../../../../core/async';
import type { TableName } from '../../../../core/tables/tables';
import type { FileStore } from '../../opfs/file-store';
import { type StorageContext, withCodec } from '../../storage-context';
import { type Compaction, compactShards, nextCompaction } from './compaction';
import { retire } from '../generations';
import type { Manifest, Shard } from '../manifest/manifest';
import { shardFiles, type ShardFiles } from './table-shards';

/** Parts of a store that compaction works on. */
interface CompactedStore {
  readonly context: Pick<StorageContext, 'parquet' | 'pause' | 'report'>;
  readonly files: FileStore;
  /** Shared with commits and readings, which go first between two files. */
  readonly mutex: Mutex;
  /** Undefined while the store may not write. */
  readonly manifest: () => Manifest | undefined;
  /** A number that no file has yet. */
  readonly nextNumber: () => number;
  readonly write: (manifest: Manifest) => Promise<void>;
  readonly sweep: () => Promise<void>;
  /** Removes files that no manifest names. */
  readonly removeWritten: (written: readonly string[]) => Promise<void>;
}

/** Writes shards together in the background, so that a commit writes only what changes. */
export interface Compactor {
  /** Begins unless it is at work; it continues until nothing needs it. */
  start(): void;
  /** Names of files that no manifest names yet. */
  readonly underWay: readonly string[];
}

/** Milliseconds of quiet before shards are written together, and between two tables. */
const QUIET = 1_500;

export function createCompactor(store: CompactedStore): Compactor {
  let written: string[] = [];
  let work: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    // Texts that compress well stay small files: nothing is gained by writing them again before the next commit.
    const passedOver = new Set<TableName>();
    for (;;) {
      await store.context.pause(QUIET);
      const manifest = store.manifest();
      const next = manifest && nextCompaction(manifest, passedOver);
      if (!next) return;
      const isSmaller = await run(next, manifest.shards[next.table] ?? []);
      if (!isSmaller) passedOver.add(next.table);
    }
  };
  /** True where the number of files became smaller, or patches were applied. */
  const run = async (next: Compaction, shards: readonly Shard[]): Promise<boolean> => {
    written = [];
    const steps = stepsOf(store, next, shards);
    const writing = { files: store.files, generation: store.nextNumber(), written };
    try {
      const made = await withCodec(store.context, (codec) => {
        const files = inSteps(shardFiles({ ...writing, codec }), steps);
        return compactShards(next.table, shards.slice(next.first, next.end), next.first > 0, files);
      });
      await steps((manifest) => replaceShards(store, manifest, next, made));
      const before = shards.slice(next.first, next.end);
      return made.length < before.length || before.some(({ patch }) => patch);
    } catch (error) {
      await store.mutex.run(async () => {
        if (store.manifest()) await store.removeWritten(written);
      });
      if (!(error instanceof Overtaken)) throw error;
      return true;
    } finally {
      written = [];
    }
  };
  return {
    start: () => {
      work ??= runAll()
        .catch(store.context.report)
        .finally(() => (work = undefined));
    },
    get underWay() {
      return written;
    },
  };
}

/** Error within a compaction when the store was closed, or when a commit has rewritten its shards. */
class Overtaken extends Error {}

/** Runs a part of a compaction in its turn, on the manifest of that moment. */
type Steps = <T>(act: (manifest: Manifest) => Promise<T>) => Promise<T>;

function stepsOf(store: CompactedStore, { table, end }: Compaction, shards: readonly Shard[]): Steps {
  return (act) =>
    store.mutex.run(() => {
      const manifest = store.manifest();
      const now = manifest?.shards[table] ?? [];
      if (!manifest || shards.slice(0, end).some((shard, at) => shard !== now[at])) throw new Overtaken();
      return act(manifest);
    });
}

function inSteps({ read, write }: ShardFiles, steps: Steps): ShardFiles {
  return {
    read: (table, shard) => steps(() => read(table, shard)),
    write: (table, rows, patch) => steps(() => write(table, rows, patch)),
  };
}

/** The same rows in other files: the generation stays, and readers of the earlier files keep them. */
async function replaceShards(
  store: CompactedStore,
  before: Manifest,
  { table, first, end }: Compaction,
  made: readonly Shard[],
): Promise<void> {
  const shards = before.shards[table] ?? [];
  const isOld = new Set(shards);
  const next = made.map((shard) => (isOld.has(shard) ? shard : { ...shard, born: before.generation }));
  const after = { ...before, shards: { ...before.shards, [table]: shards.toSpliced(first, end - first, ...next) } };
  await store.write({ ...after, retired: retire(before, after, before.retired) });
  await store.sweep();
}
