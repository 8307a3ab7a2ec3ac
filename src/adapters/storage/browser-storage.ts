import type { ReplyCache } from '../../core/models/queue/reply-cache';
import type { Collections, StorageUsage, TableQueries } from '../../core/ports/collections';
import type { ConversationStore, QuestionStore } from '../../core/conversations/conversations';
import type { Clock, SettingStore } from '../../core/platform';
import { eraseModels } from '../models/download/stored-models';
import { lockAllModels } from '../models/download/model-locks';
import { createCollections } from './collections/collections';
import type { DuckdbWorker } from './duckdb/browser-duckdb';
import { announceGeneration, onGeneration, webLocks } from './locks';
import { idbRecords } from './idb/idb-records';
import type { ParquetLease } from './arrow/parquet';
import { memoryFiles, memoryUse } from './opfs/memory-files';
import { memoryRecords } from './idb/memory-records';
import { opfsFiles } from './opfs/opfs-files';
import type { RecordStore } from './idb/record-store';
import type { StorageContext } from './storage-context';
import { createTableQueries } from './duckdb/table-queries';

interface BrowserStorageOptions {
  /** Keeps nothing beyond this thread, and shares nothing with other tabs. */
  readonly inMemory: boolean;
  /** A codec for one job. */
  readonly parquet: () => Promise<ParquetLease>;
  /** Starts DuckDB's worker; called at the first table page, never before. */
  readonly startDuckdb: () => Promise<DuckdbWorker>;
  readonly now: () => number;
  readonly clock: Clock;
  /** Takes note of a failure that harms nothing now, such as a file that could not be swept. */
  readonly report: (error: unknown) => void;
}

interface BrowserStorage {
  readonly collections: Collections;
  readonly conversations: ConversationStore;
  readonly questions: QuestionStore;
  readonly replies: ReplyCache;
  readonly settings: SettingStore;
  readonly queries: TableQueries;
}

/** The storage of this browser profile, or of this window alone. Only in a worker, and under names that start with `burrow`. */
export function browserStorage(options: BrowserStorageOptions): BrowserStorage {
  const { records, ...place } = options.inMemory ? inMemory() : onDisk();
  const collections = createCollections({
    context: {
      ...place,
      parquet: options.parquet,
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      clock: options.clock,
      report: options.report,
    },
    records,
    now: options.now,
    newId: () => crypto.randomUUID(),
    lockCaches: lockAllModels,
    eraseCaches: async () => {
      await eraseModels();
      await eraseSiteCaches();
    },
  });
  const queries = createTableQueries(async () => {
    const { openDuckdb } = await import('./duckdb/browser-duckdb');
    return openDuckdb(await options.startDuckdb());
  });
  const { conversations, questions, replies, settings } = records;
  return { collections, conversations, questions, replies, settings, queries };
}

/** Storage of files and records, with its announcements of changes to other tabs. */
interface Place extends Pick<StorageContext, 'files' | 'locks' | 'announce' | 'onNews' | 'usage'> {
  readonly records: RecordStore;
}

function onDisk(): Place {
  return {
    files: opfsFiles('burrow'),
    records: idbRecords(),
    locks: webLocks(),
    announce: announceGeneration,
    onNews: onGeneration,
    usage: storageUsage,
  };
}

function inMemory(): Place {
  const files = new Map<string, Blob>();
  return {
    files: memoryFiles(files),
    records: memoryRecords(),
    locks: webLocks(`${crypto.randomUUID()} `),
    announce: () => undefined,
    onNews: () => () => undefined,
    usage: () => Promise.resolve({ used: memoryUse(files), quota: 0, persisted: false, inMemory: true }),
  };
}

async function storageUsage(): Promise<StorageUsage> {
  const { usage: used = 0, quota = 0 } = await navigator.storage.estimate();
  return { used, quota, persisted: await navigator.storage.persisted(), inMemory: false };
}

/** The service worker names its caches `burrow <scope> <build>`, and fills them again when a page is used. */
async function eraseSiteCaches(): Promise<void> {
  for (const name of await caches.keys()) if (/^burrow\b/.test(name)) await caches.delete(name);
}
