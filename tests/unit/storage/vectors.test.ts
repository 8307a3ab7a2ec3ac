import { describe, expect, test } from 'vitest';
import { encodeCodes } from '../../../src/adapters/storage/collections/vector-files';
import { createCollections } from '../../../src/adapters/storage/collections/collections';
import { openCopy } from '../../../src/adapters/storage/collections/copies/copy-file';
import { inFolder } from '../../../src/adapters/storage/opfs/file-store';
import { readManifest } from '../../../src/adapters/storage/collections/manifest/manifest-file';
import type { VectorShard } from '../../../src/adapters/storage/collections/manifest/manifest';
import { MAX_SMALL } from '../../../src/adapters/storage/collections/shards/vector-shards';
import { type NamedTableStore, openTables } from '../../../src/adapters/storage/collections/table-store';
import type { TableChange } from '../../../src/core/ports/collections';
import { codeVectors, type Codes } from '../../../src/core/vectors/codes';
import type { VectorAppend, VectorChange, VectorRows } from '../../../src/core/vectors/vector-store';
import { memoryContext, memoryFiles, memoryLocks, memoryOptions, type MemoryFiles } from './memory-parts';
import { documentRow, startCollection } from './rows';

async function begin(files = memoryFiles()) {
  const context = memoryContext(files, memoryLocks());
  await startCollection(context);
  return { files, context, store: await openTables(context, 'c') };
}

const UNITS = { field: 'text_unit_text', model: 'small', dims: 3 } as const;
const ENTITIES = { field: 'entity_description', model: 'small', dims: 3 } as const;

/** Row `a1` belongs to document `a`, and so on; its vector tells its number. */
function rows(...ids: readonly string[]): VectorAppend {
  return {
    ids,
    hashes: ids.map((id) => `hash of ${id}`),
    documents: ids.map((id) => id.slice(0, 1)),
    vectors: Float32Array.from(ids.flatMap((id) => [Number(id.slice(1)), 0.5, -1])),
  };
}

const adding = (head: Omit<VectorChange, 'append'>, ...ids: readonly string[]): TableChange => ({
  vectors: [{ ...head, append: rows(...ids) }],
});

const filesEnding = ({ files }: MemoryFiles, ending: string): string[] =>
  [...files.keys()].filter((path) => path.startsWith('c/vectors/') && path.endsWith(ending));
const vectorFiles = (files: MemoryFiles): string[] => filesEnding(files, '.vectors');
const codeFiles = (files: MemoryFiles): string[] => filesEnding(files, '.codes');

async function shardsOf(files: MemoryFiles): Promise<readonly VectorShard[]> {
  return (await readManifest(inFolder(files, 'c'))).manifest.vectors ?? [];
}

/** The bytes with other words in them, which are ASCII. */
function replaced(bytes: Uint8Array, words: string, by: string): Uint8Array {
  const text = String.fromCharCode(...bytes).replace(words, by);
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function spoil({ files }: MemoryFiles, path: string): void {
  const bytes = files.get(path)?.slice() ?? new Uint8Array();
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  files.set(path, bytes);
}

describe('vectors', () => {
  test('are committed with tables in one generation and read again with their ids and hashes', async () => {
    const { store, context } = await begin();
    await store.commit({ append: { documents: [documentRow('a')] }, ...adding(UNITS, 'a1', 'a2') });
    await store.commit(adding(UNITS, 'b7'));
    await store.close();
    const again = await openTables(context, 'c');
    expect(await again.vectors.read('text_unit_text', 'small')).toMatchObject({
      ...UNITS,
      ids: ['a1', 'a2', 'b7'],
      hashes: ['hash of a1', 'hash of a2', 'hash of b7'],
      vectors: Float32Array.of(1, 0.5, -1, 2, 0.5, -1, 7, 0.5, -1),
    });
    expect(again.vectors.sets()).toMatchObject([{ ...UNITS, rows: 3 }]);
    expect(await again.vectors.read('text_unit_text', 'other')).toBeUndefined();
  });

  test('of a removed document are in no file any more, those of others are', async () => {
    const { store, files } = await begin();
    await store.commit(adding(UNITS, 'a1', 'b1'));
    await store.commit(adding(UNITS, 'b2'));
    await store.commit(adding(UNITS, 'a3'));
    const before = vectorFiles(files)[1] ?? '';
    await store.commit({ removeDocuments: ['a'] });
    expect((await store.vectors.read('text_unit_text', 'small'))?.ids).toEqual(['b1', 'b2']);
    const words = [...files.files.values()].map((bytes) => new TextDecoder().decode(bytes)).join('');
    expect(words).not.toMatch(/a[13]"/);
    expect(vectorFiles(files)).toContain(before);
  });

  test('that are not kept go, and those of other models when the new ones stand for all', async () => {
    const { store, files } = await begin();
    await store.commit(adding(ENTITIES, 'a1', 'a2'));
    await store.commit(adding({ ...ENTITIES, model: 'large' }, 'a1'));
    await store.commit({ vectors: [{ ...ENTITIES, keep: ['a2', 'gone'], append: rows('a3') }] });
    expect((await store.vectors.read('entity_description', 'small'))?.ids).toEqual(['a2', 'a3']);
    await store.commit({ keepModels: ['large'] });
    expect(store.vectors.sets().map(({ model }) => model)).toEqual(['large']);
    expect(vectorFiles(files)).toHaveLength(1);
    await store.commit({ vectors: [{ ...ENTITIES, model: 'large', keep: [] }] });
    expect(filesEnding(files, '')).toEqual([]);
  });

  test('of an id that is embedded again take the place of the earlier ones', async () => {
    const { store } = await begin();
    await store.commit(adding(UNITS, 'a1', 'a2'));
    const again = { ...rows('a1'), hashes: ['newer'], vectors: Float32Array.of(9, 9, 9) };
    await store.commit({ vectors: [{ ...UNITS, append: again }] });
    expect(await store.vectors.read('text_unit_text', 'small')).toMatchObject({
      ids: ['a2', 'a1'],
      hashes: ['hash of a2', 'newer'],
      vectors: Float32Array.of(2, 0.5, -1, 9, 9, 9),
    });
  });

  test('are few files however many batches there were, and one when it is done', async () => {
    const { store, files } = await begin();
    const ids = Array.from({ length: 3 * MAX_SMALL }, (_, at) => `a${String(at)}`);
    for (const id of ids) await store.commit(adding(UNITS, id));
    expect(vectorFiles(files).length).toBeLessThanOrEqual(MAX_SMALL);
    await store.commit({ vectors: [{ ...UNITS, compact: true }] });
    expect(vectorFiles(files)).toHaveLength(1);
    const all = await store.vectors.read('text_unit_text', 'small');
    expect(all?.ids).toEqual(ids);
    expect([...(all?.vectors ?? [])].filter((_, at) => at % 3 === 0)).toEqual(ids.map((_, at) => at));
  });

  test.each(['create', 'write', 'move'])(
    'of a commit that is cut off at %s leave the earlier generation',
    async (at) => {
      const { store, files, context } = await begin();
      await store.commit(adding(UNITS, 'a1'));
      files.fault = (step, path) => (step === at && path.includes('vectors') ? 'crash' : 'none');
      await expect(store.commit(adding(UNITS, 'a2'))).rejects.toThrow('Everything saved before is kept');
      files.fault = () => 'none';
      await store.close();
      const again = await openTables(context, 'c');
      expect((await again.vectors.read('text_unit_text', 'small'))?.ids).toEqual(['a1']);
      expect(filesEnding(files, '')).toHaveLength(2);
    },
  );

  test('stay for a reader of an older generation until it moves on', async () => {
    const { store, files, context } = await begin();
    await store.commit(adding(UNITS, 'a1'));
    const reader = await openTables(context, 'c');
    await store.commit({ removeDocuments: ['a'] });
    expect((await reader.vectors.read('text_unit_text', 'small'))?.ids).toEqual(['a1']);
    await reader.refresh();
    expect(await reader.vectors.read('text_unit_text', 'small')).toBeUndefined();
    await store.commit({});
    expect(filesEnding(files, '')).toEqual([]);
  });

  test('whose file is damaged are refused by name and can be given up', async () => {
    const { store, files } = await begin();
    await store.commit(adding(UNITS, 'a1'));
    const path = vectorFiles(files)[0] ?? '';
    spoil(files, path);
    await expect(store.vectors.read('text_unit_text', 'small')).rejects.toThrow(/text_unit_text\..*damaged/);
    await store.commit({ vectors: [{ ...UNITS, keep: [], append: rows('a1') }] });
    expect((await store.vectors.read('text_unit_text', 'small'))?.ids).toEqual(['a1']);
  });

  test('whose file is damaged hold up no removal of a document, and are given up by it', async () => {
    const { store, files } = await begin();
    await store.commit(adding(UNITS, 'a1', 'b1'));
    await store.commit(adding(UNITS, 'b2'));
    await store.commit(adding(ENTITIES, 'a7'));
    spoil(files, vectorFiles(files)[0] ?? '');
    await store.commit({ removeDocuments: ['a'] });
    expect((await store.vectors.read('text_unit_text', 'small'))?.ids).toEqual(['b2']);
    expect(await store.vectors.read('entity_description', 'small')).toBeUndefined();
  });

  test('whose file is damaged hold up no commit that writes small files together', async () => {
    const { store, files } = await begin();
    for (let i = 0; i < MAX_SMALL; i++) await store.commit(adding(UNITS, `a${String(i)}`));
    spoil(files, vectorFiles(files)[0] ?? '');
    await store.commit(adding(UNITS, 'b1'));
    expect((await store.vectors.read('text_unit_text', 'small'))?.ids).toHaveLength(MAX_SMALL);
  });

  test('travel in a saved copy', async () => {
    const collections = createCollections(memoryOptions());
    const { id } = await collections.create('Papers');
    const { tables } = await collections.open(id);
    await tables.commit(adding(UNITS, 'a1', 'a2'));
    const before = await tables.vectors.read('text_unit_text', 'small');
    const copy = await collections.load(await collections.save(id), {});
    const opened = await collections.open(copy.id);
    expect(await opened.tables.vectors.read('text_unit_text', 'small')).toEqual(before);
  });
});

describe('codes of vectors', () => {
  const read = async (store: NamedTableStore): Promise<VectorRows> => {
    const found = await store.vectors.read('text_unit_text', 'small');
    if (!found) throw new Error('There are no vectors');
    return found;
  };
  const codesOf = ({ vectors, dims }: VectorRows): Codes | undefined => codeVectors(vectors, dims);

  test('stand beside the full numbers, whatever is added, changed, removed or written together', async () => {
    const { store, files } = await begin();
    const changes: readonly TableChange[] = [
      adding(UNITS, 'a1', 'b1'),
      adding(UNITS, 'b1', 'a2'),
      adding(UNITS, 'c3'),
      { removeDocuments: ['a'] },
      { vectors: [{ ...UNITS, keep: ['c3'], append: rows('d4', 'd5') }] },
      { vectors: [{ ...UNITS, compact: true }] },
    ];
    for (const change of changes) {
      await store.commit(change);
      const all = await read(store);
      expect(all.codes).toEqual(codesOf(all));
      expect(codeFiles(files)).toEqual(vectorFiles(files).map((path) => path.replace(/vectors$/, 'codes')));
    }
    expect((await read(store)).ids).toEqual(['c3', 'd4', 'd5']);
  });

  test('are read rather than made again', async () => {
    const { store, files } = await begin();
    await store.commit(adding(UNITS, 'a1'));
    const [shard] = await shardsOf(files);
    const others = codeVectors(Float32Array.of(7, 7, 7), 3);
    if (!shard || !others) throw new Error('There is nothing to code');
    files.files.set(codeFiles(files)[0] ?? '', await encodeCodes(shard, others));
    expect((await read(store)).codes).toEqual(others);
  });

  const wholeCodes = (files: MemoryFiles): Uint8Array => files.files.get(codeFiles(files)[0] ?? '') ?? new Uint8Array();
  const SPOILS: Readonly<Record<string, (files: MemoryFiles) => Uint8Array | undefined>> = {
    missing: () => undefined,
    empty: () => new Uint8Array(),
    cut: (files) => wholeCodes(files).slice(0, -1),
    changed: (files) => wholeCodes(files).map((byte, at, { length }) => (at === length - 20 ? byte ^ 1 : byte)),
    'changed in its head': (files) => wholeCodes(files).map((byte, at) => (at === 4 ? 0 : byte)),
    'of an impossible head': (files) => wholeCodes(files).map((byte, at) => (at < 4 ? 255 : byte)),
    'of another version': (files) => replaced(wholeCodes(files), '"version":1', '"version":9'),
    'of other vectors': (files) => replaced(wholeCodes(files), '"vectors":"', '"vectors":"0').slice(0, -1),
  };

  test.each(Object.entries(SPOILS))(
    'whose file is %s are made again and kept, and nobody is told',
    async (_, spoiled) => {
      const { store, files, context } = await begin();
      await store.commit(adding(UNITS, 'a1', 'a2'));
      const before = await read(store);
      const whole = wholeCodes(files);
      const path = codeFiles(files)[0] ?? '';
      const bytes = spoiled(files);
      if (bytes) files.files.set(path, bytes);
      else files.files.delete(path);
      expect(await read(store)).toEqual(before);
      expect(files.files.get(path)).toEqual(whole);
      expect(context.reports).toEqual([]);
    },
  );

  test('are not kept by who may only read, nor on a full disk', async () => {
    const { store, files, context } = await begin();
    await store.commit(adding(UNITS, 'a1'));
    const before = await read(store);
    const reader = await openTables(context, 'c');
    files.files.delete(codeFiles(files)[0] ?? '');
    expect(await read(reader)).toEqual(before);
    expect(codeFiles(files)).toEqual([]);
    files.fault = () => 'full';
    expect(await read(store)).toEqual(before);
    expect(codeFiles(files)).toEqual([]);
    expect(context.reports).toHaveLength(1);
  });

  test('are left out of a saved copy, and made from it', async () => {
    const collections = createCollections(memoryOptions());
    const { id } = await collections.create('Papers');
    const { tables } = await collections.open(id);
    await tables.commit(adding(UNITS, 'a1', 'a2'));
    const saved = await collections.save(id);
    expect([...(await openCopy(saved)).paths].filter((path) => path.startsWith('vectors/'))).toHaveLength(1);
    const { id: loaded } = await collections.load(saved, {});
    const again = await (await collections.open(loaded)).tables.vectors.read('text_unit_text', 'small');
    expect(again).toEqual(await tables.vectors.read('text_unit_text', 'small'));
  });
});

test('a manifest from before there were vectors is read, and has none', async () => {
  const { store, files } = await begin();
  expect(new TextDecoder().decode(files.files.get('c/manifest.json'))).not.toContain('vectors');
  expect(store.vectors.sets()).toEqual([]);
  await store.commit({ append: { documents: [documentRow('a')] } });
  expect((await store.read('documents')).map(({ id }) => id)).toEqual(['a']);
});
