import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import { sha256Bytes } from '../../browser-env';
import type { FileStore } from '../opfs/file-store';
import {
  checkManifest,
  damagedManifest,
  isHash,
  LISTS_FOLDER,
  MANIFEST,
  type Manifest,
  manifestOf,
  parseObject,
} from './manifest';
import { listBytes, type ListFile, listFilesOf, packManifest, unpackManifest } from './manifest-lists';

/** A manifest with the list files that its file refers to. */
export interface StoredManifest {
  readonly manifest: Manifest;
  readonly lists: readonly ListFile[];
}

/** Where a list file lies in the collection's folder. */
export const listPath = ({ hash }: Pick<ListFile, 'hash'>): string => `${LISTS_FOLDER}/${hash}.json`;

/** The newest manifest. Throws StorageError when it is gone, damaged or newer than this Burrow. */
export async function readManifest(files: FileStore): Promise<StoredManifest> {
  for (let before = ''; ;) {
    const bytes = await files.read(MANIFEST);
    if (!bytes) throw gone();
    const value = parseObject(bytes);
    const names = listFilesOf(value);
    const lists: ListFile[] = [];
    for (const name of names) lists.push(...(await readLists(files, name)));
    if (lists.length === names.length) return { manifest: manifestOf(unpackManifest(value, lists)), lists };
    // A newer manifest may have been written, and its lists with it.
    if (names.join() === before) throw damagedManifest(message`a part of it is missing or has changed`);
    before = names.join();
  }
}

/** Writes a manifest: its new lists first, then in one move what makes them count. Returns the list files that it refers to. */
export async function writeManifest(
  files: FileStore,
  manifest: Manifest,
  known: readonly ListFile[],
): Promise<readonly ListFile[]> {
  checkManifest({ ...manifest });
  const { packed, files: lists } = await packManifest(manifest, known);
  for (const list of lists) if (!known.includes(list)) await files.write(listPath(list), listBytes(list.lists));
  await files.write(MANIFEST, new TextEncoder().encode(JSON.stringify(packed)));
  return lists;
}

async function readLists(files: FileStore, name: unknown): Promise<readonly ListFile[]> {
  if (!isHash(name)) return [];
  const bytes = await files.read(listPath({ hash: name }));
  if (!bytes || (await sha256Bytes(bytes)) !== name) return [];
  return [{ hash: name, lists: parseObject(bytes) as ListFile['lists'] }];
}

function gone(): StorageError {
  return new StorageError(
    message`This collection's files are no longer in the browser's storage. Remove it from the list, or open a saved copy of it.`,
    { traits: ['says what was kept', 'damage'] },
  );
}
