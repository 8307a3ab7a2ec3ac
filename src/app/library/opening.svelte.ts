import { createContext } from 'svelte';
import { WorkerError } from '../../channel';
import type { EngineApi } from '../../core/engine/api';
import type { CollectionView } from '../../core/engine/collections/collection-view';
import { hasTrait, StorageError } from '../../core/errors';
import { message } from '../../core/message';
import type { ConnectEngine } from '../engine';
import type { Notices } from '../notices.svelte';
import type { Route, Router } from '../router.svelte';
import type { Settings } from '../settings/settings.svelte';
import { explain } from '../words/errors';
import type { Indexing } from './indexing.svelte';
import type { Library } from './library.svelte';
import { language } from '../words/language.svelte';

interface Needs {
  readonly engine: ConnectEngine;
  readonly notices: Notices;
  readonly router: Router;
  readonly settings: Settings;
  readonly library: Library;
  readonly indexing: Indexing;
  /** Called before another collection is opened: ends the work in the open one, and waits until it is saved. */
  readonly leave: () => Promise<void>;
  /** Shows a collection that has just been opened. */
  readonly enter: (view: CollectionView) => Promise<void>;
  /** Takes over what the tab that writes has committed. */
  readonly follow: (view: CollectionView) => Promise<void>;
}

/** Opens collections: the one that the address names, or the one used last. */
export class Opening {
  /** True while a collection is being opened. */
  busy = $state(false);
  /** True from the start until what was open in the last visit is open again. */
  restoring = $state(false);
  /** Error of opening the collection in the address, when none is open; null otherwise. */
  error = $state.raw<OpenError | null>(null);
  /** True once a collection is open and all of it is indexed. */
  readonly ready = $derived.by(() => {
    const { library, indexing } = this.#needs;
    const { view } = library;
    if (!view || !library.askable || this.busy || indexing.running) return false;
    return view.whole && (!view.writable || (view.upToDate && view.pending.length === 0));
  });
  /** The collection that is open; null for none. */
  readonly shown = $derived.by(() => this.#needs.library.view?.collection.id ?? null);
  readonly #needs: Needs;
  /** The collection that was asked for last. */
  #wanted: string | null = null;
  /** Counts the collections asked for: only the last one is shown. */
  #latest = 0;
  #opened: Promise<boolean> = Promise.resolve(false);
  /**
   * The latest requested opening. They run one after another: the engine has one collection open, and it must be the
   * one shown.
   */
  #showing: Promise<unknown> = Promise.resolve();
  /** Error of the last requested collection. */
  #failure: unknown = null;
  /** Turns to a place of the page. */
  #turnTo: (route: Route) => Promise<void> = () => Promise.resolve();
  /** Ends the listening to the tab that writes. */
  #hearing = new AbortController();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Opens what the address names, else the collection used last; `turnTo` is called on each change of the route. Returns what ends that. */
  start(turnTo: (route: Route) => Promise<void>): () => void {
    const { router } = this.#needs;
    this.#turnTo = turnTo;
    const isAnywhere = router.route.collection === null && !router.link;
    this.restoring = !isAnywhere || hasVisitFlag();
    const stop = router.start((route) => void turnTo(route).finally(() => (this.restoring &&= isAnywhere)));
    if (isAnywhere) void this.restore();
    return stop;
  }

  /** Turns to a collection; resolves with true once it is open. */
  goTo(collection: string): Promise<boolean> {
    this.#needs.router.go({ collection, conversation: null, evidence: null });
    return this.#opened;
  }

  /** Opens the collection of a route. Resolves with false where it could not be opened. */
  async follow({ collection }: Route): Promise<boolean> {
    if (!collection || collection === this.#wanted) return true;
    this.#wanted = collection;
    this.#opened = this.show(language.words.library.doing.open, (engine) => engine.open(collection));
    return this.#opened;
  }

  /** Resolves when nothing is being opened any more that was asked for before. */
  async settled(): Promise<void> {
    await this.#showing;
  }

  /** Opens a collection by what gives its view: the engine's `open` or `openSample`. */
  async show(doing: string, load: (engine: EngineApi) => Promise<CollectionView>): Promise<boolean> {
    const ticket = ++this.#latest;
    this.busy = true;
    const before = this.#showing;
    const showing = this.#needs.notices.attemptLong(doing, async () => {
      await before;
      return this.#open(load, ticket).catch((error: unknown) => {
        this.#failure = error;
        throw error;
      });
    });
    this.#showing = showing;
    const isShown = (await showing) ?? false;
    if (ticket !== this.#latest) return isShown;
    this.busy = false;
    if (!isShown) await this.#giveUp();
    return isShown;
  }

  /** The same, then turns to it. */
  async showAndGo(doing: string, load: (engine: EngineApi) => Promise<CollectionView>): Promise<boolean> {
    const isShown = await this.show(doing, load);
    const { view } = this.#needs.library;
    if (isShown && view) void this.goTo(view.collection.id);
    return isShown;
  }

  /** Opens the collection again in a fresh engine, after the one before died. */
  async reopen(reason: Error): Promise<void> {
    const { notices, settings } = this.#needs;
    if (settings.inMemory) return this.#lose(reason);
    notices.fail(language.words.shared.errors.working, reason);
    void notices.attempt(language.words.library.doing.measure, () => settings.measure());
    await this.openShown();
  }

  /** Opens once more the collection that the address names. */
  async openAgain(): Promise<void> {
    await this.#turnTo(this.#needs.router.route);
  }

  /** Opens again what is shown, where the engine may have closed it for something that then failed. */
  async openShown(): Promise<void> {
    const id = this.#needs.library.view?.collection.id;
    if (id) await this.show(language.words.library.doing.open, (engine) => engine.open(id));
  }

  /** Leaves the page at `#/`. */
  startOver(): void {
    this.error = null;
    this.#needs.router.go({ collection: null, conversation: null, evidence: null });
  }

  /** Opens the collection used last, where one was open in an earlier visit. */
  async restore(): Promise<void> {
    this.restoring = await hasVisited();
    if (this.restoring && !this.#wanted && !this.busy) await this.#openLatest();
    this.restoring = false;
  }

  /** Opens the collection used last, if there is one. */
  async #openLatest(): Promise<void> {
    const { library, notices, router } = this.#needs;
    await notices.attempt(language.words.library.doing.openAll, async () => {
      const collections = await library.loadCollections();
      const [latest] = [...collections].sort((a, b) => b.opened - a.opened);
      if (!latest) return;
      router.go({ collection: latest.id }, { replace: true });
      await this.#opened;
    });
  }

  async #open(load: (engine: EngineApi) => Promise<CollectionView>, ticket: number): Promise<boolean> {
    const engine = await this.#needs.engine();
    const view = await this.#leaveAnd(() => load(engine)).catch(async (error: unknown) => {
      // An engine that died is replaced, and what is shown opened again, by `reopen`.
      if (ticket === this.#latest && !(error instanceof WorkerError)) await this.#goBack(engine);
      throw error;
    });
    if (ticket !== this.#latest) return false;
    localStorage.setItem(VISITED, '1');
    this.error = null;
    this.#wanted = view.collection.id;
    await this.#enter(view);
    return true;
  }

  async #leaveAnd<T>(load: () => Promise<T>): Promise<T> {
    await this.#needs.leave();
    return load();
  }

  /** Opens again what is shown, since the engine may have closed it before it failed. Where that fails, too, nothing is shown. */
  async #goBack(engine: EngineApi): Promise<void> {
    const { library, notices, router } = this.#needs;
    const shown = library.view?.collection.id;
    if (shown === undefined) return;
    const view = await notices.attempt(language.words.library.doing.open, () => engine.open(shown));
    if (!view) return library.close();
    await this.#enter(view);
    if (this.#wanted === shown) await this.#turnTo(router.route);
  }

  async #enter(view: CollectionView): Promise<void> {
    this.#hearing.abort();
    await this.#needs.enter(view);
    if (!view.writable) void this.#hearOtherTab();
  }

  /**
   * Returns to the open collection after another one could not be opened; with nothing open, shows the error and the
   * list.
   */
  async #giveUp(): Promise<void> {
    const { library, notices, router } = this.#needs;
    const wanted = this.#wanted;
    const open = library.view?.collection.id ?? null;
    if (wanted === null || wanted === open) return;
    this.#wanted = open;
    if (open !== null) return router.go({ collection: open, conversation: null, evidence: null }, { replace: true });
    const list = await notices.attempt(language.words.library.doing.list, () => library.loadCollections());
    this.error = openError(this.#failure, list?.some(({ id }) => id === wanted) ?? null);
  }

  /** Handles the loss of everything that the engine had in memory. */
  #lose(cause: Error): void {
    const words = message`a part of Burrow stopped, and with it everything is gone, since this window cannot keep files. Add your documents again, or open a saved copy.`;
    const error = new StorageError(words, { cause, traits: ['says what was kept'] });
    this.#needs.notices.fail(language.words.shared.errors.working, error);
    this.#wanted = null;
    this.#needs.library.close();
    this.startOver();
  }

  /** Takes over what the tab that writes commits; what is read, asked and scrolled here stays as it is. */
  async #hearOtherTab(): Promise<void> {
    const { signal } = (this.#hearing = new AbortController());
    try {
      const engine = await this.#needs.engine();
      for await (const view of engine.follow({ signal })) {
        if (signal.aborted) return;
        if (!this.busy) await this.#needs.follow(view); // while another one is being opened, the engine has none open
      }
    } catch (error) {
      // An engine that died is reported, and its collection opened again, by `reopen`.
      if (!signal.aborted && !(error instanceof WorkerError))
        this.#needs.notices.fail(language.words.shared.errors.following, error);
    }
  }
}

export const [getOpening, setOpening] = createContext<Opening>();

/** Error of opening a collection, as far as a person has to decide something about it. */
interface OpenError {
  /** Cause, preserved parts and next steps, in words. */
  readonly words: string;
  /** True if its files are gone or changed, so that another try cannot help. */
  readonly damaged: boolean;
  /** True if it is in the list of the collections; null where this is not known. */
  readonly listed: boolean | null;
}

function openError(error: unknown, listed: boolean | null): OpenError {
  const { what, kept, next } = explain(language.words.library.doing.open, error);
  const damaged = hasTrait(error, 'damage');
  // An error that reports damage names what is left.
  return { words: damaged ? what : `${what} ${kept} ${next}`.trim(), damaged, listed };
}

const VISITED = 'burrow.visited';
/** The name of the storage adapter's database; other pages of this origin may have others. */
const DATABASE = 'burrow';

/** Checks if a collection was open here before, as far as is known at once. */
const hasVisitFlag = (): boolean => localStorage.getItem(VISITED) !== null;

/**
 * Checks if a collection was open here before. The browser writes the flag seconds late, so after a crash only the
 * database knows.
 */
async function hasVisited(): Promise<boolean> {
  if (hasVisitFlag()) return true;
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === DATABASE);
  } catch {
    return false; // this window keeps nothing, so it kept nothing
  }
}
