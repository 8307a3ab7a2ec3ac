import { createContext } from 'svelte';
import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { DocumentItem } from '../../core/engine/documents/document-view';
import type { SourceFile } from '../../core/ports/documents';
import type { Dialogs } from '../dialogs.svelte';
import type { ConnectEngine } from '../engine';
import type { Notices } from '../notices.svelte';
import { saveFile } from '../platform/files';
import type { CollectionActions } from './collection-actions.svelte';
import type { Deletions } from './deletions.svelte';
import type { Indexing } from './indexing.svelte';
import type { Library } from './library.svelte';
import type { Opening } from './opening.svelte';
import { language } from '../words/language.svelte';

export interface DocumentNeeds {
  readonly engine: ConnectEngine;
  readonly notices: Notices;
  readonly dialogs: Dialogs;
  readonly library: Library;
  readonly indexing: Indexing;
  readonly deletions: Deletions;
  readonly collections: Pick<CollectionActions, 'create' | 'import'>;
  readonly opening: Pick<Opening, 'settled'>;
  readonly adopt: (view: CollectionView) => void;
}

/** Files that may be a collection rather than documents. */
const MAY_BE_COLLECTION = /\.(?:parquet|zip|burrow|graphml|gexf|xml|json|csv|tsv)$/iu;

/** Actions of a person on documents, and on files that wait to become some. */
export class DocumentActions {
  readonly #needs: DocumentNeeds;

  constructor(needs: DocumentNeeds) {
    this.#needs = needs;
  }

  /** Documents are about to be given. */
  expect(): void {
    const { view } = this.#needs.library;
    if (view && !view.writable) return;
    const warmUp = async (): Promise<void> => (await this.#needs.engine()).warmUp(language.code);
    warmUp().catch(() => undefined); // the first document starts it again, and tells what is wrong
  }

  /** Adds documents to the open collection; the first ones, and those given to the sample, get a collection of their own. */
  async add(sources: readonly SourceFile[]): Promise<void> {
    if (sources.length === 0) return;
    const { indexing, collections } = this.#needs;
    const coming = new Set(sources.map(({ path }) => path));
    indexing.coming = [...indexing.coming, ...coming];
    const use = await this.#useOf(sources).finally(() => {
      indexing.coming = indexing.coming.filter((path) => !coming.has(path));
    });
    if (use === 'collection') await collections.import(sources);
    else if (use === 'documents') await indexing.add(sources);
  }

  /** Decides what becomes of files, and waits until that can be; undefined where documents cannot be added. */
  async #useOf(sources: readonly SourceFile[]): Promise<'collection' | 'documents' | undefined> {
    const mayBe = sources.some(({ path }) => MAY_BE_COLLECTION.test(path));
    if (mayBe && (await (await this.#needs.engine()).kindOf(sources)) !== 'documents') return 'collection';
    return (await this.#readyToAdd()) ? 'documents' : undefined;
  }

  /** Waits for what must be over before documents are added. Resolves with false where none can be. */
  async #readyToAdd(): Promise<boolean> {
    const { library, notices, collections, deletions, opening } = this.#needs;
    await opening.settled(); // they belong to the collection that a person has just opened
    const { view } = library;
    const isSample = view?.method === 'curated';
    if (view && !view.writable) {
      notices.say(
        view.hosted
          ? (await import('../words/screens/address-words')).addressWords().banner.notAdded
          : language.words.library.addElsewhere,
      );
      return false;
    }
    await deletions.flush(); // so that a file that was just deleted can be added again
    if (!view || isSample) {
      if (!(await collections.create(language.words.library.firstName))) return false;
      if (isSample) {
        const name = library.view?.collection.name ?? language.words.library.firstName;
        notices.say(language.words.library.addedToNew(name));
      }
    }
    return true;
  }

  async delete(item: DocumentItem): Promise<void> {
    const { library, dialogs, deletions } = this.#needs;
    const name = library.nameOf(item).full;
    const sure = await dialogs.confirm({
      title: language.words.library.deleteDocument.title(name),
      text: [language.words.library.deleteDocument.text, await this.#noteWords(item.id)].join(' ').trim(),
      action: language.words.shared.delete,
    });
    const collection = library.view?.collection.id;
    if (sure && collection) await deletions.delete({ kind: 'document', collection, id: item.id }, name).hidden;
  }

  /** Returns the words on notes that lose words with a document; empty where none does. */
  async #noteWords(id: string): Promise<string> {
    const { notices, engine } = this.#needs;
    const notes = await notices.attempt(language.words.library.doing.deleteDocument, async () =>
      (await engine()).notesAbout(id),
    );
    return !notes ? '' : (await import('../words/screens/notebook-words')).notebookWords().touches(notes);
  }

  async readRows(item: DocumentItem): Promise<void> {
    const { notices, engine, dialogs, indexing } = this.#needs;
    const shape = await notices.attempt(language.words.library.doing.columns, async () =>
      (await engine()).tabular(item.id),
    );
    if (!shape) return;
    const choice = await dialogs.rows({ title: item.title, shape });
    if (!choice) return;
    await indexing.run(language.words.library.doing.split, (connected, options) =>
      connected.reread(item.id, choice, options),
    );
  }

  /** Dismisses several lines of files that could not be read. */
  async dismiss(paths: readonly string[]): Promise<void> {
    const { notices, engine, indexing, adopt } = this.#needs;
    await notices.attempt(language.words.library.doing.dismiss, async () => {
      const connected = await engine();
      for (const path of paths) {
        await connected.dismiss(path);
        indexing.forget([path]);
      }
      adopt(await connected.view());
    });
  }

  /** Takes a source that waits out of the queue; when it was the last one, the index is brought up to date. */
  async withdraw(path: string): Promise<void> {
    const { library, indexing } = this.#needs;
    await this.dismiss([path]);
    if (library.waiting.size === 0 && !library.empty) void indexing.resume();
  }

  /** The bytes that were added, where they are kept. */
  async original(item: Pick<DocumentItem, 'id'>): Promise<Blob | null> {
    return (await (await this.#needs.engine()).original(item.id)) ?? null;
  }

  /** Saves the original bytes; a PDF opens in a new tab at the page. No other kind is opened, since it could run as this site. */
  async openOriginal(item: DocumentItem, page: number | null): Promise<void> {
    const { notices } = this.#needs;
    await notices.attempt(language.words.library.doing.original, async () => {
      const blob = await this.original(item);
      if (!blob) {
        notices.say(language.words.library.noOriginal);
      } else if (item.media_type === 'application/pdf') {
        const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
        open(`${url}${page === null ? '' : `#page=${page}`}`, '_blank', 'noopener');
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
      } else {
        saveFile(blob, item.path.split(/[/\\]/).at(-1) ?? item.title);
      }
    });
  }
}

export const [getDocumentActions, setDocumentActions] = createContext<DocumentActions>();
