import {
  placeOfBlock,
  readSectionIndex,
  writeSection,
  type KeyOf,
  type Packing,
  type TakeFile,
} from '../../src/core/hosted/block-files';
import { LENGTHS_FILE, readLengths, writeLengths, type IndexLengths } from '../../src/core/hosted/lengths';
import { packLists, unpackLists, type KeyedList } from '../../src/core/hosted/sorted-lists';
import {
  LEAF_SECTIONS,
  LIST_SECTIONS,
  parseTitlePage,
  TITLE_PAGE,
  type IndexFile,
  type LeafSection,
  type ListSection,
} from '../../src/core/hosted/title-page';

type Bytes = Uint8Array<ArrayBuffer>;
type Files = ReadonlyMap<string, Bytes>;
type Json = Readonly<Record<string, unknown>>;

/** Words and names in fewer places than this are different in each copy, as most of a larger collection's rare words are new ones. */
const SHARED_FROM = 5;
/** Bytes of a block of leaves, as when an index is published. */
const BLOCK = 16_384;

/** Amounts by which numbers grow from one copy to the next. */
interface Sizes {
  readonly texts: number;
  readonly documents: number;
  readonly entities: number;
  readonly communities: number;
  readonly reports: number;
  readonly summaries: number;
}

/**
 * A published index several times over, as one index: every document, entity and community comes as often, under numbers of its own. Frequent
 * words are the same in all copies, so that their lists grow with the text; rare ones and names are those of one copy.
 */
export async function magnifyIndex(
  files: Files,
  times: number,
  { packing, take }: { readonly packing: Packing; readonly take: TakeFile },
): Promise<void> {
  const title = parseTitlePage(files.get(TITLE_PAGE) ?? new Uint8Array());
  const lengths = readLengths(await packing.unpack(files.get(LENGTHS_FILE) ?? new Uint8Array(), 1e9));
  const sizes: Sizes = {
    texts: lengths.texts.length,
    documents: lengths.firsts.length,
    entities: title.counts.entities,
    communities: title.counts.communities,
    reports: lengths.reports.length,
    summaries: title.counts.summaries,
  };
  const made: IndexFile[] = [];
  for (const section of LIST_SECTIONS) {
    const lists = new Map<string, Uint32Array>();
    for await (const block of blocksOf(files, section, 'text', packing)) {
      for (const [key, values] of unpackLists(block)) lists.set(key, values);
    }
    made.push(
      ...(await writeSection(section, packLists(magnifiedLists(lists, section, times, sizes)), { packing, take })),
    );
  }
  for (const section of LEAF_SECTIONS) {
    const blocks: Bytes[] = [];
    for await (const block of blocksOf(files, section, 'number', packing)) blocks.push(block);
    made.push(...(await writeSection(section, magnifiedLeaves(blocks, section, times, sizes), { packing, take })));
  }
  const packed = await packing.pack(writeLengths(magnifiedLengths(lengths, times, sizes)));
  await take(LENGTHS_FILE, packed);
  made.push({ name: LENGTHS_FILE, bytes: packed.length });
  const copies = Array.from({ length: times }, (_, copy) => copy);
  const magnified = (numbers: readonly number[], step: number): readonly number[] =>
    numbers.flatMap((one) => copies.map((copy) => one + copy * step)).slice(0, numbers.length);
  const page = {
    ...title,
    edition: `${title.edition} ${times}`,
    counts: Object.fromEntries(Object.entries(title.counts).map(([name, count]) => [name, count * times])),
    broadest: magnified(title.broadest, sizes.communities),
    broadestSummaries: magnified(title.broadestSummaries, sizes.summaries),
    files: made,
  };
  await take(TITLE_PAGE, new TextEncoder().encode(JSON.stringify(page)));
}

const filesOf = (files: Files, section: string): number =>
  [...files.keys()].filter((name) => name.startsWith(`${section}.`) && name.endsWith('.pack')).length;

async function* blocksOf(files: Files, section: string, keys: keyof KeyOf, packing: Packing): AsyncGenerator<Bytes> {
  const packed = files.get(`${section}.index`) ?? new Uint8Array();
  const index = await readSectionIndex(packed, { section, keys, files: filesOf(files, section), packing });
  for (const block of index.firsts.keys()) {
    const { file, start, end } = placeOfBlock(index, block);
    yield await packing.unpack((files.get(file) ?? new Uint8Array()).slice(start, end), 1e9);
  }
}

/** Numbers stand above what else a value tells. */
const STEPS: Readonly<Record<ListSection, (sizes: Sizes) => number>> = {
  words: ({ texts }) => texts * 128,
  concepts: ({ texts }) => texts * 2,
  entity_words: ({ entities }) => entities * 128,
  entity_names: ({ entities }) => entities,
  report_words: ({ reports }) => reports * 128,
  summary_words: ({ summaries }) => summaries * 128,
};

function* magnifiedLists(
  lists: ReadonlyMap<string, Uint32Array>,
  section: ListSection,
  times: number,
  sizes: Sizes,
): Generator<KeyedList> {
  const step = STEPS[section](sizes);
  const all = [...lists].flatMap(([key, values]) => {
    const isShared = section !== 'entity_names' && values.length >= SHARED_FROM;
    return Array.from({ length: isShared ? 1 : times }, (_, copy) => ({
      key: named(key, copy),
      copy,
      values,
      isShared,
    }));
  });
  all.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { key, copy, values, isShared } of all) {
    if (!isShared) yield [key, values.map((value) => value + copy * step)];
    else {
      const magnified = new Uint32Array(values.length * times);
      for (let at = 0; at < times; at++) {
        magnified.set(
          values.map((value) => value + at * step),
          at * values.length,
        );
      }
      yield [key, magnified];
    }
  }
}

const named = (name: string, copy: number): string =>
  copy === 0 ? name : `${name}${String.fromCharCode(0x3b1 + copy)}`;

function* magnifiedLeaves(blocks: readonly Bytes[], section: LeafSection, times: number, sizes: Sizes) {
  const encoder = new TextEncoder();
  const step = sizes[section];
  for (let copy = 0; copy < times; copy++) {
    let [parts, size]: [string[], number] = [[], 0];
    let first = -1;
    for (const block of blocks) {
      for (const [number, leaf] of JSON.parse(new TextDecoder().decode(block)) as (readonly [number, Json])[]) {
        const part = JSON.stringify([number + copy * step, movedLeaf(leaf, section, copy, sizes)]);
        if (parts.length === 0) first = number + copy * step;
        parts.push(part);
        size += part.length;
        if (size < BLOCK) continue;
        yield { first, bytes: encoder.encode(`[${parts.join(',')}]`) };
        [parts, size] = [[], 0];
      }
    }
    if (parts.length > 0) yield { first, bytes: encoder.encode(`[${parts.join(',')}]`) };
  }
}

/** A leaf with the numbers, ids and names of another copy. */
function movedLeaf(leaf: Json, section: LeafSection, copy: number, sizes: Sizes): Json {
  if (copy === 0) return leaf;
  const by = (size: keyof Sizes) => (value: unknown) => Number(value) + copy * sizes[size];
  const list = (value: unknown, move: (one: unknown) => unknown): readonly unknown[] => (value as unknown[]).map(move);
  const row = (value: unknown): unknown => movedRow(value as Json, copy, sizes);
  if (section === 'documents') {
    const concepts = Object.entries(leaf.concepts as Readonly<Record<string, readonly number[]>>);
    return {
      ...leaf,
      document: row(leaf.document),
      units: list(leaf.units, row),
      first: by('texts')(leaf.first),
      mentions: list(leaf.mentions, (numbers) => list(numbers, by('entities'))),
      summaries: list(leaf.summaries, by('summaries')),
      concepts: Object.fromEntries(
        concepts.map(([key, values]) => [named(key, copy), values.map((value) => value + copy * sizes.texts * 2)]),
      ),
    };
  }
  const numbers = { documents: list(leaf.documents, by('documents')) };
  if (section === 'entities') {
    return {
      ...numbers,
      entity: row(leaf.entity),
      ...{ relationships: list(leaf.relationships, row), neighbours: list(leaf.neighbours, row) },
      ...{ claims: list(leaf.claims, row), communities: list(leaf.communities, by('communities')) },
    };
  }
  if (section === 'summaries')
    return { ...numbers, summary: row(leaf.summary), ancestors: list(leaf.ancestors, by('summaries')) };
  return {
    ...leaf,
    ...numbers,
    ...{ community: row(leaf.community), report: leaf.report === null ? null : row(leaf.report) },
    ...{ ancestors: list(leaf.ancestors, by('communities')), members: list(leaf.members, row) },
  };
}

const STEP_OF_ID: Readonly<Record<string, keyof Sizes>> = {
  d: 'documents',
  u: 'texts',
  e: 'entities',
  g: 'communities',
  p: 'communities',
  s: 'summaries',
};
/** Relationships and claims are looked up by no number. */
const FREE_IDS = 1e9;
const NUMBERS_OF_COMMUNITIES: ReadonlySet<string> = new Set(['community', 'parent', 'children']);
const NAMES: ReadonlySet<string> = new Set(['key', 'source', 'target', 'subject_id', 'object_id']);

function movedRow(row: Json, copy: number, sizes: Sizes): Json {
  const step = (letter: string): number => {
    const size = STEP_OF_ID[letter];
    return copy * (size ? sizes[size] : FREE_IDS);
  };
  const community = (value: unknown): number => (Number(value) < 0 ? -1 : Number(value) + copy * sizes.communities);
  const moved = (column: string, value: unknown): unknown => {
    if (NUMBERS_OF_COMMUNITIES.has(column) && 'community' in row)
      return Array.isArray(value) ? value.map(community) : community(value);
    if (NAMES.has(column) && typeof value === 'string') return named(value, copy);
    if (column === 'title' && 'key' in row) return named(String(value), copy);
    if (typeof value === 'string' && /_?id$/u.test(column)) return movedId(value, step);
    if (typeof value === 'string' && column.endsWith('sources')) {
      return value.replace(/"document_id":"([^"]*)"/gu, (_, id: string) => `"document_id":"${movedId(id, step)}"`);
    }
    if (!Array.isArray(value) || !/_ids$|^parents$|^children$/u.test(column)) return value;
    const [letter, number, ...others] = value as [unknown, unknown, ...unknown[]];
    return typeof letter === 'string' && typeof number === 'number'
      ? [letter, number + step(letter), ...others]
      : value.map((id: unknown) => movedId(String(id), step));
  };
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, moved(column, value)]));
}

const movedId = (id: string, step: (letter: string) => number): string =>
  id === '' ? id : `${id[0] ?? ''}${Number(id.slice(1)) + step(id[0] ?? '')}`;

function magnifiedLengths(lengths: IndexLengths, times: number, sizes: Sizes): IndexLengths {
  const copies = Array.from({ length: times }, (_, copy) => copy);
  const repeated = (values: Float32Array): Float32Array => Float32Array.from(copies.flatMap(() => [...values]));
  const moved = (values: Uint32Array, step: number): Uint32Array =>
    Uint32Array.from(copies.flatMap((copy) => [...values].map((value) => value + copy * step)));
  return {
    texts: repeated(lengths.texts),
    entities: repeated(lengths.entities),
    reports: repeated(lengths.reports),
    firsts: moved(lengths.firsts, sizes.texts),
    communities: moved(lengths.communities, sizes.communities),
  };
}
