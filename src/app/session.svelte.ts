import { createContext } from 'svelte';
import type { EngineApi } from '../core/engine/api';
import type { CollectionView } from '../core/engine/collections/collection-view';
import type { Turn } from '../core/conversations/conversations';
import { Conversations, setConversations } from './ask/conversations.svelte';
import { setSearchSettings } from './ask/search-settings.svelte';
import { Dialogs, setDialogs } from './dialogs.svelte';
import { setEngine, setModelEngine } from './engine';
import { Evidence, setEvidence } from './evidence/evidence.svelte';
import { setTextSearch, TextSearch } from './find.svelte';
import { Layout, setLayout } from './layout.svelte';
import { CollectionActions, setCollectionActions } from './library/collection-actions.svelte';
import type { Deletion } from './library/deletion-notes';
import { Deletions, setDeletions, type Fate } from './library/deletions.svelte';
import { DocumentActions, setDocumentActions } from './library/document-actions';
import { removedDocuments } from './library/document-names';
import { Embedding, setEmbedding } from './library/embedding.svelte';
import { Indexing, setIndexing } from './library/indexing.svelte';
import { Library, setLibrary } from './library/library.svelte';
import { Opening, setOpening } from './library/opening.svelte';
import { ModelIndexing, setModelIndexing } from './model-index/model-indexing.svelte';
import { OnDemandReports, setOnDemandReports } from './model-index/on-demand-reports.svelte';
import { Notices, setNotices } from './notices.svelte';
import { notifyHidden } from './platform/notifications';
import type { Shell } from './platform/shell';
import { lastConversation, rememberConversation, Router, setRouter, type Route } from './router.svelte';
import { setSettings, Settings } from './settings/settings.svelte';
import { language } from './words/language.svelte';
import { percentage } from './words/numbers';

/** The page's state as a whole: its parts, and what a change of one part means for another. */
export class Session {
  readonly shell: Shell;
  readonly notices = new Notices();
  readonly dialogs = new Dialogs();
  readonly router = new Router();
  readonly layout = new Layout(this.router);
  readonly library: Library;
  readonly indexing: Indexing;
  readonly embedding: Embedding;
  readonly opening: Opening;
  readonly deletions: Deletions;
  readonly collections: CollectionActions;
  readonly documents: DocumentActions;
  readonly conversations: Conversations;
  readonly evidence: Evidence;
  readonly textSearch: TextSearch;
  readonly settings: Settings;
  readonly modelIndexing: ModelIndexing;
  readonly onDemandReports: OnDemandReports;
  /** Done part of an evaluation under way, 0 to 1; null for none. */
  evaluated = $state.raw<number | null>(null);
  /** The title of the window: current work, in per cent. */
  readonly title = $derived.by(() => {
    if (this.indexing.running) return this.indexing.title;
    if (this.modelIndexing.running || this.evaluated === null) return this.modelIndexing.title;
    return `${percentage(this.evaluated)} · Burrow`;
  });
  #engine: Promise<EngineApi> | null = null;
  /** The collection whose place the route has been followed to. */
  #followed: string | null = null;

  constructor(shell: Shell) {
    this.shell = shell;
    const { notices, dialogs, router, layout } = this;
    const engine = () => this.engine();
    const adopt = (view: CollectionView): void => this.adopt(view);
    const deletions = new Deletions({
      ...{ engine, notices },
      open: () => this.library.view?.collection.id,
      carryOut: (deletion) => this.#delete(deletion),
    });
    this.deletions = deletions;
    const settings = (this.settings = new Settings(engine, shell));
    const library = (this.library = new Library(engine, () => deletions.documents));
    const indexing = (this.indexing = new Indexing(engine, adopt, notices));
    this.embedding = new Embedding(engine, (view) => this.library.adopt(view));
    const conversations = (this.conversations = new Conversations({
      engine,
      notices,
      hidden: () => deletions.conversations,
      deleted: () => deletions.documents,
      onNamed: (conversation) => this.#name(conversation),
      onAnswered: (turn) => void this.#afterAnswer(turn),
    }));
    const opening = (this.opening = new Opening({
      ...{ engine, notices, router, settings, library, indexing },
      leave: () => this.#leave(),
      enter: (view) => this.#enter(view),
      follow: (view) => this.#followOtherTab(view),
    }));
    const parts = { engine, notices, dialogs, library, indexing, deletions, adopt };
    const follow = (view: CollectionView): Promise<void> => this.#followOtherTab(view);
    this.collections = new CollectionActions({ ...parts, shell, settings, conversations, opening, follow });
    this.documents = new DocumentActions({ ...parts, collections: this.collections, opening });
    this.evidence = new Evidence({ engine, router, layout, turnOf: (turn) => this.conversations.turn(turn) });
    this.textSearch = new TextSearch(engine, notices);
    const modelEngine = () => this.modelEngine();
    this.modelIndexing = new ModelIndexing({
      ...{ engine, modelEngine, adopt },
      change: (doing, start) => indexing.run(doing, start),
      ended: (words) => notifyHidden(words),
    });
    this.onDemandReports = new OnDemandReports({
      engine: modelEngine,
      adopt,
      view: () => library.view,
      indexing: () => this.modelIndexing.running || indexing.running,
    });
  }

  /** Starts the engine on first use; a start that failed is tried again by the next caller. */
  engine(): Promise<EngineApi> {
    if (this.#engine) return this.#engine;
    this.#engine = this.shell.connect().catch((error: unknown) => {
      this.#engine = null;
      throw error;
    });
    // Whether anything is kept, and what is. A caller that needs the engine learns by itself why it did not start.
    this.#engine.then(
      () => {
        void this.notices.attempt(language.words.library.doing.measure, () => this.settings.measure());
        void this.notices.attempt(language.words.library.doing.settings, () => this.settings.readKept());
      },
      () => undefined,
    );
    return this.#engine;
  }

  /** The engine for what shows a model words of the collection: what can still be undone of a deletion is carried out before. */
  async modelEngine(): Promise<EngineApi> {
    await this.deletions.flush();
    return this.engine();
  }

  start(): () => void {
    return this.opening.start((route) => this.#follow(route));
  }

  /** Opens the collection again in a fresh engine, after the one before died. */
  reopen(reason: Error): Promise<void> {
    return this.opening.reopen(reason);
  }

  /** Takes over a newer state of the open collection; a late one of another collection is passed over. */
  adopt(view: CollectionView): void {
    const before = this.library.view;
    if (before?.collection.id !== view.collection.id) return;
    this.library.adopt(view);
    this.embedding.goOn(view);
    if (before.generation === view.generation && before.upToDate === view.upToDate) return;
    if (removedDocuments(before, view).length > 0) void this.#forget();
    else void this.evidence.refresh();
    // While documents are read, all of them are only looked over again once they are twice as many, and one after the other.
    const { overview, surveying } = this.conversations;
    const isDue = surveying === 0 && view.documents.length >= 2 * (overview?.documents.length ?? 0);
    if (view.upToDate || view.paused || isDue) void this.#survey();
  }

  /** Notices from before the collection was left. */
  #told: Notices['items'] = [];
  /** Work of late modules that must end before another collection is opened. */
  readonly #beforeLeaving = new Set<() => Promise<void>>();

  /** Registers work to await before another collection is opened. */
  beforeLeaving(keep: () => Promise<void>): void {
    this.#beforeLeaving.add(keep);
  }

  /** Leaves the open collection. */
  async #leave(): Promise<void> {
    this.#told = this.notices.items;
    this.collections.noteChanges();
    this.modelIndexing.reset();
    this.onDemandReports.reset();
    // What goes on is ended before anything is waited for: what is begun meanwhile belongs to the next collection.
    const keeping = [this.#keepGiven(), ...[...this.#beforeLeaving].map((keep) => keep())];
    await Promise.all([this.deletions.flush(), ...keeping]);
    this.indexing.stop();
    await this.conversations.leave();
  }

  /**
   * Keeps the files that were given to the open collection. Where the engine lost it, they wait for it to be opened
   * next.
   */
  async #keepGiven(): Promise<void> {
    const collection = this.library.view?.collection.id;
    if (this.indexing.unstored === 0) return;
    const isOpen = await this.engine()
      .then((engine) => engine.view())
      .then(
        (view) => view.collection.id === collection,
        () => false,
      );
    if (isOpen) await this.indexing.keep();
  }

  async #enter(view: CollectionView): Promise<void> {
    this.#followed = null;
    if (this.library.view?.collection.id !== view.collection.id) {
      this.indexing.reset();
      for (const { kind, id } of this.#told) if (kind === 'failure') this.notices.dismiss(id);
    }
    this.evidence.clear();
    this.textSearch.close();
    this.conversations.enter(view.collection.id);
    this.library.adopt(view);
    if (view.writable) await this.deletions.resume(view.collection.id);
    await Promise.all([this.library.loadCollections(), this.conversations.load(view.collection.id)]);
    this.collections.noteChanges();
    void this.#survey();
    if (view.whole) this.#goOn(view);
    else void this.#readOn(view.collection.id);
  }

  /** Waits for all of a collection of which the texts are open. */
  async #readOn(collection: string): Promise<void> {
    await this.notices.attempt(language.words.library.doing.open, async () => {
      const view = await (await this.engine()).refresh();
      if (view.collection.id !== collection || this.library.view?.collection.id !== collection) return;
      this.adopt(view);
      this.#goOn(view);
    });
  }

  async #followOtherTab(view: CollectionView): Promise<void> {
    const wasWritable = this.library.view?.writable ?? false;
    this.adopt(view);
    await this.conversations.refresh();
    if (wasWritable || !view.writable) return;
    await this.deletions.resume(view.collection.id);
    this.#goOn(view);
  }

  /** Continues unfinished reading and derivation. */
  #goOn(view: CollectionView): void {
    this.embedding.goOn(view);
    if (!view.writable) return;
    const isUnfinished = view.pending.length > 0 || (!view.upToDate && view.documents.length > 0);
    if (isUnfinished) this.indexing.goOn(view);
    this.modelIndexing.goOn(view);
  }

  async #follow(route: Route): Promise<void> {
    const { link } = this.router;
    if (link) return this.dialogs.address(link.address, link);
    if (!(await this.opening.follow(route))) return;
    this.#reopenConversation();
    const { collection, conversation } = this.router.route;
    if (collection !== null) rememberConversation(collection, conversation);
    if (conversation !== this.conversations.selected) this.textSearch.close();
    this.conversations.select(conversation);
    if (this.evidence.entry && !route.evidence && this.layout.side === 'evidence') this.layout.side = null;
    await this.evidence.show(this.router.route.evidence);
  }

  /** In a collection that has just been turned to, the conversation that was shown there last is shown again. */
  #reopenConversation(): void {
    const { collection, conversation } = this.router.route;
    if (collection === null || collection === this.#followed) return;
    this.#followed = collection;
    const last = lastConversation(collection);
    const isHere = this.conversations.list.some(({ id }) => id === last);
    if (conversation === null && isHere) this.router.go({ conversation: last }, { replace: true });
  }

  /** A first answer has an address of its own: Back leads from it to the question, as long as nothing was turned to meanwhile. */
  #name(conversation: string): void {
    const { tab, evidence } = this.router.route;
    this.router.go({ conversation }, { replace: tab !== 'ask' || evidence !== null });
  }

  /** Deletes for good what can no longer be undone. */
  async #delete({ kind, collection, id }: Deletion): Promise<Fate> {
    if (kind === 'conversation') {
      const isDeleted = async (): Promise<boolean> => (await this.conversations.remove(id), true);
      return (await this.notices.attempt(language.words.library.conversations.deleting, isDeleted)) ? 'gone' : 'stays';
    }
    const end = await this.indexing.runUrgent(language.words.library.doing.deleteDocument, (engine, options) =>
      engine.removeDocuments([id], options),
    );
    const isGone = end === 'finished' || (await this.#isGone(collection, id));
    await this.#readConversations();
    if (isGone) return 'gone';
    return end === 'failed' ? 'stays' : 'stopped';
  }

  /** Checks that a document of the open collection is gone; false where that is not known. */
  async #isGone(collection: string, document: string): Promise<boolean> {
    try {
      const view = await (await this.engine()).view();
      return view.collection.id === collection && view.documents.every(({ id }) => id !== document);
    } catch {
      return false;
    }
  }

  /** Shows what a question has fetched. Has reports written that its answer used, where that needs no word of a person. */
  async #afterAnswer(turn: Turn): Promise<void> {
    if (this.library.view?.hosted)
      await this.notices.attempt(language.words.library.doing.refresh, async () =>
        this.adopt(await (await this.engine()).view()),
      );
    await this.notices.attempt(language.words.ask.reports.looking, () => this.onDemandReports.answered(turn));
  }

  /**
   * Removes the words of deleted documents from shown answers as soon as their commit is known, not at the end of later
   * work.
   */
  async #forget(): Promise<void> {
    await this.#readConversations();
    await this.evidence.refresh();
  }

  async #readConversations(): Promise<void> {
    await this.notices.attempt(language.words.library.doing.conversations, () => this.conversations.refresh());
  }

  async #survey(): Promise<void> {
    if (this.library.empty) return;
    await this.notices.attempt(language.words.library.doing.overview, () => this.conversations.survey());
  }
}

export const [getSession, setSession] = createContext<Session>();

/** Provides the parts of the page to the components below, each by its own `get…`. */
export function provideSession(session: Session): void {
  setSession(session);
  setEngine(() => session.engine());
  setModelEngine(() => session.modelEngine());
  setNotices(session.notices);
  setDialogs(session.dialogs);
  setRouter(session.router);
  setLayout(session.layout);
  setLibrary(session.library);
  setIndexing(session.indexing);
  setEmbedding(session.embedding);
  setOpening(session.opening);
  setDeletions(session.deletions);
  setCollectionActions(session.collections);
  setDocumentActions(session.documents);
  setConversations(session.conversations);
  setSearchSettings(session.conversations.searchSettings);
  setEvidence(session.evidence);
  setTextSearch(session.textSearch);
  setSettings(session.settings);
  setModelIndexing(session.modelIndexing);
  setOnDemandReports(session.onDemandReports);
}
