import { createMutex } from '../../async';
import { COMMUNITY_PARAMETERS, standFor } from '../../graph/communities/communities';
import { storedCommunity } from '../../graph/communities/community-links';
import { communitiesStep } from '../../index/collection-steps';
import { EMPTY_TABLES, INDEX_TABLE_NAMES, fillTables, withTexts } from '../../index/index-tables';
import { valuesOf } from '../../parameters';
import type { CallOptions } from '../../platform';
import type { BlobStore, CommitOptions, TableChange, TableStore } from '../../ports/collections';
import type { IndexState } from '../../ports/index-state';
import { patchBetween, type TablePatches } from '../../tables/table-patch';
import {
  type CommunityRow,
  DERIVED_TABLES,
  type IndexTables,
  type TableRow,
  type TABLES_ON_DISK,
} from '../../tables/tables';
import type { EngineEnv } from '../env';
import { applyChange } from './apply-change';
import { commitWithReplies } from './commit-with-replies';
import { type Consequence, touchesRecords, touchesTables } from './consequences';
import type { Projection, TablesRead } from './projections/projection';
import { repairDamage, withMending } from './repair';
import type { Snapshot } from './snapshot';
import { standsForRecords } from './underived';

/**
 * Tables in memory: none yet; documents and text units; all; all, but of an earlier generation than the files; or those of texts, since the
 * others could not be read.
 */
type Phase = 'opening' | 'texts' | 'whole' | 'stale' | 'broken';

/** Opened files of a collection. */
export interface OpenedFiles {
  readonly tables: TableStore;
  readonly blobs: BlobStore;
}

/** The generations of an open collection: reads and commits them one at a time, and repairs what is damaged. */
export class CollectionStore {
  /** The files on disk. What changes the index goes by `commit`. */
  readonly files: Omit<TableStore, 'commit' | 'refresh'>;
  readonly #files: TableStore;
  readonly #blobs: BlobStore;
  readonly #env: Pick<EngineEnv, 'replies'>;
  readonly #id: string;
  readonly #projections: Projection[] = [];
  readonly #consequences: Consequence[] = [];
  readonly #turns = createMutex();
  #phase: Phase = 'opening';
  #snapshot: Snapshot;
  #whole: Promise<void> = Promise.resolve();
  #changing = new AbortController();
  #changes = 0;
  #onCommit = signal();

  /** `id`: that of the collection. */
  constructor(id: string, { tables, blobs }: OpenedFiles, env: Pick<EngineEnv, 'replies'>) {
    this.#id = id;
    this.files = this.#files = tables;
    this.#blobs = blobs;
    this.#env = env;
    this.#snapshot = { tables: EMPTY_TABLES, state: tables.state, records: 0 };
  }

  /** Has a projection follow from now on. */
  register<P extends Projection>(projection: P): P {
    this.#projections.push(projection);
    return projection;
  }

  /** Has each change completed by these, in their order. */
  completeBy(...consequences: readonly Consequence[]): void {
    this.#consequences.push(...consequences);
  }

  /** The tables and the state after the last finished commit. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  get tables(): IndexTables {
    return this.#snapshot.tables;
  }

  get state(): IndexState {
    return this.#snapshot.state;
  }

  get writable(): boolean {
    return this.#files.writable;
  }

  get generation(): number {
    return this.#files.generation;
  }

  /** True if all tables are in memory. */
  get isWhole(): boolean {
    return this.#phase === 'whole' || this.#phase === 'stale';
  }

  /** True if the tables could not be read, so that the collection must be opened again. */
  get isBroken(): boolean {
    return this.#phase === 'broken';
  }

  /** True if what is in memory is the generation on disk, and nothing changes it. */
  get isSettled(): boolean {
    return this.#phase === 'whole' && this.#changes === 0;
  }

  /** Resolves once all tables are in memory. */
  get whole(): Promise<void> {
    return this.#whole;
  }

  /** Resolves after the next commit. */
  get nextCommit(): Promise<void> {
    return this.#onCommit.given;
  }

  /** Aborts as soon as the next change begins. */
  get nextChange(): AbortSignal {
    return this.#changing.signal;
  }

  /** Reads documents and text units. The rest comes by `readRest`, which everything but questions waits for. */
  load(options: CallOptions = {}): Promise<void> {
    return this.#turns.run(() =>
      withMending(
        () => this.#loadTexts(options),
        () => repairDamage(this.#files, this.#blobs),
      ),
    );
  }

  /** Reads the other tables. Called once, after `load`. */
  readRest(options: CallOptions = {}): Promise<void> {
    this.#whole = this.#turns.run(async () => {
      await withMending(
        () => this.#loadRest(options),
        async () => (await repairDamage(this.#files, this.#blobs)) && (await this.#loadTexts(options), true),
      );
      await this.#allowReplies();
    });
    this.#whole.catch(() => (this.#phase = 'broken')); // told by those who wait for it
    return this.#whole;
  }

  /** Loads what another tab wrote, and takes the right to write when it is free. True if anything changed. Commits wait meanwhile. */
  refresh(): Promise<boolean> {
    return this.#change(async () => {
      const changed = await this.#files.refresh();
      await this.#loadWhatChanged(changed);
      return changed;
    });
  }

  /** Leaves out what is damaged on disk, and loads the rest; it is to be brought up to date then. False where nothing is damaged. */
  mend(): Promise<boolean> {
    return this.#change(() => this.#mend());
  }

  /** Commits a change built from the current state, one at a time. The tables in memory follow it. */
  commit(build: (state: IndexState) => TableChange, options: CommitOptions = {}): Promise<void> {
    return this.#change(() =>
      withMending(
        () => this.#commit((state) => ({ change: build(state), ...options })),
        () => this.#mend(),
      ),
    );
  }

  /**
   * Commits derived tables, of which only differences are written; `build` adds other changes. `onProgress` gets the
   * number of written rows.
   */
  commitDerived(
    tables: Partial<IndexTables>,
    build: (state: IndexState) => TableChange,
    onProgress: (done: number, total: number) => void = () => undefined,
  ): Promise<void> {
    return this.#change(() =>
      this.#commit((state) => {
        const patch = this.#patchTo(tables, state);
        const total = Object.values(patch).reduce((sum, { rows, removed }) => sum + rows.length + removed.length, 0);
        let done = 0;
        const onWritten = (rows: number): void => onProgress((done += rows), total);
        return { change: { ...build(state), patch }, tables, onWritten };
      }),
    );
  }

  /** The rows of a table that stays on disk. Damaged ones are left out, and reported. */
  read<N extends (typeof TABLES_ON_DISK)[number]>(table: N): Promise<readonly TableRow<N>[]> {
    return this.mended(() => this.#files.read(table));
  }

  /** Runs work while no commit runs. Damage that it meets is mended, and the work is done once more. */
  mended<T>(work: () => Promise<T>): Promise<T> {
    return this.between(() => withMending(work, () => this.#counted(() => this.#mend())));
  }

  /** Runs work while no commit runs. */
  between<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.run(work);
  }

  close(): Promise<void> {
    return this.#files.close();
  }

  #change<T>(act: () => Promise<T>): Promise<T> {
    return this.#turns.run(() => this.#counted(act));
  }

  async #counted<T>(act: () => Promise<T>): Promise<T> {
    this.#changing.abort();
    this.#changing = new AbortController();
    this.#changes++;
    try {
      return await act();
    } finally {
      this.#changes--;
    }
  }

  async #mend(): Promise<boolean> {
    const isMended = await repairDamage(this.#files, this.#blobs);
    await this.#loadWhatChanged(isMended);
    return isMended;
  }

  /** Reads everything again where the files have changed, or had changed when it last failed. */
  async #loadWhatChanged(haveChanged: boolean): Promise<void> {
    if (haveChanged && this.#phase === 'whole') this.#phase = 'stale';
    if (haveChanged || this.#phase === 'stale') await this.#loadAnew();
  }

  async #loadTexts(options: CallOptions): Promise<void> {
    this.#forget();
    this.#take(withTexts({ ...EMPTY_TABLES, ...(await this.#files.readTables(TEXT_TABLES, options)) }));
    await this.#loadProjections('texts', options);
    this.#phase = 'texts';
  }

  async #loadRest(options: CallOptions): Promise<void> {
    this.#take(this.#filled({ ...this.tables, ...(await this.#files.readTables(OTHER_TABLES, options)) }));
    await this.#loadProjections('rest', options);
    this.#phase = 'whole';
  }

  /** Reads everything; what is in memory stays until all of it is read. */
  async #loadAnew(): Promise<void> {
    this.#forget();
    const read = await this.#files.readTables(INDEX_TABLE_NAMES);
    this.#take(this.#filled(withTexts({ ...EMPTY_TABLES, ...read })));
    await this.#loadProjections('all', {});
    this.#phase = 'whole';
    this.#whole = Promise.resolve();
  }

  /** Has all projections forget. Users of the snapshot see that the records may be others. */
  #forget(): void {
    for (const projection of this.#projections) projection.forget();
    this.#snapshot = { ...this.#snapshot, records: this.#snapshot.records + 1 };
  }

  #take(tables: IndexTables): void {
    this.#snapshot = { ...this.#snapshot, tables, state: this.#files.state };
  }

  async #loadProjections(part: TablesRead, options: CallOptions): Promise<void> {
    for (const projection of this.#projections) await projection.load?.(this.#snapshot, part, options);
  }

  #filled(read: IndexTables): IndexTables {
    const { state } = this.#files;
    const tables = fillTables(read);
    const values = valuesOf({ parameters: COMMUNITY_PARAMETERS }, state.parameters[communitiesStep.name]);
    if (standsForRecords(state)) standFor(tables.communities, tables, values);
    return tables;
  }

  /** Replies of documents that are here may be kept: a deletion that was cut off before its commit has forbidden it. */
  async #allowReplies(): Promise<void> {
    if (!this.writable) return;
    const ids = this.tables.documents.map(({ id }) => id);
    await this.#env.replies.allowDocuments(this.#id, ids).catch(() => undefined); // at worst they are asked for again
  }

  async #commit(build: (state: IndexState) => Built): Promise<void> {
    if (this.#phase === 'stale') await this.#loadAnew();
    const { change: asked, tables, ...options } = build(this.#files.state);
    let change = asked;
    for (const complete of this.#consequences) change = await complete(change, this.#snapshot);
    await commitWithReplies({ store: this.#files, replies: this.#env.replies, collection: this.#id }, change, options);
    const { tables: before, records } = this.#snapshot;
    this.#snapshot = {
      tables: (tables ?? touchesTables(change)) ? applyChange(before, change, tables) : before,
      state: this.#files.state,
      records: touchesRecords(change) ? records + 1 : records,
    };
    for (const projection of this.#projections) projection.follow(change, this.#snapshot);
    this.#onCommit.give();
    this.#onCommit = signal();
  }

  /** Differences between the tables in memory and those given. */
  #patchTo(tables: Partial<IndexTables>, { keptCommunities = -1 }: IndexState): TablePatches {
    const patches = DERIVED_TABLES.flatMap((name) => {
      const after = tables[name];
      return after ? [[name, patchBetween<typeof name>(name, this.tables[name], after)] as const] : [];
    });
    const patch: TablePatches = Object.fromEntries(patches);
    // The members of one that came with a graph need not be those of its parts.
    const stored = (row: CommunityRow): CommunityRow => (row.community <= keptCommunities ? row : storedCommunity(row));
    const { communities } = patch;
    return { ...patch, ...(communities && { communities: { ...communities, rows: communities.rows.map(stored) } }) };
  }
}

/** A change to commit, with the tables in memory that it leads to where these are known. */
interface Built extends CommitOptions {
  readonly change: TableChange;
  readonly tables?: Partial<IndexTables>;
}

/** Tables needed to search the text of passages. */
const TEXT_TABLES = ['documents', 'text_units'] as const;
const OTHER_TABLES = INDEX_TABLE_NAMES.filter((name) => name !== 'documents' && name !== 'text_units');

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}
