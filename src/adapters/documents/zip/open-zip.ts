import {
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_UNSUPPORTED_COMPRESSION,
  Uint8ArrayReader,
  ZipReader,
  type FileEntry,
} from '@zip.js/zip.js/lib/zip-core-custom.js';
import { ParseError } from '../../../core/errors';
import { CAPS, sizeInWords } from '../caps';

/** The files in a ZIP, read one by one within limits on what they may unpack to. */
export interface OpenZip {
  readonly entries: readonly FileEntry[];
  /** Throws ParseError with the reason when this entry cannot be taken out; others may still be. */
  read(entry: FileEntry): Promise<Uint8Array<ArrayBuffer>>;
  /** As `read` by path; undefined when there is no such entry. */
  find(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

export interface OpenZipOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: () => void;
}

/** What may still be taken out of an archive and of those inside it, in bytes and files. */
export interface ZipBudget {
  left: number;
  entries: number;
}

export function zipBudget(): ZipBudget {
  return { left: CAPS.zipTotal, entries: CAPS.zipEntries };
}

/** Opens a ZIP file; one inside another is opened on the budget of the outer one. Throws ParseError when it is damaged or holds too many files. */
export async function openZip(
  bytes: Uint8Array,
  options: OpenZipOptions,
  budget: ZipBudget = zipBudget(),
): Promise<OpenZip> {
  const entries = await listEntries(bytes, budget);
  const byName = new Map(entries.map((entry) => [entry.filename, entry]));
  const read = async (entry: FileEntry): Promise<Uint8Array<ArrayBuffer>> => {
    options.signal?.throwIfAborted();
    refuseByDeclaration(entry, budget.left);
    return inflate(entry, budget, options.onProgress);
  };
  return {
    entries,
    read,
    find: async (path) => {
      const entry = byName.get(path);
      return entry && read(entry);
    },
  };
}

async function listEntries(bytes: Uint8Array, budget: ZipBudget): Promise<FileEntry[]> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, filenameValidation: 'tolerant' });
  const entries: FileEntry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (!entry.directory) entries.push(entry);
      if (entries.length > budget.entries) break;
    }
  } catch (error) {
    throw new ParseError(
      'It is damaged or cut short: its table of contents cannot be read. Get a fresh copy of the file.',
      {
        cause: error,
      },
    );
  }
  if (entries.length > budget.entries)
    throw new ParseError(`It holds more than ${CAPS.zipEntries} files. Split it up.`);
  budget.entries -= entries.length;
  return entries;
}

function refuseByDeclaration(entry: FileEntry, left: number): void {
  if (entry.encrypted) throw new ParseError('It is protected with a password. Unpack it and add the file itself.');
  if (entry.uncompressedSize > CAPS.zipEntry) throw new ParseError(tooLarge());
  if (entry.uncompressedSize > left) throw new ParseError(tooMuch());
}

async function inflate(entry: FileEntry, budget: ZipBudget, onProgress: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let refusal: string | undefined;
  const sink = new WritableStream<Uint8Array>({
    write: (chunk) => {
      size += chunk.length;
      budget.left -= chunk.length;
      refusal = excess(entry, size, budget.left);
      if (refusal) throw new ParseError(refusal);
      chunks.push(chunk.slice());
      onProgress();
    },
  });
  try {
    await entry.getData(sink, { useWebWorkers: false, checkOverlappingEntry: true });
  } catch (error) {
    throw new ParseError(refusal ?? reasonOf(error), { cause: error });
  }
  return concatenate(chunks, size);
}

/** zip.js itself stops as soon as an entry passes the size that it declares. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message === ERR_INVALID_UNCOMPRESSED_SIZE)
    return 'It unpacks to another size than it declares, as a hostile archive does.';
  if (message === ERR_UNSUPPORTED_COMPRESSION)
    return 'It is packed in a way that cannot be read here. Unpack it and add the file itself.';
  return 'It is damaged inside the archive. Get a fresh copy of the file.';
}

function excess(entry: FileEntry, size: number, left: number): string | undefined {
  if (size > CAPS.zipEntry) return tooLarge();
  if (left < 0) return tooMuch();
  if (size > CAPS.zipRatioFrom && size > entry.compressedSize * CAPS.zipRatio)
    return `It unpacks to more than ${CAPS.zipRatio} times its size, as a hostile archive does.`;
  return undefined;
}

function tooLarge(): string {
  return `It unpacks to more than ${sizeInWords(CAPS.zipEntry)}. Split it up.`;
}

function tooMuch(): string {
  return `The archive unpacks to more than ${sizeInWords(CAPS.zipTotal)} in all. Split it up.`;
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
