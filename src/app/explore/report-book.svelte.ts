import { visibleSigns } from '../../core/text/visible-signs';
import { SvelteMap } from 'svelte/reactivity';
import type { BookContents } from '../../core/overview/report-book';
import type { EvidenceView } from '../../core/search/evidence/evidence';
import { getEngine } from '../engine';
import { getNotices } from '../notices.svelte';
import { exploreWords } from '../words/screens/explore-words';

/** Reports fetched by one call: few, so that what is seen comes first and no call takes long. */
const TOGETHER = 3;
/** Reports kept in memory at most; those nearest to what is read. */
const MOST = 300;

/** A book of the reports of a level. Only what is near the reader is fetched, and composed where no model wrote it. */
export class ReportBook {
  contents = $state.raw<BookContents | null>(null);
  /** Reports that were fetched, by their place in the contents; null for one that is gone. */
  readonly views = new SvelteMap<number, EvidenceView | null>();
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  #latest = 0;
  #wanted: readonly [number, number] = [0, 0];
  #fetching = false;

  get count(): number {
    return this.contents?.communities.length ?? 0;
  }

  /** Reads the contents of a level; what was fetched of another is forgotten. False where that failed, or something else was asked for since. */
  async load(level: number | null): Promise<boolean> {
    const ticket = ++this.#latest;
    const contents = await this.#notices.attempt(exploreWords().book.loading, async () =>
      (await this.#engine()).bookContents(level),
    );
    if (ticket !== this.#latest || !contents) return false;
    this.#wanted = [0, 0];
    this.views.clear();
    this.contents = contents;
    return true;
  }

  /** The place of a community in the contents; -1 where it is not in them. */
  placeOf(community: number): number {
    return this.contents?.communities.indexOf(community) ?? -1;
  }

  titleAt(at: number): string {
    return visibleSigns(this.contents?.titles[at] ?? '');
  }

  levelAt(at: number): number {
    return this.contents?.levels[at] ?? 0;
  }

  communityAt(at: number): number {
    return this.contents?.communities[at] ?? -1;
  }

  /** Fetches the reports from the first place to the one before the last, those in the middle first. */
  show(first: number, last: number): void {
    this.#wanted = [first, last];
    if (!this.#fetching) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    this.#fetching = true;
    try {
      for (let places = this.#missing(); places.length > 0; places = this.#missing()) {
        const ticket = this.#latest;
        const communities = places.map((at) => this.communityAt(at));
        const views = await this.#notices.attempt(exploreWords().tree.opening, async () =>
          (await this.#engine()).bookReports(communities),
        );
        if (!views) return;
        if (ticket !== this.#latest) continue;
        for (const [at, place] of places.entries()) this.views.set(place, views[at] ?? null);
        this.#forgetFar();
      }
    } finally {
      this.#fetching = false;
    }
  }

  /** Places that are wanted and not there, the nearest to the middle first. */
  #missing(): readonly number[] {
    const [first, last] = this.#wanted;
    const middle = (first + last - 1) / 2;
    return Array.from({ length: last - first }, (_, at) => first + at)
      .filter((at) => !this.views.has(at))
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
      .slice(0, TOGETHER);
  }

  #forgetFar(): void {
    if (this.views.size <= MOST) return;
    const middle = (this.#wanted[0] + this.#wanted[1]) / 2;
    const far = [...this.views.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const at of far.slice(0, this.views.size - MOST)) this.views.delete(at);
  }
}
