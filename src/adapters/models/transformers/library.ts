import type { Backend } from './backend';
import { ortFiles } from './ort-files';
import { storedFile } from './stored-files';

export type Library = typeof import('@huggingface/transformers');

let opened: Promise<Library> | undefined;

/**
 * transformers.js, told once per worker to read models from our cache alone and to take ONNX Runtime from this site. The build of
 * ONNX Runtime and its number of threads are fixed by the first call: a build that knows WebGPU serves both backends.
 */
export function openLibrary(backend: Backend, threads = 1): Promise<Library> {
  opened ??= load(backend, threads).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function load(backend: Backend, threads: number): Promise<Library> {
  const library = await import('@huggingface/transformers');
  const { env } = library;
  env.allowRemoteModels = false;
  env.allowLocalModels = true; // refused otherwise; what is not in the cache is then asked for here:
  env.fetch = () => Promise.resolve(new Response(null, { status: 404 }));
  env.useBrowserCache = false;
  env.useCustomCache = true;
  env.customCache = { match: fromCache, put: () => Promise.resolve() };
  env.useWasmCache = false; // the other way imports a script from a blob, which the content policy forbids
  Object.assign(env.backends.onnx.wasm ?? {}, { wasmPaths: ortFiles(backend), numThreads: threads });
  return library;
}

async function fromCache(request: string): Promise<Response | undefined> {
  return request.startsWith('https:') ? storedFile(request) : undefined;
}
