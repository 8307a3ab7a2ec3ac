import { createMutex } from '../../../core/async';
import { hasTrait, StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { IndexState } from '../../../core/ports/index-state';
import type { CallOptions } from '../../../core/platform';
import type { CommitOptions, DamagedFile, ImageStore, TableChange, TableStore } from '../../../core/ports/collections';
import { joinedTable } from '../../../core/tables/column-rows';
import type { Rows } from '../../../core/tables/rows';
import { FORMAT_VERSION, type TableName, type TableOf, type TableRow } from '../../../core/tables/tables';
import type { VectorStore } from '../../../core/vectors/vector-store';
import { StringPool } from '../arrow/string-pool';
import { type FileStore, inFolder } from '../opfs/file-store';
import { type Compactor, createCompactor } from './shards/compactor';
import { currentRows } from './shards/current-rows';
import { findDamage } from './find-damage';
import { derivedFiles, removeImage } from './image-file';
import { pinGeneration, retire, sweepTables } from './generations';
import { type Release, writeLock } from '../locks';
import { filesOf, lastNumber, type Manifest, pathOf, pathsOf } from './manifest/manifest';
import { readManifest, unreadableHere, writeManifest } from './manifest/manifest-file';
import type { KnownOfCollection } from './manifest/rebuild-manifest';
import { readWholeManifest } from './manifest/manifest-recovery';
import type { ListFile } from './manifest/manifest-lists';
import { nextShards } from './shards/next-shards';
import { readAhead, type Writing } from './shards/table-shards';
import { nextVectors } from './shards/vector-shards';
import { readOnlyError, type StorageContext, withCodec, writeFailure } from '../storage-context';
import { createVectorStore } from './vector-store';

/** A table store that also keeps the collection's name on disk, from where a lost registry is rebuilt. */
export interface NamedTableStore extends TableStore {
  /** Renames the collection; does nothing without the right to write. */
  rename(name: string): Promise<void>;
}

interface OpenOptions {
  /** Called back when the tables are closed. */
  readonly onClose?: (store: NamedTableStore) => void;
  /** Facts for a manifest that must be rebuilt. */
  readonly known?: KnownOfCollection;
}

/** Opens a collection's tables, to write if no other tab does. A manifest that cannot be read is rebuilt then. Throws StorageError. */
export async function openTables(
  context: StorageContext,
  collection: string,
  { onClose = () => undefined, known = {} }: OpenOptions = {},
): Promise<NamedTableStore> {
  const store = new DiskTables(context, { id: collection, known }, onClose);
  // The codec starts while the manifest is read. One that does not start is told by the first read.
  withCodec(context, () => Promise.resolve()).catch(() => undefined);
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
  readonly image: ImageStore;
  readonly overview: ImageStore;
  readonly positions: ImageStore;
  readonly #context: StorageContext;
  readonly #collection: string;
  readonly #known: KnownOfCollection;
  readonly #files: FileStore;
  readonly #onClose: (store: NamedTableStore) => void;
  #manifest: Manifest | undefined;
  /** The list files that the manifest on disk refers to. */
  #lists: readonly ListFile[] = [];
  /** The highest number in the name of a file, so that a failed commit's number is never used again. */
  #lastNumber = 0;
  readonly #compactor: Compactor;
  #access: Access = { kind: 'none' };
  readonly #mutex = createMutex();

  constructor(
    context: StorageContext,
    { id, known }: { readonly id: string; readonly known: KnownOfCollection },
    onClose: (store: NamedTableStore) => void,
  ) {
    this.#context = context;
    this.#onClose = onClose;
    this.#collection = id;
    this.#known = known;
    this.#files = inFolder(context.files, id);
    this.vectors = createVectorStore({
      files: this.#files,
      shards: () => this.#current.vectors ?? [],
      mutex: this.#mutex,
      writable: () => this.writable,
      report: context.report,
    });
    const derived = derivedFiles({
      files: this.#files,
      mutex: this.#mutex,
      writable: () => this.writable,
      report: context.report,
    });
    this.image = derived.image;
    this.overview = derived.overview;
    this.positions = derived.positions;
    this.#compactor = createCompactor({
      context,
      files: this.#files,
      mutex: this.#mutex,
      manifest: () => (this.writable ? this.#current : undefined),
      nextNumber: () => this.#nextNumber(),
      write: (manifest) => this.#write(manifest),
      sweep: () => this.#sweep(),
      removeWritten: (written) => this.#removeWritten(written),
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

  async read<N extends TableName>(table: N): Promise<readonly TableRow<N>[]> {
    return [...((await this.readTables([table]))[table] as Rows<TableRow<N>>)];
  }

  async readTables<N extends TableName>(
    tables: readonly N[],
    options: CallOptions = {},
  ): Promise<{ readonly [T in N]: TableOf<T> }> {
    const read = new Map(tables.map((table): [N, Rows<TableRow<N>>[]] => [table, []]));
    await this.#readParts(tables, options, (table, rows) => void read.get(table)?.push(rows));
    const joined = Array.from(read, ([table, parts]) => [table, joinedTable(table, parts)]);
    return Object.fromEntries(joined) as { readonly [T in N]: TableOf<T> };
  }

  readParts<N extends TableName>(table: N, take: (rows: Rows<TableRow<N>>) => void): Promise<void> {
    return this.#readParts([table], {}, (_, rows) => take(rows));
  }

  #readParts<N extends TableName>(
    tables: readonly N[],
    { signal }: CallOptions,
    take: (table: N, rows: Rows<TableRow<N>>) => void,
  ): Promise<void> {
    return this.#mutex.run(async () => {
      const stored = tables.map((table) => ({ table, shards: this.#current.shards[table] ?? [] }));
      if (stored.every(({ shards }) => shards.length === 0)) return;
      const pool = new StringPool(); // ids and names occur in several tables
      await withCodec(this.#context, async (codec) => {
        const read = readAhead(stored, { files: this.#files, codec, clock: this.#context.clock, pool });
        for (const { table, shards } of stored) {
          signal?.throwIfAborted();
          for await (const { rows } of currentRows(table, shards, { read })) take(table, rows);
        }
      });
    });
  }

  findDamage(): Promise<readonly DamagedFile[]> {
    return this.#mutex.run(() => findDamage(this.#files, this.#current));
  }

  async commit(change: TableChange, { onWritten }: CommitOptions = {}): Promise<void> {
    await this.#mutex.run(async () => {
      this.#mustWrite();
      const before = this.#current;
      const generation = this.#nextNumber();
      const written: string[] = [];
      try {
        const writing = { generation, written, ...(onWritten && { onWritten }) };
        const shards = await this.#writeShards(before.shards, change, writing);
        const vectors = await nextVectors(before.vectors ?? [], change, { files: this.#files, generation, written });
        const forgets = removesForGood(change);
        const { unreadable, ...rest } = before;
        // A file that cannot be read may hold words of a removed document.
        const known = { ...rest, ...(unreadable && !forgets && { unreadable }) };
        const after = { ...known, shards, ...(vectors.length > 0 || before.vectors ? { vectors } : {}) };
        const retired = retire(before, after, before.retired);
        const state = { ...before.state, ...change.state };
        if (forgets) this.#lists = []; // no list file may keep the name of a removed document
        // Also where they come again: the image knows passages by their places, not by their words.
        if (change.removeDocuments?.length) await removeImage(this.#files);
        const purge = isPurgeDue(before) || forgets;
        await this.#write({ ...after, format: FORMAT_VERSION, generation, state, retired, purge });
      } catch (error) {
        await this.#removeWritten(written);
        throw await writeFailure(this.#context, error, message`Everything saved before is kept.`);
      }
      this.#context.announce(this.#collection, generation);
      await this.#sweep();
    });
    this.#compactor.start();
  }

  rename(name: string): Promise<void> {
    return this.#mutex.run(async () => {
      if (this.writable) await this.#write({ ...this.#current, name });
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
      const { manifest, lists } = await readWholeManifest(this.#context, this.#files, this.#known);
      [this.#manifest, this.#lists] = [manifest, lists];
      this.#lastNumber = Math.max(manifest.generation, lastNumber([...filesOf(manifest), ...manifest.retired]));
    } catch (error) {
      release();
      throw error;
    }
    this.#enter({ kind: 'write', release });
    await this.#sweep();
    this.#compactor.start();
  }

  async #adoptNewest(): Promise<void> {
    const pinned = pinGeneration(this.#files, this.#context.locks, this.#collection);
    const { manifest, release } = await pinned.catch((error: unknown) => {
      throw hasTrait(error, 'damage') ? unreadableHere(error) : error;
    });
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
    writing: Omit<Writing, 'files' | 'codec'>,
  ): Promise<Manifest['shards']> {
    const { append, replace, patch, removeDocuments, dropFiles } = change;
    if (!(append ?? replace ?? patch ?? removeDocuments ?? dropFiles)) return Promise.resolve(before);
    return withCodec(this.#context, (codec) => nextShards(before, change, { ...writing, files: this.#files, codec }));
  }

  async #write(manifest: Manifest): Promise<void> {
    this.#lists = await writeManifest(this.#files, manifest, this.#lists);
    this.#manifest = manifest;
  }

  #nextNumber(): number {
    this.#lastNumber = Math.max(this.#lastNumber, this.#current.generation) + 1;
    return this.#lastNumber;
  }

  /** Removes what a failed commit or compaction wrote, unless its manifest has reached the disk all the same. */
  async #removeWritten(written: readonly string[]): Promise<void> {
    await this.#reportFailure(async () => {
      const named = new Set(filesOf((await readManifest(this.#files)).manifest).flatMap(({ file }) => pathsOf(file)));
      for (const file of written) if (!named.has(pathOf(file))) await this.#files.remove(pathOf(file));
    });
  }

  /** After a durable commit; what cannot be removed now is tried again after the next one and on opening. */
  async #sweep(): Promise<void> {
    await this.#reportFailure(async () => {
      const stored = { manifest: this.#current, lists: this.#lists };
      const retired = await sweepTables(
        this.#files,
        this.#context.locks,
        this.#collection,
        stored,
        this.#compactor.underWay,
      );
      this.#manifest = { ...stored.manifest, retired };
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

/** Checks if a change removes documents that it does not bring again. */
function removesForGood({ removeDocuments = [], append }: TableChange): boolean {
  const come = new Set(append?.documents?.map(({ id }) => id));
  return removeDocuments.some((id) => !come.has(id));
}

/** Checks if words of removed documents may still stand in replaced rows, or will once the tables are derived. */
function isPurgeDue({ purge = false, state, shards }: Manifest): boolean {
  return purge && (!state.derived || Object.values(shards).some((list) => list.some(({ patch }) => patch)));
}
