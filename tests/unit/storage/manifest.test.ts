import { MIGRATIONS } from '../../../src/adapters/storage/migrations/manifest-migrations';
import { expect, test } from 'vitest';
import {
  emptyManifest,
  manifestBytes,
  parseManifest,
} from '../../../src/adapters/storage/collections/manifest/manifest';
import { message } from '../../../src/core/message';
import { FORMAT_VERSION } from '../../../src/core/tables/tables';

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const good = emptyManifest('Papers', 7);

test('a manifest reads back as it was written', () => {
  expect(parseManifest(manifestBytes(good))).toEqual(good);
});

test('a failed source keeps its reason, as words of an earlier version or as a message with its values', () => {
  const reasons = ['This file is empty.', message`This file has ${3} pages, all without text.`];
  const failed = reasons.map((reason) => ({ path: 'a.pdf', byte_hash: 'a'.repeat(64), reason }));
  const kept = { ...good, state: { ...good.state, failed } };
  expect(parseManifest(manifestBytes(kept))).toEqual(kept);
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
  ['a reason that is no message', bytes({ ...good, state: { ...good.state, failed: [{ path: 'a', reason: {} }] } })],
  ['a state without its lists', bytes({ ...good, state: { derived: true } })],
])('a damaged manifest is refused: %s', (_name, damaged) => {
  expect(() => parseManifest(damaged)).toThrow(/manifest is damaged/);
});

test('the shard of the damaged cases is good where it belongs', () => {
  expect(parseManifest(bytes({ ...good, shards: { edits: [shard] } })).shards.edits).toEqual([shard]);
});
