import type { Hardware } from '../../../core/models/hardware';

/** Where a model's arithmetic is done. */
export type Backend = 'webgpu' | 'wasm';

/** WebGPU where there is a real GPU behind it; a software adapter is far slower than WebAssembly. */
export function backendOf(hardware: Hardware): Backend {
  return hardware.webgpu && !hardware.software ? 'webgpu' : 'wasm';
}
