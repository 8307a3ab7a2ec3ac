interface Device {
  destroy(): void;
}

interface Adapter {
  requestDevice(descriptor?: unknown): Promise<Device>;
}

/** Remembers every GPU device that anyone in this thread asks for, so that the last one can be taken away. */
export function keepDevices(): { last(): Device | undefined } {
  const devices: Device[] = [];
  const { GPUAdapter } = globalThis as unknown as { readonly GPUAdapter: { readonly prototype: Adapter } };
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (this: Adapter, descriptor) {
    const device = await requestDevice.call(this, descriptor);
    devices.push(device);
    return device;
  };
  return { last: () => devices.at(-1) };
}
