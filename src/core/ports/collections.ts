import type { TableStore } from './table-store';

/** What is known of a collection without opening it. */
export interface CollectionRecord {
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly opened: number;
}

/** Original bytes, by SHA-256 hex. Writing the same hash twice is one blob. */
export interface BlobStore {
  has(hash: string): Promise<boolean>;
  put(hash: string, bytes: Blob): Promise<void>;
  get(hash: string): Promise<Blob | undefined>;
  /** Removes every blob that is not in `keep`. */
  sweep(keep: ReadonlySet<string>): Promise<void>;
}

/** All collections of this browser profile. */
export interface Collections {
  list(): Promise<readonly CollectionRecord[]>;
  create(name: string): Promise<CollectionRecord>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
  touch(id: string): Promise<void>;
  open(id: string): Promise<{ readonly tables: TableStore; readonly blobs: BlobStore }>;
  /** The whole collection as one file: a ZIP of the files on disk, with derived columns filled, and its conversations. */
  save(id: string): Promise<Blob>;
  /** Adds a collection from such a file. Throws ParseError for a file that is not one, StorageError when it does not fit. */
  load(copy: Blob, options: { readonly name?: string; readonly id?: string }): Promise<CollectionRecord>;
  eraseEverything(): Promise<void>;
  /** Calls back whenever a generation of the collection becomes durable, in this tab or another; returns how to stop. */
  onNews(id: string, callback: () => void): () => void;
  usage(): Promise<StorageUsage>;
}

/** Bytes that this origin uses, and may use. */
export interface StorageUsage {
  readonly used: number;
  readonly quota: number;
  readonly persisted: boolean;
  /** True where the browser keeps no files, so that everything is gone with the window; `quota` is 0 then. */
  readonly inMemory: boolean;
}
