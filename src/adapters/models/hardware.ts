import type { Hardware } from '../../core/models/hosts';

/** Parts of `navigator` that are used here; WebGPU's own types are not part of TypeScript's library. */
export interface HardwareScope {
  readonly gpu?: {
    requestAdapter(options: { readonly powerPreference: 'high-performance' }): Promise<Adapter | null>;
  };
  /** GiB, rounded. */
  readonly deviceMemory?: number;
}

interface Adapter {
  readonly features: { has(feature: string): boolean };
  readonly limits: {
    readonly maxBufferSize: number;
    readonly maxStorageBufferBindingSize: number;
    readonly maxComputeWorkgroupStorageSize: number;
    readonly maxStorageBuffersPerShaderStage: number;
  };
  readonly info?: { readonly vendor: string; readonly architecture: string; readonly isFallbackAdapter?: boolean };
  /** Earlier place of the flag, before it moved to `info`. */
  readonly isFallbackAdapter?: boolean;
}

/** Asks the browser for its GPU. A software one counts, and is marked. Never throws. */
export async function probeHardware(scope: HardwareScope = navigator as HardwareScope): Promise<Hardware> {
  const memory = scope.deviceMemory === undefined ? null : scope.deviceMemory * 2 ** 30;
  if (!scope.gpu) return { webgpu: false, reason: 'no api', memory };
  // A browser whose GPU process has crashed too often rejects instead of answering null.
  const adapter = await scope.gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  if (!adapter) return { webgpu: false, reason: 'no adapter', memory };
  const { vendor = '', architecture = '', isFallbackAdapter } = adapter.info ?? {};
  return {
    webgpu: true,
    adapter: `${vendor} ${architecture}`.trim(),
    software: isFallbackAdapter ?? adapter.isFallbackAdapter ?? architecture === 'swiftshader',
    f16: adapter.features.has('shader-f16'),
    maxBufferSize: adapter.limits.maxBufferSize,
    maxStorageBufferBindingSize: adapter.limits.maxStorageBufferBindingSize,
    maxComputeWorkgroupStorageSize: adapter.limits.maxComputeWorkgroupStorageSize,
    maxStorageBuffersPerShaderStage: adapter.limits.maxStorageBuffersPerShaderStage,
    memory,
  };
}
