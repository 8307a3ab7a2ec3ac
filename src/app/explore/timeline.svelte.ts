import type { DatedEntry, Timeline as Years, TimelineFilter } from '../../core/overview/timeline';
import { getEngine } from '../engine';
import { getNotices } from '../notices.svelte';
import { exploreWords } from '../words/screens/explore-words';

/** Entries that are fetched together. */
const TOGETHER = 50;

/** Dated things by year, and the open year. */
export class Timeline {
  years = $state.raw<Years | null>(null);
  /** Fetched entries of the open year. */
  entries = $state.raw<readonly DatedEntry[]>([]);
  /** All of the open year. */
  total = $state(0);
  /** True once the entries of the opened year have come. */
  filled = $state(false);
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  #latest = 0;
  #opened: (TimelineFilter & { readonly year: number }) | null = null;

  async load(filter: TimelineFilter): Promise<void> {
    const ticket = ++this.#latest;
    const years = await this.#notices.attemptLong(exploreWords().timeline.loading, async () =>
      (await this.#engine()).timeline(filter),
    );
    if (ticket === this.#latest && years) this.years = years;
  }

  /** Fetches the first entries of a year; null closes it. */
  async open(filter: TimelineFilter, year: number | null): Promise<void> {
    this.entries = [];
    this.total = 0;
    this.filled = false;
    this.#opened = year === null ? null : { ...filter, year };
    await this.more();
  }

  /** Fetches the next entries of the open year. */
  async more(): Promise<void> {
    const opened = this.#opened;
    if (!opened) return;
    const offset = this.entries.length;
    const found = await this.#notices.attempt(exploreWords().timeline.opening, async () =>
      (await this.#engine()).yearEntries({ ...opened, offset, limit: TOGETHER }),
    );
    if (!found || opened !== this.#opened || this.entries.length !== offset) return;
    this.entries = [...this.entries, ...found.entries];
    this.total = found.total;
    this.filled = true;
  }

  /** The title of an entity, for its filter. */
  async entityTitle(id: string): Promise<string> {
    const view = await this.#notices.attempt(exploreWords().timeline.loading, async () =>
      (await this.#engine()).evidence({ kind: 'entity', id, title: '' }),
    );
    return view?.title ?? '';
  }

  /** Entities whose names fit what was typed. */
  async named(typed: string): Promise<readonly { readonly id: string; readonly title: string }[]> {
    const found = await this.#notices.attempt(exploreWords().timeline.loading, async () =>
      (await this.#engine()).namesakes(typed, OFFERED),
    );
    return found ?? [];
  }
}

/** Names that are offered while one is typed. */
export const OFFERED = 12;
