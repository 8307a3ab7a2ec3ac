import { HUB_CACHE } from '../../../core/models/catalogue/hub-files';
import type { ModelFile } from '../files/model-file';

/** Where finished files are kept. A file is in it whole or not at all. */
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
