import { ParseError, StorageError } from '../../core/errors';
import { message, type Message, joinMessages } from '../../core/message';
import type { Clock } from '../../core/platform';
import type { StorageUsage } from '../../core/ports/collections';
import type { FileStore } from './opfs/file-store';
import type { Locks, Release } from './locks';
import type { ParquetCodec, ParquetLease } from './arrow/parquet';
import type { RecordStore } from './idb/record-store';

/** The platform that storage runs on. */
export interface StorageContext {
  /** Burrow's own folder, with one folder per collection. */
  readonly files: FileStore;
  readonly locks: Locks;
  /** A codec for one job; it may be thrown away after its release. */
  readonly parquet: () => Promise<ParquetLease>;
  /** Announces to other tabs that a generation is durable. */
  readonly announce: (collection: string, generation: number) => void;
  /** Calls back when another tab announces a generation. Returns how to stop. */
  readonly onNews: (collection: string, callback: () => void) => () => void;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Clock that yields to other tasks in long work. */
  readonly clock: Clock;
  readonly usage: () => Promise<StorageUsage>;
  /** Takes note of a failure that harms nothing now and is tried again later. */
  readonly report: (error: unknown) => void;
}

/** Environment of all collections together. */
export interface CollectionsOptions {
  readonly context: StorageContext;
  readonly records: RecordStore;
  readonly now: () => number;
  readonly newId: () => string;
  /** Keeps other tabs from changing models and caches. Throws StorageError while one changes them. */
  readonly lockCaches: () => Promise<Release>;
  /** Removes models and caches, which are kept outside files and records. */
  readonly eraseCaches: () => Promise<void>;
}

/** Runs one job with a codec and gives it back. */
export async function withCodec<T>(
  context: Pick<StorageContext, 'parquet'>,
  job: (codec: ParquetCodec) => Promise<T>,
): Promise<T> {
  const lease = await context.parquet();
  try {
    return await job(lease.codec);
  } finally {
    lease.release();
  }
}

export function readOnlyError(): StorageError {
  return new StorageError(
    message`Another tab is writing to this collection. Nothing was changed; close that tab and try again.`,
    { traits: ['says what was kept'] },
  );
}

const AGAIN = message`Try again; if it happens again, reload the page.`;

/**
 * Turns a failed write into words: what happened, what was kept, what to do. A write of so many `bytes` that the storage
 * has no room for failed for that reason, whatever the browser names: it may fail while it reads what it is to write.
 */
export async function writeFailure(
  context: StorageContext,
  cause: unknown,
  kept: Message,
  bytes = 0,
): Promise<unknown> {
  const options = { cause, traits: ['says what was kept'] } as const;
  if (cause instanceof StorageError || cause instanceof ParseError || cause instanceof TypeError) return cause;
  const isFull = (cause instanceof Error && cause.name === 'QuotaExceededError') || (await isTooMuch(context, bytes));
  if (!isFull) return new StorageError(message`Saving failed. ${kept} ${AGAIN}`, options);
  const advice = message`Use Export collection, then remove it here, or free space on this disk, and try again.`;
  return new StorageError(joinMessages(fullWords(await context.usage()), kept, advice), options);
}

/** Checks if the storage has no room for so many bytes. */
async function isTooMuch(context: StorageContext, bytes: number): Promise<boolean> {
  if (bytes === 0) return false;
  try {
    const { used, quota } = await context.usage();
    return quota > 0 && used + bytes > quota;
  } catch {
    return false; // the first failure is told
  }
}

/** Browsers may report more quota than the disk has, so that figures alone would mislead. */
function fullWords({ used, quota }: StorageUsage): Message {
  if (used > quota * 0.8)
    return message`The browser's storage is full: ${megabytes(used)} of ${megabytes(quota)} are used.`;
  return message`The browser's storage is full: it takes no more than the ${megabytes(used)} in use, probably because the disk is nearly full.`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
