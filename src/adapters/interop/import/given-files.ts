import { BlobReader, configure, type FileEntry, ZipReader } from '@zip.js/zip.js';
import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { CallOptions } from '../../../core/platform';
import type { SourceFile } from '../../../core/ports/documents';

configure({ useWebWorkers: false });

/**
 * Limits of imported files, of a Parquet file also once it is decoded. Rows of nothing take no bytes, so they are
 * counted too.
 */
export const IMPORT_LIMITS = {
  ...{ files: 10_000, fileBytes: 1e9, totalBytes: 3e9, ratio: 400, ratioFrom: 50e6 },
  ...{ rows: 5e6, cells: 1e8 },
};

/** A file among those that a person gave, also inside a ZIP file; its content is hostile until it is checked. */
export interface GivenFile {
  readonly path: string;
  /** Throws ParseError where it is damaged or too large. */
  read(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
}

/** Words for files that cannot be imported. */
export const notImported = (why: ReturnType<typeof message>, cause?: unknown, detail?: string): ParseError =>
  new ParseError(
    message`These files were not imported: ${why}. Nothing was added, and your collections are as they were.`,
    {
      cause,
      ...(detail !== undefined && { detail }),
      traits: ['says what was kept'],
    },
  );

/** All files that were given; those in a ZIP file one by one. Throws ParseError for a damaged ZIP file, and one with too many files in it. */
export async function givenFiles(files: readonly SourceFile[]): Promise<readonly GivenFile[]> {
  const budget = { left: IMPORT_LIMITS.totalBytes };
  const all: GivenFile[] = [];
  for (const { path, bytes } of files) {
    if (/\.zip$/iu.test(path)) all.push(...(await entriesOf(bytes, path, budget)));
    else all.push({ path, read: () => readWhole(bytes, path, budget) });
  }
  return all;
}

/** Paths inside a ZIP file; none where it is damaged. */
export async function pathsIn(bytes: Blob): Promise<readonly string[]> {
  try {
    return (await listed(bytes, '')).map(({ filename }) => filename);
  } catch {
    return []; // whoever reads it as what it seems to be tells what is wrong
  }
}

async function listed(bytes: Blob, path: string): Promise<readonly FileEntry[]> {
  const zip = new ZipReader(new BlobReader(bytes), { checkSignature: true, filenameValidation: 'tolerant' });
  const entries: FileEntry[] = [];
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (!entry.directory) entries.push(entry);
      if (entries.length > IMPORT_LIMITS.files) break;
    }
  } catch (cause) {
    throw notImported(message`the ZIP file ${path} is damaged or cut short`, cause, path);
  }
  if (entries.length > IMPORT_LIMITS.files)
    throw notImported(message`the ZIP file ${path} holds too many files`, undefined, path);
  return entries;
}

interface Budget {
  left: number;
}

async function entriesOf(bytes: Blob, archive: string, budget: Budget): Promise<readonly GivenFile[]> {
  const entries = await listed(bytes, archive);
  return entries.map((entry) => ({ path: entry.filename, read: (options) => inflate(entry, budget, options) }));
}

async function readWhole(bytes: Blob, path: string, budget: Budget): Promise<Uint8Array<ArrayBuffer>> {
  budget.left -= bytes.size;
  if (bytes.size > IMPORT_LIMITS.fileBytes || budget.left < 0) throw tooLarge(path);
  return new Uint8Array(await bytes.arrayBuffer());
}

/** Words for a file that is larger than the limit, or becomes so when it is unpacked. */
export const tooLarge = (path: string): ParseError =>
  notImported(
    message`${path} is too large: unpacked, a file may have ${IMPORT_LIMITS.fileBytes / 1e6} MB and all of them ${IMPORT_LIMITS.totalBytes / 1e6} MB`,
    undefined,
    path,
  );

async function inflate(
  entry: FileEntry,
  budget: Budget,
  { signal }: CallOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const path = entry.filename;
  if (entry.encrypted) throw notImported(message`${path} is protected with a password`, undefined, path);
  if (entry.uncompressedSize > Math.min(IMPORT_LIMITS.fileBytes, budget.left)) throw tooLarge(path);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write: (chunk) => {
      size += chunk.length;
      budget.left -= chunk.length;
      const isBomb = size > IMPORT_LIMITS.ratioFrom && size > entry.compressedSize * IMPORT_LIMITS.ratio;
      if (size > IMPORT_LIMITS.fileBytes || budget.left < 0 || isBomb) throw tooLarge(path);
      signal?.throwIfAborted();
      chunks.push(chunk.slice());
    },
  });
  try {
    await entry.getData(sink, { checkOverlappingEntry: true });
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ParseError) throw cause;
    throw notImported(message`${path} is damaged inside the ZIP file`, cause, path);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
