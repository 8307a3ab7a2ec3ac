import { isRecord } from '../../shapes/read-fields';
import type { CollectionView } from '../collections/collection-view';
import { viewOf } from '../collections/collection-view';
import { importCalls } from '../interop/import-calls';
import type { Session } from '../session/session';
import type { ReadOptions } from '../../ports/addresses';
import type { SourceFile } from '../../ports/documents';
import type { CallOptions } from '../../platform';
import type { AddressView } from './address-view';

/** Bytes of a file that are taken at most: all of them are in memory at once. */
const MOST = 1_000_000_000;

export type FetchOptions = Pick<ReadOptions, 'signal' | 'onBytes'>;

/** A file that is fetched as a whole: a saved copy, or what another program made, by its size alone. Throws StorageError where there is none. */
export async function lookAtCopy({ env }: Session, address: string, options?: CallOptions): Promise<AddressView> {
  return { kind: 'copy', bytes: await env.addresses.size(address, options) };
}

/**
 * Opens a saved copy, or a file that another program made, as a collection of its own: the one that it became before, where that is still here.
 * Throws StorageError where it cannot be fetched, ParseError where it is neither; nothing is left behind then.
 */
export function openCopyAddress(
  session: Session,
  address: string,
  options: FetchOptions = {},
): Promise<CollectionView> {
  return openOnce(session, address, async () => {
    const bytes = await session.env.addresses.read(address, { ...options, most: MOST });
    return importAll(session, [{ path: fileName(address), bytes: new Blob([bytes]) }], options);
  });
}

/** The last part of an address, as a file is called. */
export function fileName(address: string): string {
  const last = new URL(address).pathname.split('/').findLast((part) => part !== '') ?? 'index';
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // a per cent sign of its own
  }
}

/** Adds what these files are together; gives the id of the collection. */
export async function importAll(session: Session, files: readonly SourceFile[], options: CallOptions): Promise<string> {
  return (await importCalls(session).importFiles(files, options)).record.id;
}

/** Setting that maps addresses to the collections that were made of them. */
const OPENED = 'opened addresses';

/** Opens the collection that an address became before, or the one that `load` makes of it now. */
export async function openOnce(
  session: Session,
  address: string,
  load: () => Promise<string>,
): Promise<CollectionView> {
  const { settings, collections } = session.env;
  const known = await settings.get(OPENED);
  const before = isRecord(known) ? known[address] : undefined;
  const find = async (id: unknown) => (await collections.list()).find((record) => record.id === id);
  let record = await find(before);
  if (!record) {
    const id = await load();
    record = await find(id);
    await settings.change(OPENED, { [address]: id });
  }
  if (!record) throw new Error(`The collection of ${address} is gone`);
  return viewOf(await session.open(record));
}
