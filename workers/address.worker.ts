import { createAddressReader } from '../src/adapters/addresses/address-reader';
import { browserAddressNetwork } from '../src/adapters/addresses/browser-network';
import { startWorker, transfer } from '../src/channel';
import type { AddressReader } from '../src/core/ports/addresses';

startWorker(async (): Promise<AddressReader> => {
  const reader = createAddressReader(await browserAddressNetwork());
  return {
    size: (url, options) => reader.size(url, options),
    read: async (url, options) => {
      const bytes = await reader.read(url, options);
      return transfer(bytes, [bytes.buffer]);
    },
    readParts: async (url, ranges, options) => {
      const parts = await reader.readParts(url, ranges, options);
      return transfer(parts, [...new Set(parts.map(({ buffer }) => buffer))]);
    },
  };
});
