import { expect, it } from 'vitest';
import { downloadModel } from '../../../src/adapters/models/download/download-model';
import { removeModel, storedModels } from '../../../src/adapters/models/download/stored-models';
import type { FileModel } from '../../../src/adapters/models/download/model-files';
import { WEBLLM_MODELS } from '../../../src/core/models/catalogue/webllm-models';
import { EMBEDDING_MODELS } from '../../../src/core/models/catalogue/embedding-models';
import { hubUrl, hubUrls } from '../../../src/core/models/catalogue/hub-files';
import { memoryDownloads, scriptedNetwork, type MemoryDownloads, type Scripted } from '../../helpers/memory-downloads';
import { patterned, webllmFiles } from '../../helpers/tiny-model-files';

const [model, other] = WEBLLM_MODELS;
const [embedding] = EMBEDDING_MODELS;
if (!model || !other || !embedding) throw new Error('The catalogue is empty');
const PAGE = bytesOf('<!DOCTYPE html>\n<html><body>Please log in</body></html>');
const configUrl = `${model.modelUrl}/resolve/main/mlc-chat-config.json`;
const tensorsUrl = `${model.modelUrl}/resolve/main/tensor-cache.json`;

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function serve(changes: Readonly<Record<string, readonly Scripted[]>> = {}) {
  const files = [...webllmFiles(model as never), ...webllmFiles(other as never)];
  return scriptedNetwork({ ...Object.fromEntries(files.map(([url, bytes]) => [url, [{ bytes }]])), ...changes });
}

async function failureOf(env: MemoryDownloads, wanted: FileModel): Promise<string> {
  const run = { report: () => undefined, signal: new AbortController().signal };
  return downloadModel(env, wanted, run).then(
    () => '',
    (error: unknown) => String(error),
  );
}

it.each([
  ['a web page as its configuration', configUrl, PAGE, /mlc-chat-config\.json.*it is a web page.*thrown away/u],
  ['a web page as its list of weights', tensorsUrl, PAGE, /tensor-cache\.json.*it is a web page/u],
  ['a list that is cut off', tensorsUrl, bytesOf('{"records": ['), /it is not JSON/u],
  ['a list of something else', tensorsUrl, bytesOf('{"error": "busy"}'), /it is no list of weights/u],
  ['a list that leads elsewhere', tensorsUrl, bytesOf('{"records": [{"dataPath": "../a", "nbytes": 1}]}'), /no list/u],
  ['a configuration without a tokenizer', configUrl, bytesOf('{}'), /no configuration/u],
])('keeps nothing of %s', async (_what, url, bytes, words) => {
  const env = memoryDownloads(serve({ [url]: [{ bytes }] }));
  expect(await failureOf(env, model)).toMatch(words);
  expect([...env.finished.keys()].filter((key) => key.endsWith(url))).toEqual([]);
  expect(env.underWay.has(url)).toBe(false);
});

it('takes a list at the second try when the first brought a web page', async () => {
  const right = webllmFiles(model).get(configUrl);
  const env = memoryDownloads(serve({ [configUrl]: [{ bytes: PAGE }, { bytes: right ?? PAGE }] }));
  expect(await failureOf(env, model)).toBe('');
  expect(await storedModels(env, WEBLLM_MODELS)).toMatchObject([{ model: model.id, complete: true }]);
});

/** Both models are here, and then a list of the first is spoilt, as older versions kept it. */
async function withSpoilt(url: string, bytes: Uint8Array): Promise<MemoryDownloads> {
  const env = memoryDownloads(serve());
  expect([await failureOf(env, model as FileModel), await failureOf(env, other as FileModel)]).toEqual(['', '']);
  const cache = url === configUrl ? 'webllm/config' : 'webllm/model';
  await env.cache.put({ cache, url, path: 'list.json' }, new Blob([Uint8Array.from(bytes)]));
  return env;
}

it.each([
  ['that is a web page', configUrl, PAGE],
  ['that is a web page instead of the weights', tensorsUrl, PAGE],
  ['that lists nothing', tensorsUrl, bytesOf('{}')],
])('tells the other models in spite of a list %s, and mends it with the next download', async (_what, url, bytes) => {
  const env = await withSpoilt(url, bytes);
  const stored = await storedModels(env, WEBLLM_MODELS);
  expect(stored).toMatchObject([
    { model: model.id, complete: false },
    { model: other.id, complete: true },
  ]);
  expect(await failureOf(env, model)).toBe('');
  expect(await storedModels(env, WEBLLM_MODELS)).toMatchObject([{ complete: true }, { complete: true }]);
});

it('deletes a model whose list is spoilt, and the others', async () => {
  const env = await withSpoilt(tensorsUrl, PAGE);
  await removeModel(env, other, WEBLLM_MODELS);
  await removeModel(env, model, WEBLLM_MODELS);
  expect(await storedModels(env, WEBLLM_MODELS)).toEqual([]);
});

const hubFile = (path: string) => hubUrl(embedding.repository, path);
const hub = (changes: Readonly<Record<string, Uint8Array>>) => {
  const bytes = (url: string) => changes[url] ?? (url.endsWith('.json') ? bytesOf('{}') : patterned(30));
  return scriptedNetwork(Object.fromEntries(hubUrls(embedding).map((url) => [url, [{ bytes: bytes(url) }]])));
};

it.each(embedding.files.map((path) => [path]))('keeps no web page as %s of a transformers.js model', async (path) => {
  const env = memoryDownloads(hub({ [hubFile(path)]: PAGE }));
  expect(await failureOf(env, embedding)).toMatch(/it is a web page/u);
  expect(await storedModels(env, EMBEDDING_MODELS)).not.toContainEqual(expect.objectContaining({ complete: true }));
});

it('keeps no JSON of a transformers.js model that is none', async () => {
  const env = memoryDownloads(hub({ [hubFile('config.json')]: bytesOf('upstream error') }));
  expect(await failureOf(env, embedding)).toMatch(/config\.json.*it is not JSON/u);
});
