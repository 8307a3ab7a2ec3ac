import { anySignal } from '../../../async';
import { packOverview, unpackOverview } from '../../../overview/packed-overview';
import { type CollectionOverview, overviewOf } from '../../../overview/overview';
import type { CallOptions, Clock } from '../../../platform';
import type { SearchIndex } from '../../../retrieval';
import { runWork } from '../../../work';
import type { CollectionStore } from '../collection-store';
import type { Projection } from './projection';
import type { SearchProjection } from './search';

/** The overview of an open collection, made once per state of its search index. For the last one, which is kept on disk, no text is read. */
export class OverviewProjection implements Projection {
  readonly #store: CollectionStore;
  readonly #search: Pick<SearchProjection, 'index' | 'isCurrent'>;
  readonly #clock: Clock;
  readonly #known = new WeakMap<SearchIndex, Promise<CollectionOverview>>();
  /** By index, with the claims that the index does not hold. */
  readonly #made = new WeakMap<SearchIndex, { readonly overview: CollectionOverview; readonly claims: unknown }>();
  #newest: { readonly made: Promise<CollectionOverview>; readonly stop: AbortController } | undefined;
  /** Generation of the overview on disk; -1 for none that is known. */
  #kept = -1;

  constructor(store: CollectionStore, search: Pick<SearchProjection, 'index' | 'isCurrent'>, clock: Clock) {
    this.#store = store;
    this.#search = search;
    this.#clock = clock;
  }

  follow(): void {}

  forget(): void {
    this.#kept = -1;
  }

  /** The overview of the state that search has. One that is asked for meanwhile, of a later state, takes its place. */
  now(): Promise<CollectionOverview> {
    const { index } = this.#search;
    const before = this.#known.get(index);
    if (before) return before;
    this.#newest?.stop.abort();
    const stop = new AbortController();
    const made = this.#find(index, stop.signal).catch((error: unknown) => {
      this.#known.delete(index);
      if (stop.signal.aborted && this.#newest) return this.#newest.made;
      throw error;
    });
    this.#newest = { made, stop };
    this.#known.set(index, made);
    return made;
  }

  /** Writes down the overview that was made of the tables as they are, if any. */
  async keep({ signal }: CallOptions): Promise<void> {
    const { generation, nextChange } = this.#store;
    const made = this.#search.isCurrent ? this.#made.get(this.#search.index) : undefined;
    if (made?.claims !== this.#store.tables.covariates || generation === this.#kept) return;
    const stop = anySignal(nextChange, signal);
    await this.#store.files.overview.write(packOverview(made.overview, generation), stop);
    if (!stop.aborted) this.#kept = generation;
  }

  async #find(index: SearchIndex, signal: AbortSignal): Promise<CollectionOverview> {
    const options = { clock: this.#clock, signal };
    const claims = this.#store.tables.covariates;
    const overview = (await this.#read()) ?? (await runWork(overviewOf(index, claims), options));
    this.#made.set(index, { overview, claims });
    return overview;
  }

  async #read(): Promise<CollectionOverview | undefined> {
    const { generation } = this.#store;
    const bytes = await this.#store.files.overview.read();
    const kept = bytes && unpackOverview(bytes, generation);
    if (kept) this.#kept = generation;
    return kept;
  }
}
