import type { CollectionNeeds } from './collection-needs';
import { createContext } from 'svelte';
import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { SourceFile } from '../../core/ports/documents';
import { messageText } from '../words/messages';
import type { CollectionRecord } from '../../core/ports/collections';
import { clearTabQuestion, tabQuestion } from '../ask/unanswered-questions.svelte';
import { fileName, saveFile } from '../platform/files';
import { rememberConversation } from '../router.svelte';
import { language } from '../words/language.svelte';
import type { Conversation } from '../../core/conversations/conversations';

/** Path of the sample's saved copy, beside the page. */
const SAMPLE = 'sample/sample.burrow';

/** Milliseconds for which the result of an import is shown. */
const NOTES = 20_000;

/** Actions of a person on whole collections. */
export class CollectionActions {
  /** True from a person's word that everything goes until it is gone, or was refused. */
  erasing = $state(false);
  /** Naming and saving of files. */
  readonly files = { fileName, saveFile };
  readonly #needs: CollectionNeeds;
  readonly #unsaved = new UnsavedChanges();

  constructor(needs: CollectionNeeds) {
    this.#needs = needs;
  }

  /** True if closing this window loses work that a person would have to repeat. */
  get losesWork(): boolean {
    const { indexing, settings } = this.#needs;
    this.noteChanges();
    return indexing.unstored + indexing.coming.length > 0 || (settings.inMemory && this.#unsaved.any);
  }

  /** Notes the state of the open collection, to know later whether it has changed since it was saved as a copy. */
  noteChanges(): void {
    const state = this.#state();
    if (state) this.#unsaved.see(state);
  }

  async openSample(): Promise<void> {
    const url = new URL(SAMPLE, document.baseURI).href;
    await this.#needs.opening.showAndGo(language.words.library.doing.openSample, (engine) => engine.openSample(url));
  }

  /** Resolves with true once the new collection is open. */
  create(name: string): Promise<boolean> {
    return this.#needs.opening.showAndGo(language.words.library.doing.create, async (engine) => {
      const { id } = await engine.createCollection(name);
      return engine.open(id);
    });
  }

  async createNamed(): Promise<void> {
    const { dialogs } = this.#needs;
    const name = await dialogs.name({
      ...language.words.library.create,
      label: language.words.shared.name,
      value: '',
    });
    if (name) await this.create(name);
  }

  async rename(): Promise<void> {
    await (await import('./collection-management')).rename(this.#needs);
  }

  /** Takes over what another tab has written. */
  async refresh(): Promise<void> {
    const { engine, notices, follow } = this.#needs;
    await notices.attempt(language.words.library.doing.refresh, async () => follow(await (await engine()).refresh()));
  }

  async delete(): Promise<void> {
    const { library, notices, indexing, conversations, opening } = this.#needs;
    const collection = library.view?.collection;
    if (!collection) return;
    const { confirmDeletion } = await import('./collection-management');
    if (!(await confirmDeletion(collection, this.#needs, language.words.library.deleteWhole))) return;
    await notices.attemptLong(language.words.library.doing.delete, async () => {
      indexing.reset();
      await conversations.leave();
      await this.#remove(collection.id);
      clearTabQuestion();
      const [next] = await library.loadCollections();
      if (next && (await opening.goTo(next.id))) return; // without a new page, which a window that cannot keep files would not survive
      startAnew();
    });
  }

  /** Takes a collection that cannot be opened out of the list, with whatever is left of it. */
  async deleteDamaged(record: CollectionRecord): Promise<void> {
    const remove = async (id: string): Promise<void> => {
      await this.#remove(id);
      if (tabQuestion(id)) clearTabQuestion();
    };
    await (await import('./collection-management')).deleteDamaged(record, this.#needs, remove);
  }

  async saveCopy(): Promise<void> {
    const { library, notices, engine, deletions } = this.#needs;
    const collection = library.view?.collection;
    if (!collection) return;
    await notices.attemptLong(language.words.library.doing.export, async () => {
      await deletions.flush();
      const state = this.#state();
      const file = fileName(collection.name, 'burrow');
      saveFile(await (await engine()).saveCopy(collection.id), file);
      notices.say(language.words.library.exported(file));
      if (state) this.#unsaved.saved(state);
    });
  }

  /** Adds a collection from what a person gives: a saved copy, or a graph of another program. */
  async import(files: readonly SourceFile[]): Promise<void> {
    const { notices, engine, opening } = this.#needs;
    opening.busy = true;
    const stop = new AbortController();
    const doing = language.words.library.doing.import;
    const importing = async () => (await engine()).importFiles(files, { signal: stop.signal });
    const imported = await notices.attemptLong(doing, importing, stop);
    if (imported)
      await notices.attempt(doing, async () => {
        await opening.goTo(imported.record.id);
        notices.say(messageText(imported.notes), NOTES);
      });
    opening.busy = false;
  }

  async eraseEverything(): Promise<void> {
    const { dialogs, notices, opening } = this.#needs;
    const sure = await dialogs.confirm(language.words.library.eraseAll);
    if (!sure) return;
    this.erasing = true;
    const isErased = await notices.attemptLong(language.words.library.doing.erase, async () => {
      const { eraseEverything } = await import('./collection-management');
      await eraseEverything(this.#needs, this.#unsaved);
      clearTabQuestion();
      startAnew();
      return true;
    });
    this.erasing = isErased ?? false;
    if (!isErased) await opening.openShown();
  }

  async #remove(collection: string): Promise<void> {
    const { engine, deletions } = this.#needs;
    await (await engine()).removeCollection(collection);
    this.#unsaved.forget(collection);
    await deletions.forgetCollection(collection);
    rememberConversation(collection, null);
    // The collection is gone: marks that stay do no harm.
    await import('../explore/map-marks.svelte')
      .then(({ forgetMarks }) => forgetMarks(collection, engine))
      .catch(() => undefined);
  }

  /** Returns the state of the open collection; null where none is open. */
  #state(): CollectionState | null {
    const { library, conversations } = this.#needs;
    return library.view && { view: library.view, conversations: conversations.list };
  }
}

/** Loads the page again at its start, and shows nothing else before: what leaves this page would cut off the load. */
function startAnew(): void {
  history.replaceState(null, '', location.pathname + location.search);
  location.reload();
}

export const [getCollectionActions, setCollectionActions] = createContext<CollectionActions>();

/** State of a collection that shows its changes. */
export interface CollectionState {
  readonly view: Pick<CollectionView, 'collection' | 'generation'>;
  readonly conversations: readonly Pick<Conversation, 'id' | 'updated'>[];
}

/** Changes of each collection since its last file, where a window cannot keep collections. */
export class UnsavedChanges {
  readonly #inFiles = new Map<string, string>();
  readonly #now = new Map<string, string>();

  /** Notes the state of a collection. One that was never seen before is empty, or comes from a file. */
  see(standing: CollectionState): void {
    const { id } = standing.view.collection;
    this.#now.set(id, stateOf(standing));
    if (!this.#inFiles.has(id)) this.saved(standing);
  }

  /** Records that it was saved as a copy in this state. */
  saved(standing: CollectionState): void {
    this.#inFiles.set(standing.view.collection.id, stateOf(standing));
  }

  /** The person removed it. */
  forget(collection: string): void {
    this.#inFiles.delete(collection);
    this.#now.delete(collection);
  }

  /** True if a collection has changed since. */
  get any(): boolean {
    return [...this.#now].some(([id, state]) => this.#inFiles.get(id) !== state);
  }
}

function stateOf({ view, conversations }: CollectionState): string {
  const talks = conversations.map(({ id, updated }) => `${id} ${String(updated)}`);
  return [String(view.generation), ...talks.toSorted()].join('\n');
}
