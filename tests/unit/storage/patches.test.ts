import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { compactShards, MAX_SHARDS, nextCompaction } from '../../../src/adapters/storage/collections/shards/compaction';
import { currentRows } from '../../../src/adapters/storage/collections/shards/current-rows';
import { emptyManifest, type Shard } from '../../../src/adapters/storage/collections/manifest/manifest';
import { readManifest } from '../../../src/adapters/storage/collections/manifest/manifest-file';
import { shardFiles } from '../../../src/adapters/storage/collections/shards/table-shards';
import { openTables } from '../../../src/adapters/storage/collections/table-store';
import { inFolder } from '../../../src/adapters/storage/opfs/file-store';
import type { TableChange, TableStore } from '../../../src/core/ports/collections';
import { applyPatch, type TablePatch } from '../../../src/core/tables/table-patch';
import type { EntityRow } from '../../../src/core/tables/tables';
import { codec, memoryContext, memoryFiles, memoryLocks, type MemoryFiles } from './memory-parts';
import { documentRow, entityRow as entity, startCollection } from './rows';

async function begin(files = memoryFiles()) {
  const locks = new Map<string, number>();
  const context = memoryContext(files, memoryLocks(locks));
  await startCollection(context);
  return { files, context, locks, open: () => openTables(context, 'c') };
}

const many = (count: number, title = 'first'): EntityRow[] =>
  Array.from({ length: count }, (_, at) => entity(`e${String(at)}`, `${title} ${String(at)}`));
const patchOf = (rows: readonly EntityRow[], removed: readonly string[] = []): TableChange => ({
  patch: { entities: { rows, removed } },
});
const manifestOf = async (files: MemoryFiles) => (await readManifest(inFolder(files, 'c'))).manifest;
const settled = async (files: MemoryFiles): Promise<void> =>
  vi.waitFor(async () => expect(nextCompaction(await manifestOf(files))).toBeUndefined());

describe('a patch', () => {
  test('replaces rows in their place, adds new ones at the end and removes others, also for a store that opens later', async () => {
    const { open } = await begin();
    const store = await open();
    await store.commit({ replace: { entities: [entity('a'), entity('b'), entity('c')] } });
    await store.commit(patchOf([entity('d'), entity('a', 'A')], ['b']));
    await store.commit(patchOf([entity('b', 'again')]));
    const rows = [entity('a', 'A'), entity('c'), entity('d'), entity('b', 'again')];
    expect(await store.read('entities')).toEqual(rows);
    await store.close();
    expect(await (await open()).read('entities')).toEqual(rows);
  });

  test('of very many rows tells of each file that it writes, and of every row', async () => {
    const { open } = await begin();
    const store = await open();
    const written: number[] = [];
    await store.commit({ replace: { entities: many(2) } });
    await store.commit(patchOf(many(30_000, 'other'), ['gone']), { onWritten: (rows) => written.push(rows) });
    expect(written.length).toBeGreaterThan(2);
    expect(written.reduce((sum, rows) => sum + rows, 0)).toBe(30_001);
  });

  test('of a few rows writes little, however large the table is', async () => {
    const { open, files } = await begin();
    const store = await open();
    await store.commit({ replace: { entities: many(20_000) } });
    const before = new Set(files.files.keys());
    await store.commit(patchOf([entity('e7', 'other'), entity('new')], ['e9']));
    const written = [...files.files].filter(([path]) => !before.has(path) || path.endsWith('manifest.json'));
    expect(written.reduce((sum, [, bytes]) => sum + bytes.length, 0)).toBeLessThan(20_000);
    expect((await store.read('entities')).length).toBe(20_000);
  });

  test('of a row whose long list grows writes what came', async () => {
    const { open, files } = await begin();
    const store = await open();
    const ids = Array.from({ length: 20_000 }, (): string => crypto.randomUUID());
    const before = { ...entity('a'), text_unit_ids: ids };
    const after = { ...before, text_unit_ids: ids.toSpliced(7000, 1, 'one', 'more') };
    await store.commit({ replace: { entities: [before, entity('b')] } });
    await store.commit({ patch: { entities: { rows: [after], earlier: [before], removed: [] } } });
    expect((await manifestOf(files)).shards.entities?.[1]?.bytes).toBeLessThan(10_000);
    await store.close();
    expect(await (await open()).read('entities')).toEqual([after, entity('b')]);
  });

  test('that leans on a lost one keeps only items that it has, and merging it with others changes no list', async () => {
    const { open, files } = await begin();
    const store = await open();
    const grown = Array.from({ length: 4 }, (_, at) => ({
      ...entity('a'),
      text_unit_ids: Array.from({ length: 10 + 3 * at }, (_, unit) => `unit ${String(unit)}`),
    }));
    await store.commit({ replace: { entities: grown.slice(0, 1) } });
    for (const [at, row] of grown.slice(1).entries())
      await store.commit({ patch: { entities: { rows: [row], earlier: [grown[at] ?? null], removed: [] } } });
    const shards = (await manifestOf(files)).shards.entities ?? [];
    await store.commit({ dropFiles: [shards[1]?.file ?? ''] });
    const left = await store.read('entities');
    expect(left).toEqual([{ ...entity('a'), text_unit_ids: ['unit 16', 'unit 17', 'unit 18'] }]);
    const now = (await manifestOf(files)).shards.entities ?? [];
    const { read, write } = shardFiles({ files: inFolder(files, 'c'), codec, generation: 99, written: [] });
    const merged = await compactShards('entities', now.slice(1), true, { read, write });
    const rows: EntityRow[] = [];
    for await (const part of currentRows('entities', [...now.slice(0, 1), ...merged], { read }))
      rows.push(...part.rows);
    expect(rows).toEqual(left);
  });

  test('is the whole table where there was none', async () => {
    const { open, files } = await begin();
    const store = await open();
    await store.commit(patchOf([entity('a'), entity('b')], ['x']));
    expect((await manifestOf(files)).shards.entities?.map(({ patch }) => patch)).toEqual([undefined]);
    expect(await store.read('entities')).toEqual([entity('a'), entity('b')]);
  });
});

describe('in the background', () => {
  test('a table whose small files cannot become fewer leaves the others their turn: words of a deleted document go', () => {
    const shard = (at: number): Shard => ({ file: `${String(at)}.parquet`, rows: 1, bytes: 1, sha256: '', born: 0 });
    const documents = Array.from({ length: MAX_SHARDS + 1 }, (_, at) => shard(at));
    const entities = [shard(0), { ...shard(1), patch: 'rows' } as const];
    const manifest = { ...emptyManifest('Papers', 0), shards: { documents, entities }, purge: true };
    expect(nextCompaction(manifest)).toMatchObject({ table: 'documents' });
    expect(nextCompaction(manifest, new Set(['documents']))).toMatchObject({ table: 'entities', end: 2 });
    expect(nextCompaction(manifest, new Set(['documents', 'entities']))).toBeUndefined();
  });

  test('a table with many patched rows is written again, and keeps its rows and their order', async () => {
    const { open, files } = await begin();
    const store = await open();
    const first = many(3000);
    await store.commit({ replace: { entities: first } });
    const patch = { rows: [...many(1100, 'second'), entity('new')], removed: ['e2000'] };
    await store.commit(patchOf(patch.rows, patch.removed));
    await settled(files);
    expect((await manifestOf(files)).shards.entities?.some(({ patch: is }) => is)).toBe(false);
    const rows = applyPatch(first, patch);
    expect(await store.read('entities')).toEqual(rows);
    await store.close();
    const again = await open();
    expect(await again.read('entities')).toEqual(rows);
    await again.commit(patchOf([entity('last')]));
    expect(await again.read('entities')).toEqual([...rows, entity('last')]);
  });

  test('many small patches are merged, and a reader of the same generation keeps its files until it leaves', async () => {
    const { open, files } = await begin();
    const store = await open();
    await store.commit({ replace: { entities: many(3000) } });
    const reader = await open();
    let rows = await reader.read('entities');
    for (let at = 0; at < 40; at++) {
      const patch = {
        rows: [entity(`n${String(at)}`), entity(`e${String(at)}`, 'x')],
        removed: [`e${String(99 + at)}`],
      };
      rows = applyPatch(rows, patch);
      await store.commit(patchOf(patch.rows, patch.removed));
    }
    await settled(files);
    expect((await manifestOf(files)).shards.entities?.length).toBeLessThan(33);
    expect(await store.read('entities')).toEqual(rows);
    expect(await reader.read('entities')).toEqual(many(3000));
    expect(await reader.refresh()).toBe(true);
    expect(await reader.read('entities')).toEqual(rows);
  });

  test('closing ends it, and what it had written is gone at the next opening', async () => {
    const { open, files } = await begin();
    const store = await open();
    await store.commit({ replace: { entities: many(3000) } });
    await store.commit(patchOf(many(1100, 'second')));
    await store.close();
    const named = async () =>
      Object.values((await manifestOf(files)).shards).flatMap((list) => list.map(({ file }) => file));
    const again = await open();
    expect(await again.read('entities')).toEqual(many(3000).map((row, at) => many(1100, 'second')[at] ?? row));
    await settled(files);
    await again.close();
    expect([...files.files.keys()].filter((path) => path.includes('/tables/')).length).toBe((await named()).length);
  });

  test('rows that were replaced or removed with a document leave the disk once all is derived', async () => {
    const { open, files, context } = await begin();
    const store = await open();
    await store.commit({ append: { documents: [documentRow('a'), documentRow('b')] } });
    await store.commit({ replace: { entities: [entity('plum'), entity('pear')] } });
    await store.commit({ removeDocuments: ['a'], state: { derived: false } });
    await store.commit({ ...patchOf([], ['plum']), state: { derived: true } });
    await vi.waitFor(async () => {
      const { shards } = await manifestOf(files);
      expect(shards.entities?.map(({ rows, patch }) => [rows, patch])).toEqual([[1, undefined]]);
    });
    expect(await store.read('entities')).toEqual([entity('pear')]);
    expect(context.reports).toEqual([]);
    await store.commit(patchOf([entity('apple')]));
    await store.commit(patchOf([entity('fig')]));
    expect((await manifestOf(files)).shards.entities).toHaveLength(3);
  });
});

test('any patches, by any stores, with compaction in between, give the rows that they give in memory', async () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const patch = fc.record({ rows: fc.uniqueArray(ids), removed: fc.uniqueArray(ids), times: fc.nat(9) });
  let title = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(patch, { maxLength: 9 }), async (patches) => {
      const { open, files, context } = await begin();
      let store: TableStore = await open();
      let rows: readonly EntityRow[] = [];
      for (const { rows: come, removed, times } of patches) {
        const gone = removed.filter((id) => !come.includes(id));
        for (let at = 0; at <= times; at++) {
          const before = new Map(rows.map((row) => [row.id, row]));
          const rowsNow = come.map((id) => {
            const text_unit_ids = before.get(id)?.text_unit_ids ?? [];
            const kept = title % 5 === 0 ? text_unit_ids.slice(0, title % 7) : text_unit_ids;
            return { ...entity(id, String(title++)), text_unit_ids: kept.toSpliced(title % 4, 0, `u${String(title)}`) };
          });
          const earlier = come.map((id) => before.get(id) ?? null);
          const next: TablePatch<EntityRow> = { rows: rowsNow, earlier, removed: gone };
          rows = applyPatch(rows, next);
          await store.commit({ patch: { entities: next } });
        }
        if (times === 3) await store.close();
        if (times === 3) store = await open();
        expect(await store.read('entities')).toEqual(rows);
      }
      await settled(files);
      expect(await store.read('entities')).toEqual(rows);
      expect(context.reports).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('a crash at any step of a patch or of what follows it leaves one of the states that were committed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(500), async (crashAt) => {
      const { open, files } = await begin();
      const states: (readonly EntityRow[])[] = [[]];
      let rows: readonly EntityRow[] = [];
      let acknowledged = 0;
      const store = await open();
      let steps = 0;
      files.fault = () => (steps++ >= crashAt ? 'crash' : 'none');
      try {
        for (let at = 0; at < 40; at++) {
          const patch = { rows: [entity(`n${String(at % 30)}`, String(at))], removed: [`n${String(at - 20)}`] };
          rows = applyPatch(rows, patch);
          states.push(rows);
          await store.commit({ patch: { entities: patch } });
          acknowledged = at + 1;
        }
        await settled(files);
      } catch {
        // the machine stopped
      }
      // Another machine has the files as the first one left them; what still runs on that one fails.
      files.fault = () => 'crash';
      const again = await openTables(memoryContext(memoryFiles(new Map(files.files))), 'c');
      expect(states.slice(acknowledged)).toContainEqual(await again.read('entities'));
    }),
    { numRuns: 30 },
  );
});
