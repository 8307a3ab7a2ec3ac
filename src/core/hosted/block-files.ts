import { ParseError } from '../errors';
import { damagedIndex, type IndexFile } from './title-page';
import { varintReader, varintWriter } from './varints';

/** Packs bytes, or unpacks them again; raw Deflate (RFC 1951). */
export interface Packing {
  pack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Throws RangeError for damaged bytes, and where they would become more than `most`. */
  unpack(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Takes a file of the index that is made. */
export type TakeFile = (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** Index of a section's blocks: the first key of each, and its offset in the bytes of all files together. */
export interface SectionIndex<K extends string | number> {
  readonly files: readonly IndexFile[];
  readonly firsts: readonly K[];
  /** One more than there are blocks. */
  readonly starts: readonly number[];
}

/** Bytes of a file at most: hosts such as GitHub refuse files over 100 MB. */
const LARGEST_FILE = 32_000_000;
const LARGEST_INDEX = 16_000_000;

/** Writes the blocks of a section one after another into files, then their index. Resolves with the names and sizes of all of these. */
export async function writeSection<K extends string | number>(
  name: string,
  blocks: Iterable<{ readonly first: K; readonly bytes: Uint8Array<ArrayBuffer> }>,
  { packing, take }: { readonly packing: Packing; readonly take: TakeFile },
): Promise<readonly IndexFile[]> {
  const files: IndexFile[] = [];
  const [firsts, starts]: [K[], number[]] = [[], [0]];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let end = 0;
  const close = async (): Promise<void> => {
    if (size === 0) return;
    const file = { name: `${name}.${files.length}.pack`, bytes: size };
    await take(file.name, joined(parts, size));
    files.push(file);
    [parts, size] = [[], 0];
  };
  for (const { first, bytes } of blocks) {
    const packed = await packing.pack(bytes);
    if (size > 0 && size + packed.length > LARGEST_FILE) await close();
    parts.push(packed);
    size += packed.length;
    end += packed.length;
    firsts.push(first);
    starts.push(end);
  }
  await close();
  const bytes = await packing.pack(sectionIndexBytes({ files, firsts, starts }));
  const indexFile = { name: `${name}.index`, bytes: bytes.length };
  await take(indexFile.name, bytes);
  return [...files, indexFile];
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The sizes of all files, then for each block its first key and its size. Numbers are written as differences. */
function sectionIndexBytes<K extends string | number>({
  files,
  firsts,
  starts,
}: SectionIndex<K>): Uint8Array<ArrayBuffer> {
  const writer = varintWriter();
  writer.put(files.length);
  for (const { bytes } of files) writer.put(bytes);
  writer.put(firsts.length);
  let before = 0;
  for (const [at, first] of (firsts as readonly (string | number)[]).entries()) {
    if (typeof first === 'string') writer.text(first);
    else {
      writer.put(first - before);
      before = first;
    }
    writer.put((starts[at + 1] ?? 0) - (starts[at] ?? 0));
  }
  return writer.taken();
}

/** Types of a section's keys. */
export interface KeyOf {
  readonly text: string;
  readonly number: number;
}

/** Reads the index of a section that has so many files. Throws ParseError for what is none. */
export async function readSectionIndex<T extends keyof KeyOf>(
  packed: Uint8Array<ArrayBuffer>,
  {
    section,
    keys,
    files: expected,
    packing,
  }: { readonly section: string; readonly keys: T; readonly files: number; readonly packing: Packing },
): Promise<SectionIndex<KeyOf[T]>> {
  try {
    const index = parseSectionIndex(await packing.unpack(packed, LARGEST_INDEX), { section, keys, expected });
    if (index.files.reduce((sum, { bytes }) => sum + bytes, 0) === index.starts.at(-1)) return index;
    throw damagedIndex();
  } catch (cause) {
    throw cause instanceof ParseError ? cause : damagedIndex(cause);
  }
}

function parseSectionIndex<T extends keyof KeyOf>(
  bytes: Uint8Array<ArrayBuffer>,
  { section, keys, expected }: { readonly section: string; readonly keys: T; readonly expected: number },
): SectionIndex<KeyOf[T]> {
  const reader = varintReader(bytes);
  const files: IndexFile[] = [];
  if (reader.next() !== expected) throw new RangeError('The section has another number of files.');
  while (files.length < expected) {
    files.push({ name: `${section}.${files.length}.pack`, bytes: reader.next() });
  }
  const firsts: KeyOf[T][] = [];
  const starts = [0];
  let number = 0;
  for (let left = reader.next(); left > 0; left--) {
    const first = (keys === 'text' ? reader.text() : (number += reader.next())) as KeyOf[T];
    const before = firsts.at(-1);
    if (before !== undefined && before >= first) throw new RangeError('The keys do not rise.');
    firsts.push(first);
    starts.push((starts.at(-1) ?? 0) + reader.next());
  }
  return { files, firsts, starts };
}

/** The block that would hold a key; -1 for one before all of them. */
export function blockOf<K extends string | number>({ firsts }: Pick<SectionIndex<K>, 'firsts'>, key: K): number {
  let [low, high] = [0, firsts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const first = firsts[middle];
    if (first !== undefined && first <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the file of a block, and its range there. */
export function placeOfBlock(
  { files, starts }: Pick<SectionIndex<string>, 'files' | 'starts'>,
  block: number,
): { readonly file: string; readonly start: number; readonly end: number } {
  const [start, end] = [starts[block] ?? 0, starts[block + 1] ?? 0];
  let from = 0;
  for (const { name, bytes } of files) {
    if (end <= from + bytes && start >= from) return { file: name, start: start - from, end: end - from };
    from += bytes;
  }
  throw damagedIndex();
}
