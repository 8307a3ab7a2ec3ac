import { describe, expect, test } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import {
  COPY_LIMITS,
  type CopyFile,
  encodeCopy,
  openCopy,
} from '../../../src/adapters/storage/collections/copies/copy-file';
import { ParseError } from '../../../src/core/errors';
import { memoryContext, memoryFiles, memoryOptions } from './memory-parts';
import { documentRow, editRow, extractionRow } from './rows';

async function begin() {
  const files = memoryFiles();
  const collections = createCollections(memoryOptions(memoryContext(files)));
  const { id } = await collections.create('Papers');
  const { tables, blobs } = await collections.open(id);
  const source = new TextEncoder().encode('original bytes '.repeat(50));
  const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', source))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  await blobs.put(hash, new Blob([source]));
  const documents = ['a', 'b'].map((one) => ({ ...documentRow(one), byte_hash: hash }));
  await tables.commit({ append: { documents, extractions: [extractionRow('a', 'Plum')], edits: [editRow('1')] } });
  return { collections, files, copy: await collections.save(id) };
}

async function filesOf(copy: Blob): Promise<CopyFile[]> {
  const opened = await openCopy(copy);
  return Promise.all([...opened.paths].map(async (path) => ({ path, bytes: await opened.read(path, 1e9) })));
}

type Json = Record<string, never> & { shards: Record<string, Record<string, unknown>[]> };

/** The copy with another table of contents, and without some files. */
async function edited(copy: Blob, edit: (manifest: Json) => void, drop = /^$/): Promise<Blob> {
  const next: CopyFile[] = [];
  for (const file of await filesOf(copy)) {
    if (drop.test(file.path)) continue;
    if (file.path !== 'manifest.json') next.push(file);
    else {
      const manifest = JSON.parse(await (file.bytes as Blob).text()) as Json;
      edit(manifest);
      next.push({ path: file.path, bytes: new TextEncoder().encode(JSON.stringify(manifest)) });
    }
  }
  return encodeCopy(next);
}

/** The ZIP with a number of each header overwritten, for the entries whose names match. */
async function withSizes(
  copy: Blob,
  name: RegExp,
  at: { readonly local: number; readonly central: number },
  size: number,
): Promise<Blob> {
  const bytes = new Uint8Array(await copy.arrayBuffer());
  const view = new DataView(bytes.buffer);
  for (let from = 0; from + 46 < bytes.length; from++) {
    const kind = view.getUint32(from, true);
    const [length, start, place] =
      kind === 0x04034b50 ? [26, 30, at.local] : kind === 0x02014b50 ? [28, 46, at.central] : [0, 0, 0];
    if (start === 0) continue;
    const path = new TextDecoder().decode(
      bytes.subarray(from + start, from + start + view.getUint16(from + length, true)),
    );
    if (name.test(path)) view.setUint32(from + place, size, true);
  }
  return new Blob([bytes]);
}
const UNPACKED = { local: 22, central: 24 };
const PACKED = { local: 18, central: 20 };

describe('a copy that no Burrow has saved is refused in words, soon, and leaves nothing behind:', () => {
  const first = <T>(list: readonly T[] = []): T => list[0] as T;
  const cases: Readonly<Record<string, (copy: Blob) => Promise<Blob>>> = {
    'the same shard twice': (copy) =>
      edited(
        copy,
        ({ shards }) => void (shards['documents'] = [...(shards['documents'] ?? []), first(shards['documents'])]),
      ),
    'the same file as two shards of one document': (copy) =>
      edited(copy, ({ shards }) => void shards['extractions']?.push({ ...first(shards['extractions']), born: 0 })),
    'no tables at all': (copy) => edited(copy, (manifest) => void (manifest.shards = {}), /^tables/),
    'tables that its contents do not name': (copy) => edited(copy, (manifest) => void (manifest.shards = {})),
    'records of documents that it has not': (copy) =>
      edited(copy, ({ shards }) => void delete shards['documents'], /^tables\/documents/),
    'a patch with nothing before it': (copy) =>
      edited(
        copy,
        ({ shards }) => void (shards['edits'] = (shards['edits'] ?? []).map((one) => ({ ...one, patch: 'removed' }))),
      ),
    'a shard of more rows than it has': (copy) =>
      edited(copy, ({ shards }) => void (first(shards['edits'])['rows'] = 7)),
    'a shard of another size': (copy) => edited(copy, ({ shards }) => void (first(shards['edits'])['bytes'] = 7)),
    'a table said to be shorter': (copy) => withSizes(copy, /^tables/, UNPACKED, 5),
    'a table said to be longer': (copy) => withSizes(copy, /^tables/, UNPACKED, 5e8),
    'a source said to be shorter': (copy) => withSizes(copy, /^sources/, UNPACKED, 5),
    'a source said to be longer': (copy) => withSizes(copy, /^sources/, UNPACKED, 1e9),
    'a source packed into fewer bytes than it takes': (copy) => withSizes(copy, /^sources/, PACKED, 3),
    'a source packed into more bytes than there are': (copy) => withSizes(copy, /^sources/, PACKED, 1e9),
    'a table packed into more bytes than there are': (copy) => withSizes(copy, /^tables/, PACKED, 1e9),
  };

  test.each(Object.entries(cases))(
    '%s',
    async (_name, make) => {
      const { collections, files, copy } = await begin();
      const before = [...files.files.keys()];
      const error = await collections.load(await make(copy), {}).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ParseError);
      expect(String(error)).toMatch(/not a saved copy of a Burrow collection, or it is damaged: .+ Nothing was added/);
      expect([...files.files.keys()]).toEqual(before);
      expect(await collections.list()).toHaveLength(1);
    },
    10_000,
  );

  test('while the copy itself opens', async () => {
    const { collections, copy } = await begin();
    await collections.load(copy, {});
    expect(await collections.list()).toHaveLength(2);
  });
});

describe('a copy that could not be opened again is not made, in words', () => {
  const bytes = new Uint8Array(1_000);
  const file = (path: string): CopyFile => ({ path, bytes });
  const source = (digit: string): CopyFile => file(`sources/${digit.repeat(64)}`);

  test.each([
    ['conversations', [file('conversations.json')], { recordBytes: 999 }, /its list of conversations is too large/u],
    ['a document', [source('1')], { sourceBytes: 999 }, /one of its documents is too large/u],
    ['a table', [file('tables/documents.1.parquet')], { tableBytes: 999 }, /its table of documents is too large/u],
    ['all of it', [source('1'), source('2')], { totalBytes: 1_999 }, /opened again: it is too large/u],
    ['many files', [source('1'), source('2')], { entries: 1 }, /opened again: it is too large/u],
  ])('%s', async (_, files, limits, words) => {
    expect((await encodeCopy(files)).size).toBeGreaterThan(0);
    await expect(encodeCopy(files, { ...COPY_LIMITS, ...limits })).rejects.toThrow(words);
  });
});
