/** What of WebGPU this device offers; sizes in bytes. */
export type Hardware =
  | { readonly webgpu: false; readonly reason: 'no api' | 'no adapter'; readonly memory: number | null }
  | {
      readonly webgpu: true;
      /** Vendor and architecture, such as `apple metal-3`; may be empty. */
      readonly adapter: string;
      /** A software adapter: works, very slowly. */
      readonly software: boolean;
      readonly f16: boolean;
      readonly maxBufferSize: number;
      readonly maxStorageBufferBindingSize: number;
      /** Memory that the threads of one workgroup share. */
      readonly maxComputeWorkgroupStorageSize: number;
      readonly maxStorageBuffersPerShaderStage: number;
      /** The device's memory as the browser tells it (rounded, at most 32 GiB), or null. */
      readonly memory: number | null;
    };
