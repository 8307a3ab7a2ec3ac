import type { CallOptions } from '../../platform';
import type { ReadOptions } from '../../ports/addresses';
import type { CollectionView } from '../collections/collection-view';

/** Opening what somebody laid on a static host. */
export interface AddressCalls {
  /** What stands at an address. Throws StorageError where nothing can be read there, ParseError where it is nothing that Burrow knows. */
  lookAtAddress(address: string, options?: CallOptions): Promise<AddressView>;
  /**
   * Opens it: a hosted index as a collection that fetches what each question needs, the same one where it was opened before; a saved copy or
   * tables of another program as a collection of its own, once all of it is here; `onBytes` is told how many bytes have come of that.
   */
  openAddress(address: string, options?: Pick<ReadOptions, 'signal' | 'onBytes'>): Promise<CollectionView>;
}

/** What stands at an address. */
export type AddressView =
  | {
      readonly kind: 'index';
      readonly name: string;
      readonly documents: number;
      /** Of all files. */
      readonly bytes: number;
    }
  /** `bytes` is null where the host does not say. */
  | { readonly kind: 'copy'; readonly bytes: number | null }
  | { readonly kind: 'tables'; readonly bytes: number | null };

/** How a hosted collection stands. */
export interface HostedView {
  /** Of the folder, with a slash at its end. */
  readonly address: string;
  /** Documents of the whole index. Those that are here are the documents of the collection. */
  readonly documents: number;
  /** Of all files of the index, and those that were fetched since it was opened here first. */
  readonly bytes: number;
  readonly fetched: number;
}
