/** Where a model's arithmetic is done. */
export type Backend = 'webgpu' | 'wasm';

interface Gpu {
  requestAdapter(): Promise<{ readonly info?: { readonly isFallbackAdapter?: boolean } } | null>;
}

/** WebGPU where there is a real GPU behind it; a software adapter is far slower than WebAssembly. */
export async function probeBackend(): Promise<Backend> {
  const gpu = 'gpu' in navigator ? (navigator.gpu as Gpu | undefined) : undefined;
  const adapter = await gpu?.requestAdapter().catch(() => null);
  return adapter && adapter.info?.isFallbackAdapter !== true ? 'webgpu' : 'wasm';
}
