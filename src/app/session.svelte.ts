import { createContext } from 'svelte';
import { WorkerError } from '../channel';
import type { EngineApi } from '../core/engine/api';
import type { CollectionView } from '../core/engine/collections/collection-view';
import type { Turn } from '../core/ports/conversations';
import { Conversations } from './ask/conversations.svelte';
import { hasRemovedDocuments } from './library/document-names';
import { Dialogs } from './dialogs.svelte';
import { Embedding } from './library/embedding.svelte';
import type { EvidenceEntry } from './evidence/evidence-entry';
import { Evidence } from './evidence/evidence.svelte';
import { Indexing } from './library/indexing.svelte';
import { Layout } from './layout.svelte';
import { Library } from './library/library.svelte';
import { ModelIndexing } from './model-index/model-indexing.svelte';
import type { ModelRoom } from './models/model-room';
import { Notices } from './notices.svelte';
import { OnDemandReports } from './model-index/on-demand-reports.svelte';
import { type Route, Router } from './router.svelte';
import { Settings } from './settings/settings.svelte';
import type { Shell } from './platform/shell';
import { notifyHidden } from './platform/notifications';
import { TextSearch } from './find.svelte';
import { StorageError } from '../core/errors';
import { openError, type OpenError, rememberVisit, hasVisitFlag, visitedBefore } from './library/opening';
import { UnsavedChanges, type CollectionState } from './library/unsaved-changes';

/** The page's state as a whole: the parts, and what one part's change means for another. */
export class Session {
  readonly notices = new Notices();
  readonly dialogs = new Dialogs();
  readonly layout = new Layout();
  readonly router = new Router();
  readonly library: Library;
  readonly indexing: Indexing;
  readonly conversations: Conversations;
  readonly evidence: Evidence;
  readonly textSearch: TextSearch;
  readonly settings: Settings;
  readonly embedding: Embedding;
  readonly modelIndexing: ModelIndexing;
  readonly reportsOnUse: OnDemandReports;
  /** True while a collection is being opened. */
  opening = $state(false);
  /** True from a person's word that everything goes until it is gone, or was refused. */
  erasing = $state(false);
  /** Names of the files that were given and for which a collection is being made. */
  coming = $state.raw<readonly string[]>([]);
  /** True from the start until what was open in the last visit is open again. */
  restoring = $state(false);
  /** Why the collection that the address names could not be opened, when none is open; null otherwise. */
  unopened = $state.raw<OpenError | null>(null);
  readonly ready = $derived.by(() => {
    const { view, empty } = this.library;
    if (!view || empty || this.opening || this.indexing.running) return false;
    return !view.writable || (view.upToDate && view.pending.length === 0);
  });
  /** The title of the window: what goes on, in per cent. */
  readonly title = $derived.by(() => (this.indexing.running ? this.indexing.title : this.modelIndexing.title));
  /** What of the collections would be lost with a window that cannot keep files. */
  readonly unsaved = new UnsavedChanges();
  #engine: Promise<EngineApi> | null = null;
  #wanted: string | null = null;
  /** Counts the collections asked for: only the last one is shown. */
  #latest = 0;
  #opened: Promise<boolean> = Promise.resolve(false);
  /** Why the last collection asked for could not be opened. */
  #failure: unknown = null;
  /** Ends the listening to the tab that writes. */
  #hearing = new AbortController();

  readonly shell: Shell;

  constructor(shell: Shell) {
    this.shell = shell;
    const engine = () => this.engine();
    this.library = new Library(engine);
    this.indexing = new Indexing(engine, (view) => this.adopt(view), this.notices);
    this.conversations = new Conversations(
      engine,
      this.notices,
      (conversation) => this.#name(conversation),
      (turn) => void this.#writeUsed(turn),
    );
    this.evidence = new Evidence(engine, (turn) => this.conversations.turn(turn));
    this.textSearch = new TextSearch(engine, this.notices);
    this.settings = new Settings(engine, shell);
    this.embedding = new Embedding(engine, (view) => this.library.adopt(view));
    this.modelIndexing = new ModelIndexing({
      engine,
      adopt: (view) => this.adopt(view),
      change: (doing, start) => this.indexing.run(doing, start),
      ended: (words) => notifyHidden(words),
    });
    this.reportsOnUse = new OnDemandReports({
      engine,
      view: () => this.library.view,
      indexing: () => this.modelIndexing.running || this.indexing.running,
      adopt: (view) => this.adopt(view),
    });
  }

  /** Where models run. */
  get room(): ModelRoom {
    return this.shell.models;
  }

  /** Starts the engine on first use; a start that failed is tried again by the next caller. */
  engine(): Promise<EngineApi> {
    if (this.#engine) return this.#engine;
    this.#engine = this.shell.connect().catch((error: unknown) => {
      this.#engine = null;
      throw error;
    });
    // Whether anything is kept. Who needs the engine hears himself why it did not start.
    this.#engine.then(
      () => void this.notices.attempt('Measuring the storage', () => this.settings.measure()),
      () => undefined,
    );
    return this.#engine;
  }

  /** How the open collection stands; null where none is open. */
  get standing(): CollectionState | null {
    const { view } = this.library;
    return view && { view, conversations: this.conversations.list };
  }

  /** Whether closing this window loses what a person would have to do again. */
  get losesWork(): boolean {
    if (this.standing) this.unsaved.see(this.standing);
    return this.indexing.unkept > 0 || (this.settings.inMemory && this.unsaved.any);
  }

  start(): () => void {
    const anywhere = this.router.route.collection === null;
    this.restoring = !anywhere || hasVisitFlag();
    const stop = this.router.start((route) => void this.#follow(route).finally(() => (this.restoring &&= anywhere)));
    if (anywhere) void this.#restore();
    return stop;
  }

  async #restore(): Promise<void> {
    this.restoring = await visitedBefore();
    if (this.restoring && !this.#wanted && !this.opening) await this.#openLatest();
    this.restoring = false;
  }

  /** Opens the collection used last, if there is one. */
  async #openLatest(): Promise<void> {
    await this.notices.attempt('Opening your collections', async () => {
      const collections = await this.library.loadCollections();
      const [latest] = [...collections].sort((a, b) => b.opened - a.opened);
      if (!latest) return;
      this.router.go({ collection: latest.id }, { replace: true });
      await this.#opened;
    });
  }

  /** Turns to a collection; resolves with true once it is open. */
  goTo(collection: string): Promise<boolean> {
    this.router.go({ collection, conversation: null, evidence: null });
    return this.#opened;
  }

  /** Opens a collection by what gives its view: the engine's `open` or `openSample`. */
  async show(doing: string, load: (engine: EngineApi) => Promise<CollectionView>): Promise<boolean> {
    const ticket = ++this.#latest;
    this.opening = true;
    const shown = await this.notices.attempt(doing, () =>
      this.#open(load, ticket).catch((error: unknown) => {
        this.#failure = error;
        throw error;
      }),
    );
    if (ticket === this.#latest) this.opening = false;
    return shown ?? false;
  }

  async #open(load: (engine: EngineApi) => Promise<CollectionView>, ticket: number): Promise<boolean> {
    const engine = await this.engine();
    if (this.standing) this.unsaved.see(this.standing);
    this.indexing.reset();
    this.modelIndexing.reset();
    this.reportsOnUse.reset();
    await this.conversations.leave();
    const view = await load(engine);
    if (ticket !== this.#latest) return false;
    this.#hearing.abort(); // not before: where nothing could be opened, what is shown goes on hearing of the tab that writes
    await this.#enter(view);
    return true;
  }

  /** Opens the collection again in a fresh engine, after the one before died. */
  async reopen(reason: Error): Promise<void> {
    const id = this.library.view?.collection.id;
    if (this.settings.inMemory) return this.#lose(reason);
    this.notices.fail('Working on your documents', reason);
    void this.notices.attempt('Measuring the storage', () => this.settings.measure());
    if (id) await this.show('Opening the collection again', (engine) => engine.open(id));
  }

  /** With the engine, all that it held in memory is gone. */
  #lose(cause: Error): void {
    const words =
      'a part of Burrow stopped, and with it everything is gone, since this window cannot keep files. Add your documents again, or open a saved copy.';
    this.notices.fail('Working on your documents', new StorageError(words, { cause, traits: ['says what was kept'] }));
    this.#wanted = null;
    this.library.close();
    this.startOver();
  }

  /** Takes over a newer state of the open collection; a late one of another collection is passed over. */
  adopt(view: CollectionView): void {
    const before = this.library.view;
    if (before?.collection.id !== view.collection.id) return;
    this.library.adopt(view);
    this.embedding.goOn(view);
    if (before.generation === view.generation) return;
    if (hasRemovedDocuments(before, view)) void this.#forget();
    else void this.evidence.refresh();
    if (this.conversations.overview === null || view.upToDate) void this.#survey();
  }

  openEvidence(entry: EvidenceEntry): void {
    const from = document.activeElement;
    const isInside = from?.closest('[aria-label="Evidence"]');
    if (!isInside) this.layout.opener = from instanceof HTMLElement && from.matches(':focus-visible') ? from : null;
    this.layout.showEvidence();
    this.router.go({ evidence: entry });
  }

  /** Turns to the settings, on a narrow window too. */
  toSettings(): void {
    this.layout.side = null;
    this.router.go({ tab: 'settings' });
  }

  backEvidence(): void {
    const entry = this.evidence.previous();
    void this.evidence.show(entry, { back: true });
    this.router.go({ evidence: entry }, { replace: true });
  }

  async #enter(view: CollectionView): Promise<void> {
    rememberVisit();
    this.unopened = null;
    this.#wanted = view.collection.id;
    this.evidence.clear();
    this.textSearch.close();
    this.library.adopt(view);
    await Promise.all([this.library.loadCollections(), this.conversations.load(view.collection.id)]);
    if (this.standing) this.unsaved.see(this.standing);
    void this.#survey();
    if (!view.writable) void this.#hearOtherTab();
    if (view.writable) this.#goOn(view);
    this.embedding.goOn(view);
  }

  /** Goes on with what was left unread or not brought up to date. */
  #goOn(view: CollectionView): void {
    const unfinished = view.pending.length > 0 || (!view.upToDate && view.documents.length > 0);
    if (unfinished) this.indexing.goOn(view);
    this.modelIndexing.goOn(view);
  }

  /** Takes over what the tab that writes commits; what is read, asked and scrolled here stays as it is. */
  async #hearOtherTab(): Promise<void> {
    const { signal } = (this.#hearing = new AbortController());
    try {
      const engine = await this.engine();
      for await (const view of engine.follow({ signal })) {
        if (signal.aborted) return;
        if (this.opening) continue; // the engine has none open just now
        this.adopt(view);
        await this.conversations.refresh();
        if (view.writable) this.#goOn(view);
      }
    } catch (error) {
      // An engine that died is told, and its collection opened again, by `reopen`.
      if (!signal.aborted && !(error instanceof WorkerError)) this.notices.fail('Following the other tab', error);
    }
  }

  async #follow(route: Route): Promise<void> {
    const { collection } = route;
    if (collection && collection !== this.#wanted) {
      this.#wanted = collection;
      this.#opened = this.show('Opening the collection', (engine) => engine.open(collection));
      if (!(await this.#opened)) return this.#leave(collection);
    }
    const { conversation } = this.router.route;
    if (conversation !== this.conversations.selected) this.textSearch.close();
    this.conversations.select(conversation);
    if (this.evidence.entry && !route.evidence && this.layout.side === 'evidence') this.layout.side = null;
    await this.evidence.show(this.router.route.evidence);
  }

  /** Leaves the page at `#/`. */
  startOver(): void {
    this.unopened = null;
    this.router.go({ collection: null, conversation: null, evidence: null });
  }

  /** Opens once more the collection that the address names. */
  async openAgain(): Promise<void> {
    await this.#follow(this.router.route);
  }

  /** Goes back to what is open; with nothing open, says so and shows what there is. */
  async #leave(collection: string): Promise<void> {
    if (this.#wanted !== collection) return;
    this.#wanted = this.library.view?.collection.id ?? null;
    if (this.#wanted === null) {
      const list = await this.notices.attempt('Listing your collections', () => this.library.loadCollections());
      this.unopened = openError(this.#failure, list?.some(({ id }) => id === collection) ?? null);
    } else this.router.go({ collection: this.#wanted, conversation: null, evidence: null }, { replace: true });
  }

  /** A first answer has an address of its own: Back leads from it to the question, as long as nothing was turned to meanwhile. */
  #name(conversation: string): void {
    const { tab, evidence } = this.router.route;
    this.router.go({ conversation }, { replace: tab !== 'ask' || evidence !== null });
  }

  /** Has reports written that an answer used, as far as they are to be. */
  async #writeUsed(turn: Turn): Promise<void> {
    await this.notices.attempt('Looking which reports to write', () => this.reportsOnUse.answered(turn));
  }

  /** What is shown of answers loses the words of deleted documents when their commit is heard of, not at the end of what follows it. */
  async #forget(): Promise<void> {
    await this.notices.attempt('Reading the conversations', () => this.conversations.refresh());
    await this.evidence.refresh();
  }

  async #survey(): Promise<void> {
    if (this.library.empty) return;
    await this.notices.attempt('Looking what the collection holds', () => this.conversations.survey());
  }
}

export const [useSession, provideSession] = createContext<Session>();
