import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import { encodeCopy, type CopyFile } from '../../../src/adapters/storage/collections/copies/copy-file';
import { encodeCollection } from '../../../scripts/lib/encode-collection';
import { sha256Bytes } from '../../../src/adapters/browser-env';
import { hasTrait, ParseError, StorageError } from '../../../src/core/errors';
import { inEnglish } from '../../../src/core/message';
import { type Conversation, wholeConversations } from '../../../src/core/conversations/conversations';
import { NO_EVIDENCE } from '../../../src/core/search/evidence/evidence';
import { FORMAT_VERSION } from '../../../src/core/tables/tables';
import { codec, memoryContext, memoryFiles, memoryOptions } from './memory-parts';
import { documentRow, editRow } from './rows';

function begin() {
  const files = memoryFiles();
  const options = memoryOptions(memoryContext(files));
  return { files, options, collections: createCollections(options) };
}

const conversation = (collection: string): Conversation => ({
  id: 'talk',
  collection,
  title: 'About plums',
  created: 1,
  updated: 2,
  turns: [{ id: 't', question: 'Why?', asked: 1, answer }],
});

const answer: Conversation['turns'][number]['answer'] = {
  mode: 'basic',
  method: 'evidence',
  evidence: NO_EVIDENCE,
  sentences: [{ text: 'Because.', citations: [1], at: { start: 0, end: 8 }, verdict: 'quoted' }],
  citations: [
    {
      number: 1,
      target: { kind: 'passage', textUnitId: 'u' },
      passages: [{ document_id: 'a', start: 0, end: 4, documentTitle: 'A', page: null, quote: 'Text' }],
    },
  ],
  notFound: false,
  stopped: false,
  trace: { mode: 'basic', reason: 'chosen', sections: [], milliseconds: 1, modelCalls: 0 },
};

async function filled() {
  const begun = begin();
  const { id } = await begun.collections.create('Papers');
  const { tables, blobs } = await begun.collections.open(id);
  const source = new TextEncoder().encode('original bytes');
  const hash = await sha256Bytes(source);
  await blobs.put(hash, new Blob([source]));
  const document = { ...documentRow('a'), byte_hash: hash };
  await tables.commit({ append: { documents: [document], edits: [editRow('1')] }, state: { derived: false } });
  await begun.options.records.conversations.put(conversation(id));
  return { ...begun, id, tables, blobs, hash };
}

describe('the list of collections', () => {
  test('is rebuilt from the files when the registry was lost, with names as last given', async () => {
    const { collections, options, id } = await filled();
    await collections.rename(id, 'Plums');
    const other = await collections.create('Closed');
    await collections.rename(other.id, 'Closed too');
    options.registry.clear();
    expect((await collections.list()).map((one) => one.name).sort()).toEqual(['Closed too', 'Plums']);
  });

  test('leaves out and tidies a folder whose writing or removal was interrupted', async () => {
    const { collections, files } = await filled();
    await files.write('half/tables/edits.000001.parquet', new Uint8Array(3));
    expect(await collections.list()).toHaveLength(1);
    expect([...files.files.keys()].some((path) => path.startsWith('half/'))).toBe(false);
  });

  test('has the last opened first', async () => {
    const { collections } = begin();
    const first = await collections.create('First');
    await collections.create('Second');
    await collections.touch(first.id);
    expect((await collections.list()).map((one) => one.name)).toEqual(['First', 'Second']);
  });
});

test('a collection with a first change is there with it or not at all, wherever its making is cut off', async () => {
  const first = { append: { documents: [documentRow('a')], edits: [editRow('1')] }, state: { derived: false } };
  let steps = Infinity;
  for (let cut = 0; cut < steps; cut++) {
    const files = memoryFiles();
    const options = memoryOptions(memoryContext(files));
    let step = 0;
    files.fault = () => (step++ >= cut ? 'crash' : 'none');
    const made = await createCollections(options)
      .create('Graph', first)
      .catch(() => null);
    if (made) steps = 0;
    files.fault = () => 'none';
    // Another visit, whose registry may know of it or not.
    const later = createCollections({ ...memoryOptions(memoryContext(files)), now: options.now });
    for (const { id } of await later.list()) {
      const { tables } = await later.open(id);
      expect((await tables.read('documents')).map((row) => row.id)).toEqual(['a']);
      expect((await tables.read('edits')).map((row) => row.id)).toEqual(['1']);
      expect(tables.state.derived).toBe(false);
      await tables.close();
    }
    if (!made && (await later.list()).length === 0) expect([...files.files.keys()]).toEqual([]);
  }
  expect(steps).toBe(0);
});

test('a removal that is cut off at any step leaves the whole collection, or is finished in the next visit', async () => {
  let steps = Infinity;
  for (let cut = 0; cut < steps; cut++) {
    const { files, options, id, tables } = await filled();
    await tables.close();
    let step = 0;
    files.fault = () => (step++ >= cut ? 'crash' : 'none');
    const { collections } = options.records;
    const remove = async (gone: string): Promise<void> => {
      if (files.fault('remove', 'record') === 'crash') throw new Error('crashed');
      await collections.remove(gone);
    };
    const records = { ...options.records, collections: { ...collections, remove } };
    const isRemoved = await createCollections({ ...options, records })
      .remove(id)
      .then(
        () => true,
        () => false,
      );
    if (isRemoved) steps = 0;
    files.fault = () => 'none';
    const knownOf = cut % 2 === 0 ? options : memoryOptions(memoryContext(files)); // the catalogue may be lost, too
    const later = createCollections({ ...knownOf, context: memoryContext(files) });
    const [left] = await later.list();
    if (!left) {
      expect([...files.files.keys()]).toEqual([]);
      continue;
    }
    const opened = await later.open(left.id);
    expect((await opened.tables.read('documents')).map((row) => row.id)).toEqual(['a']);
    expect(opened.tables.state.failed).toEqual([]);
  }
  expect(steps).toBe(0);
});

test('a folder that has lost its manifest, and its line in the catalogue, is listed and kept', async () => {
  const { files, id, tables, hash } = await filled();
  await tables.close();
  for (const path of ['manifest.json', 'copy/manifest.json']) files.files.delete(`${id}/${path}`);
  const later = createCollections(memoryOptions(memoryContext(files)));
  expect((await later.list()).map(({ name }) => name)).toEqual(['Recovered collection']);
  expect(await later.contents(id)).toEqual({ documents: 1, originals: 1, notes: 0, conversations: 0 });
  const opened = await later.open(id);
  expect((await opened.tables.read('documents')).map((row) => row.id)).toEqual(['a']);
  expect(await opened.blobs.has(hash)).toBe(true);
});

test('a tab that may only read says that files are kept where no manifest can be read, and opens it after the next change', async () => {
  const { collections, files, id, tables } = await filled();
  for (const path of ['manifest.json', 'copy/manifest.json']) files.files.delete(`${id}/${path}`);
  const error = await collections.open(id).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringMatching(/files are kept.*Close the other tab/) });
  expect(hasTrait(error, 'damage')).toBe(false);
  await tables.commit({ append: { edits: [editRow('2')] } });
  expect((await (await collections.open(id)).tables.read('edits')).map((row) => row.id)).toEqual(['1', '2']);
});

test('a collection of an earlier format, with one manifest and no seal, opens and has both copies from then on', async () => {
  const { collections, files, id, tables } = await filled();
  await tables.close();
  const written = JSON.parse(new TextDecoder().decode(files.files.get(`${id}/manifest.json`))) as object;
  const earlier = new TextEncoder().encode(JSON.stringify({ ...written, format: 9, sha256: undefined }));
  files.files.set(`${id}/manifest.json`, earlier);
  files.files.delete(`${id}/copy/manifest.json`);
  const opened = await collections.open(id);
  expect((await opened.tables.read('documents')).map((row) => row.id)).toEqual(['a']);
  expect(opened.tables.state.failed).toEqual([]);
  await opened.tables.close();
  files.files.delete(`${id}/manifest.json`);
  expect((await (await collections.open(id)).tables.read('edits')).map((row) => row.id)).toEqual(['1']);
});

test('a disk that has no room for the second copy still keeps what is committed', async () => {
  const { collections, files, id, tables } = await filled();
  files.fault = (step, path) => (step === 'write' && path.includes('/copy/') ? 'full' : 'none');
  await tables.commit({ append: { edits: [editRow('2')] } });
  await tables.close();
  expect(files.files.has(`${id}/copy/manifest.json`)).toBe(false);
  files.fault = () => 'none';
  const { tables: again } = await collections.open(id);
  expect((await again.read('edits')).map((row) => row.id)).toEqual(['1', '2']);
  expect(files.files.has(`${id}/copy/manifest.json`)).toBe(true);
});

test('a copy whose unpacking is stopped leaves nothing, and is not unpacked to its end', async () => {
  const { collections, files, id } = await filled();
  const copy = await collections.save(id);
  const before = [...files.files.keys()];
  const stop = new AbortController();
  let written = 0;
  files.fault = (step) => {
    if (step === 'after' && ++written === 1) stop.abort();
    return 'none';
  };
  await expect(collections.load(copy, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(written).toBe(1);
  expect([...files.files.keys()]).toEqual(before);
  expect(await collections.list()).toHaveLength(1);
});

test('removing a collection removes its files and conversations, even while it is open here', async () => {
  const { collections, files, options, id } = await filled();
  await collections.remove(id);
  expect([...files.files.keys()]).toEqual([]);
  expect(await options.records.conversations.list(id)).toEqual([]);
  expect(await collections.list()).toEqual([]);
});

test('erasing everything leaves no file and no record', async () => {
  const { collections, files, options, id } = await filled();
  await collections.create('Other');
  await collections.eraseEverything();
  expect([...files.files.keys()]).toEqual([]);
  expect(options.registry.size).toBe(0);
  expect(await options.records.conversations.list(id)).toEqual([]);
});

test.each([
  [
    'models are in use elsewhere',
    { lockCaches: () => Promise.reject(new StorageError('A model is being downloaded')) },
  ],
  ['models cannot be removed', { eraseCaches: () => Promise.reject(new StorageError('A model is being downloaded')) }],
])('erasing everything removes no document when %s', async (_what, trouble) => {
  const { options, files, id, tables } = await filled();
  await tables.close();
  const before = [...files.files.keys()];
  const collections = createCollections({ ...options, ...trouble });
  await expect(collections.eraseEverything()).rejects.toThrow('A model is being downloaded');
  expect([...files.files.keys()]).toEqual(before);
  expect((await collections.list()).map((one) => one.id)).toContain(id);
});

test('a collection whose files the browser removed opens without them, says so, and keeps its conversations', async () => {
  const { collections, options, files, id, tables } = await filled();
  await tables.close();
  files.files.clear();
  const opened = await collections.open(id);
  expect(opened.tables.state.failed.map(({ reason }) => inEnglish(reason)).join()).toMatch(
    /none of this collection's files any more.*conversations are kept/,
  );
  expect(await options.records.conversations.list(id)).toHaveLength(1);
  await opened.tables.commit({ append: { documents: [documentRow('b')] } });
  await opened.tables.close();
  expect(await (await collections.open(id)).tables.read('documents')).toEqual([documentRow('b')]);
});

test('original bytes are kept once per hash, swept when unused, and refused when another tab writes', async () => {
  const { collections, blobs, hash, id } = await filled();
  expect(await (await blobs.get(hash))?.text()).toBe('original bytes');
  const second = await collections.open(id);
  await expect(second.blobs.put('0'.repeat(64), new Blob(['x']))).rejects.toThrow('Another tab');
  await blobs.sweep(new Set([hash]));
  expect(await blobs.has(hash)).toBe(true);
  await blobs.sweep(new Set());
  expect(await blobs.has(hash)).toBe(false);
  await expect(blobs.get('../../manifest.json')).rejects.toThrow('SHA-256');
});

test.each([
  [600_000, 'storage is full'],
  [400_000, 'Saving failed'],
])(
  'a source of %i bytes that a browser cannot write, with half a megabyte left, is told by: %s',
  async (size, words) => {
    const { files, blobs } = await filled();
    Object.assign(files, { write: () => Promise.reject(new Error('The file could not be read.')) });
    await expect(blobs.put('e'.repeat(64), new Blob(['x'.repeat(size)]))).rejects.toThrow(words);
  },
);

test('what a browser keeps beside a file that it streams stays while it is written, and is swept where a write was cut off', async () => {
  const { files, blobs, hash, tables, id } = await filled();
  const other = 'f'.repeat(64);
  const beside = `${id}/sources/${other}.tmp.crswap`;
  await files.write(beside, new Blob(['half']));
  await files.write(`${id}/search.bin.tmp.crswap`, new Blob(['half']));
  const writing = blobs.put(other, new Blob(['whole']));
  await blobs.sweep(new Set([hash]));
  expect(await files.open(beside)).toBeDefined();
  await writing;
  await blobs.sweep(new Set([hash, other]));
  await tables.commit({ append: { edits: [editRow('after')] } });
  expect([...files.files.keys()].filter((path) => path.includes('tmp'))).toEqual([]);
  expect(await (await blobs.get(other))?.text()).toBe('whole');
});

describe('a saved copy', () => {
  test('opens as a collection of its own with rows, state, sources and conversations', async () => {
    const { collections, options, id, hash } = await filled();
    const record = await collections.load(await collections.save(id), { rename: () => 'Copy' });
    const { tables, blobs } = await collections.open(record.id);
    expect(record.name).toBe('Copy');
    expect(await tables.read('documents')).toEqual([{ ...documentRow('a'), byte_hash: hash }]);
    expect(tables.state.derived).toBe(false);
    expect(await (await blobs.get(hash))?.text()).toBe('original bytes');
    const [talk] = await wholeConversations(options.records.conversations, record.id);
    expect(talk).toMatchObject({ title: 'About plums', turns: conversation(id).turns });
    expect(await options.records.conversations.list(id)).toHaveLength(1);
  });

  test('made before the original of the last document is swept opens, without that original', async () => {
    const { collections, id, tables, blobs, hash } = await filled();
    const waiting = new TextEncoder().encode('still to be read');
    const source = { path: 'b.txt', byte_hash: await sha256Bytes(waiting), byte_size: waiting.length };
    await tables.commit({ removeDocuments: ['a'], replace: { edits: [] } });
    const empty = await collections.load(await collections.save(id), { id: 'empty' });
    expect(await (await collections.open(empty.id)).blobs.has(hash)).toBe(false);
    await blobs.put(source.byte_hash, new Blob([waiting]));
    await tables.commit({ state: { pending: [source] } });
    const { blobs: copied } = await collections.open((await collections.load(await collections.save(id), {})).id);
    expect([await copied.has(hash), await copied.has(source.byte_hash)]).toEqual([false, true]);
  });

  test('made outside a browser opens in the same way, under the id asked for', async () => {
    const { collections } = begin();
    const source = new TextEncoder().encode('plum');
    const copy = await encodeCollection(codec, {
      name: 'Sample',
      created: 5,
      tables: { edits: [editRow('1')] },
      state: { method: 'curated' },
      sources: [source],
    });
    const record = await collections.load(new Blob([copy as Uint8Array<ArrayBuffer>]), { id: 'sample' });
    const { tables, blobs } = await collections.open('sample');
    expect(record).toMatchObject({ id: 'sample', name: 'Sample', created: 5 });
    expect(tables.state.method).toBe('curated');
    expect(await tables.read('edits')).toEqual([editRow('1')]);
    expect(await (await blobs.get(await sha256Bytes(source)))?.text()).toBe('plum');
    const again = collections.load(new Blob([copy as Uint8Array<ArrayBuffer>]), { id: 'sample' });
    await expect(again).rejects.toThrow('already here');
  });
});

describe('a file that is not a whole and honest copy is refused and leaves nothing behind:', () => {
  const cases: Readonly<Record<string, readonly [(files: CopyFile[]) => Promise<Blob>, RegExp]>> = {
    'another kind of file': [async () => new Blob(['just some text, no archive']), /not a complete ZIP/],
    'an empty file': [async () => new Blob([]), /not a complete ZIP/],
    'a copy cut in half': [async (files) => half(await encodeCopy(files)), /not a complete ZIP/],
    'an archive with other content': [
      () => encodeCopy([{ path: 'readme.txt', bytes: bytesOf('x') }]),
      /not one that Burrow saved/,
    ],
    'a path that climbs out': [
      (files) => withRaw(files, '../evil.json'),
      /not one that Burrow saved|not a complete ZIP/,
    ],
    'a missing manifest': [(files) => encodeCopy(without(files, 'manifest.json')), /its table of contents is missing/],
    'a missing shard': [(files) => encodeCopy(files.filter((one) => !one.path.includes('edits'))), /is missing/],
    'a changed shard': [(files) => encodeCopy(changed(files, /^tables/, 'PAR1')), /has changed since it was saved/],
    'a changed source': [(files) => encodeCopy(changed(files, /^sources/, 'other')), /has changed since it was saved/],
    'a newer format': [
      (files) => encodeCopy(replaced(files, `"format":${String(FORMAT_VERSION)}`, '"format":99')),
      /newer Burrow/,
    ],
    'a manifest that names a foreign path': [
      (files) => encodeCopy(replaced(files, 'edits.000001.parquet', '../../x.parquet')),
      /its table of contents is damaged/,
    ],
    'broken conversations': [
      (files) => encodeCopy(changed(files, /^conversations/, '[{"id":1}]')),
      /its list of conversations/,
    ],
  };

  test.each(Object.entries(cases))('%s', async (_name, [make, words]) => {
    const { collections, files } = await filled();
    const copy = await make(await copyFiles());
    const before = [...files.files.keys()];
    await expect(collections.load(copy, {})).rejects.toThrow(words);
    expect([...files.files.keys()]).toEqual(before);
    expect(await collections.list()).toHaveLength(1);
  });

  test('its words blame the file, and neither the saving nor the space', async () => {
    const { collections } = await filled();
    const copy = await encodeCopy(changed(await copyFiles(), /^tables/, 'PAR1'));
    const error = await collections.load(copy, {}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ParseError);
    expect(String(error)).toMatch(/its table of .+ has changed/);
    expect(String(error)).not.toMatch(/Saving failed|space|parquet/);
  });

  test('a copy that does not fit says how much is used', async () => {
    const { collections, files, id } = await filled();
    const copy = await collections.save(id);
    const before = [...files.files.keys()];
    files.fault = (step, path) => (step === 'write' && path.includes('sources') ? 'full' : 'none');
    await expect(collections.load(copy, {})).rejects.toThrow(/storage is full.*Nothing of the copy was added/);
    expect([...files.files.keys()]).toEqual(before);
  });
});

/** The files of a small honest copy. */
async function copyFiles(): Promise<CopyFile[]> {
  const { collections, id } = await filled();
  const { openCopy } = await import('../../../src/adapters/storage/collections/copies/copy-file');
  const opened = await openCopy(await collections.save(id));
  return Promise.all([...opened.paths].map(async (path) => ({ path, bytes: await opened.read(path, 1e9) })));
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const half = (copy: Blob): Blob => copy.slice(0, copy.size >> 1);
const without = (files: readonly CopyFile[], path: string): CopyFile[] => files.filter((one) => one.path !== path);

function changed(files: readonly CopyFile[], path: RegExp, text: string): CopyFile[] {
  return files.map((one) => (path.test(one.path) ? { ...one, bytes: bytesOf(text) } : one));
}

async function* replaced(files: readonly CopyFile[], from: string, to: string): AsyncGenerator<CopyFile> {
  for (const one of files) {
    const text = one.path === 'manifest.json' ? await new Blob([one.bytes as BlobPart]).text() : undefined;
    yield text === undefined ? one : { ...one, bytes: bytesOf(text.replace(from, to)) };
  }
}

async function withRaw(files: readonly CopyFile[], path: string): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter());
  for (const one of files) await zip.add(one.path, new TextReader('x'));
  await zip.add(path, new TextReader('{}'));
  return zip.close();
}
