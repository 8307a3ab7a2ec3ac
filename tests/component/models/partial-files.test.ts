import { afterEach, expect, test } from 'vitest';
import { memoryPartials, opfsPartials } from '../../../src/adapters/models/download/partial-files';

const URL = 'https://models.example/weights.bin';
const NOTE = { total: 6, etag: '"a"' };
const HALF = new Uint8Array([1, 2, 3]);
const textOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

/** On a page there is no synchronous access: what is written here is streamed, as where a browser's workers have none. */
const kinds = { 'a file that is streamed': opfsPartials(), 'a file in memory': memoryPartials() };

afterEach(async () => {
  for (const files of Object.values(kinds)) await files.clear();
});

test.each(Object.entries(kinds))('%s is begun, put down, gone on with and read whole', async (_name, files) => {
  const first = await files.open(URL);
  expect([first.size, first.note]).toEqual([0, { total: null, etag: null }]);
  await first.begin(NOTE);
  await first.append(HALF);
  await first.close();
  expect(await files.list()).toEqual([{ url: URL, bytes: 3 }]);
  const later = await files.open(URL);
  expect([later.size, later.note]).toEqual([3, NOTE]);
  await later.append(new Uint8Array([4, 5, 6]));
  expect(later.size).toBe(6);
  await later.close();
  expect(await textOf(await files.blob(URL))).toEqual([1, 2, 3, 4, 5, 6]);
  await files.remove(URL);
  expect(await files.list()).toEqual([]);
});

test.each(Object.entries(kinds))('%s that is begun anew has none of its first bytes', async (_name, files) => {
  const part = await files.open(URL);
  await part.begin(NOTE);
  await part.append(HALF);
  await part.begin({ total: 2, etag: null });
  await part.append(new Uint8Array([9]));
  await part.close();
  expect(await textOf(await files.blob(URL))).toEqual([9]);
});

test('room for a file is tried without synchronous access, too, and given back', async () => {
  const files = opfsPartials();
  expect(await files.fits(1000)).toBe(true);
  expect(await files.list()).toEqual([]);
});
