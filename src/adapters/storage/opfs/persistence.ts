import { idbRecords } from '../idb/idb-records';
import { opfsFiles, syncAccess, type WorkerFile } from './opfs-files';
import type { RecordStore } from '../idb/record-store';

/** Names of errors of a window that may keep nothing, such as a private one. WebKit has no own name for it with files. */
const REFUSALS = ['SecurityError', 'NotAllowedError', 'NotSupportedError', 'InvalidStateError'];
const FILE_REFUSALS = [...REFUSALS, 'UnknownError'];
/** Errors that may pass. */
const TRANSIENT = ['InvalidStateError', 'UnknownError'];
/** Milliseconds before each further attempt. */
const PAUSES = [100, 400];

/**
 * Checks if files can be kept beyond this window; only for workers. True on a full disk, since earlier files can still
 * be read. Also true after an unknown failure, since it may pass.
 */
export async function canPersistFiles(): Promise<boolean> {
  return retryRefused(FILE_REFUSALS, async () => {
    const root = await navigator.storage.getDirectory();
    const { quota } = await navigator.storage.estimate();
    return quota !== 0 && ('createWritable' in FileSystemFileHandle.prototype || (await canOpenFile(root)));
  });
}

/**
 * Checks if files and records can be kept: without records Burrow would not know the names of files. Also true where
 * collections were kept before. They are only out of reach for now, and storage in memory would look as if they were
 * deleted.
 */
export async function canPersist({ collections }: Pick<RecordStore, 'collections'> = idbRecords()): Promise<boolean> {
  let kept = 0;
  const records = retryRefused(REFUSALS, async () => {
    kept = (await collections.list()).length;
    return true;
  });
  const [hasFiles, hasRecords] = [await canPersistFiles(), await records];
  if (hasFiles && !hasRecords) kept = (await opfsFiles('burrow').list('')).length;
  return (hasFiles && hasRecords) || kept > 0;
}

async function retryRefused(
  refusals: readonly string[],
  attempt: () => Promise<boolean>,
  [pause, ...later] = PAUSES,
): Promise<boolean> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) return false; // the browser lacks it
    if (!(error instanceof DOMException && refusals.includes(error.name))) return true;
    if (pause === undefined || !TRANSIENT.includes(error.name)) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return retryRefused(refusals, attempt, later);
  }
}

async function canOpenFile(root: FileSystemDirectoryHandle): Promise<boolean> {
  const name = `burrow-probe-${crypto.randomUUID()}`; // another tab may try at the same time
  const file = (await root.getFileHandle(name, { create: true })) as WorkerFile;
  try {
    const access = await syncAccess(file);
    access?.close();
    return access !== undefined;
  } finally {
    await root.removeEntry(name);
  }
}
