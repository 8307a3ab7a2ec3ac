import { anySignal, createMutex } from '../../../async';
import { reportsStep } from '../../../index/collection-steps';
import { searchTables } from '../../../index/index-tables';
import { valuesOf } from '../../../parameters';
import type { CallOptions, Clock } from '../../../platform';
import type { TableChange } from '../../../ports/collections';
import { SUMMARIES_STEP, treeChoices } from '../../../raptor/summary-tree';
import { REPORT_PARAMETERS } from '../../../reports/extractive/report-context';
import {
  buildSearchIndex,
  readyIndex,
  updateSearchIndex,
  type SearchIndex,
  type SearchTables,
} from '../../../retrieval';
import type { CorpusStatistics } from '../../../retrieval/lexical/corpus-statistics';
import type { IndexImage } from '../../../retrieval/indexes/index-image';
import { runWork } from '../../../work';
import type { CollectionStore } from '../collection-store';
import type { Snapshot } from '../snapshot';
import type { Projection, TablesRead } from './projection';
import { StoredImage } from './stored-image';

type RefreshOptions = CallOptions & { onProgress?: (done: number, total: number) => void };

/** The search index of an open collection, and its image on disk. Questions are answered from it while the tables change. */
export class SearchProjection implements Projection {
  readonly #store: CollectionStore;
  readonly #clock: Clock;
  readonly #stored: StoredImage;
  readonly #refreshes = createMutex();
  #index: SearchIndex | undefined;
  #statistics: CorpusStatistics | undefined;
  /** The image as it was when the tables were read. */
  #imageRead: Promise<Partial<IndexImage>> = Promise.resolve({});
  /** Parts of it that are not in the index yet. */
  #image: Partial<IndexImage> = {};

  constructor(store: CollectionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#stored = new StoredImage(store.files.image, clock);
  }

  get index(): SearchIndex {
    if (!this.#index) throw new Error('The collection has not been loaded');
    return this.#index;
  }

  follow({ removeDocuments = [] }: TableChange): void {
    if (removeDocuments.length > 0) this.#stored.forget();
  }

  forget(): void {
    this.#imageRead = this.#stored.read();
    this.#imageRead.catch(() => undefined); // told by `load`, unless the tables fail first
  }

  async load(read: Snapshot, part: TablesRead, options: CallOptions): Promise<void> {
    if (part !== 'rest') this.#image = await this.#imageRead;
    const { textUnits, ...rest } = this.#image;
    const tables = this.#searched(read);
    const image = part === 'texts' ? { ...(textUnits && { textUnits }) } : part === 'rest' ? rest : this.#image;
    const work = part === 'rest' ? updateSearchIndex(this.index, tables, image) : buildSearchIndex(tables, image);
    this.#index = await runWork(work, { ...options, clock: this.#clock });
    if (part !== 'texts') {
      this.#image = {};
      this.#imageRead = Promise.resolve({});
    }
  }

  /** Brings search up to the tables in memory; questions are answered from the earlier state until then. */
  async refresh({ onProgress, ...options }: RefreshOptions = {}): Promise<void> {
    this.#stored.giveUp();
    await this.#refreshes.run(async () => {
      const work = updateSearchIndex(this.index, this.#searched(this.#store.snapshot));
      this.#index = await runWork(work, {
        ...options,
        clock: this.#clock,
        ...(onProgress && { onProgress: ({ done, total }) => onProgress(done, total) }),
      });
    });
  }

  /** Makes what the next question needs of the index, ahead of it. */
  ready(options: CallOptions): Promise<void> {
    return runWork(readyIndex(this.index), { ...options, clock: this.#clock });
  }

  /** True if the index is of the derived tables as they are on disk, and nothing changes them. */
  get isCurrent(): boolean {
    const { snapshot, isSettled } = this.#store;
    return isSettled && snapshot.state.derived && isOf(this.index, this.#searched(snapshot));
  }

  /** Writes down the words of the index, where much has changed since that was last done, so that opening need not read all texts. */
  async keepImage({ signal }: CallOptions): Promise<void> {
    const { writable, nextChange } = this.#store;
    // A change may take out words that are to leave the disk: none is written from its beginning on.
    if (this.isCurrent && writable) await this.#stored.write(this.index, { signal: anySignal(nextChange, signal) });
  }

  /**
   * Sets the statistics of the whole index of which this collection is a part; search uses them from its next refresh
   * on.
   */
  setStatistics(statistics: CorpusStatistics): void {
    this.#statistics = statistics;
  }

  #searched({ tables, state }: Snapshot): SearchTables {
    const parameters = valuesOf({ parameters: REPORT_PARAMETERS }, state.parameters[reportsStep.name]);
    const shape = treeChoices(state.parameters[SUMMARIES_STEP]);
    return {
      ...searchTables(tables, parameters, shape),
      isPart: state.hosted !== undefined,
      ...(this.#statistics && { whole: this.#statistics }),
    };
  }
}

/** Checks that an index was made of these tables. */
const isOf = ({ tables }: SearchIndex, now: SearchTables): boolean =>
  (['documents', 'textUnits', 'entities', 'communityReports'] as const).every((name) => tables[name] === now[name]);
