import { zlibPacking } from '../../scripts/lib/zlib-packing';
import { readSectionIndex, writeSection } from '../../src/core/hosted/block-files';
import { TITLE_PAGE, type LeafSection, type ListSection, type TitlePage } from '../../src/core/hosted/title-page';
import { packLists, unpackLists, type KeyedList } from '../../src/core/hosted/sorted-lists';

export type Files = Map<string, Uint8Array<ArrayBuffer>>;
/** JSON of a leaf, to be changed in place. */
export type Json = Record<string, unknown>;

const encode = (value: unknown): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value));
const decode = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** Lays other words on the title page. */
export function changeTitle(files: Files, change: (page: Json) => void): void {
  const page = decode(files.get(TITLE_PAGE) ?? new Uint8Array()) as Json;
  change(page);
  files.set(TITLE_PAGE, encode(page));
}

async function blocksOf(
  files: Files,
  section: string,
  keys: 'text' | 'number',
): Promise<readonly { first: string | number; bytes: Uint8Array<ArrayBuffer> }[]> {
  const index = await readSectionIndex(files.get(`${section}.index`) ?? new Uint8Array(), {
    ...{ section, keys, packing: zlibPacking },
    files: [...files.keys()].filter((name) => name.startsWith(`${section}.`) && name.endsWith('.pack')).length,
  });
  const pack = files.get(`${section}.0.pack`) ?? new Uint8Array();
  return Promise.all(
    index.firsts.map(async (first, at) => ({
      first,
      bytes: await zlibPacking.unpack(pack.slice(index.starts[at], index.starts[at + 1]), 1e9),
    })),
  );
}

async function write(
  files: Files,
  section: string,
  blocks: readonly { first: string | number; bytes: Uint8Array<ArrayBuffer> }[],
): Promise<void> {
  const take = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => void files.set(name, bytes);
  const written = await writeSection(section, blocks, { packing: zlibPacking, take });
  changeTitle(files, (page) => {
    const others = (page['files'] as TitlePage['files']).filter(({ name }) => !name.startsWith(`${section}.`));
    page['files'] = [...others, ...written];
  });
}

/** Publishes other leaves of a section, each with its number, in the same blocks. */
export async function changeLeaves(
  files: Files,
  section: LeafSection,
  change: (leaf: Json, number: number) => void,
): Promise<void> {
  await changeBlocks(files, section, (entries) => {
    for (const [number, leaf] of entries) change(leaf, number);
    return entries;
  });
}

/** Publishes other blocks of leaves. */
export async function changeBlocks(
  files: Files,
  section: LeafSection,
  change: (entries: [number, Json][]) => unknown,
): Promise<void> {
  const blocks = await blocksOf(files, section, 'number');
  await write(
    files,
    section,
    blocks.map(({ first, bytes }) => ({ first, bytes: encode(change(decode(bytes) as [number, Json][])) })),
  );
}

/** Publishes other lists of a section. */
export async function changeLists(
  files: Files,
  section: ListSection,
  change: (list: KeyedList) => KeyedList,
): Promise<void> {
  const blocks = await blocksOf(files, section, 'text');
  await write(files, section, [
    ...packLists(blocks.flatMap(({ bytes }) => [...unpackLists(bytes)].map((list) => change(list)))),
  ]);
}
