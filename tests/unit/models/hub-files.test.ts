import { describe, expect, it } from 'vitest';
import { downloadModel } from '../../../src/adapters/models/download/download-model';
import { removeModel, storedModels } from '../../../src/adapters/models/download/stored-models';
import { TRANSFORMERS_CHAT_MODELS } from '../../../src/core/models/catalogue/transformers-chat-models';
import { dataFiles, hubUrl, HUB, pinned } from '../../../src/core/models/catalogue/hub-files';
import { memoryDownloads, scriptedNetwork, type Scripted } from '../../helpers/memory-downloads';
import { patterned } from '../../helpers/tiny-model-files';
import { createHash } from 'node:crypto';
import { pinOf, pinRepository } from '../../../scripts/lib/pin-hub';
import {
  EMBEDDING_MODELS,
  embedderInfo,
  type EmbeddingModel,
} from '../../../src/core/models/catalogue/embedding-models';

const declared = (format: unknown) => ({ 'transformers.js_config': { use_external_data_format: format } });

describe('weights beside a network', () => {
  const files = ['config.json', 'onnx/model_q4.onnx'];

  it.each([
    ['none', declared(false), []],
    ['one, for true', declared(true), ['onnx/model_q4.onnx_data']],
    ['as many as a number says', declared(2), ['onnx/model_q4.onnx_data', 'onnx/model_q4.onnx_data_1']],
    ['those of a precision', declared({ 'model_q4.onnx': 1, 'model.onnx': 3 }), ['onnx/model_q4.onnx_data']],
    ['those of every precision', declared({ model: true }), ['onnx/model_q4.onnx_data']],
    ['none that another network has', declared({ decoder: 1 }), []],
    ['none where nothing is told', {}, []],
    ['none where it makes no sense', declared('many'), []],
    ['none for less than none', declared(-3), []],
    ['none where there is no configuration', undefined, []],
  ])('are %s', (_, config, expected) => {
    expect(dataFiles(files, config)).toEqual(expected);
  });

  it('are at most a hundred, whatever is told', () => {
    expect(dataFiles(files, declared(1e9))).toHaveLength(100);
  });

  it('come with the model, count as its own, and go with it', async () => {
    const [model] = TRANSFORMERS_CHAT_MODELS;
    if (!model) throw new Error('The catalogue is empty');
    const config = new TextEncoder().encode(JSON.stringify(declared(2)));
    const network = model.files.find((path) => path.endsWith('.onnx')) ?? '';
    const paths = [...model.files, `${network}_data`, `${network}_data_1`];
    const bytesOf = (path: string): Uint8Array =>
      path === 'config.json' ? config : path.endsWith('.json') ? new TextEncoder().encode('{}') : patterned(30);
    const script = paths.map((path) => [hubUrl(model.repository, path), [{ bytes: bytesOf(path) }]] as const);
    const env = memoryDownloads(scriptedNetwork(Object.fromEntries(script)));
    await downloadModel(env, model, { report: () => undefined, signal: new AbortController().signal });
    expect(env.finished.size).toBe(paths.length);
    const bytes = paths.reduce((sum, path) => sum + bytesOf(path).length, 0);
    expect(await storedModels(env, [model])).toEqual([{ model: model.id, bytes, complete: true }]);
    await env.cache.remove({ cache: 'burrow models', url: hubUrl(model.repository, `${network}_data_1`) });
    expect(await storedModels(env, [model])).toMatchObject([{ complete: false }]);
    await removeModel(env, model, [model]);
    expect(env.finished.size).toBe(0);
  });
});

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const LATER = 'fedcba9876543210fedcba9876543210fedcba98';
const [plain] = EMBEDDING_MODELS;
if (!plain) throw new Error('The catalogue is empty');

const bytesOf = (path: string): Uint8Array =>
  path.endsWith('.json') ? new TextEncoder().encode(JSON.stringify({ path })) : patterned(3000);
const pins = Object.fromEntries(plain.files.map((path) => [path, pinOf(bytesOf(path))]));
const at = (revision: string): EmbeddingModel => pinned(plain, { revision, pins });

/** A host that has the files at any commit, and at the newest. */
function host(changes: Readonly<Record<string, Scripted>> = {}) {
  const urls = ['main', COMMIT, LATER].flatMap((revision) =>
    plain?.files.map((path) => [hubUrl(plain.repository, path, revision), [{ bytes: bytesOf(path) }]] as const),
  );
  const wrong = Object.entries(changes).map(([url, answer]) => [url, [answer]] as const);
  return scriptedNetwork(Object.fromEntries([...urls.flatMap((one) => (one ? [one] : [])), ...wrong]));
}

const run = () => ({ report: () => undefined, signal: new AbortController().signal });

describe('a model of the hub with a pinned commit', () => {
  it('comes from that commit alone, and is looked up there', async () => {
    const network = host();
    const env = memoryDownloads(network);
    await downloadModel(env, at(COMMIT), run());
    expect(network.asked.filter((one) => !one.includes(`/resolve/${COMMIT}/`))).toEqual([]);
    expect([...env.finished.keys()]).toContain(`burrow models ${hubUrl(plain.repository, 'config.json', COMMIT)}`);
    expect(await storedModels(env, [at(COMMIT)])).toMatchObject([{ complete: true }]);
    expect(await storedModels(env, [at(LATER)])).toMatchObject([{ complete: false }]);
  });

  it.each([
    [
      'of another hash',
      (bytes: Uint8Array) => bytes.map((byte, i) => (i === 9 ? byte ^ 1 : byte)),
      /another than the pinned/u,
    ],
    ['of another size', (bytes: Uint8Array) => bytes.slice(0, -1), /2,999 bytes.*instead of.*3,000 bytes/u],
  ])('is refused with weights %s, and nothing of them is kept', async (_, spoil, words) => {
    const weights = plain.files.find((path) => path.endsWith('.onnx')) ?? '';
    const url = hubUrl(plain.repository, weights, COMMIT);
    const env = memoryDownloads(host({ [url]: { bytes: spoil(bytesOf(weights)) } }));
    await expect(downloadModel(env, at(COMMIT), run())).rejects.toThrow(words);
    expect([...env.finished.keys()].filter((key) => key.endsWith(weights))).toEqual([]);
  });

  it('tells its size exactly, and gives its vectors a name of their own', () => {
    const sizes = plain.files.map((path) => bytesOf(path).length);
    expect(at(COMMIT).downloadBytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
    expect(embedderInfo(at(COMMIT)).id).not.toBe(embedderInfo(at(LATER)).id);
  });

  it('goes with what was downloaded before it was pinned, or at another commit', async () => {
    const env = memoryDownloads(host());
    for (const model of [plain, at(COMMIT), at(LATER)]) await downloadModel(env, model, run());
    await removeModel(env, at(LATER), [at(LATER)]);
    expect([...env.finished.keys()]).toEqual([]);
  });
});

describe('pinning a repository of the hub', () => {
  const weights = patterned(5000);
  const sha256 = createHash('sha256').update(weights).digest('hex');
  const list = {
    sha: COMMIT,
    siblings: [
      { rfilename: 'config.json', size: 2 },
      { rfilename: 'onnx/model.onnx', size: 5000, lfs: { sha256, size: 5000, pointerSize: 131 } },
    ],
  };
  function hub(listed: unknown) {
    const asked: string[] = [];
    const download = async (url: string): Promise<Uint8Array> => {
      asked.push(url);
      if (url === `${HUB}api/models/a/b?blobs=true`) return new TextEncoder().encode(JSON.stringify(listed));
      if (url === hubUrl('a/b', 'config.json', COMMIT)) return new TextEncoder().encode('{}');
      throw new Error(`${url} answered 404`);
    };
    return { asked, download };
  }

  it('names the commit, and size and hash of each file, without fetching weights', async () => {
    const { asked, download } = hub(list);
    expect(await pinRepository('a/b', ['config.json', 'onnx/model.onnx'], download)).toEqual({
      revision: COMMIT,
      pins: { 'config.json': pinOf(new TextEncoder().encode('{}')), 'onnx/model.onnx': pinOf(weights) },
    });
    expect(asked).toHaveLength(2);
  });

  it('gives nothing when a file or the commit is missing', async () => {
    await expect(pinRepository('a/b', ['other.json'], hub(list).download)).rejects.toThrow('has no other.json');
    await expect(pinRepository('a/b', ['config.json'], hub({ siblings: [] }).download)).rejects.toThrow('no commit');
  });
});
