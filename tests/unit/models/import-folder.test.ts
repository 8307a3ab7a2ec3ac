import { expect, it } from 'vitest';
import { importFolder, matchFolder } from '../../../src/adapters/models/download/import-folder';
import { storedModels } from '../../../src/adapters/models/download/stored-models';
import { ParseError, StorageError } from '../../../src/core/errors';
import { WEBLLM_MODELS } from '../../../src/core/models/catalogue/webllm-models';
import { ENTAILMENT_MODELS, RERANKERS } from '../../../src/core/models/catalogue/cross-encoders';
import { EMBEDDING_MODELS } from '../../../src/core/models/catalogue/embedding-models';
import type { DownloadProgress, ImportedFile } from '../../../src/core/models/hosts';
import { memoryDownloads, scriptedNetwork } from '../../helpers/memory-downloads';
import { patterned, webllmFiles } from '../../helpers/tiny-model-files';

const CROSS_ENCODERS = [...ENTAILMENT_MODELS, ...RERANKERS];
const MODELS = [...WEBLLM_MODELS, ...EMBEDDING_MODELS, ...CROSS_ENCODERS];
const [model] = WEBLLM_MODELS;
if (!model) throw new Error('The catalogue is empty');
const library = model.libraryUrl.slice(model.libraryUrl.lastIndexOf('/') + 1);

/** The folder that `git clone` makes, with the library beside the weights. */
function clone(folder: string, changes: Readonly<Record<string, Uint8Array | null>> = {}): ImportedFile[] {
  const files = new Map(
    [...webllmFiles(model as never)].map(([url, bytes]) => [url.slice(url.lastIndexOf('/') + 1), bytes]),
  );
  files.set('README.md', patterned(10));
  for (const [name, bytes] of Object.entries(changes)) {
    if (bytes) files.set(name, bytes);
    else files.delete(name);
  }
  return [...files].map(([name, bytes]) => ({ path: `${folder}/${name}`, bytes: new Blob([Uint8Array.from(bytes)]) }));
}

async function take(files: readonly ImportedFile[], free = 1e12) {
  const env = memoryDownloads(scriptedNetwork({}), { free });
  const reports: DownloadProgress[] = [];
  const run = async () =>
    importFolder(env, files, matchFolder(files, MODELS), {
      report: (progress) => reports.push(progress),
      signal: new AbortController().signal,
    });
  const error: unknown = await run().catch((thrown: unknown) => thrown);
  return { error, reports, env, stored: await storedModels(env, MODELS) };
}

it('takes the folder that git clone makes, with the library', async () => {
  const { error, stored, reports, env } = await take(clone(model.id));
  expect(error).toBeUndefined();
  expect(stored).toMatchObject([{ model: model.id, complete: true }]);
  expect(env.finished.size).toBe(6);
  expect(reports.at(-1)).toMatchObject({ model: model.id, done: true });
});

it('takes an embedding model, the precision of which the files are', async () => {
  const [entry] = EMBEDDING_MODELS;
  const folder = entry?.repository.split('/').at(-1);
  const files = (entry?.files ?? []).map((path) => ({
    path: `${folder}/${path}`,
    bytes: new Blob([path.endsWith('.json') ? '{}' : (patterned(20) as never)]),
  }));
  expect((await take(files)).stored).toMatchObject([{ model: entry?.id, complete: true }]);
});

it.each(CROSS_ENCODERS)(
  'takes $title of a folder that its repository is named after',
  async ({ id, repository, files }) => {
    const folder = repository.split('/').at(-1) ?? '';
    const given = files.map((path) => ({
      path: `${folder}/${path}`,
      bytes: new Blob([path.endsWith('.json') ? '{}' : (patterned(20) as never)]),
    }));
    expect((await take(given)).stored.filter(({ complete }) => complete)).toMatchObject([{ model: id }]);
  },
);

it('takes the first precision of a clone that has several', async () => {
  const several = CROSS_ENCODERS.filter(({ repository }) => repository === 'Xenova/ms-marco-MiniLM-L-6-v2');
  const files = [...new Set(several.flatMap((one) => one.files))].map((path) => ({
    path: `ms-marco-MiniLM-L-6-v2/${path}`,
    bytes: new Blob([path.endsWith('.json') ? '{}' : (patterned(20) as never)]),
  }));
  const { stored } = await take(files);
  expect(several.length).toBeGreaterThan(1);
  expect(stored.filter(({ complete }) => complete)).toMatchObject([{ model: several[0]?.id }]);
});

it('names every file that is missing, with its address, and takes nothing', async () => {
  const { error, stored } = await take(clone(model.id, { [library]: null, 'params_shard_0.bin': null }));
  expect(error).toBeInstanceOf(ParseError);
  expect(String(error)).toContain(model.libraryUrl);
  expect(String(error)).toContain('params_shard_0.bin');
  expect(String(error)).not.toContain('params_shard_1.bin');
  expect(stored).toEqual([]);
});

it('recognises the pointers of a clone without Git LFS', async () => {
  const pointer = new TextEncoder().encode('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 50\n');
  const { error, stored } = await take(clone(model.id, { 'params_shard_0.bin': pointer }));
  expect(String(error)).toMatch(/params_shard_0\.bin.*git lfs pull.*Nothing was taken/u);
  expect(stored).toEqual([]);
});

it('takes nothing of a folder with one wrong file', async () => {
  const { error, env } = await take(clone(model.id, { 'params_shard_1.bin': patterned(80, 66) }));
  expect(String(error)).toMatch(/params_shard_1\.bin.*MD5/u);
  expect(env.finished.size).toBe(0);
});

it('asks for the model’s name where the files fit several models', async () => {
  const { error } = await take(clone('download', { [library]: null }));
  expect(error).toBeInstanceOf(ParseError);
  expect(String(error)).toMatch(/fit several models.*name/u);
});

it('says that there are no weights where only the small files are there', async () => {
  const files = clone('download').filter(({ path }) => path.endsWith('.json'));
  expect(files.length).toBeGreaterThan(0);
  const { error, stored } = await take(files);
  expect(String(error)).toMatch(/no weights in this folder.*nothing was taken/u);
  expect(stored).toEqual([]);
});

it('says that a folder holds no model of the list', async () => {
  const { error } = await take([{ path: 'photos/cat.jpg', bytes: new Blob(['cat']) }]);
  expect(String(error)).toMatch(/No model of the list is in this folder/u);
});

it('says that there is no room', async () => {
  expect((await take(clone(model.id), 100)).error).toBeInstanceOf(StorageError);
});
