import { expect, test } from 'vitest';
import { probeHardware, type HardwareScope } from '../../../src/adapters/models/hardware';
import type { Hardware } from '../../../src/core/models/hosts';

const limits = {
  maxBufferSize: 2 ** 30,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
};
const adapter = (features: readonly string[], info: object) => ({
  features: new Set(features),
  limits,
  info: { vendor: 'acme', architecture: 'mark-2', ...info },
});
const gpu = (answer: () => Promise<ReturnType<typeof adapter> | null>): HardwareScope => ({
  gpu: { requestAdapter: answer },
  deviceMemory: 8,
});

test.each<[string, HardwareScope, Hardware]>([
  ['a browser without WebGPU', {}, { webgpu: false, reason: 'no api', memory: null }],
  [
    'a browser without a GPU',
    gpu(() => Promise.resolve(null)),
    { webgpu: false, reason: 'no adapter', memory: 2 ** 33 },
  ],
  [
    'a browser whose GPU process is gone',
    gpu(() => Promise.reject(new Error('lost'))),
    { webgpu: false, reason: 'no adapter', memory: 2 ** 33 },
  ],
  [
    'a GPU with 16-bit numbers',
    gpu(() => Promise.resolve(adapter(['shader-f16'], {}))),
    { webgpu: true, adapter: 'acme mark-2', software: false, f16: true, ...limits, memory: 2 ** 33 },
  ],
  [
    'a software GPU that says so',
    gpu(() => Promise.resolve(adapter([], { isFallbackAdapter: true }))),
    { webgpu: true, adapter: 'acme mark-2', software: true, f16: false, ...limits, memory: 2 ** 33 },
  ],
  [
    'a software GPU known by name',
    gpu(() => Promise.resolve(adapter([], { vendor: 'google', architecture: 'swiftshader' }))),
    { webgpu: true, adapter: 'google swiftshader', software: true, f16: false, ...limits, memory: 2 ** 33 },
  ],
])('The probe describes %s', async (_case, scope, expected) => {
  expect(await probeHardware(scope)).toEqual(expected);
});
