import { zlibPacking } from '../../scripts/lib/zlib-packing';
import { StorageError } from '../../src/core/errors';
import { publishIndex, type PublishedCollection } from '../../scripts/lib/publish-index';
import type { AddressReader, ByteRange } from '../../src/core/ports/addresses';

/** A published index as files on a host that is only there for a test. */
export interface HostedFiles {
  readonly address: string;
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  readonly addresses: AddressReader;
  /** Names of requested files that were read whole, and of those that were read in parts. */
  readonly asked: string[];
  /** Set to have every request fail. */
  offline: boolean;
}

/** Publishes a collection on such a host. */
export async function hostedFiles(collection: PublishedCollection): Promise<HostedFiles> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const address = 'https://host.example/index/';
  const asked: string[] = [];
  const fileAt = (url: string): Uint8Array<ArrayBuffer> => {
    if (host.offline) throw new StorageError('The host does not answer.');
    const name = url.startsWith(address) ? url.slice(address.length) : '';
    asked.push(name);
    const file = files.get(name);
    if (!file) throw new StorageError(`There is no file ${name}.`, { traits: ['missing'] });
    return file;
  };
  const cut = (file: Uint8Array<ArrayBuffer>, { start, end }: ByteRange): Uint8Array<ArrayBuffer> => {
    if (end > file.length) throw new StorageError('The file is shorter.', { traits: ['other content'] });
    return file.slice(start, end);
  };
  const host: HostedFiles = {
    address,
    files,
    asked,
    offline: false,
    addresses: {
      size: async (url) => fileAt(url).length,
      read: async (url) => fileAt(url).slice(),
      readParts: async (url, ranges, { signal: _, ...options } = {}) => {
        structuredClone(options); // they go to another worker
        return ranges.map((range) => cut(fileAt(url), range));
      },
    },
  };
  await publishIndex(collection, { packing: zlibPacking, take: async (name, bytes) => void files.set(name, bytes) });
  return host;
}
