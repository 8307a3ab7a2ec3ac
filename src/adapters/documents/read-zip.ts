import { ParseError, reasonOf } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { ReadResult } from '../../core/ports/documents';
import { LIMITS, sizeInWords } from './limits';
import { fileName } from './paths';
import { refuseUnsupported, unsupportedByName } from './unsupported-formats';
import { decodeNames } from './text/decode-text';
import { needsPassword, passwordOf, type OpenSource } from './format-reader';
import {
  ERR_INVALID_PASSWORD,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_UNSUPPORTED_COMPRESSION,
  Uint8ArrayReader,
  ZipReader,
  type FileEntry,
} from '@zip.js/zip.js/lib/zip-core-custom.js';

/** Reads an archive: returns its members as files, including those of archives inside it. */
export async function readZip(source: OpenSource): Promise<ReadResult> {
  const budget = zipBudget();
  const zip = await openZip(source.bytes, { ...source, password: passwordOf(source) }, budget);
  if (!(await zip.isOpen())) return needsPassword(source);
  const members: Member[] = [];
  const refused: Refused[] = [];
  for await (const found of membersOf({ zip, source, budget, folder: '', depth: 1 })) {
    if ('bytes' in found) members.push(found);
    else refused.push(found);
  }
  if (members.length + refused.length === 0) throw new ParseError(message`It is an archive without any files in it.`);
  return { kind: 'archive', members, refused };
}

/** Kinds of file that are ZIP files, by the names of files that each of them holds. */
const PACKAGES: readonly { readonly extension: string; readonly entries: readonly RegExp[] }[] = [
  { extension: '.docx', entries: [/^\[Content_Types\]\.xml$/u, /^word\/document\d*\.xml$/u] },
  { extension: '.xlsx', entries: [/^xl\/workbook\.(?:xml|bin)$/u] },
  { extension: '.pptx', entries: [/^ppt\/presentation\.xml$/u] },
  { extension: '.epub', entries: [/^META-INF\/container\.xml$/u] },
];

/** The extension of the kind of package that a ZIP file is; undefined for an archive. Throws ParseError for a damaged file. */
export async function packageExtension(bytes: Uint8Array): Promise<string | undefined> {
  return kindOfPackage(await openZip(bytes, { onProgress: () => undefined }));
}

const OPEN_DOCUMENTS = new Map([
  ['text', '.odt'],
  ['spreadsheet', '.ods'],
  ['presentation', '.odp'],
]);

const LOCKED = message`It is protected with a password. Save it without one and add that.`;

/** Files of an OpenDocument package that begin with its media type. */
const MEDIA_TYPES = ['mimetype', 'META-INF/manifest.xml'];

async function kindOfPackage({ entries, find }: OpenZip): Promise<string | undefined> {
  const holds = (name: RegExp): boolean => entries.some(({ filename }) => name.test(filename));
  const kind = PACKAGES.find((one) => one.entries.every(holds));
  if (kind) return kind.extension;
  const texts: string[] = [];
  for (const name of MEDIA_TYPES) texts.push(new TextDecoder('latin1').decode(await find(name).catch(() => undefined)));
  const [, type = ''] = /application\/vnd\.oasis\.opendocument\.([a-z]+)/u.exec(texts.join(' ')) ?? [];
  const extension = OPEN_DOCUMENTS.get(type);
  if (extension && /:encryption-data\b/u.test(texts[1] ?? '')) throw new ParseError(LOCKED);
  return extension;
}

/** Checks for the first bytes of a ZIP file. */
export const isZip = ([a, b]: Uint8Array): boolean => a === 0x50 && b === 0x4b;

interface Member {
  readonly path: string;
  readonly bytes: Uint8Array;
}

interface Refused {
  readonly path: string;
  readonly reason: Message;
}

interface Level {
  readonly zip: OpenZip;
  readonly source: OpenSource;
  readonly budget: ZipBudget;
  /** The archives around this one, as the beginning of a path. */
  readonly folder: string;
  readonly depth: number;
}

async function* membersOf(level: Level): AsyncGenerator<Member | Refused> {
  const { zip, source, folder } = level;
  for (const entry of zip.entries) {
    const name = wellFormedPath(entry.filename);
    if (isClutter(name)) continue;
    const path = folder + name;
    try {
      refuseByName(name);
      const bytes = await zip.read(entry);
      if (isPackage(name, bytes)) yield* inside(level, path, bytes);
      else yield { path, bytes };
    } catch (error) {
      source.signal?.throwIfAborted();
      if (!(error instanceof ParseError)) throw error;
      yield { path, reason: reasonOf(error) };
    }
  }
}

/** The members of an archive inside an archive; an Office file under another name stays a file, and so does one with a password. */
async function* inside(level: Level, path: string, bytes: Uint8Array): AsyncGenerator<Member | Refused> {
  const zip = await openZip(bytes, level.source, level.budget);
  if ((await kindOfPackage(zip)) || !(await zip.isOpen())) yield { path, bytes };
  else if (level.depth >= LIMITS.zipDepth) throw new ParseError(TOO_DEEP);
  else yield* membersOf({ ...level, zip, folder: `${path}!/`, depth: level.depth + 1 });
}

export const TOO_DEEP = message`It is an archive or a mail inside more than ${LIMITS.zipDepth - 1} others. Take it out of them and add it by itself.`;

function wellFormedPath(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/\p{Cc}/gu, '')
    .toWellFormed();
}

function isClutter(path: string): boolean {
  return /(^|\/)(__MACOSX\/|\.(?!\.?\/)[^/]*|Thumbs\.db$|desktop\.ini$)/u.test(path);
}

function refuseByName(path: string): void {
  if (path.startsWith('/') || /^[a-z]:/iu.test(path) || path.split('/').includes('..'))
    throw new ParseError(
      message`Its path points outside the archive, as a hostile archive does. It was left out; the other files of the archive are read.`,
    );
  const unsupported = unsupportedByName(path);
  if (unsupported) throw refuseUnsupported(unsupported);
}

function isPackage(path: string, bytes: Uint8Array): boolean {
  const looksZipped = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
  return looksZipped && !/\.doc[xm]$/iu.test(fileName(path));
}

/** The files in a ZIP, read one by one within limits on what they may unpack to. */
interface OpenZip {
  readonly entries: readonly FileEntry[];
  /** Checks that nothing in it needs a password, or another one than was given. */
  isOpen(): Promise<boolean>;
  /** Throws ParseError with the reason when this entry cannot be taken out; others may still be. */
  read(entry: FileEntry): Promise<Uint8Array<ArrayBuffer>>;
  /** As `read` by path; undefined when there is no such entry. */
  find(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
}

interface OpenZipOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: () => void;
  readonly password?: string | undefined;
}

/** Remaining limits on an archive and the archives in it, in bytes and files. */
interface ZipBudget {
  left: number;
  entries: number;
}

function zipBudget(): ZipBudget {
  return { left: LIMITS.zipTotal, entries: LIMITS.zipEntries };
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
    refuseByDeclaration(entry, { left: budget.left, password: options.password });
    return inflate(entry, budget, options);
  };
  return {
    entries,
    isOpen: async () => {
      const locked = entries.find(({ encrypted }) => encrypted);
      return !locked || (options.password !== undefined && (await opensWith(locked, options.password)));
    },
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
      message`It is damaged or cut short: its table of contents cannot be read. Get a fresh copy of the file.`,
      { cause: error },
    );
  }
  if (entries.length > budget.entries)
    throw new ParseError(message`It holds more than ${LIMITS.zipEntries} files. Split it up.`);
  budget.entries -= entries.length;
  nameEntries(entries.filter(({ filenameUTF8 }) => !filenameUTF8));
  return entries;
}

/** Names entries that do not say in which encoding their names are. zip.js reads them as CP437, as the format has it. */
function nameEntries(entries: readonly FileEntry[]): void {
  const unclear = entries.filter(({ rawFilename }) => rawFilename.some((byte) => byte > 0x7f));
  const given = unclear.map(({ filename }) => filename).join('\n');
  const names = decodeNames(
    unclear.map(({ rawFilename }) => rawFilename),
    given,
  );
  unclear.forEach((entry, at) => (entry.filename = names?.[at] ?? entry.filename));
}

/** Checks a password against the beginning of an entry. */
async function opensWith(entry: FileEntry, password: string): Promise<boolean> {
  try {
    await entry.getData(new WritableStream(), { useWebWorkers: false, password, checkPasswordOnly: true });
    return true;
  } catch (error) {
    return !(error instanceof Error && error.message === ERR_INVALID_PASSWORD);
  }
}

function refuseByDeclaration(
  entry: FileEntry,
  { left, password }: { readonly left: number; readonly password: string | undefined },
): void {
  if (entry.encrypted && password === undefined)
    throw new ParseError(message`It is protected with a password. Unpack it and add the file itself.`);
  if (entry.uncompressedSize > LIMITS.zipEntry) throw new ParseError(tooLarge());
  if (entry.uncompressedSize > left) throw new ParseError(tooMuch());
}

async function inflate(
  entry: FileEntry,
  budget: ZipBudget,
  { onProgress, password }: OpenZipOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let refusal: Message | undefined;
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
    await entry.getData(sink, {
      useWebWorkers: false,
      checkOverlappingEntry: true,
      ...(password !== undefined && { password }),
    });
  } catch (error) {
    throw new ParseError(refusal ?? damageOf(error), { cause: error });
  }
  return concatenate(chunks, size);
}

/** zip.js itself stops as soon as an entry passes the size that it declares. */
function damageOf(error: unknown): Message {
  const reason = error instanceof Error ? error.message : '';
  if (reason === ERR_INVALID_UNCOMPRESSED_SIZE)
    return message`It unpacks to another size than it declares, as a hostile archive does.`;
  if (reason === ERR_UNSUPPORTED_COMPRESSION)
    return message`It is packed in a way that cannot be read here. Unpack it and add the file itself.`;
  return message`It is damaged inside the archive. Get a fresh copy of the file.`;
}

function excess(entry: FileEntry, size: number, left: number): Message | undefined {
  if (size > LIMITS.zipEntry) return tooLarge();
  if (left < 0) return tooMuch();
  if (size > LIMITS.zipRatioFrom && size > entry.compressedSize * LIMITS.zipRatio)
    return message`It unpacks to more than ${LIMITS.zipRatio} times its size, as a hostile archive does.`;
  return undefined;
}

function tooLarge(): Message {
  return message`It unpacks to more than ${sizeInWords(LIMITS.zipEntry)}. Split it up.`;
}

function tooMuch(): Message {
  return message`The archive unpacks to more than ${sizeInWords(LIMITS.zipTotal)} in all. Split it up.`;
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
