import { ParseError } from '../errors';
import type { CallOptions } from '../platform';
import type { AddressReader, ByteRange } from '../ports/addresses';
import { POSTINGS_OF_A_TEXT } from '../retrieval/lexical/bm25';
import { blockOf, placeOfBlock, readSectionIndex, type KeyOf, type Packing, type SectionIndex } from './block-files';
import { LENGTHS_FILE, largestLengths, readLengths, type IndexLengths } from './lengths';
import { LEAF_CHECKS, type IndexSizes } from './leaf-checks';
import { LARGEST_LEAF_BLOCK, LEAF_FORMS, type Leaves } from './leaves';
import { largestListBlock, unpackLists } from './sorted-lists';
import {
  CENTROIDS,
  largestCentroids,
  largestVectorBlock,
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
  damagedIndex,
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
  /** Centroids of all clusters, in the order of their numbers; none where nothing is embedded. */
  centroids(): Promise<Centroids>;
  /** The rows of these clusters of a field. */
  clusters(field: HostedField, numbers: readonly number[], options?: CallOptions): Promise<readonly NumberedVectors[]>;
  /** Bytes that were fetched so far. */
  fetched(): number;
}

/** Environment of reading an index. */
interface IndexReading {
  readonly addresses: AddressReader;
  readonly packing: Packing;
}

/** Bytes of blocks, unpacked, that are kept in case they are asked for again. */
const KEPT_BYTES = 48_000_000;
/** Bytes of a file that is read whole. */
const WHOLE = 64_000_000;

/** By section, the rows that its lists name, and the number of values for each of them. */
const LISTED: Readonly<Record<ListSection, { readonly rows: keyof TitlePage['counts']; readonly each: number }>> = {
  words: { rows: 'text_units', each: POSTINGS_OF_A_TEXT },
  // A text is about a concept, or only mentions it.
  concepts: { rows: 'text_units', each: 2 },
  entity_words: { rows: 'entities', each: POSTINGS_OF_A_TEXT },
  entity_names: { rows: 'entities', each: 1 },
  report_words: { rows: 'communities', each: POSTINGS_OF_A_TEXT },
  summary_words: { rows: 'summaries', each: POSTINGS_OF_A_TEXT },
};

/** Format of a section's blocks: bytes of one at most, unpacked, and the keys of its contents. */
interface BlockForm<T extends keyof KeyOf, C> {
  readonly kind: T;
  readonly most: number;
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => C;
  /** None where blocks have no keys of their own. */
  readonly keys: (contents: C) => Iterable<KeyOf[T]>;
}

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
    if (!files.has(name)) throw damagedIndex();
    // Others may wait for the same file: the signal of one call must not end it.
    const whole = await reading.addresses.read(`${address}${name}`, { most: WHOLE });
    if (whole.length !== files.get(name)) throw damagedIndex();
    fetched += whole.length;
    return whole;
  };
  const readBlocks = async (
    index: SectionIndex<string | number>,
    blocks: readonly number[],
    most: number,
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
        if (!part) throw damagedIndex();
        fetched += part.length;
        read[at] = await unpacked(part, most, reading.packing);
      }
    });
    await Promise.all(asked);
    return read;
  };
  /** An index that leads to files of the title page alone, as they are there. */
  const listedAlone = <K extends string | number>(index: SectionIndex<K>): SectionIndex<K> => {
    if (index.files.every(({ name, bytes }) => files.get(name) === bytes)) return index;
    throw damagedIndex();
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
  /** Returns the contents of the blocks in which these keys would be. */
  const contents = async <T extends keyof KeyOf, C>(
    section: string,
    keys: readonly KeyOf[T][],
    { kind, most, read, keys: keysOf }: BlockForm<T, C>,
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
    for (const [at, bytes] of (await readBlocks(index, missing, most, call)).entries()) {
      const block = missing[at] ?? -1;
      const value = readable(() => {
        const contents = read(bytes);
        checkKeys(index, block, keysOf(contents));
        return contents;
      });
      kept.put(section, block, value, bytes.length);
      here.set(block, value);
    }
    return blocks.map((block) => here.get(block) as C);
  };
  let lengths: Promise<IndexLengths> | undefined;
  const lengthsOf = (): Promise<IndexLengths> => {
    lengths ??= readWhole(LENGTHS_FILE).then(async (packed) => {
      const { documents, text_units, entities, communities } = title.counts;
      const rows = documents + text_units + entities + 2 * communities;
      const bytes = await unpacked(packed, largestLengths(rows), reading.packing);
      return readable(() => checkedLengths(readLengths(bytes), title));
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
      // Indexes of before December 2026 have no words of summaries.
      if (section === 'summary_words' && !files.has(`${section}.index`)) return found;
      const { rows, each } = LISTED[section];
      const listed = title.counts[rows];
      const form: BlockForm<'text', ReadonlyMap<string, Uint32Array>> = {
        kind: 'text',
        most: largestListBlock(listed),
        read: (bytes) => unpackLists(bytes, listed * each),
        keys: (lists) => lists.keys(),
      };
      for (const block of await contents(section, wanted, form, call)) {
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
      const form: BlockForm<'number', ReadonlyMap<number, unknown>> = {
        kind: 'number',
        most: LARGEST_LEAF_BLOCK,
        read: leavesIn,
        keys: (leaves) => leaves.keys(),
      };
      const blocks = await contents(section, [...wanted], form, call);
      if (blocks.length === 0) return found;
      const { firsts } = await lengthsOf();
      for (const block of blocks) {
        for (const [number, leaf] of block) {
          if (wanted.has(number)) found.set(number, readLeaf(section, leaf, number, { counts: title.counts, firsts }));
        }
      }
      return found;
    },
    lengths: lengthsOf,
    warm() {
      const all = [
        lengthsOf(),
        ...LIST_SECTIONS.filter((section) => section !== 'summary_words').map((section) => indexOf(section, 'text')),
        ...LEAF_SECTIONS.filter((section) => section !== 'summaries').map((section) => indexOf(section, 'number')),
      ];
      for (const one of all) one.catch(() => undefined); // told to who asks
    },
    centroids() {
      const { vectors } = title;
      if (!vectors) return Promise.resolve({});
      centroids ??= readWhole(CENTROIDS).then(async (bytes) => {
        const read = await unpacked(bytes, largestCentroids(vectors), reading.packing);
        return readable(() => unpackCentroids(read, vectors));
      });
      centroids.catch(() => (centroids = undefined)); // told to who asks; asked for anew next time
      return centroids;
    },
    clusters(field, numbers, call = {}) {
      const { dims = 0, fields = {} } = title.vectors ?? {};
      const form: BlockForm<'number', NumberedVectors> = {
        kind: 'number',
        most: largestVectorBlock(fields[field]?.rows ?? 0, dims),
        read: (bytes) => unpackVectorBlock(bytes, dims),
        keys: () => [],
      };
      return contents(VECTOR_SECTIONS[field], numbers, form, call);
    },
    fetched: () => fetched,
  };
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

async function unpacked(
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
  packing: Packing,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await packing.unpack(bytes, Math.min(most, WHOLE));
  } catch (cause) {
    throw damagedIndex(cause);
  }
}

/** Reads bytes that a host sent. Throws ParseError where they are not what was published. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof ParseError ? cause : damagedIndex(cause);
  }
}

/** The JSON of the leaves of a block, by their numbers; each is read when it is asked for. */
function leavesIn(bytes: Uint8Array<ArrayBuffer>): ReadonlyMap<number, unknown> {
  const entries: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(entries)) throw damagedIndex();
  const leaves = new Map<number, unknown>();
  for (const entry of entries as readonly unknown[]) {
    if (!Array.isArray(entry) || !isNumber(entry[0]) || leaves.has(entry[0])) throw damagedIndex();
    leaves.set(entry[0], entry[1]);
  }
  return leaves;
}

const readLeaf = <S extends LeafSection>(section: S, leaf: unknown, number: number, sizes: IndexSizes): Leaves[S] =>
  readable(() => {
    const read = LEAF_FORMS[section].read(leaf);
    LEAF_CHECKS[section](read, number, sizes);
    return read;
  });

/** Throws RangeError for keys that belong into another block: the index of the section is of another state of its files. */
function checkKeys<K extends string | number>({ firsts }: SectionIndex<K>, block: number, keys: Iterable<K>): void {
  const [first, next] = [firsts[block], firsts[block + 1]];
  for (const key of keys) {
    if (first === undefined || key < first || (next !== undefined && key >= next))
      throw new RangeError('A block holds what belongs into another one.');
  }
}

/** Lengths of as many rows as the title page counts. Throws RangeError for others. */
function checkedLengths(lengths: IndexLengths, { counts }: TitlePage): IndexLengths {
  const { texts, entities, reports, firsts, communities } = lengths;
  const isWhole =
    texts.length === counts.text_units &&
    entities.length === counts.entities &&
    firsts.length === counts.documents &&
    reports.length === communities.length &&
    firsts.every((first) => first <= counts.text_units) &&
    communities.every((community) => community < counts.communities);
  if (!isWhole) throw new RangeError('There are other lengths than rows.');
  return lengths;
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
      size += bytes - (blocks.get(nameOf(section, block))?.bytes ?? 0);
      blocks.set(nameOf(section, block), { value, bytes });
      for (const [name, oldest] of blocks) {
        if (size <= KEPT_BYTES || blocks.size === 1) break;
        blocks.delete(name);
        size -= oldest.bytes;
      }
    },
  };
}
