import { createMutex } from '../../../core/async';
import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { IndexState } from '../../../core/ports/index-state';
import type { TableChange, TableStore } from '../../../core/ports/collections';
import { FORMAT_VERSION, type TableName, type TableRow } from '../../../core/tables/tables';
import type { VectorStore } from '../../../core/vectors/vector-store';
import { type FileStore, inFolder } from '../opfs/file-store';
import { pinGeneration, readManifest, retire, sweepTables } from './generations';
import { type Release, writeLock } from '../locks';
import { MANIFEST, type Manifest, manifestBytes, pathOf } from './manifest';
import { nextShards, decodeShard } from './table-shards';
import { nextVectors } from './vector-shards';
import { readOnlyError, type StorageContext, withCodec, writeFailure } from '../storage-context';
import { createVectorStore } from './vector-store';

/** A table store that also keeps the collection's name on disk, from where a lost registry is rebuilt. */
export interface NamedTableStore extends TableStore {
  /** Does nothing without the right to write. */
  rename(name: string): Promise<void>;
}

/** Opens a collection's tables, to write if no other tab does, and calls back when they are closed. Throws StorageError. */
export async function openTables(
  context: StorageContext,
  collection: string,
  onClose: (store: NamedTableStore) => void = () => undefined,
): Promise<NamedTableStore> {
  const store = new DiskTables(context, collection, onClose);
  try {
    await store.refresh();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** The lock that a store has, which the next one replaces. */
type Access =
  | { readonly kind: 'none' }
  /** Pins the generation that is read. */
  | { readonly kind: 'read'; readonly release: Release }
  | { readonly kind: 'write'; readonly release: Release }
  | { readonly kind: 'closed' };

class DiskTables implements NamedTableStore {
  readonly vectors: VectorStore;
  readonly #context: StorageContext;
  readonly #collection: string;
  readonly #files: FileStore;
  readonly #onClose: (store: NamedTableStore) => void;
  #manifest: Manifest | undefined;
  /** The highest generation number used, so that a failed commit's number is never used again. */
  #lastGeneration = 0;
  #access: Access = { kind: 'none' };
  readonly #mutex = createMutex();

  constructor(context: StorageContext, collection: string, onClose: (store: NamedTableStore) => void) {
    this.#context = context;
    this.#onClose = onClose;
    this.#collection = collection;
    this.#files = inFolder(context.files, collection);
    this.vectors = createVectorStore({
      files: this.#files,
      shards: () => this.#current.vectors ?? [],
      mutex: this.#mutex,
      writable: () => this.writable,
      report: context.report,
    });
  }

  get writable(): boolean {
    return this.#access.kind === 'write';
  }

  get generation(): number {
    return this.#current.generation;
  }

  get state(): IndexState {
    return this.#current.state;
  }

  read<N extends TableName>(table: N): Promise<readonly TableRow<N>[]> {
    return this.#mutex.run(async () => {
      const rows: TableRow<N>[] = [];
      const shards = this.#current.shards[table] ?? [];
      if (shards.length === 0) return rows;
      await withCodec(this.#context, async (codec) => {
        for (const shard of shards) {
          const bytes = await this.#files.read(pathOf(shard.file));
          for (const row of await decodeShard(codec, table, shard, bytes)) rows.push(row);
        }
      });
      return rows;
    });
  }

  commit(change: TableChange): Promise<void> {
    return this.#mutex.run(async () => {
      this.#mustWrite();
      const before = this.#current;
      const generation = (this.#lastGeneration = Math.max(this.#lastGeneration, before.generation) + 1);
      const written: string[] = [];
      try {
        const shards = await this.#writeShards(before.shards, change, generation, written);
        const vectors = await nextVectors(before.vectors ?? [], change, { files: this.#files, generation, written });
        const after = { ...before, shards, ...(vectors.length > 0 || before.vectors ? { vectors } : {}) };
        const retired = retire(before, after, before.retired);
        const state = { ...before.state, ...change.state };
        await this.#writeManifest({ ...after, format: FORMAT_VERSION, generation, state, retired });
      } catch (error) {
        await this.#removeWritten(written, generation);
        throw await writeFailure(this.#context, error, message`Everything saved before is kept.`);
      }
      this.#context.announce(this.#collection, generation);
      await this.#sweep();
    });
  }

  rename(name: string): Promise<void> {
    return this.#mutex.run(async () => {
      if (this.writable) await this.#writeManifest({ ...this.#current, name });
    });
  }

  refresh(): Promise<boolean> {
    return this.#mutex.run(async () => {
      if (this.#access.kind === 'closed' || this.writable) return false;
      const before = this.#manifest?.generation;
      const release = await this.#context.locks.tryExclusive(writeLock(this.#collection));
      if (release) await this.#beginWriting(release);
      else await this.#adoptNewest();
      return this.writable || this.generation !== before;
    });
  }

  close(): Promise<void> {
    return this.#mutex.run(async () => {
      this.#enter({ kind: 'closed' });
      this.#onClose(this);
    });
  }

  get #current(): Manifest {
    if (this.#manifest) return this.#manifest;
    throw new StorageError(message`The collection is not open.`);
  }

  #mustWrite(): void {
    if (this.#access.kind === 'closed') throw new StorageError(message`The collection was closed.`);
    if (!this.writable) throw readOnlyError();
  }

  async #beginWriting(release: Release): Promise<void> {
    try {
      this.#manifest = await readManifest(this.#files);
    } catch (error) {
      release();
      throw error;
    }
    this.#enter({ kind: 'write', release });
    await this.#sweep();
  }

  async #adoptNewest(): Promise<void> {
    const { manifest, release } = await pinGeneration(this.#files, this.#context.locks, this.#collection);
    this.#enter({ kind: 'read', release });
    this.#manifest = manifest;
  }

  #enter(access: Access): void {
    const before = this.#access;
    this.#access = access;
    if ('release' in before) before.release();
  }

  #writeShards(
    before: Manifest['shards'],
    change: TableChange,
    generation: number,
    written: string[],
  ): Promise<Manifest['shards']> {
    if (!change.append && !change.replace && !change.patch && !change.removeDocuments) return Promise.resolve(before);
    return withCodec(this.#context, (codec) =>
      nextShards(before, change, { files: this.#files, codec, generation, written }),
    );
  }

  async #writeManifest(manifest: Manifest): Promise<void> {
    await this.#files.write(MANIFEST, manifestBytes(manifest));
    this.#manifest = manifest;
  }

  /** Removes what a failed commit wrote, unless its manifest has reached the disk all the same. */
  async #removeWritten(written: readonly string[], generation: number): Promise<void> {
    await this.#reportFailure(async () => {
      if ((await readManifest(this.#files)).generation === generation) return;
      for (const file of written) await this.#files.remove(pathOf(file));
    });
  }

  /** After a durable commit; what cannot be removed now is tried again after the next one and on opening. */
  async #sweep(): Promise<void> {
    await this.#reportFailure(async () => {
      const manifest = this.#current;
      const retired = await sweepTables(this.#files, this.#context.locks, this.#collection, manifest);
      this.#manifest = { ...manifest, retired };
    });
  }

  async #reportFailure(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#context.report(error);
    }
  }
}
