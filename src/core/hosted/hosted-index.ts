import { ParseError } from '../errors';
import type { CallOptions } from '../platform';
import type { AddressReader, ByteRange } from '../ports/addresses';
import {
  blockOf,
  LARGEST_BLOCK,
  placeOfBlock,
  readSectionIndex,
  type KeyOf,
  type Packing,
  type SectionIndex,
} from './block-files';
import { LENGTHS_FILE, readLengths, type IndexLengths } from './lengths';
import { LEAF_FORMS, type Leaves } from './leaves';
import { unpackLists } from './sorted-lists';
import {
  CENTROIDS,
  unpackCentroids,
  unpackVectorBlock,
  VECTOR_SECTIONS,
  type Centroids,
  type HostedField,
  type NumberedVectors,
} from './vector-blocks';
import {
  LEAF_SECTIONS,
  LIST_SECTIONS,
  notAnIndex,
  parseTitlePage,
  TITLE_PAGE,
  TITLE_PAGE_BYTES,
  type LeafSection,
  type ListSection,
  type TitlePage,
} from './title-page';

/** An index on a static host, of which parts are fetched as they are needed. */
export interface HostedIndex {
  readonly title: TitlePage;
  /** The lists of those keys that have one. */
  lists(section: ListSection, keys: Iterable<string>, options?: CallOptions): Promise<ReadonlyMap<string, Uint32Array>>;
  /** The leaves of those numbers that have one. */
  leaves<S extends LeafSection>(
    section: S,
    numbers: Iterable<number>,
    options?: CallOptions,
  ): Promise<ReadonlyMap<number, Leaves[S]>>;
  lengths(): Promise<IndexLengths>;
  /** Fetches what every question needs, at once. What it throws, the next call throws again. */
  warm(): void;
  /** Of all clusters, in the order of their numbers; none where nothing is embedded. */
  centroids(): Promise<Centroids>;
  /** The rows of these clusters of a field. */
  clusters(field: HostedField, numbers: readonly number[], options?: CallOptions): Promise<readonly NumberedVectors[]>;
  /** Bytes that were fetched so far. */
  fetched(): number;
}

/** What an index is read with. */
export interface IndexReading {
  readonly addresses: AddressReader;
  readonly packing: Packing;
}

/** Bytes of blocks, unpacked, that are kept in case they are asked for again. */
const KEPT_BYTES = 48_000_000;
/** Bytes of a file that is read whole. */
const WHOLE = 64_000_000;

/** Reads the title page at an address, which ends in a slash. Throws StorageError where it cannot be read, ParseError for what is none. */
export async function readTitlePage(
  address: string,
  { addresses }: Pick<IndexReading, 'addresses'>,
  options: CallOptions = {},
): Promise<{ readonly title: TitlePage; readonly bytes: number }> {
  const bytes = await addresses.read(`${address}${TITLE_PAGE}`, { ...options, most: TITLE_PAGE_BYTES });
  return { title: parseTitlePage(bytes), bytes: bytes.length };
}

/** Opens the index at an address, which ends in a slash. What it throws later is the same. */
export async function openHostedIndex(
  address: string,
  reading: IndexReading,
  options: CallOptions = {},
): Promise<HostedIndex> {
  const { title, bytes } = await readTitlePage(address, reading, options);
  const files = new Map(title.files.map((file) => [file.name, file.bytes]));
  let fetched = bytes;
  const readWhole = async (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    if (!files.has(name)) throw notAnIndex();
    // Others may wait for the same file: the signal of one call must not end it.
    const whole = await reading.addresses.read(`${address}${name}`, { most: WHOLE });
    if (whole.length !== files.get(name)) throw notAnIndex();
    fetched += whole.length;
    return whole;
  };
  const readBlocks = async (
    index: SectionIndex<string | number>,
    blocks: readonly number[],
    call: CallOptions,
  ): Promise<readonly Uint8Array<ArrayBuffer>[]> => {
    const places = blocks.map((block) => placeOfBlock(index, block));
    const byFile = new Map<string, { readonly at: number; readonly range: ByteRange }[]>();
    for (const [at, { file, start, end }] of places.entries()) {
      byFile.set(file, [...(byFile.get(file) ?? []), { at, range: { start, end } }]);
    }
    const read: Uint8Array<ArrayBuffer>[] = new Array(blocks.length);
    const asked = [...byFile].map(async ([file, own]) => {
      const ranges = own.map(({ range }) => range);
      const parts = await reading.addresses.readParts(`${address}${file}`, ranges, call);
      for (const [place, { at }] of own.entries()) {
        const part = parts[place];
        if (!part) throw notAnIndex();
        fetched += part.length;
        read[at] = await unpacked(part, reading.packing);
      }
    });
    await Promise.all(asked);
    return read;
  };
  /** An index that leads to files of the title page alone, as they are there. */
  const listedAlone = <K extends string | number>(index: SectionIndex<K>): SectionIndex<K> => {
    if (index.files.every(({ name, bytes }) => files.get(name) === bytes)) return index;
    throw notAnIndex();
  };
  const filesOf = (section: string): number =>
    title.files.filter(({ name }) => name.startsWith(`${section}.`) && name.endsWith('.pack')).length;
  const kept = keptBlocks();
  const indexes = new Map<string, Promise<SectionIndex<string | number>>>();
  const indexOf = <T extends keyof KeyOf>(section: string, keys: T): Promise<SectionIndex<KeyOf[T]>> => {
    const known =
      indexes.get(section) ??
      readWhole(`${section}.index`).then(async (bytes) =>
        listedAlone(
          await readSectionIndex(bytes, { section, keys, files: filesOf(section), packing: reading.packing }),
        ),
      );
    indexes.set(section, known);
    known.catch(() => indexes.delete(section)); // told to who asks; asked for anew next time
    return known as unknown as Promise<SectionIndex<KeyOf[T]>>;
  };
  /** What the blocks hold in which these keys would be. */
  const contents = async <T extends keyof KeyOf, C>(
    section: string,
    keys: readonly KeyOf[T][],
    { kind, read }: { readonly kind: T; readonly read: (bytes: Uint8Array<ArrayBuffer>) => C },
    call: CallOptions,
  ): Promise<readonly C[]> => {
    if (keys.length === 0) return [];
    const index = await indexOf(section, kind);
    const blocks = [...new Set(keys.map((key) => blockOf(index, key)))]
      .filter((block) => block >= 0)
      .sort((a, b) => a - b);
    // What is kept may have to make room for what comes.
    const here = new Map(
      blocks.flatMap((block) => (kept.has(section, block) ? [[block, kept.get(section, block) as C]] : [])),
    );
    const missing = blocks.filter((block) => !here.has(block));
    for (const [at, bytes] of (await readBlocks(index, missing, call)).entries()) {
      const block = missing[at] ?? -1;
      const value = readable(() => read(bytes));
      kept.put(section, block, value, bytes.length);
      here.set(block, value);
    }
    return blocks.map((block) => here.get(block) as C);
  };
  let lengths: Promise<IndexLengths> | undefined;
  const lengthsOf = (): Promise<IndexLengths> => {
    lengths ??= readWhole(LENGTHS_FILE).then(async (packed) => {
      const bytes = await unpacked(packed, reading.packing);
      return readable(() => readLengths(bytes));
    });
    lengths.catch(() => (lengths = undefined)); // told to who asks; asked for anew next time
    return lengths;
  };
  let centroids: Promise<Centroids> | undefined;
  return {
    title,
    async lists(section, keys, call = {}) {
      const wanted = [...new Set(keys)];
      const found = new Map<string, Uint32Array>();
      for (const block of await contents(section, wanted, { kind: 'text', read: unpackLists }, call)) {
        for (const key of wanted) {
          const values = block.get(key);
          if (values) found.set(key, values);
        }
      }
      return found;
    },
    async leaves<S extends LeafSection>(section: S, numbers: Iterable<number>, call: CallOptions = {}) {
      const wanted = new Set(numbers);
      const found = new Map<number, Leaves[S]>();
      const read = (bytes: Uint8Array<ArrayBuffer>) => leavesOf(section, bytes);
      for (const block of await contents(section, [...wanted], { kind: 'number', read }, call)) {
        for (const [number, leaf] of block) if (wanted.has(number)) found.set(number, leaf());
      }
      return found;
    },
    lengths: lengthsOf,
    warm() {
      const all = [
        lengthsOf(),
        ...LIST_SECTIONS.map((section) => indexOf(section, 'text')),
        ...LEAF_SECTIONS.map((section) => indexOf(section, 'number')),
      ];
      for (const one of all) one.catch(() => undefined); // told to who asks
    },
    centroids() {
      const { vectors } = title;
      if (!vectors) return Promise.resolve({});
      centroids ??= readWhole(CENTROIDS).then(async (bytes) => {
        const read = await unpacked(bytes, reading.packing);
        return readable(() => unpackCentroids(read, vectors));
      });
      centroids.catch(() => (centroids = undefined)); // told to who asks; asked for anew next time
      return centroids;
    },
    clusters(field, numbers, call = {}) {
      const read = (bytes: Uint8Array<ArrayBuffer>) => unpackVectorBlock(bytes, title.vectors?.dims ?? 0);
      return contents(VECTOR_SECTIONS[field], numbers, { kind: 'number', read }, call);
    },
    fetched: () => fetched,
  };
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

async function unpacked(bytes: Uint8Array<ArrayBuffer>, packing: Packing): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await packing.unpack(bytes, LARGEST_BLOCK);
  } catch (cause) {
    throw notAnIndex(cause);
  }
}

/** What is read of bytes that a host sent. Throws ParseError where they are not what was published. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof ParseError ? cause : notAnIndex(cause);
  }
}

/** The leaves of a block, each read when it is asked for. */
function leavesOf<S extends LeafSection>(
  section: S,
  bytes: Uint8Array<ArrayBuffer>,
): readonly (readonly [number, () => Leaves[S]])[] {
  const entries: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(entries)) throw notAnIndex();
  return entries.map((entry: unknown) => {
    if (!Array.isArray(entry) || !isNumber(entry[0])) throw notAnIndex();
    const [number, leaf] = entry as [number, unknown];
    return [number, () => readable(() => LEAF_FORMS[section].read(leaf))] as const;
  });
}

/** The blocks that were asked for last. */
function keptBlocks() {
  const blocks = new Map<string, { readonly value: unknown; readonly bytes: number }>();
  let size = 0;
  const nameOf = (section: string, block: number): string => `${section} ${block}`;
  return {
    has: (section: string, block: number): boolean => blocks.has(nameOf(section, block)),
    get: (section: string, block: number): unknown => blocks.get(nameOf(section, block))?.value,
    put(section: string, block: number, value: unknown, bytes: number): void {
      blocks.set(nameOf(section, block), { value, bytes });
      size += bytes;
      for (const [name, oldest] of blocks) {
        if (size <= KEPT_BYTES || blocks.size === 1) break;
        blocks.delete(name);
        size -= oldest.bytes;
      }
    },
  };
}
