import { KERNEL_BYTES } from './kernel-bytes';

/** The compiled kernel with a memory of its own; see kernel.wat for what its loops do. */
export interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  quantise(from: number, to: number, dims: number, facts: number): void;
  scan(
    codes: number,
    query: number,
    dims: number,
    rows: number,
    scales: number,
    rests: number,
    lengths: number,
    queryScale: number,
    queryLength: number,
    slack: number,
    mask: number,
    uppers: number,
    heap: number,
    k: number,
    found: number,
  ): number;
}

const PAGE = 65_536;

/** Checks if this place runs WebAssembly with SIMD. */
export function hasKernel(): boolean {
  return typeof WebAssembly !== 'undefined' && WebAssembly.validate(KERNEL_BYTES);
}

/** A kernel whose memory holds so many bytes. Throws RangeError where there is not that much memory. */
export function startKernel(bytes: number): Kernel {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(KERNEL_BYTES));
  const kernel = instance.exports as unknown as Kernel;
  const missing = Math.ceil(bytes / PAGE) - kernel.memory.buffer.byteLength / PAGE;
  if (missing > 0) kernel.memory.grow(missing);
  return kernel;
}
