import { hasTrait, StorageError } from '../../../../core/errors';
import { message } from '../../../../core/message';
import { sha256Bytes } from '../../../browser-env';
import { type FileStore, inFolder } from '../../opfs/file-store';
import {
  checkManifest,
  damagedManifest,
  isHash,
  LISTS_FOLDER,
  MANIFEST,
  type Manifest,
  manifestOf,
  parseObject,
  refuseNewer,
} from './manifest';
import { listBytes, type ListFile, listFilesOf, packManifest, unpackManifest } from './manifest-lists';

/** A manifest with the list files that its file refers to. */
export interface StoredManifest {
  readonly manifest: Manifest;
  readonly lists: readonly ListFile[];
}

/** The folder of the second copy, which is laid out as the collection's folder is: a manifest and its list files. */
export const SECOND_COPY = 'copy';
/** Folders of the two copies. The first one counts wherever it can be read: it is written first. */
const COPIES = ['', SECOND_COPY] as const;
type CopyFolder = (typeof COPIES)[number];

const inCopy = (files: FileStore, copy: CopyFolder): FileStore => (copy === '' ? files : inFolder(files, copy));

/** Path of a list file in the folder of a copy. */
export const listPath = ({ hash }: Pick<ListFile, 'hash'>): string => `${LISTS_FOLDER}/${hash}.json`;

/**
 * The newest manifest, from the first copy that can be read. Throws StorageError when both are gone or damaged, or when one is newer than this
 * Burrow.
 */
export async function readManifest(files: FileStore): Promise<StoredManifest> {
  const failures: unknown[] = [];
  for (const copy of COPIES) {
    try {
      return await readCopy(files, copy);
    } catch (error) {
      if (!hasTrait(error, 'damage')) throw error; // the other copy may be of an earlier time
      failures.push(error);
    }
  }
  throw failures[0];
}

/** Checks if a collection's folder has a manifest, in whichever state. */
export async function hasManifest(files: FileStore): Promise<boolean> {
  const found = await Promise.all(COPIES.map((copy) => inCopy(files, copy).open(MANIFEST)));
  return found.some((file) => file !== undefined);
}

/** Removes the manifest, the first copy last: after that, the files that it named count for nothing. */
export async function removeManifest(files: FileStore): Promise<void> {
  for (const copy of COPIES.toReversed()) await inCopy(files, copy).remove(MANIFEST);
}

/**
 * Writes a manifest: its new lists first, then in one move what makes them count. After that the second copy, which is of the generation before
 * until then: a crash in between leaves both whole. Returns the list files that it refers to.
 */
export async function writeManifest(
  files: FileStore,
  manifest: Manifest,
  known: readonly ListFile[],
): Promise<readonly ListFile[]> {
  checkManifest({ ...manifest });
  const { packed, files: lists } = await packManifest(manifest, known);
  const bytes = await sealedBytes(packed);
  const fresh = (list: ListFile): boolean => !known.includes(list);
  await writeCopy(files, bytes, lists.filter(fresh));
  const second = inCopy(files, SECOND_COPY);
  try {
    // An earlier write of this copy may have failed.
    const there = new Set((await second.list(LISTS_FOLDER)).map(({ name }) => `${LISTS_FOLDER}/${name}`));
    const lacking = lists.filter((list) => fresh(list) || !there.has(listPath(list)));
    await writeCopy(second, bytes, lacking);
  } catch {
    await second.remove(MANIFEST); // an earlier one would name files that are gone; it is written again with the next change
  }
  return lists;
}

async function writeCopy(files: FileStore, bytes: Uint8Array, lists: readonly ListFile[]): Promise<void> {
  for (const list of lists) await files.write(listPath(list), listBytes(list.lists));
  await files.write(MANIFEST, bytes);
}

/** State of a copy on disk. `stale`: whole, but not as the other one, such as after a crash between the two writes. */
type CopyState = 'whole' | 'stale' | 'missing' | 'damaged';

/** States of both copies beside the manifest that was read. Reads every list file of both. */
export async function stateOfCopies(files: FileStore): Promise<readonly [first: CopyState, second: CopyState]> {
  const first = await inCopy(files, '').read(MANIFEST);
  const states = await Promise.all(COPIES.map((copy) => stateOfCopy(inCopy(files, copy), first)));
  return [states[0] ?? 'missing', states[1] ?? 'missing'];
}

async function stateOfCopy(files: FileStore, first: Uint8Array | undefined): Promise<CopyState> {
  const bytes = await files.read(MANIFEST);
  if (!bytes) return 'missing';
  try {
    const value = await unsealed(bytes);
    const names = listFilesOf(value);
    const lists = await Promise.all(names.map((name) => readList(files, name)));
    if (lists.some((list) => !list)) return 'damaged';
    return first && isSame(first, bytes) ? 'whole' : 'stale';
  } catch (error) {
    if (hasTrait(error, 'damage')) return 'damaged';
    throw error;
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** The part of a manifest in its own file, where a copy of that can be read but list files cannot. */
export async function readManifestHead(files: FileStore): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (const copy of COPIES) {
    const bytes = await inCopy(files, copy).read(MANIFEST);
    try {
      if (bytes) return await unsealed(bytes);
    } catch (error) {
      if (!hasTrait(error, 'damage')) throw error;
    }
  }
  return undefined;
}

async function readCopy(files: FileStore, copy: CopyFolder): Promise<StoredManifest> {
  const own = inCopy(files, copy);
  for (let before = ''; ;) {
    const bytes = await own.read(MANIFEST);
    if (!bytes) throw damagedManifest(message`it is missing`);
    const value = await unsealed(bytes);
    const names = listFilesOf(value);
    const lists: ListFile[] = [];
    for (const name of names) lists.push(...(await readEitherList(files, name)));
    if (lists.length === names.length) return { manifest: manifestOf(unpackManifest(value, lists)), lists };
    // A newer manifest may have been written, and its lists with it.
    if (names.join() === before) throw damagedManifest(message`a part of it is missing or has changed`);
    before = names.join();
  }
}

/** A list file of whichever copy has it whole, by its name. */
async function readEitherList(files: FileStore, name: unknown): Promise<readonly ListFile[]> {
  for (const copy of COPIES) {
    const list = await readList(inCopy(files, copy), name);
    if (list) return [list];
  }
  return [];
}

async function readList(files: FileStore, name: unknown): Promise<ListFile | undefined> {
  if (!isHash(name)) return undefined;
  const bytes = await files.read(listPath({ hash: name }));
  if (!bytes || (await sha256Bytes(bytes)) !== name) return undefined;
  return { hash: name, lists: parseObject(bytes) as ListFile['lists'] };
}

/** The bytes of a manifest's file: JSON with the SHA-256 of the JSON without it. */
async function sealedBytes(packed: Readonly<Record<string, unknown>>): Promise<Uint8Array> {
  return jsonBytes({ ...packed, sha256: await sha256Bytes(jsonBytes(packed)) });
}

/** The object in a manifest's file. Earlier formats had no seal. Throws StorageError where it is newer, or not as it was written. */
async function unsealed(bytes: Uint8Array): Promise<Readonly<Record<string, unknown>>> {
  const { sha256, ...value } = parseObject(bytes);
  refuseNewer(value);
  if (sha256 !== undefined && sha256 !== (await sha256Bytes(jsonBytes(value))))
    throw damagedManifest(message`its bytes have changed`);
  return value;
}

const jsonBytes = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value));

/** Words for a tab that cannot rebuild a manifest, since another one writes the collection. */
export function unreadableHere(cause: unknown): StorageError {
  return new StorageError(
    message`The list of this collection's files cannot be read just now, and another tab has the collection open for writing. Its files are kept. Close the other tab, then open the collection again.`,
    { cause, traits: ['says what was kept', 'worth another try'] },
  );
}
