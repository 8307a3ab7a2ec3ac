import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAddressReader } from '../../../../src/adapters/addresses/address-reader';
import type { AddressNetwork } from '../../../../src/adapters/addresses/address-request';
import { StorageError, hasTrait } from '../../../../src/core/errors';
import { serveFaulty, type Fault, type FaultyHost, type HostedFile } from '../../../helpers/faulty-host';

let host: FaultyHost;
let other: FaultyHost;
beforeEach(async () => {
  [host, other] = await Promise.all([serveFaulty(), serveFaulty({ host: 'localhost' })]);
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all([host.close(), other.close()]);
});

const redirected: string[] = [];
function readerOf(network: Partial<AddressNetwork> = {}) {
  redirected.length = 0;
  return createAddressReader({
    fetch: (url, init) => fetch(url, init),
    origin: 'https://burrow.example',
    allowed: [new URL(host.url).origin],
    readable: new Set(),
    isOffline: () => false,
    isRefused: async () => false,
    redirected: (url) => redirected.push(url),
    ...network,
  });
}

const numbers = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) % 251);
const LARGE = numbers(200_000);

/** Lays a file on the host. */
function lay(name: string, file: Partial<HostedFile> = {}): string {
  host.files.set(name, { bytes: LARGE, ...file });
  return host.url + name;
}

/** The words of a refusal, and whether it means that there is no such file. */
async function refusal(call: Promise<unknown>): Promise<{ words: string; missing: boolean }> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StorageError);
  return { words: (error as StorageError).message, missing: hasTrait(error, 'missing') };
}

it('gives each part its bytes, in the order of asking, with a request for what lies together', async () => {
  const ranges = [
    { start: 150_000, end: 150_100 },
    { start: 0, end: 10 },
    { start: 5, end: 30 },
    { start: 7, end: 7 },
    { start: 199_990, end: 200_000 },
  ];
  const parts = await readerOf().readParts(lay('a.bin'), ranges);
  expect(parts.map((part) => [...part])).toEqual(ranges.map(({ start, end }) => [...LARGE.subarray(start, end)]));
  expect(host.asked.map(({ range }) => range).sort()).toEqual([
    'bytes=0-29',
    'bytes=150000-150099',
    'bytes=199990-199999',
  ]);
});

it('tells the size without reading, reads a whole file and tells how far it is', async () => {
  const [url, heard] = [lay('a.bin'), [] as number[]];
  expect(await readerOf().size(url)).toBe(LARGE.length);
  expect(await readerOf().size(lay('b.bin', { chunked: true }))).toBeNull();
  expect(host.asked.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
  expect(await readerOf().read(url, { most: 1e6, onBytes: (bytes) => heard.push(bytes) })).toEqual(LARGE);
  expect(heard.at(-1)).toBe(LARGE.length);
  expect(await readerOf().read(lay('empty', { bytes: new Uint8Array() }), { most: 10 })).toHaveLength(0);
});

it('never asks a host for more than 24 things at a time', async () => {
  const slow = await serveFaulty({ delay: 200 });
  const large = Uint8Array.from({ length: 600_000 }, (_, at) => at % 251);
  slow.files.set('a.bin', { bytes: large });
  const ranges = Array.from({ length: 15 }, (_, at) => ({ start: at * 40_000, end: at * 40_000 + 10 }));
  const reader = readerOf({ allowed: [new URL(slow.url).origin] });
  const all = await Promise.all([0, 1].map(() => reader.readParts(`${slow.url}a.bin`, ranges)));
  for (const parts of all) expect(parts.map((part) => part[0])).toEqual(ranges.map(({ start }) => large[start]));
  expect(slow.most()).toBe(24);
  await slow.close();
});

it('takes a small file whole from a host that sends no parts, once, and cuts it', async () => {
  const url = lay('a.bin', { whole: true });
  const reader = readerOf();
  const ranges = [
    { start: 1, end: 4 },
    { start: 100_000, end: 100_004 },
  ];
  for (const _again of [1, 2]) {
    const parts = await reader.readParts(url, ranges);
    expect(parts.map((part) => [...part])).toEqual(ranges.map(({ start, end }) => [...LARGE.subarray(start, end)]));
  }
  expect(host.asked).toHaveLength(1);
  const beyond = await refusal(reader.readParts(url, [{ start: 199_999, end: 200_001 }]));
  expect(beyond.words).toContain('is shorter than it should be');
});

it.each([false, true])(
  'gives up a large file of a host that sends no parts, told its length or not (%s)',
  async (chunked) => {
    const url = lay('large.bin', { bytes: new Uint8Array(9_000_000), whole: true, chunked });
    const { words, missing } = await refusal(readerOf().readParts(url, [{ start: 0, end: 10 }]));
    expect(words).toContain('does not send parts of files');
    expect(missing).toBe(false);
    expect(host.asked).toHaveLength(1);
  },
);

it.each([500, 503, 'break', 'break later'] as const)('tries once more after %s, and no third time', async (fault) => {
  const url = lay('a.bin', { faults: [fault] });
  expect(await readerOf().readParts(url, [{ start: 0, end: 3 }])).toEqual([LARGE.slice(0, 3)]);
  expect(host.asked).toHaveLength(2);
  lay('a.bin', { faults: [fault, fault] });
  const { words } = await refusal(readerOf().readParts(url, [{ start: 0, end: 3 }]));
  expect(words).toMatch(fault === 'break' ? /let pages of other sites/u : /status 50|connection broke twice/u);
  expect(words).toContain('What is here already is kept.');
});

it.each([
  [404, 'There is no “a.bin” at this address on', true],
  [403, 'does not give “a.bin” to everyone', true],
  [400, 'answered with status 400', false],
] as const)('says of status %s: %s', async (status, expected, missing) => {
  const refused = await refusal(readerOf().read(lay('a.bin', { faults: [status] }), { most: 1e6 }));
  expect(refused.words).toContain(expected);
  expect(refused.missing).toBe(missing);
  expect(host.asked).toHaveLength(1);
});

it.each([{ whole: true }, {}])('takes no web page for a file, whole or in part: %o', async (how) => {
  const url = lay('a.bin', { type: 'text/html; charset=utf-8', ...how });
  const calls = [
    readerOf().read(url, { most: 1e6 }),
    readerOf().readParts(url, [{ start: 0, end: 3 }]),
    readerOf().size(url),
  ];
  for (const call of calls)
    expect(await refusal(call)).toMatchObject({
      words: expect.stringContaining('A web page came from'),
      missing: true,
    });
});

it.each(['shifted', 'cut', 'long', 'multipart'] as const)(
  'takes no other bytes than it asked for (%s)',
  async (fault) => {
    const { words } = await refusal(readerOf().readParts(lay('a.bin', { faults: [fault] }), [{ start: 5, end: 30 }]));
    expect(words).toContain('other bytes came than were asked for');
  },
);

it.each([
  [199_990, 200_010],
  [300_000, 300_010],
])('says that a file is shorter than %i to %i', async (start, end) => {
  const { words } = await refusal(readerOf().readParts(lay('a.bin'), [{ start, end }]));
  expect(words).toContain('is shorter than it should be');
});

it('takes no file that is larger than it may be', async () => {
  for (const chunked of [false, true]) {
    const call = readerOf().read(lay('a.bin', { chunked }), { most: 100_000 });
    expect((await refusal(call)).words).toContain('is larger than');
  }
});

it('asks no host that the policy does not name, nor follows where one sends on to', async () => {
  const { words } = await refusal(readerOf({ allowed: [] }).size(lay('a.bin')));
  expect(words).toContain('you have not allowed it, or sealed mode is on');
  expect(host.asked).toEqual([]);
  const blocked = lay('b.bin', { faults: ['break'] });
  const refused = await refusal(readerOf({ isRefused: async (url) => url === blocked }).size(blocked));
  expect(refused.words).toContain('sends on to another host');
});

it('counts where an allowed host sends on to another allowed one', async () => {
  other.files.set('b.bin', { bytes: LARGE });
  const url = lay('a.bin', { faults: [{ location: `${other.url}b.bin` }] });
  const reader = readerOf({ allowed: [host.url, other.url].map((one) => new URL(one).origin) });
  expect(await reader.readParts(url, [{ start: 0, end: 3 }])).toEqual([LARGE.slice(0, 3)]);
  expect(redirected).toEqual([`${other.url}b.bin`]);
});

it('tells a host that does not let pages read from one that is not there, and from being offline', async () => {
  const refusing = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
  const network: AddressNetwork['fetch'] = (url, init) => (init.mode === 'no-cors' ? fetch(url, init) : refusing());
  const url = lay('a.bin');
  expect((await refusal(readerOf({ fetch: network }).size(url))).words).toContain(
    'Access-Control-Allow-Origin: https://burrow.example',
  );
  const readable = new Set([new URL(host.url).origin]);
  expect(await refusal(readerOf({ fetch: network, readable }).size(url))).toMatchObject({
    words: expect.stringContaining('There is no “a.bin” at this address on'),
    missing: true,
  });
  expect((await refusal(readerOf({ fetch: refusing }).size(url))).words).toContain('could not be reached');
  const offline = readerOf({ fetch: refusing, isOffline: () => true }).size(url);
  expect((await refusal(offline)).words).toContain('This machine is offline');
});

it('stops when it is told to, also while it waits for its turn, and goes on for others', async () => {
  const url = lay('a.bin', { faults: Array.from({ length: 6 }, () => 'hang' as const) });
  const reader = readerOf();
  const stop = new AbortController();
  const hanging = Array.from({ length: 6 }, () => reader.size(url, { signal: stop.signal }));
  await vi.waitFor(() => expect(host.asked).toHaveLength(6));
  const leaving = new AbortController();
  const waiting = reader.size(url, { signal: leaving.signal });
  const later = reader.size(url);
  leaving.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  stop.abort(new Error('stopped'));
  for (const call of hanging) await expect(call).rejects.toThrow('stopped');
  expect(await later).toBe(LARGE.length);
});

it('waits for an answer as long as its bytes take on a slow link, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const never: AddressNetwork['fetch'] = (_url, { signal }) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
  const reader = readerOf({ fetch: never });
  const over: string[] = [];
  const small = refusal(reader.readParts(`${host.url}a.bin`, [{ start: 0, end: 10 }])).then(({ words }) =>
    over.push(words),
  );
  const large = refusal(reader.readParts(`${host.url}a.bin`, [{ start: 0, end: 2_000_000 }])).then(({ words }) =>
    over.push(words),
  );
  await vi.advanceTimersByTimeAsync(21_000);
  await small;
  expect(over).toEqual([expect.stringContaining('took longer than 20 seconds')]);
  await vi.advanceTimersByTimeAsync(100_000);
  await large;
  expect(over[1]).toContain('took longer than 120 seconds');
});

it.each([
  ['a circle of redirects', (url: string): Fault => ({ location: url }), 'the connection broke twice'],
  ['bytes that are not packed as it says', (): Fault => 'not packed', 'the connection broke twice'],
])('ends %s in words', async (_name, fault, words) => {
  const url = lay('a.bin', { fault: fault(`${host.url}a.bin`) });
  expect((await refusal(readerOf().read(url, { most: 1e6 }))).words).toContain(words);
});

it('takes no whole file from a host that begins in the middle of it', async () => {
  const call = readerOf().read(lay('a.bin', { faults: ['shifted'] }), { most: 1e6 });
  expect((await refusal(call)).words).toContain('other bytes came than were asked for');
});

it('does not believe a host that gives no number as the size of a file', async () => {
  const odd = readerOf({ fetch: async () => new Response(null, { headers: { 'Content-Length': 'many' } }) });
  expect(await odd.size(`${host.url}a.bin`)).toBeNull();
});

it('ends a host that drips, or breaks and falls silent, in the time of one request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  const over: string[] = [];
  const url = `${host.url}a.bin`;
  const drip: AddressNetwork['fetch'] = async (_url, { signal }) =>
    new Response(
      new ReadableStream({
        start(controller) {
          const timer = setInterval(() => controller.enqueue(new Uint8Array(1)), 4000);
          signal?.addEventListener('abort', () => {
            clearInterval(timer);
            controller.error(new DOMException('aborted', 'AbortError'));
          });
        },
      }),
    );
  let asked = 0;
  const brokenThenSilent: AddressNetwork['fetch'] = (_url, { signal }) =>
    new Promise((_resolve, reject) => {
      if (asked++ === 0) setTimeout(() => reject(new TypeError('Failed to fetch')), 15_000);
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  for (const network of [drip, brokenThenSilent])
    void refusal(readerOf({ fetch: network }).read(url, { most: 1e6 })).then(({ words }) => over.push(words));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(over).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  const silent = expect.stringContaining('took longer than 20 seconds') as string;
  expect(over).toEqual([silent, silent]);
  expect(asked).toBe(2);
});
