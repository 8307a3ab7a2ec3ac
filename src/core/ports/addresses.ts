import type { CallOptions } from '../platform';

/** Bytes from `start` up to `end`, which does not belong to them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface ReadOptions extends CallOptions {
  /** Bytes that are taken at most. */
  readonly most: number;
  /** Called with the number of bytes so far, again and again. */
  readonly onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * Files on a static host, by their whole addresses. Every call throws StorageError, in words for a person, where a host may not be reached, does
 * not answer, or has no such file; the last with the trait `missing`.
 */
export interface AddressReader {
  /** Returns the size of a file in bytes, without reading it; null where the host does not send it. */
  size(url: string, options?: CallOptions): Promise<number | null>;
  /** All of a file. */
  read(url: string, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>>;
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
