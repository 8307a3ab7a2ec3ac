import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { MAX_SHARDS } from '../../../src/adapters/storage/collections/shards/compaction';
import { decodeShard } from '../../../src/adapters/storage/collections/shards/table-shards';
import { openTables } from '../../../src/adapters/storage/collections/table-store';
import { WorkerError } from '../../../src/channel/errors';
import type { TableChange, TableStore } from '../../../src/core/ports/collections';
import { filesOf, pathsOf } from '../../../src/adapters/storage/collections/manifest/manifest';
import { readManifest } from '../../../src/adapters/storage/collections/manifest/manifest-file';
import { inFolder } from '../../../src/adapters/storage/opfs/file-store';
import { codec, memoryContext, memoryFiles, memoryLocks, type MemoryFiles } from './memory-parts';
import { documentRow, editRow, extractionRow, startCollection } from './rows';

async function begin(files = memoryFiles()) {
  const locks = new Map<string, number>();
  const context = memoryContext(files, memoryLocks(locks));
  await startCollection(context);
  return { files, context, locks, open: () => openTables(context, 'c') };
}

const shardFiles = (files: MemoryFiles): string[] =>
  [...files.files.keys()].filter((path) => path.includes('/tables/'));

describe('a commit', () => {
  test('appends, replaces and removes in one generation that another store then opens', async () => {
    const { open, context } = await begin();
    const store = await open();
    await store.commit({ append: { documents: [documentRow('a'), documentRow('b')], edits: [editRow('1')] } });
    await store.commit({
      append: { documents: [documentRow('c')] },
      removeDocuments: ['a'],
      replace: { edits: [editRow('2')] },
      state: { counters: { documents: 3 } },
    });
    await store.close();
    const again = await open();
    expect(again.generation).toBe(2);
    expect(again.state.counters).toEqual({ documents: 3 });
    expect(await again.read('documents')).toEqual([documentRow('b'), documentRow('c')]);
    expect(await again.read('edits')).toEqual([editRow('2')]);
    expect(context.announced).toEqual([1, 2]);
  });

  test('rewrites only the shards that hold a removed document', async () => {
    const { open, files } = await begin();
    const store = await open();
    await store.commit({ append: { documents: [documentRow('a')] } });
    await store.commit({ append: { documents: [documentRow('b'), documentRow('c')] } });
    await store.commit({ append: { documents: [documentRow('d')] } });
    await store.commit({ removeDocuments: ['b', 'd'] });
    expect(shardFiles(files)).toEqual(['c/tables/documents.000001.parquet', 'c/tables/documents.000004.parquet']);
  });

  test('leaves no word of a removed document in any file', async () => {
    const { open, files } = await begin();
    const store = await open();
    const secret = documentRow('a', 'the plum garden at midnight');
    await store.commit({
      append: { documents: [secret, documentRow('b')], extractions: [extractionRow('a', 'Plum')] },
    });
    await store.commit({ append: { extractions: [extractionRow('b', 'Pear'), extractionRow('a', 'Plum')] } });
    await store.commit({ removeDocuments: ['a'] });
    const words = await everything(files);
    expect(words).not.toMatch(/plum/i);
    expect(words).toContain('Text of b.');
    expect(words).toContain('Pear');
  });

  test('leaves no name of a removed document in any list', async () => {
    const { open, files } = await begin();
    const store = await open();
    const ids = Array.from({ length: 90 }, (_, at) => `letter-${String(at)}`);
    for (const id of ids) await store.commit({ append: { documents: [documentRow(id)] } });
    const lists = () => [...files.files].filter(([path]) => path.endsWith('.json'));
    const words = () =>
      lists()
        .map(([, bytes]) => new TextDecoder().decode(bytes))
        .join();
    expect(lists().length).toBeGreaterThan(1);
    expect(words()).toContain('"letter-7"');
    await store.commit({ removeDocuments: ['letter-7'] });
    expect(words()).not.toContain('"letter-7"');
    expect(words()).toContain('"letter-8"');
  });

  test('merges shards, so that many small commits stay few files with their rows in order', async () => {
    const { open, files } = await begin();
    const store = await open();
    const ids = Array.from({ length: 3 * MAX_SHARDS }, (_, at) => `d${at}`);
    for (const id of ids) await store.commit({ append: { documents: [documentRow(id)] } });
    await vi.waitFor(() => expect(shardFiles(files).length).toBeLessThanOrEqual(MAX_SHARDS));
    expect((await store.read('documents')).map((row) => row.id)).toEqual(ids);
  });

  test.each(['edits', 'manifest.json'])(
    'refused by a full disk at %s keeps the older generation, says so with figures, and leaves no files behind',
    async (where) => {
      const { open, files } = await begin();
      const store = await open();
      await store.commit({ append: { edits: [editRow('1')] } });
      const before = [...files.files.keys()];
      files.fault = (step, path) => (step === 'write' && path.includes(where) ? 'full' : 'none');
      const failed = store.commit({ append: { documents: [documentRow('a')], edits: [editRow('2')] } });
      await expect(failed).rejects.toThrow(
        /storage is full: 9\.5 MB of 10 MB.*Everything saved before is kept.*Export collection/,
      );
      files.fault = () => 'none';
      expect(await store.read('edits')).toEqual([editRow('1')]);
      expect([...files.files.keys()].filter((path) => !path.endsWith('.tmp'))).toEqual(before);
      await store.commit({ append: { edits: [editRow('3')] } });
      expect(await (await reopened(store, open)).read('edits')).toEqual([editRow('1'), editRow('3')]);
    },
  );

  test('of which one table fails while another is still written leaves no file of either', async () => {
    const files = memoryFiles();
    const { open } = await begin(files);
    const store = await open();
    const before = shardFiles(files);
    const { write } = files;
    const written: string[] = [];
    files.write = async (path, bytes) => {
      if (path.includes('documents')) await new Promise((resolve) => setTimeout(resolve, 20));
      await write(path, bytes);
      written.push(path);
    };
    files.fault = (step, path) => (step === 'write' && path.includes('edits') ? 'full' : 'none');
    const failed = store.commit({ append: { documents: [documentRow('a')], edits: [editRow('1')] } });
    await expect(failed).rejects.toThrow('storage is full');
    expect(written.some((path) => path.includes('documents'))).toBe(true);
    expect(shardFiles(files).filter((path) => !path.endsWith('.tmp'))).toEqual(before);
  });

  test('of a row that the table does not declare changes nothing', async () => {
    const { open } = await begin();
    const store = await open();
    const wrong = { ...editRow('1'), sequence: 0.5 };
    await expect(store.commit({ append: { edits: [wrong] } })).rejects.toThrow('edits.sequence');
    expect(store.generation).toBe(0);
  });
});

describe('two stores of one collection', () => {
  test('the second reads its own generation while the first commits and sweeps, then the newer one', async () => {
    const { open, files } = await begin();
    const first = await open();
    await first.commit({ append: { documents: [documentRow('a')] } });
    const second = await open();
    expect(second.writable).toBe(false);
    await expect(second.commit({})).rejects.toThrow('Another tab is writing');
    await first.commit({ removeDocuments: ['a'], append: { documents: [documentRow('b')] } });
    await first.commit({ append: { documents: [documentRow('c')] } });
    expect(await second.read('documents')).toEqual([documentRow('a')]);
    expect(await second.refresh()).toBe(true);
    expect((await second.read('documents')).map((row) => row.id)).toEqual(['b', 'c']);
    expect(await second.refresh()).toBe(false);
    await first.commit({});
    expect(shardFiles(files)).toEqual(['c/tables/documents.000002.parquet', 'c/tables/documents.000003.parquet']);
  });

  test('the second may write once the first has closed', async () => {
    const { open } = await begin();
    const first = await open();
    const second = await open();
    await first.commit({ append: { edits: [editRow('1')] } });
    await first.close();
    expect(await second.refresh()).toBe(true);
    expect(second.writable).toBe(true);
    await second.commit({ append: { edits: [editRow('2')] } });
    expect(await second.read('edits')).toEqual([editRow('1'), editRow('2')]);
    await expect(first.commit({})).rejects.toThrow('closed');
  });
});

describe('what was removed or replaced while another store reads it', () => {
  const head = { field: 'text_unit_text', model: 'small', dims: 1 } as const;
  const vectorsOf = (id: string) => ({ ids: [id], hashes: ['h'], documents: [id], vectors: Float32Array.of(1) });
  const [a, b] = [documentRow('a'), documentRow('b')];
  const rowsOf = async (store: TableStore) => [
    ...Object.values(await store.readTables(['documents', 'extractions', 'edits'])),
    (await store.vectors.read(head.field, head.model))?.ids,
  ];
  const ways: Readonly<Record<string, TableChange>> = {
    'a document of a file with others': { removeDocuments: ['a'] },
    'all documents': { removeDocuments: ['a', 'b'] },
    'rows of a table': { replace: { edits: [editRow('2')] } },
    'all rows of a table': { replace: { edits: [] } },
    'a model': { vectors: [{ ...head, keep: [] }] },
  };
  test.each(Object.entries(ways))('does not come back with a rebuilt manifest: %s', async (_, change) => {
    const { open, files } = await begin();
    const writer = await open();
    await writer.commit({
      append: { documents: [a, b], extractions: [extractionRow('a', 'Plum'), extractionRow('b', 'Pear')] },
      replace: { edits: [editRow('1')] },
      vectors: [{ ...head, append: vectorsOf('a') }],
    });
    const reader = await open();
    const before = await rowsOf(reader);
    await writer.commit(change);
    const after = await rowsOf(writer);
    expect(after).not.toEqual(before);
    for (const copy of ['', 'copy/']) files.files.delete(`c/${copy}manifest.json`);
    const rebuilt = await reopened(writer, open);
    expect(await rowsOf(rebuilt)).toEqual(after);
    expect(await rowsOf(reader)).toEqual(before);
    await reader.close();
    await rebuilt.commit({ append: { edits: [editRow('3')] } });
    const { manifest } = await readManifest(inFolder(files, 'c'));
    const named = filesOf(manifest).flatMap(({ file }) => pathsOf(file));
    const there = [...files.files.keys()].filter((path) => /^c\/(tables|vectors)\//.test(path));
    expect(named.map((path) => `c/${path}`)).toEqual(expect.arrayContaining(there));
  });
});

describe('a file that cannot be decoded while the manifest is rebuilt', () => {
  const lost = async () => {
    const disk = await begin();
    const store = await disk.open();
    await store.commit({ append: { documents: [documentRow('a')], edits: [editRow('1')] } });
    await store.commit({ append: { documents: [documentRow('b')], edits: [editRow('2')] } });
    await store.close();
    for (const copy of ['', 'copy/']) disk.files.files.delete(`c/${copy}manifest.json`);
    return disk;
  };
  const failures = [
    new WebAssembly.RuntimeError('unreachable'),
    new RangeError('Array buffer allocation failed'),
    new WorkerError('The worker has stopped.'),
    new DOMException('out of memory', 'DataCloneError'),
  ];

  test.each(failures)('for want of memory ends it, and the next opening finds all: %s', async (failure) => {
    for (let failing = 0; failing < 4; failing++) {
      const { context, files, open } = await lost();
      const before = new Map(files.files);
      let calls = 0;
      const decode: typeof codec.decode = (bytes) =>
        calls++ === failing ? Promise.reject(failure) : codec.decode(bytes);
      const parquet = async () => ({ codec: { ...codec, decode }, release: () => undefined });
      await expect(openTables({ ...context, parquet }, 'c')).rejects.toThrow(/too little memory.*files are kept/);
      expect(files.files).toEqual(before);
      const again = await open();
      expect(await again.read('documents')).toEqual([documentRow('a'), documentRow('b')]);
      expect(await again.read('edits')).toEqual([editRow('1'), editRow('2')]);
    }
  });

  test.each(['documents', 'edits'])('since it is damaged is left out and told: %s', async (table) => {
    const { files, open } = await lost();
    const path = `c/tables/${table}.000002.parquet`;
    const damaged = files.files.get(path)?.slice(0, 90) ?? new Uint8Array();
    files.files.set(path, damaged);
    const rebuilt = await open();
    expect(await rebuilt.read('documents')).toEqual([
      documentRow('a'),
      ...(table === 'edits' ? [documentRow('b')] : []),
    ]);
    expect(JSON.stringify(rebuilt.state.failed)).toContain('Files of tables that could not be read');
    expect(files.files.get(path)).toEqual(damaged);
  });
});

test('a damaged shard is named and the other tables still load', async () => {
  const { open, files } = await begin();
  const store = await open();
  await store.commit({ append: { documents: [documentRow('a')], edits: [editRow('1')] } });
  const path = 'c/tables/documents.000001.parquet';
  files.files.get(path)?.fill(7, 20, 24);
  await expect(store.read('documents')).rejects.toThrow('documents.000001.parquet of the table documents is damaged');
  expect(await store.read('edits')).toEqual([editRow('1')]);
  files.files.delete(path);
  await expect(store.read('documents')).rejects.toThrow('it is missing');
  await expect(store.read('documents')).rejects.toMatchObject({ traits: ['damage'] });
});

test('the files of the next table are read while the first one is', async () => {
  const { open, files } = await begin();
  const store = await open();
  await store.commit({ append: { documents: [documentRow('a')], edits: [editRow('1')] } });
  const read = files.read.bind(files);
  let askedForEdits = (): void => undefined;
  const asked = new Promise<void>((resolve) => (askedForEdits = resolve));
  vi.spyOn(files, 'read').mockImplementation(async (path) => {
    if (path.includes('edits')) askedForEdits();
    if (path.includes('documents')) await asked;
    return read(path);
  });
  const both = { documents: [documentRow('a')], edits: [editRow('1')], notes: [] };
  expect(await store.readTables(['documents', 'edits', 'notes'])).toEqual(both);
  const stop = store.readTables(['documents', 'edits'], { signal: AbortSignal.abort(new Error('Closed')) });
  await expect(stop).rejects.toThrow('Closed');
});

test('a crash at any step of any commit leaves the older or the newer generation complete', async () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd');
  const change: fc.Arbitrary<TableChange> = fc.oneof(
    fc.uniqueArray(ids, { maxLength: 3 }).map((some) => ({ append: { documents: some.map((id) => documentRow(id)) } })),
    fc.uniqueArray(ids, { maxLength: 2 }).map((removeDocuments) => ({ removeDocuments })),
    ids.map((id) => ({ replace: { edits: [editRow(id)] }, append: { extractions: [extractionRow(id, id)] } })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), fc.nat(60), async (changes, crashAt) => {
      const { open, files, locks } = await begin();
      let steps = 0;
      files.fault = () => (steps++ >= crashAt ? 'crash' : 'none');
      const { acknowledged, attempted } = await commitUntilCrash(await open(), changes);
      locks.clear();
      files.fault = () => 'none';
      const store = await open();
      const found = await snapshot(store);
      expect([acknowledged, attempted]).toContainEqual(found);
      await store.commit({ append: { edits: [editRow('after')] } });
      expect([...files.files.keys()].filter((path) => path.endsWith('.tmp'))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('a crash between the two copies of a manifest leaves the newer generation, and the older one whole should the first copy be lost', async () => {
  for (const isLost of [false, true]) {
    const { open, files, locks } = await begin();
    const store = await open();
    await store.commit({ append: { documents: [documentRow('a')], edits: [editRow('1')] } });
    let isCut = false;
    files.fault = (step, path) => ((isCut ||= step === 'after' && path === 'c/manifest.json') ? 'crash' : 'none');
    await expect(store.commit({ removeDocuments: ['a'], replace: { edits: [editRow('2')] } })).rejects.toThrow();
    files.fault = () => 'none';
    locks.clear();
    if (isLost) files.files.delete('c/manifest.json');
    const again = await open();
    expect(await again.read('documents')).toEqual(isLost ? [documentRow('a')] : []);
    expect(await again.read('edits')).toEqual([editRow(isLost ? '1' : '2')]);
    await again.commit({ append: { edits: [editRow('3')] } });
    expect(files.files.get('c/copy/manifest.json')).toEqual(files.files.get('c/manifest.json'));
  }
});

async function commitUntilCrash(store: TableStore, changes: readonly TableChange[]) {
  const model = memoryContext();
  await startCollection(model);
  const double = await openTables(model, 'c');
  let acknowledged = await snapshot(double);
  for (const change of changes) {
    await double.commit(change);
    const attempted = await snapshot(double);
    try {
      await store.commit(change);
    } catch {
      return { acknowledged, attempted };
    }
    acknowledged = attempted;
  }
  return { acknowledged, attempted: acknowledged };
}

async function snapshot(store: TableStore): Promise<unknown> {
  const { generation } = store;
  return [generation, await store.read('documents'), await store.read('extractions'), await store.read('edits')];
}

async function reopened(store: TableStore, open: () => Promise<TableStore>): Promise<TableStore> {
  await store.close();
  return open();
}

/** All rows of all shard files and all text of the other files. */
async function everything(files: MemoryFiles): Promise<string> {
  const { manifest } = await readManifest(inFolder(files, 'c'));
  const rows: unknown[] = [];
  for (const table of ['documents', 'extractions'] as const) {
    for (const shard of manifest.shards[table] ?? []) {
      rows.push(await decodeShard(codec, table, shard, files.files.get(`c/tables/${shard.file}`)));
    }
  }
  expect(shardFiles(files).length).toBe(Object.values(manifest.shards).flat().length);
  return JSON.stringify(rows) + new TextDecoder().decode(files.files.get('c/manifest.json'));
}
