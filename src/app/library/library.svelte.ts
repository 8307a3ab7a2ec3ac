import { createContext } from 'svelte';
import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { DocumentItem } from '../../core/engine/documents/document-view';
import type { CollectionRecord } from '../../core/ports/collections';
import type { ConnectEngine } from '../engine';
import { documentNames, type DocumentName } from './document-names';

const PAGE = 50;
const NO_DOCUMENTS: readonly DocumentItem[] = [];

/** The collections, and the documents of the open one. */
export class Library {
  collections = $state.raw<readonly CollectionRecord[]>([]);
  view = $state.raw<CollectionView | null>(null);
  /** Documents to ask; empty means all. */
  chosen = $state.raw<ReadonlySet<string>>(new Set());
  filter = $state('');
  page = $state(0);
  /** All that is to be seen of the open collection's documents. */
  readonly documents = $derived.by(() => {
    const { documents = NO_DOCUMENTS } = this.view ?? {};
    const { hidden } = this;
    return hidden.size === 0 ? documents : documents.filter(({ id }) => !hidden.has(id));
  });
  /** Passages of these documents. */
  readonly passages = $derived(this.documents.reduce((sum, { textUnits }) => sum + textUnits, 0));
  readonly found = $derived.by(() => {
    const wanted = this.filter.trim().toLocaleLowerCase();
    if (!wanted) return this.documents;
    return this.documents.filter((item) => `${item.title} ${item.path}`.toLocaleLowerCase().includes(wanted));
  });
  readonly pages = $derived(Math.max(1, Math.ceil(this.found.length / PAGE)));
  readonly at = $derived(Math.min(this.page, this.pages - 1));
  readonly shown = $derived(this.found.slice(this.at * PAGE, (this.at + 1) * PAGE));
  readonly ids = $derived(new Set(this.documents.map((item) => item.id)));
  /** Paths of the sources that wait to be read. */
  readonly waiting = $derived(new Set(this.view?.pending.map((source) => source.path)));
  readonly titles = $derived(new Map(this.documents.map(({ id, title }) => [id, title])));
  readonly names = $derived(documentNames(this.documents));
  readonly empty = $derived(this.documents.length === 0);
  /** True if a question can be asked: a hosted index fetches the parts that it needs. */
  readonly askable = $derived(!this.empty || !!this.view?.hosted);

  readonly #engine: ConnectEngine;
  readonly #hidden: () => ReadonlySet<string>;

  /** `hidden` gives the ids of the documents whose deletion can still be undone. */
  constructor(engine: ConnectEngine, hidden: () => ReadonlySet<string>) {
    this.#engine = engine;
    this.#hidden = hidden;
  }

  /** Ids of the documents whose deletion can still be undone. */
  get hidden(): ReadonlySet<string> {
    return this.#hidden();
  }

  get first(): number {
    return this.found.length === 0 ? 0 : this.at * PAGE + 1;
  }

  get last(): number {
    return this.at * PAGE + this.shown.length;
  }

  nameOf(item: DocumentItem): DocumentName {
    return this.names.get(item.id) ?? { full: item.title, title: item.title, where: '' };
  }

  /** Clears the state of the collection that was open. */
  close(): void {
    this.view = null;
    this.collections = [];
    this.chosen = new Set();
  }

  adopt(view: CollectionView): void {
    const other = view.collection.id !== this.view?.collection.id;
    this.view = other || !this.view ? view : { ...view, documents: sameItems(this.view.documents, view.documents) };
    if (other) {
      this.chosen = new Set();
      this.filter = '';
      this.page = 0;
    } else {
      const kept = [...this.chosen].filter((id) => this.ids.has(id));
      if (kept.length < this.chosen.size) this.chosen = new Set(kept);
    }
  }

  choose(id: string, on: boolean): void {
    const next = new Set(this.chosen);
    if (on) next.add(id);
    else next.delete(id);
    this.chosen = next;
  }

  chooseAll(): void {
    this.chosen = new Set();
  }

  async loadCollections(): Promise<readonly CollectionRecord[]> {
    const engine = await this.#engine();
    this.collections = await engine.collections();
    return this.collections;
  }
}

/** A list as it is now, with the objects of the one before where nothing changed: only changes are redrawn. */
function sameItems(before: readonly DocumentItem[], now: readonly DocumentItem[]): readonly DocumentItem[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const items = now.map((item) => {
    const earlier = known.get(item.id);
    return earlier && isSame(earlier, item) ? earlier : item;
  });
  return items.length === before.length && items.every((item, at) => item === before[at]) ? before : items;
}

const isSame = (one: DocumentItem, other: DocumentItem): boolean =>
  (Object.keys(other) as (keyof DocumentItem)[]).every((key) => one[key] === other[key]);

export const [getLibrary, setLibrary] = createContext<Library>();
