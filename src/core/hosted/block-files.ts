import { ParseError } from '../errors';
import { isRecord } from '../shapes/read-fields';
import { notAnIndex, type IndexFile } from './title-page';

/** Packs bytes, or unpacks them again; raw Deflate (RFC 1951). */
export interface Packing {
  pack(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Throws RangeError for damaged bytes, and where they would become more than `most`. */
  unpack(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Takes a file of the index that is made. */
export type TakeFile = (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** What a section's blocks are found by: the first key of each, and where it begins among the bytes of all its files together. */
export interface SectionIndex<K extends string | number> {
  readonly files: readonly IndexFile[];
  readonly firsts: readonly K[];
  /** One more than there are blocks. */
  readonly starts: readonly number[];
}

/** Bytes of a file at most: hosts such as GitHub refuse files over 100 MB. */
const LARGEST_FILE = 32_000_000;
/** Bytes of a block, unpacked, at most. A longer one is no block of ours. */
export const LARGEST_BLOCK = 512_000_000;
const LARGEST_INDEX = 256_000_000;

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
  const index = { files, firsts, starts };
  const bytes = await packing.pack(new TextEncoder().encode(JSON.stringify(index)));
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

/** Reads the index of a section whose keys are of a kind. Throws ParseError for what is none. */
export async function readSectionIndex<K extends string | number>(
  packed: Uint8Array<ArrayBuffer>,
  isKey: (value: unknown) => value is K,
  packing: Packing,
): Promise<SectionIndex<K>> {
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(await packing.unpack(packed, LARGEST_INDEX)));
    if (isSectionIndex(read, isKey)) return read;
    throw notAnIndex();
  } catch (cause) {
    throw cause instanceof ParseError ? cause : notAnIndex(cause);
  }
}

function isSectionIndex<K extends string | number>(
  read: unknown,
  isKey: (value: unknown) => value is K,
): read is SectionIndex<K> {
  if (!isRecord(read)) return false;
  const { files, firsts, starts } = read;
  const rises = (list: readonly (string | number)[]): boolean =>
    list.every((one, at) => at === 0 || (list[at - 1] ?? one) < one);
  return (
    Array.isArray(firsts) &&
    firsts.every(isKey) &&
    rises(firsts) &&
    Array.isArray(starts) &&
    starts.length === firsts.length + 1 &&
    starts[0] === 0 &&
    starts.every(isWholeNumber) &&
    rises(starts) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    files.reduce((sum, { bytes }) => sum + bytes, 0) === starts.at(-1)
  );
}

const isWholeNumber = (value: unknown): value is number => Number.isSafeInteger(value);

const isFile = (value: unknown): value is IndexFile =>
  isRecord(value) && typeof value.name === 'string' && isWholeNumber(value.bytes);

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

/** Where a block stands: in which file, and from where to where. */
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
  throw notAnIndex();
}
