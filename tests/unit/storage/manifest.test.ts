import { expect, test } from 'vitest';
import {
  emptyManifest,
  manifestBytes,
  MIGRATIONS,
  parseManifest,
} from '../../../src/adapters/storage/collections/manifest';
import { FORMAT_VERSION } from '../../../src/core/tables/tables';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const good = emptyManifest('Papers', 7);

test('a manifest reads back as it was written', () => {
  expect(parseManifest(manifestBytes(good))).toEqual(good);
});

test('every older format has a migration', () => {
  expect(MIGRATIONS).toHaveLength(FORMAT_VERSION - 1);
});

test('an older manifest passes through every migration from its own format on', () => {
  const { name: _name, ...rest } = good;
  const old = { ...rest, format: 2, title: 'Old' };
  const seen: number[] = [];
  const migrations = [
    () => expect.unreachable(),
    (older: Readonly<Record<string, unknown>>) => {
      seen.push(2);
      return { ...older, name: older['title'] };
    },
    (older: Readonly<Record<string, unknown>>) => {
      seen.push(3);
      return { ...older, generation: 4 };
    },
  ];
  expect(parseManifest(bytes(old), migrations, 4)).toMatchObject({ format: 4, name: 'Old', generation: 4 });
  expect(seen).toEqual([2, 3]);
});

test('a newer manifest is refused with words', () => {
  const newer = bytes({ ...good, format: FORMAT_VERSION + 1 });
  expect(() => parseManifest(newer)).toThrow(/written by a newer Burrow/);
});

const shard = { file: 'edits.000001.parquet', rows: 1, bytes: 1, sha256: 'a'.repeat(64), born: 1 };
test.each([
  ['not JSON', new TextEncoder().encode('{')],
  ['a list', bytes([])],
  ['no format', bytes({ ...good, format: 'x' })],
  ['a generation below zero', bytes({ ...good, generation: -1 })],
  ['an unknown table', bytes({ ...good, shards: { toString: [shard] } })],
  ['a shard of another table', bytes({ ...good, shards: { documents: [shard] } })],
  ['a shard outside its folder', bytes({ ...good, shards: { edits: [{ ...shard, file: 'edits./../../x.parquet' }] } })],
  ['a state without its lists', bytes({ ...good, state: { derived: true } })],
])('a damaged manifest is refused: %s', (_name, damaged) => {
  expect(() => parseManifest(damaged)).toThrow(/manifest is damaged/);
});

test('the shard of the damaged cases is good where it belongs', () => {
  expect(parseManifest(bytes({ ...good, shards: { edits: [shard] } })).shards.edits).toEqual([shard]);
});
