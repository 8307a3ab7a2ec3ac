import type { Hardware } from '../../src/core/models/hosts';

export const GIB = 2 ** 30;

/** A strong GPU that there is not. */
export const FAKE_GPU: Hardware & { readonly webgpu: true } = {
  webgpu: true,
  adapter: 'fake gpu',
  software: false,
  f16: true,
  maxBufferSize: 4 * GIB,
  maxStorageBufferBindingSize: 4 * GIB,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
  memory: 32 * GIB,
};
