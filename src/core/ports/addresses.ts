import type { CallOptions } from '../platform';

/** Bytes from `start` up to `end`, which does not belong to them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Files on a static host, by their whole addresses. Every call throws StorageError, in words for a person, where a host may not be reached, does
 * not answer, or has no such file.
 */
export interface AddressReader {
  /** How many bytes a file has, without reading it; null where the host does not say. */
  size(url: string, options?: CallOptions): Promise<number | null>;
  /** All of a file of at most `most` bytes. */
  read(url: string, options: CallOptions & { readonly most: number }): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Parts of a file, one for each range, in the same order. Throws where the file is shorter, or where the host sends a large file whole in place
   * of a part.
   */
  readParts(
    url: string,
    ranges: readonly ByteRange[],
    options?: CallOptions,
  ): Promise<readonly Uint8Array<ArrayBuffer>[]>;
}
