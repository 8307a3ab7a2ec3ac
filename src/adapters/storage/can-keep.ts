import { idbRecords } from './idb-records';
import { syncAccess, type WorkerFile } from './opfs-files';

/** How browsers say that a window, such as a private one, may keep nothing; WebKit gives no name to it where files are concerned. */
const REFUSALS = ['SecurityError', 'NotAllowedError', 'NotSupportedError', 'InvalidStateError'];
const FILE_REFUSALS = [...REFUSALS, 'UnknownError'];

/**
 * Whether files can be kept beyond this window, asked in a worker. A full disk is no reason that they cannot: what was kept before can still be
 * read. So is no failure of which nobody knows what it means, since it may pass.
 */
export async function canKeepFiles(): Promise<boolean> {
  return notRefused(FILE_REFUSALS, async () => {
    const root = await navigator.storage.getDirectory();
    const { quota } = await navigator.storage.estimate();
    return quota !== 0 && ('createWritable' in FileSystemFileHandle.prototype || (await canOpen(root)));
  });
}

/** Whether records can be kept, too: without them Burrow would not know what the files are. */
export async function canKeepAll(): Promise<boolean> {
  const records = notRefused(REFUSALS, async () => {
    await idbRecords().collections.list();
    return true;
  });
  return (await canKeepFiles()) && records;
}

async function notRefused(refusals: readonly string[], attempt: () => Promise<boolean>): Promise<boolean> {
  try {
    return await attempt();
  } catch (error) {
    const isMissing = error instanceof TypeError || error instanceof ReferenceError;
    return !(isMissing || (error instanceof DOMException && refusals.includes(error.name)));
  }
}

async function canOpen(root: FileSystemDirectoryHandle): Promise<boolean> {
  const name = `burrow-probe-${crypto.randomUUID()}`; // another tab may try at the same time
  const access = await syncAccess((await root.getFileHandle(name, { create: true })) as WorkerFile);
  access?.close();
  await root.removeEntry(name);
  return access !== undefined;
}
