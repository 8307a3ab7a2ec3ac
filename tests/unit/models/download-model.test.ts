import { expect, it, vi } from 'vitest';
import { findFileFault } from '../../../src/adapters/models/download/check-file';
import { downloadModel } from '../../../src/adapters/models/download/download-model';
import type { PartialFile, PartialFiles } from '../../../src/adapters/models/download/partial-files';
import { removeModel, storedModels } from '../../../src/adapters/models/download/stored-models';
import { StorageError } from '../../../src/core/errors';
import { WEBLLM_MODELS } from '../../../src/core/models/catalogue/webllm-models';
import { EMBEDDING_MODELS } from '../../../src/core/models/catalogue/embedding-models';
import { hubUrls } from '../../../src/core/models/catalogue/hub-files';
import type { DownloadProgress } from '../../../src/core/models/hosts';
import { memoryDownloads, scriptedNetwork, type MemoryDownloads, type Scripted } from '../../helpers/memory-downloads';
import { patterned, webllmFiles } from '../../helpers/tiny-model-files';

const [model] = WEBLLM_MODELS;
if (!model) throw new Error('The catalogue is empty');
const files = webllmFiles(model);
const shard = `${model.modelUrl}/resolve/main/params_shard_1.bin`;

function serve(changes: Readonly<Record<string, readonly Scripted[]>> = {}) {
  const script = Object.fromEntries([...files].map(([url, bytes]) => [url, [{ bytes }]]));
  return scriptedNetwork({ ...script, ...changes });
}

async function download(env: MemoryDownloads, signal = new AbortController().signal) {
  const reports: DownloadProgress[] = [];
  const run = model && downloadModel(env, model, { report: (progress) => reports.push(progress), signal });
  const error: unknown = await run?.catch((thrown: unknown) => thrown);
  return { error, reports };
}

it('puts every file under the name by which WebLLM looks it up', async () => {
  const env = memoryDownloads(serve());
  const { error, reports } = await download(env);
  expect(error).toBeUndefined();
  const base = `${model.modelUrl}/resolve/main/`;
  expect([...env.finished.keys()].sort()).toEqual([
    `webllm/config ${base}mlc-chat-config.json`,
    `webllm/model ${base}params_shard_0.bin`,
    `webllm/model ${base}params_shard_1.bin`,
    `webllm/model ${base}tensor-cache.json`,
    `webllm/model ${base}tokenizer.json`,
    `webllm/wasm ${model.libraryUrl}`,
  ]);
  const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  expect(reports.at(-1)).toMatchObject({ model: model.id, bytes: total, total, done: true });
  expect(env.underWay.size).toBe(0);
});

it('tells the size from the lists before the weights come', async () => {
  const { reports } = await download(memoryDownloads(serve()));
  const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const tokenizer = files.get(`${model.modelUrl}/resolve/main/tokenizer.json`)?.length ?? 0;
  const atWeights = reports.filter(({ file }) => file.startsWith('params_shard'));
  expect(atWeights[0]?.total).toBeGreaterThanOrEqual(total - tokenizer);
  expect(atWeights.at(-1)?.total).toBe(total);
});

it('checks the room for a model without a list by the catalogue’s estimate, before anything is fetched', async () => {
  const [entry] = EMBEDDING_MODELS;
  const network = scriptedNetwork({});
  const env = memoryDownloads(network, { free: 1e6 });
  const run = { report: () => undefined, signal: new AbortController().signal };
  await expect(entry && downloadModel(env, entry, run)).rejects.toBeInstanceOf(StorageError);
  expect(network.asked).toEqual([]);
});

it('fetches nothing twice', async () => {
  const network = serve();
  const env = memoryDownloads(network);
  await download(env);
  const { length } = network.asked;
  await download(env);
  expect(network.asked).toHaveLength(length);
});

it('removes what is left under way of a file that is finished', async () => {
  const env = memoryDownloads(serve());
  await download(env);
  env.underWay.set(shard, { note: { total: 10, etag: null }, bytes: 10, chunks: [new Uint8Array(10)] });
  await download(env);
  expect(env.underWay.size).toBe(0);
});

it('keeps finished files and the pieces of others when it is aborted, and goes on from there', async () => {
  const network = serve({ [shard]: [{ bytes: files.get(shard) ?? new Uint8Array(), cutAfter: 40 }, { status: 503 }] });
  const env = memoryDownloads({
    ...network,
    wait: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  });
  const stop = new AbortController();
  const running = download(env, stop.signal);
  await expect.poll(() => network.asked.length).toBe(6);
  await expect.poll(() => env.finished.size).toBe(5);
  stop.abort(new Error('paused'));
  expect((await running).error).toEqual(new Error('paused'));
  expect(await env.partials.list()).toEqual([{ url: shard, bytes: 40 }]);
  const later = serve();
  const { error } = await download({ ...env, network: later });
  expect(error).toBeUndefined();
  expect(later.asked).toEqual([`${shard} bytes=40-`]);
});

it('throws away a file whose sum is another, and takes it when the second try brings the right one', async () => {
  const right = files.get(shard) ?? new Uint8Array();
  const env = memoryDownloads(serve({ [shard]: [{ bytes: patterned(80, 77) }, { bytes: right }] }));
  expect((await download(env)).error).toBeUndefined();
  expect(new Uint8Array((await env.finished.get(`webllm/model ${shard}`)?.arrayBuffer()) ?? [])).toEqual(right);
});

it.each([
  ['has another sum', patterned(80, 77), /MD5 sum is another/u],
  ['has too many bytes', patterned(81, 1), /81 bytes\) instead of .*80 bytes/u],
  ['is empty', new Uint8Array(), /status 416|empty/u],
])('never keeps a file that %s', async (_what, bytes, words) => {
  const env = memoryDownloads(serve({ [shard]: [{ bytes }] }));
  const { error } = await download(env);
  expect(String(error)).toMatch(words);
  expect(env.finished.has(`webllm/model ${shard}`)).toBe(false);
  expect((await storedModels(env, [model]))[0]).toMatchObject({ complete: false });
});

it('believes the disk more than the browser’s estimate of it', async () => {
  const network = serve();
  const { error } = await download(memoryDownloads(network, { free: 1e12, room: 1000 }));
  expect(error).toBeInstanceOf(StorageError);
  expect(String(error)).toMatch(/does not give that much. Nothing was fetched/u);
  expect(network.asked).toEqual([]);
});

it('says of a window that gets no room at all that it cannot keep the model, not that the disk is full', async () => {
  const network = serve();
  const { error } = await download(memoryDownloads(network, { free: 0 }));
  expect(error).toBeInstanceOf(StorageError);
  expect(String(error)).toMatch(/gives this window no room for it, so it cannot be kept. Nothing was fetched/u);
  expect(network.asked).toEqual([]);
});

it('tells of a full disk also where the file that could not be written cannot be closed either', async () => {
  const env = memoryDownloads(serve());
  const partials: PartialFiles = {
    ...env.partials,
    open: async (url) =>
      Object.create(await env.partials.open(url), {
        append: { value: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) },
        close: { value: () => Promise.reject(new TypeError('Cannot close an errored stream')) },
      }) as PartialFile,
  };
  const { error } = await download({ ...env, partials });
  expect(error).toBeInstanceOf(StorageError);
  expect(String(error)).toContain('is full');
});

it('stops within a large file that is being checked when it is paused', async () => {
  const stop = new AbortController();
  const weights = new Blob([new Uint8Array(32 << 20)]);
  const slice = vi.spyOn(weights, 'slice').mockImplementation((from, to) => {
    stop.abort(new Error('paused'));
    return new Blob([new Uint8Array(Number(to) - Number(from))]);
  });
  const file = { cache: 'webllm/model', path: 'weights.bin', url: shard, md5: '0' } as const;
  await expect(findFileFault(file, weights, stop.signal)).rejects.toThrow('paused');
  expect(slice).toHaveBeenCalledTimes(1);
});

it('goes by the exact sizes once the lists are here', async () => {
  const env = memoryDownloads(serve({ [shard]: [{ status: 403 }] }));
  await download(env);
  const later = serve();
  const { error } = await download({ ...env, network: later, freeBytes: async () => 1000 });
  expect(error).toBeUndefined();
});

it('says before the weights are fetched that they do not fit on the disk', async () => {
  const network = serve();
  const env = memoryDownloads(network, { free: 100 });
  const { error } = await download(env);
  expect(error).toBeInstanceOf(StorageError);
  expect(String(error)).toMatch(/offers 1 kB.*Free some space/u);
  expect(network.asked.filter((line) => line.includes('params_shard'))).toEqual([]);
});

it('tells a model complete when all is there, incomplete before, and nothing when it is deleted', async () => {
  const env = memoryDownloads(serve());
  expect(await storedModels(env, WEBLLM_MODELS)).toEqual([]);
  await download(env);
  const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  expect(await storedModels(env, WEBLLM_MODELS)).toEqual([{ model: model.id, bytes: total, complete: true }]);
  await env.cache.remove({ cache: 'webllm/model', url: shard });
  expect(await storedModels(env, WEBLLM_MODELS)).toEqual([{ model: model.id, bytes: total - 80, complete: false }]);
  await removeModel(env, model, WEBLLM_MODELS);
  expect(await storedModels(env, WEBLLM_MODELS)).toEqual([]);
});

it('leaves files that another complete model of the same repository needs', async () => {
  const [small, exact] = EMBEDDING_MODELS.filter(({ repository }) => repository === 'Xenova/bge-small-en-v1.5');
  if (!small || !exact) throw new Error('The catalogue has no such pair');
  const bytesOf = (url: string) => (url.endsWith('.json') ? new TextEncoder().encode('{}'.padEnd(30)) : patterned(30));
  const script = [...hubUrls(small), ...hubUrls(exact)].map((url) => [url, [{ bytes: bytesOf(url) }]] as const);
  const env = memoryDownloads(scriptedNetwork(Object.fromEntries(script)));
  const { signal } = new AbortController();
  for (const one of [small, exact]) await downloadModel(env, one, { report: () => undefined, signal });
  await removeModel(env, small, EMBEDDING_MODELS);
  expect(await storedModels(env, EMBEDDING_MODELS)).toContainEqual({ model: exact.id, bytes: 120, complete: true });
  expect(env.finished.size).toBe(4);
});
