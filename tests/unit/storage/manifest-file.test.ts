import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyManifest, type Manifest, type Shard } from '../../../src/adapters/storage/collections/manifest/manifest';
import {
  readManifest,
  stateOfCopies,
  writeManifest,
} from '../../../src/adapters/storage/collections/manifest/manifest-file';
import type { ListFile } from '../../../src/adapters/storage/collections/manifest/manifest-lists';
import type { PendingSource } from '../../../src/core/ports/index-state';
import { memoryFiles } from './memory-parts';

const source = (at: number): PendingSource => ({
  path: `a folder with a name/document number ${String(at)}.txt`,
  byte_hash: String(at).padStart(64, '0'),
  byte_size: at,
});
const shard = (at: number): Shard => ({
  file: `text_units.${String(at).padStart(6, '0')}.parquet`,
  rows: 20,
  bytes: 9000,
  sha256: 'a'.repeat(64),
  born: at,
  documents: [String(at).repeat(32).slice(0, 32)],
});
const withLists = (
  pending: readonly PendingSource[],
  shards: readonly Shard[] = [],
  reindex: readonly string[] = [],
) => {
  const empty = emptyManifest('Papers', 7);
  return { ...empty, shards: { text_units: shards }, state: { ...empty.state, pending, reindex } };
};

/** Files that count the bytes written to them. */
function countingFiles() {
  const files = memoryFiles();
  const counted = { bytes: 0 };
  const write: typeof files.write = async (path, bytes) => {
    counted.bytes += bytes instanceof Uint8Array ? bytes.length : bytes.size;
    await files.write(path, bytes);
  };
  return { files: { ...files, write }, memory: files, counted };
}

test('a queue of 2,000 sources that are read one after another is written again seldom', async () => {
  const { files, counted } = countingFiles();
  let pending = Array.from({ length: 2000 }, (_, at) => source(at));
  const whole = JSON.stringify(pending).length;
  let lists = await writeManifest(files, withLists(pending), []);
  counted.bytes = 0;
  let shards: readonly Shard[] = [];
  for (let at = 0; pending.length > 0; at++) {
    pending = pending.toSpliced((at * 7) % pending.length, 1);
    shards = [...shards, shard(at)];
    lists = await writeManifest(files, withLists(pending, shards), lists);
  }
  expect(counted.bytes / 2000).toBeLessThan(whole / 20);
  expect((await readManifest(files)).manifest.shards.text_units).toEqual(shards);
});

test('any sequence of manifests reads back as each was written, by the writer that goes on and by one that opens it', async () => {
  const lists = fc.record({
    pending: fc.uniqueArray(fc.nat(90), { maxLength: 60 }),
    shards: fc.uniqueArray(fc.nat(90), { maxLength: 60 }),
    reindex: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 5 }),
    reopens: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(lists, { minLength: 1, maxLength: 8 }), async (sequence) => {
      const { files } = countingFiles();
      let known: readonly ListFile[] = [];
      let sources = Array.from({ length: 91 }, (_, at) => source(at));
      let all = Array.from({ length: 91 }, (_, at) => shard(at));
      for (const { pending, shards, reindex, reopens } of sequence) {
        const pick = <T>(from: readonly T[], at: readonly number[]) => at.flatMap((one) => from[one] ?? []);
        const manifest: Manifest = withLists(pick(sources, pending), pick(all, shards), reindex);
        known = await writeManifest(files, manifest, known);
        const read = await readManifest(files);
        expect(read.manifest).toEqual(manifest);
        if (!reopens) continue;
        known = read.lists;
        const {
          state,
          shards: { text_units = [] },
        } = read.manifest;
        sources = sources.map((one) => state.pending.find(({ path }) => path === one.path) ?? one);
        all = all.map((one) => text_units.find(({ file }) => file === one.file) ?? one);
      }
    }),
    { numRuns: 60 },
  );
});

test('a manifest of which both copies of a list file are missing or changed is refused, and one that was replaced meanwhile is read again', async () => {
  const { files, memory } = countingFiles();
  const first = withLists(Array.from({ length: 200 }, (_, at) => source(at)));
  const [list] = await writeManifest(files, first, []);
  const path = `lists/${list?.hash ?? ''}.json`;
  const second = `copy/${path}`;
  const newer = { ...first, name: 'Newer' };
  const replaced = {
    ...files,
    read: async (wanted: string) => {
      if (wanted === path) await writeManifest(files, { ...newer, state: { ...newer.state, pending: [] } }, []);
      return wanted.endsWith(path) ? undefined : files.read(wanted);
    },
  };
  expect((await readManifest(replaced)).manifest.name).toBe('Newer');
  await writeManifest(files, first, []);
  memory.files.get(path)?.fill(32, 5, 9);
  expect((await readManifest(files)).manifest).toEqual(first);
  memory.files.get(second)?.fill(32, 5, 9);
  await expect(readManifest(files)).rejects.toThrow('a part of it is missing or has changed');
  memory.files.delete(path);
  await expect(readManifest(files)).rejects.toMatchObject({ traits: ['damage'] });
});

test('a copy of the manifest with a bit that changed is passed over for the other one', async () => {
  const { files, memory } = countingFiles();
  await writeManifest(files, withLists([source(1)]), []);
  const bytes = memory.files.get('manifest.json') ?? new Uint8Array();
  const at = new TextDecoder().decode(bytes).indexOf('Papers');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  expect((await readManifest(files)).manifest.name).toBe('Papers');
  memory.files.set('copy/manifest.json', bytes);
  await expect(readManifest(files)).rejects.toThrow('its bytes have changed');
});

test('a manifest of a newer Burrow is refused, though the other copy is older and whole', async () => {
  const { files, memory } = countingFiles();
  const older = withLists([source(1)]);
  await writeManifest(files, older, []);
  memory.files.set('manifest.json', new TextEncoder().encode(JSON.stringify({ ...older, format: 99 })));
  await expect(readManifest(files)).rejects.toThrow('written by a newer Burrow');
});

test.each(['create', 'write', 'move'])(
  'a second copy for which the disk was full at the step %s of any of its files is whole after the next change',
  async (step) => {
    const manifest = withLists(Array.from({ length: 200 }, (_, at) => source(at)));
    for (const failing of ['copy/lists/', 'copy/manifest.json']) {
      const files = memoryFiles();
      files.fault = (name, path) => (name === step && path.startsWith(failing) ? 'full' : 'none');
      const known = await writeManifest(files, manifest, []);
      expect(known.length).toBeGreaterThan(0);
      expect((await readManifest(files)).manifest).toEqual(manifest);
      files.fault = () => 'none';
      await writeManifest(files, { ...manifest, name: 'Newer' }, known);
      expect(await stateOfCopies(files)).toEqual(['whole', 'whole']);
    }
  },
);
