import { storedFile } from './stored-files';
import type { Hardware } from '../../../core/models/hosts';
import asyncifyScript from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import asyncifyWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import jspiScript from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import jspiWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import plainScript from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

export type Library = typeof import('@huggingface/transformers');

let opened: Promise<Library> | undefined;

/**
 * transformers.js, set up once per worker to read models from our cache alone and to take ONNX Runtime from this site.
 * The build of ONNX Runtime and its number of threads are fixed by the first call: a build that knows WebGPU serves
 * both backends.
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

/** Processor of a model's arithmetic. */
export type Backend = 'webgpu' | 'wasm';

/** WebGPU where there is a real GPU behind it; a software adapter is far slower than WebAssembly. */
export function backendOf(hardware: Hardware): Backend {
  return hardware.webgpu && !hardware.software ? 'webgpu' : 'wasm';
}

/** Addresses of ONNX Runtime's two halves, on this site. */
interface OrtFiles {
  readonly mjs: string;
  readonly wasm: string;
}

/** The build of ONNX Runtime for a backend: the plain one knows no WebGPU; the others wait for the GPU in two ways, of which one is new. */
export function ortFiles(backend: Backend): OrtFiles {
  if (backend === 'wasm') return here(plainScript, plainWasm);
  return 'Suspending' in WebAssembly ? here(jspiScript, jspiWasm) : here(asyncifyScript, asyncifyWasm);
}

function here(mjs: string, wasm: string): OrtFiles {
  const absolute = (url: string) => new URL(url, globalThis.location.href).href;
  return { mjs: absolute(mjs), wasm: absolute(wasm) };
}

interface ThreadScope {
  readonly crossOriginIsolated: boolean;
  readonly navigator: { readonly hardwareConcurrency: number };
}

/** Most threads; the gain beyond two has not been measured, and each costs memory. */
const MOST = 4;

/**
 * Threads for arithmetic on the processor. They need shared memory, which only pages isolated from other origins get. One core is left to
 * everything else: threads that wait for a core slow each other down (`npm run bench -- threads`).
 */
export function threadsFor({ crossOriginIsolated, navigator }: ThreadScope): number {
  return crossOriginIsolated ? Math.max(1, Math.min(MOST, navigator.hardwareConcurrency - 1)) : 1;
}
