import type { StoredModel } from '../../../core/models/hosts';
import { hubPath, isDataOf, HUB_CACHE } from '../../../core/models/catalogue/hub-files';
import { folderOf, type FileModel, type ModelFile, allFiles } from './model-files';
import { type PartialFiles, browserPartials } from './partial-files';
import { ParseError } from '../../../core/errors';

interface ModelStores {
  readonly cache: ModelCache;
  readonly partials: PartialFiles;
}

/** The models of which something is here. */
export async function storedModels(
  { cache, partials }: ModelStores,
  models: readonly FileModel[],
): Promise<readonly StoredModel[]> {
  const [finished, underWay] = [await cache.list(), await partials.list()];
  const here = [...finished, ...underWay];
  const found = await Promise.all(
    models.map(async (model) => {
      const complete = await isComplete(cache, model, finished);
      const bytes = here.reduce((sum, file) => sum + (belongsTo(model, file.url) ? file.bytes : 0), 0);
      return { model: model.id, bytes, complete };
    }),
  );
  return found.filter(({ bytes, complete }) => complete || bytes > 0);
}

async function isComplete(cache: ModelCache, model: FileModel, finished: readonly StoredFile[]): Promise<boolean> {
  const files = await listedFiles(cache, model);
  const keys = new Set(finished.map(key));
  return !!files?.every((file) => keys.has(key(file)));
}

const key = ({ cache, url }: Pick<StoredFile, 'cache' | 'url'>): string => `${cache} ${url}`;

/**
 * For transformers.js only the listed files: other precisions of the same repository are other models. What an earlier pin or none brought is
 * the model's, too, so that deleting frees it.
 */
function belongsTo(model: FileModel, url: string): boolean {
  if ('modelUrl' in model) return url.startsWith(folderOf(model)) || url === model.libraryUrl;
  const path = hubPath(model.repository, url);
  return path !== undefined && (model.files.includes(path) || isDataOf(path, model.files));
}

/** Deletes a model's files, those under way too; a file that another complete model needs stays. */
export async function removeModel(stores: ModelStores, model: FileModel, models: readonly FileModel[]): Promise<void> {
  const { cache, partials } = stores;
  const finished = await cache.list();
  const others: FileModel[] = [];
  for (const other of models) {
    if (other.id !== model.id && (await isComplete(cache, other, finished))) others.push(other);
  }
  const isFree = ({ url }: { readonly url: string }) =>
    belongsTo(model, url) && !others.some((other) => belongsTo(other, url));
  await Promise.all(finished.filter(isFree).map((file) => cache.remove(file)));
  await Promise.all((await partials.list()).filter(isFree).map(({ url }) => partials.remove(url)));
}

/** Cache of finished files. A file is in it whole or not at all. */
export interface ModelCache {
  /** Bytes of a file, or undefined where it is not there. */
  bytesOf(file: ModelFile): Promise<number | undefined>;
  /** Throws QuotaExceededError. */
  put(file: ModelFile, bytes: Blob): Promise<void>;
  /** A file as parsed JSON, or undefined where it is not there. Throws SyntaxError where it is no JSON. */
  json(file: ModelFile): Promise<unknown>;
  /** All files, by name of the cache and address, with their bytes. */
  list(): Promise<readonly StoredFile[]>;
  remove(file: Pick<StoredFile, 'cache' | 'url'>): Promise<void>;
  clear(): Promise<void>;
}

export interface StoredFile {
  readonly cache: ModelFile['cache'];
  readonly url: string;
  readonly bytes: number;
}

const CACHES: readonly ModelFile['cache'][] = ['webllm/config', 'webllm/model', 'webllm/wasm', HUB_CACHE];

const TYPES: Readonly<Record<string, string>> = { json: 'application/json', wasm: 'application/wasm' };

/** The browser's Cache API, under the names and keys by which WebLLM and transformers.js look files up. */
export function browserModelCache(): ModelCache {
  const match = async ({ cache, url }: Pick<ModelFile, 'cache' | 'url'>) =>
    (await caches.has(cache)) ? (await caches.open(cache)).match(url) : undefined;
  return {
    bytesOf: async (file) => {
      const found = await match(file);
      return found && bytesOf(found);
    },
    put: async ({ cache, url, path }, bytes) => {
      const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
      const headers = { 'Content-Type': type, 'Content-Length': String(bytes.size) };
      await (await caches.open(cache)).put(url, new Response(bytes, { headers }));
    },
    json: async (file) => (await match(file))?.json() as Promise<unknown>,
    list: async () => (await Promise.all(CACHES.map(listCache))).flat(),
    remove: async ({ cache, url }) => {
      await (await caches.open(cache)).delete(url);
    },
    clear: async () => {
      await Promise.all(CACHES.map((cache) => caches.delete(cache)));
    },
  };
}

async function listCache(name: ModelFile['cache']): Promise<StoredFile[]> {
  if (!(await caches.has(name))) return [];
  const cache = await caches.open(name);
  return Promise.all(
    (await cache.keys()).map(async (request) => {
      const found = await cache.match(request);
      return { cache: name, url: request.url, bytes: found ? bytesOf(found) : 0 };
    }),
  );
}

/** As written beside it; the body stays unread. */
function bytesOf(response: Response): number {
  return Number(response.headers.get('Content-Length') ?? 0);
}

/** Every file of a model in the stored lists; undefined where a list is missing or cannot be read. */
export async function listedFiles(
  cache: Pick<ModelCache, 'json'>,
  model: FileModel,
): Promise<readonly ModelFile[] | undefined> {
  try {
    return await allFiles(model, cache.json);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ParseError) return undefined;
    throw error;
  }
}

/**
 * Deletes every model file and every download under way. WebLLM's caches are deleted whole, since models of older catalogues lie there too;
 * another site of the same origin that uses WebLLM would have to fetch its models again.
 */
export async function eraseModels(): Promise<void> {
  await browserModelCache().clear();
  await browserPartials().clear();
}
