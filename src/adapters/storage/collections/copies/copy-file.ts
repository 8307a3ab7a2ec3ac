import {
  BlobReader,
  BlobWriter,
  configure,
  type FileEntry,
  Uint8ArrayReader,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';
import { ParseError, StorageError } from '../../../../core/errors';
import { message, type Message } from '../../../../core/message';

configure({ useWebWorkers: false });

/** One file inside a saved copy. */
export interface CopyFile {
  readonly path: string;
  readonly bytes: Uint8Array | Blob;
}

/** A saved copy opened for reading; its content is hostile until it is checked. */
export interface OpenedCopy {
  readonly paths: ReadonlySet<string>;
  /** The bytes of a file. Throws ParseError when it is missing, damaged or larger than `limit` bytes. */
  read(path: string, limit: number): Promise<Blob>;
  close(): Promise<void>;
}

export const COPY_LIMITS = { entries: 200_000, totalBytes: 8e9, tableBytes: 1e9, sourceBytes: 2e9, recordBytes: 256e6 };

const ALLOWED =
  /^(burrow\.json|manifest\.json|conversations\.json|tables\/[a-z_]+\.[0-9.]+\.parquet|vectors\/[a-z_]+\.[0-9.]+\.vectors|sources\/[0-9a-f]{64})$/;

/** The most bytes that a file of a saved copy may have. */
export function limitOf(path: string, { tableBytes, sourceBytes, recordBytes } = COPY_LIMITS): number {
  if (/^(tables|vectors)\//.test(path)) return tableBytes;
  return path.startsWith('sources/') ? sourceBytes : recordBytes;
}

/** Files to one ZIP. Works in workers and in Node. Throws StorageError where the copy could not be opened again. */
export async function encodeCopy(
  files: AsyncIterable<CopyFile> | Iterable<CopyFile>,
  limits = COPY_LIMITS,
): Promise<Blob> {
  let [entries, total] = [0, 0];
  const count = ({ path, bytes }: CopyFile): void => {
    const size = bytes instanceof Uint8Array ? bytes.length : bytes.size;
    if (size > limitOf(path, limits)) throw notSaved(message`${partOfCopy(path)} is too large`, path);
    total += size;
    if (++entries > limits.entries || total > limits.totalBytes) throw notSaved(message`it is too large`);
  };
  const zip = new ZipWriter(new BlobWriter('application/zip'), { useUnicodeFileNames: true, extendedTimestamp: false });
  for await (const file of files) {
    count(file);
    const { path, bytes } = file;
    const reader = bytes instanceof Uint8Array ? new Uint8ArrayReader(bytes) : new BlobReader(bytes);
    await zip.add(path, reader, { level: /^(tables|vectors)\//.test(path) ? 0 : 6, lastModDate: new Date(1980, 0, 1) });
  }
  return zip.close();
}

/** Opens a ZIP and refuses it unless it has only the files of a saved copy. Throws ParseError. */
export async function openCopy(copy: Blob): Promise<OpenedCopy> {
  const zip = new ZipReader(new BlobReader(copy), { checkSignature: true, strictness: 'balanced' });
  try {
    const entries = await listEntries(zip);
    return {
      paths: new Set(entries.keys()),
      read: (path, limit) => readEntry(entries, path, limit),
      close: () => zip.close(),
    };
  } catch (cause) {
    await zip.close();
    if (cause instanceof ParseError) throw cause;
    throw notACopy(message`it is not a complete ZIP file`, cause);
  }
}

/** A file of a saved copy in words for a person. */
export function partOfCopy(path: string): Message {
  const table = /^tables\/([a-z_]+)\./.exec(path)?.[1];
  if (table) return message`its table of ${table.replaceAll('_', ' ')}`;
  if (path.startsWith('vectors/')) return message`its vectors`;
  if (path.startsWith('sources/')) return message`one of its documents`;
  if (path === 'conversations.json') return message`its list of conversations`;
  return path === 'manifest.json' ? message`its table of contents` : message`its title page`;
}

/** Words for a copy that Burrow itself would not open. */
function notSaved(why: Message, detail?: string): StorageError {
  const words = message`The copy was not made, because it could not be opened again: ${why}. The collection is as it was. Use an export for other programs, or delete what is not needed.`;
  return new StorageError(words, { ...(detail !== undefined && { detail }), traits: ['says what was kept'] });
}

/** Words for a file that is not a saved copy. */
export function notACopy(why: Message, cause?: unknown, detail?: string): ParseError {
  const words = message`This file is not a saved copy of a Burrow collection, or it is damaged: ${why}. Nothing was added. Choose another file, or save the copy again where the collection still is.`;
  return new ParseError(words, { cause, ...(detail !== undefined && { detail }), traits: ['says what was kept'] });
}

async function listEntries(zip: ZipReader<Blob>): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  let total = 0;
  for await (const entry of zip.getEntriesGenerator()) {
    if (entry.directory || !ALLOWED.test(entry.filename))
      throw notACopy(
        message`it is a ZIP file, but not one that Burrow saved. To read the documents in it, use Add documents`,
        undefined,
        entry.filename,
      );
    if (entries.has(entry.filename)) throw notACopy(message`it holds a file twice`, undefined, entry.filename);
    total += entry.uncompressedSize;
    entries.set(entry.filename, entry);
    if (entries.size > COPY_LIMITS.entries || total > COPY_LIMITS.totalBytes) throw notACopy(message`it is too large`);
  }
  return entries;
}

async function readEntry(entries: ReadonlyMap<string, FileEntry>, path: string, limit: number): Promise<Blob> {
  const part = partOfCopy(path);
  const entry = entries.get(path);
  if (!entry) throw notACopy(message`${part} is missing`, undefined, path);
  if (entry.uncompressedSize > limit) throw notACopy(message`${part} is too large`, undefined, path);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (chunk) => {
      size += chunk.length;
      if (size > limit) throw notACopy(message`${part} is larger than it says`, undefined, path);
      chunks.push(chunk);
    },
  });
  try {
    await entry.getData(sink);
  } catch (cause) {
    if (cause instanceof ParseError) throw cause;
    throw notACopy(message`${part} cannot be unpacked`, cause, path);
  }
  return new Blob(chunks);
}
