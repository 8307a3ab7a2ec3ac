import type { Found } from '../core/search/find/find';
import type { TextFind, TextHit } from '../core/search/find/text-find';
import type { Notices } from './notices.svelte';
import { isAbort } from './words/errors';
import type { ConnectEngine } from './engine';
import { partWords } from './words/messages';
import { language } from './words/language.svelte';

/** A place in a text. */
interface FoundPlace {
  readonly kind: 'place';
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly hit: TextHit;
}

/** The list of all places in the texts. */
interface AllPlaces {
  readonly kind: 'all places';
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

export type FoundThing = Found | FoundPlace | AllPlaces;

interface FoundGroup {
  readonly name: string;
  readonly things: readonly FoundThing[];
}

/** Ids of the documents whose deletion can still be undone. */
type Deleted = () => ReadonlySet<string>;

/** Number of things shown of each kind. */
const SHOWN = 6;
/** Places in the texts. */
const PLACES = 4;

/** Search by name and in the texts, while a person types. */
export class Finder {
  text = $state('');
  groups = $state.raw<readonly FoundGroup[]>([]);
  /** True while the groups are those of the text. */
  settled = $state(true);
  /** Index of the marked thing. */
  active = $state(0);
  readonly things = $derived(this.groups.flatMap((group) => group.things));
  readonly #engine: ConnectEngine;
  readonly #notices: Notices;
  readonly #deleted: Deleted;
  #seeking = new AbortController();
  /** Ends once the groups are those of the text, or another text took its place. */
  #sought: Promise<void> = Promise.resolve();
  /** The thing that the person went to, as long as it is found. */
  #chosen: string | undefined;

  constructor(engine: ConnectEngine, notices: Notices, deleted: Deleted) {
    this.#engine = engine;
    this.#notices = notices;
    this.#deleted = deleted;
  }

  /** Prepares the names, so that the first key is as quick as the next. */
  async prepare(): Promise<void> {
    await this.#notices.attempt(language.words.shared.find.byName, async () => (await this.#engine()).find('', SHOWN));
  }

  /** Searches for the typed words; a later key cancels this. */
  seek(text: string): Promise<void> {
    this.#seeking.abort();
    const { signal } = (this.#seeking = new AbortController());
    this.text = text;
    this.active = 0;
    this.#chosen = undefined;
    this.settled = text.trim() === '';
    if (this.settled) this.groups = [];
    this.#sought = this.settled ? Promise.resolve() : this.#look(text, signal);
    return this.#sought;
  }

  /**
   * The thing that Enter opens: the one gone to by hand, else the first of those found for the whole text, which is
   * waited for. Nothing when nothing was found, or the text changed meanwhile.
   */
  async wanted(): Promise<FoundThing | undefined> {
    const { text } = this;
    if (this.#chosen === undefined) await this.#sought;
    return this.text === text && (this.settled || this.#chosen !== undefined) ? this.things[this.active] : undefined;
  }

  async #look(text: string, signal: AbortSignal): Promise<void> {
    try {
      const engine = await this.#engine();
      const options = { leftOut: [...this.#deleted()], signal };
      const [{ documents, entities, reports }, places] = await Promise.all([
        engine.find(text, SHOWN, options),
        engine.findText(text, { limit: PLACES, ...options }),
      ]);
      if (signal.aborted) return;
      const words = language.words.shared.find;
      const groups = [
        { name: words.entities, things: entities },
        { name: words.documents, things: documents },
        { name: words.reports, things: reports },
        { name: words.places, things: placesOf(places) },
      ];
      this.groups = groups.filter(({ things }) => things.length > 0);
      this.active = Math.max(
        0,
        this.things.findIndex(({ id }) => id === this.#chosen),
      );
      this.settled = true;
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.#notices.fail(language.words.shared.find.byName, error);
    }
  }

  /** Marks the next thing or the one before, around the ends. */
  step(by: 1 | -1): void {
    const { length } = this.things;
    if (length > 0) this.goTo((this.active + by + length) % length);
  }

  /** Marks the thing at a place in the list; it stays the marked one when more is found. */
  goTo(at: number): void {
    this.active = at;
    this.#chosen = this.things[at]?.id;
  }

  clear(): void {
    void this.seek('');
  }
}

function placesOf({ total, documents, suggestion }: TextFind): readonly FoundThing[] {
  const words = language.words.shared.find;
  const hits = documents.flatMap((document) => document.hits).slice(0, PLACES);
  const places = hits.map((hit): FoundPlace => {
    const { documentId, documentTitle, page, start, before, match, after } = hit;
    const note = page === null ? documentTitle : `${documentTitle}, ${partWords(page, language.words.shared.page)}`;
    return { kind: 'place', id: `${documentId}:${String(start)}`, title: `${before}${match}${after}`, note, hit };
  });
  const where = language.words.find.summary(total, documents.length);
  const note = total > 0 ? where : suggestion === undefined ? words.nothing : words.didYouMean(suggestion);
  return [...places, { kind: 'all places', id: 'all places', title: words.all, note }];
}
