import { expect, it } from 'vitest';
import { fetchFile } from '../../../src/adapters/models/download/fetch-file';
import type { ModelFile } from '../../../src/adapters/models/download/model-files';
import { ModelError, StorageError } from '../../../src/core/errors';
import { memoryDownloads, scriptedNetwork, type Scripted } from '../../helpers/memory-downloads';
import { patterned } from '../../helpers/tiny-model-files';

const URL = 'https://huggingface.co/maker/model/resolve/main/weights.bin';
const FILE: ModelFile = { cache: 'webllm/model', url: URL, path: 'weights.bin' };
const BYTES = patterned(100);

/** Fetches the file from a server that gives these answers, with `here` bytes of it here already. */
async function run(answers: readonly Scripted[], options: { here?: number; file?: ModelFile; room?: number } = {}) {
  const { here = 0, file = FILE, room = 1e12 } = options;
  const network = scriptedNetwork({ [URL]: answers });
  const env = memoryDownloads(network, { room });
  if (here > 0)
    env.underWay.set(URL, { note: { total: 100, etag: '"a"' }, bytes: here, chunks: [BYTES.slice(0, here)] });
  const seen: number[] = [];
  const part = await env.partials.open(URL);
  const { signal } = new AbortController();
  const error: unknown = await fetchFile(file, part, { network, signal, onBytes: (n) => seen.push(n) }).catch(
    (thrown: unknown) => thrown,
  );
  const ranges = network.asked.map((line) => line.split(' ')[1]);
  const bytes = new Uint8Array(await (await env.partials.blob(URL)).arrayBuffer());
  return { error, bytes, ranges, waits: network.waits, seen };
}

it('fetches a file in one go, telling the bytes as they come', async () => {
  const { error, bytes, ranges, seen } = await run([{ bytes: BYTES }]);
  expect(error).toBeUndefined();
  expect(bytes).toEqual(BYTES);
  expect(ranges).toEqual(['bytes=0-']);
  expect(seen.slice(0, 3)).toEqual([7, 14, 21]);
});

it('goes on behind the bytes that are here', async () => {
  const { bytes, ranges } = await run([{ bytes: BYTES }], { here: 60 });
  expect(bytes).toEqual(BYTES);
  expect(ranges).toEqual(['bytes=60-']);
});

it('asks for nothing when all bytes are here', async () => {
  const { error, ranges } = await run([], { here: 100 });
  expect(error).toBeUndefined();
  expect(ranges).toEqual([]);
});

it('goes on after a cut, and after an end that came too early', async () => {
  const { bytes, ranges } = await run([
    { bytes: BYTES, cutAfter: 30 },
    { bytes: BYTES, cutAfter: 20 },
    { bytes: BYTES },
  ]);
  expect(bytes).toEqual(BYTES);
  expect(ranges).toEqual(['bytes=0-', 'bytes=30-', 'bytes=50-']);
});

it('takes the whole file again from a server that knows no ranges', async () => {
  const { bytes, ranges } = await run([
    { bytes: BYTES, cutAfter: 30 },
    { bytes: BYTES, noRange: true },
  ]);
  expect(bytes).toEqual(BYTES);
  expect(ranges).toEqual(['bytes=0-', 'bytes=30-']);
});

it('takes what comes where the length is hidden', async () => {
  expect((await run([{ bytes: BYTES, noRange: true, noLength: true }])).bytes).toEqual(BYTES);
});

it('starts over when the file was replaced on the server', async () => {
  const fresh = patterned(100, 5);
  const { bytes, ranges } = await run([{ bytes: fresh, etag: '"b"' }], { here: 60 });
  expect(bytes).toEqual(fresh);
  expect(ranges).toEqual(['bytes=60-', 'bytes=0-']);
});

it('starts over when more is here than the server has', async () => {
  const short = patterned(40);
  expect((await run([{ bytes: short }], { here: 60 })).bytes).toEqual(short);
});

it('tries again with longer and longer waits while the server is overloaded', async () => {
  const { bytes, waits } = await run([{ status: 503 }, { status: 429 }, { unreachable: true }, { bytes: BYTES }]);
  expect(bytes).toEqual(BYTES);
  expect(waits).toEqual([1000, 2000, 4000]);
});

it('gives up when nothing ever comes, and says what to do', async () => {
  const { error, ranges } = await run([{ unreachable: true }], { here: 60 });
  expect(error).toBeInstanceOf(ModelError);
  expect(String(error)).toMatch(/huggingface\.co could not be reached.*kept.*try again/u);
  expect(ranges).toHaveLength(5);
});

it('does not count tries between which bytes came', async () => {
  const { error, bytes } = await run([{ bytes: BYTES, cutAfter: 7 }]);
  expect(error).toBeUndefined();
  expect(bytes).toEqual(BYTES);
});

it.each([
  [401, /account or a signed licence/u],
  [403, /account or a signed licence/u],
  [404, /no longer at its address/u],
  [418, /status 418/u],
])('says what a refusal with status %i means, without trying again', async (status, words) => {
  const { error, ranges } = await run([{ status }]);
  expect(error).toBeInstanceOf(ModelError);
  expect(String(error)).toMatch(words);
  expect(ranges).toHaveLength(1);
});

it('says that the disk is full, and keeps what came', async () => {
  const { error, bytes } = await run([{ bytes: BYTES }], { room: 50 });
  expect(error).toBeInstanceOf(StorageError);
  expect(String(error)).toMatch(/full.*kept.*Free some space/u);
  expect(bytes).toEqual(BYTES.slice(0, 49));
});

it('takes one byte more than a list tells, which shows that the file is another, and no more', async () => {
  const { error, bytes } = await run([{ bytes: patterned(5000), noRange: true, noLength: true }], {
    file: { ...FILE, bytes: 100 },
  });
  expect(String(error)).toMatch(/did not come whole/u);
  expect(bytes?.length).toBeLessThanOrEqual(101);
});

it('fetches nothing of a file that is announced far larger than the list tells', async () => {
  const { error, bytes, seen } = await run([{ bytes: patterned(5000) }], { file: { ...FILE, bytes: 100 } });
  expect(String(error)).toMatch(/far larger than it should be/u);
  expect([bytes?.length, seen]).toEqual([0, []]);
});

it('keeps nothing of a file without a known size that does not end', async () => {
  const { error, bytes } = await run([{ bytes: patterned(5000), noRange: true, noLength: true }], {
    file: { ...FILE, most: 300 },
  });
  expect(error).toBeInstanceOf(ModelError);
  expect(bytes).toHaveLength(0);
});

it('gives up on a file that is another one at each try', async () => {
  const answers = Array.from({ length: 40 }, (_, i) => ({ bytes: BYTES, etag: `"${String(i)}"`, cutAfter: 20 }));
  const { error, ranges } = await run(answers);
  expect(String(error)).toMatch(/changed on its way.*again and again/u);
  expect(ranges.length).toBeLessThan(15);
});

it('gives up on a server that knows no ranges and is cut each time a little later', async () => {
  const answers = Array.from({ length: 40 }, (_, i) => ({ bytes: BYTES, noRange: true, cutAfter: 20 + i }));
  expect(String((await run(answers)).error)).toMatch(/begun anew, again and again/u);
});

it('takes no web page for a file, and keeps what came before', async () => {
  const page = { bytes: patterned(100), type: 'text/html; charset=utf-8', etag: '"page"' };
  const { error, bytes, ranges } = await run([page], { here: 60 });
  expect(String(error)).toMatch(/A web page came from huggingface\.co.*kept.*then try again/u);
  expect(bytes).toEqual(BYTES.slice(0, 60));
  expect(ranges).toHaveLength(1);
});
