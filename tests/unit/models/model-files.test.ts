import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type FileModel, allFiles, firstFiles } from '../../../src/adapters/models/download/model-files';
import { ParseError } from '../../../src/core/errors';
import { WEBLLM_MODELS } from '../../../src/core/models/catalogue/webllm-models';
import { EMBEDDING_MODELS } from '../../../src/core/models/catalogue/embedding-models';
import { MODEL_HOSTS } from '../../../src/core/models/model-hosts';
import { webllmFiles } from '../../helpers/tiny-model-files';

const [model] = WEBLLM_MODELS;
if (!model) throw new Error('The catalogue is empty');

/** Lists the files of a model whose first files have this content. */
function list(config: unknown, tensors: unknown, pins = undefined as Parameters<typeof allFiles>[2]) {
  return allFiles(model as FileModel, async ({ path }) => (path === 'tensor-cache.json' ? tensors : config), pins);
}

it('gives WebLLM’s files the keys that the package itself asks its caches for', async () => {
  // The package's own functions that make the keys, taken from its source, since it exports none of them.
  const source = readFileSync('node_modules/@mlc-ai/web-llm/lib/index.js', 'utf8');
  const text = /function cleanModelUrl\(modelUrl\) \{.*?\n\}/su.exec(source)?.[0];
  expect(text).toBeDefined();
  const clean = new Function(`${String(text)}; return cleanModelUrl;`)() as (url: string) => string;
  for (const call of [
    'createArtifactCache("webllm/config"',
    'createArtifactCache("webllm/wasm"',
    'createScopedArtifactCache("webllm/model"',
  ]) {
    expect(source).toContain(call);
  }
  for (const one of WEBLLM_MODELS) {
    const [config, tensors, library] = firstFiles(one);
    expect(config).toMatchObject({
      cache: 'webllm/config',
      url: new URL('mlc-chat-config.json', clean(one.modelUrl)).href,
    });
    expect(tensors).toMatchObject({
      cache: 'webllm/model',
      url: new URL('tensor-cache.json', clean(one.modelUrl)).href,
    });
    expect(library).toMatchObject({ cache: 'webllm/wasm', url: one.libraryUrl });
  }
});

it('lists tokenizer and weights as the first files name them, with sizes and sums', async () => {
  const files = webllmFiles(model, [5, 6]);
  const read = async ({ url }: { readonly url: string }) =>
    JSON.parse(new TextDecoder().decode(files.get(url))) as unknown;
  const listed = await allFiles(model, read);
  expect(listed?.map(({ url }) => url).sort()).toEqual([...files.keys()].sort());
  expect(listed?.at(-1)).toMatchObject({
    path: 'params_shard_1.bin',
    bytes: 6,
    md5: expect.stringMatching(/^[\da-f]{32}$/u),
  });
});

it('ends the list where a first file is missing', async () => {
  expect(await list(undefined, { records: [] })).toBeUndefined();
});

it.each([
  ['no configuration', [], { records: [] }],
  ['no list of weights', { tokenizer_files: ['tokenizer.json'] }, '<html>'],
  ['a size that is none', { tokenizer_files: ['tokenizer.json'] }, { records: [{ dataPath: 'a.bin', nbytes: -1 }] }],
  [
    'an address elsewhere',
    { tokenizer_files: ['tokenizer.json'] },
    { records: [{ dataPath: 'https://evil.example/a', nbytes: 1 }] },
  ],
  ['a path upwards', { tokenizer_files: ['tokenizer.json'] }, { records: [{ dataPath: '../a.bin', nbytes: 1 }] }],
])('refuses a model with %s', async (_what, config, tensors) => {
  await expect(list(config, tensors)).rejects.toBeInstanceOf(ParseError);
});

it('takes sizes and hashes from the pins', async () => {
  const pin = (bytes: number) => ({ bytes, integrity: `sha256-${String(bytes)}` });
  const pins = {
    library: pin(1),
    config: pin(2),
    tensorCache: pin(3),
    tokenizer: { 'tokenizer.json': pin(4) },
    downloadBytes: 10,
  };
  const listed = await list({ tokenizer_files: ['tokenizer.json'] }, { records: [] }, pins);
  expect(listed?.map(({ path, integrity }) => [path, integrity])).toEqual([
    ['mlc-chat-config.json', 'sha256-2'],
    ['tensor-cache.json', 'sha256-3'],
    [model.libraryUrl.slice(model.libraryUrl.lastIndexOf('/') + 1), 'sha256-1'],
    ['tokenizer.json', 'sha256-4'],
  ]);
});

it('asks for files only at hosts that the download worker may reach', () => {
  const hosts = new Set(
    [...WEBLLM_MODELS, ...EMBEDDING_MODELS].flatMap((one) => firstFiles(one)).map(({ url }) => new URL(url).origin),
  );
  expect(hosts.size).toBeGreaterThan(1);
  expect([...hosts].filter((host) => !MODEL_HOSTS.includes(host))).toEqual([]);
});
