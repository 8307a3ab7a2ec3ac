import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Packing } from '../../src/core/hosted/block-files';

/** Raw Deflate by Node, which is quicker with many small pieces than a stream for each. */
export const zlibPacking: Packing = {
  pack: async (bytes) => new Uint8Array(deflateRawSync(bytes)),
  unpack: async (bytes, most) => {
    try {
      return new Uint8Array(inflateRawSync(bytes, { maxOutputLength: most }));
    } catch (cause) {
      throw new RangeError('The bytes are damaged, or become more than they may.', { cause });
    }
  },
};
