import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { NewPin } from '../../core/engine/notebook/make-pin';
import type { NoteView } from '../../core/engine/notebook/notebook-calls';
import type { NotedRange } from '../evidence/document-blocks';
import { onPageHide } from '../platform/page-visibility.svelte';
import { getSession, type Session } from '../session.svelte';
import { notebookWords } from '../words/screens/notebook-words';
import { fitsSearch } from './note-search';

/** Milliseconds of quiet after which what was written is saved. */
const QUIET = 500;

const NO_NOTES: readonly NoteView[] = [];

/** The notebook of the open collection, the same for all that pins to it and shows it. */
class Notebook {
  search = $state('');
  /** The tag that shown notes have; null for any. */
  tag = $state<string | null>(null);
  readonly #session: Session;
  #kept = $state.raw<{ readonly collection: string; readonly notes: readonly NoteView[] } | null>(null);
  /** Texts that are not saved yet, by note. */
  readonly #drafts = new SvelteMap<string, string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Savings under way, by note. */
  readonly #saving = new Map<string, Promise<void>>();
  /** Deleted notes that can be brought back until another collection is opened, the last one at the end; each with what ends its toast. */
  #removed = $state.raw<readonly { readonly id: string; readonly offer: AbortController }[]>([]);
  #latest = 0;
  readonly #open = $derived.by(() => this.#session.library.view?.collection.id ?? null);
  readonly #version = $derived.by(() => this.#session.library.view?.notes ?? 0);
  readonly #documents = $derived.by(() => this.#session.library.view?.documents);
  /** True once the notes of the open collection are here. */
  readonly loaded = $derived(this.#kept !== null && this.#kept.collection === this.#open);
  readonly notes = $derived(this.loaded && this.#kept ? this.#kept.notes : NO_NOTES);
  /** All tags, those of most notes first. */
  readonly tags = $derived.by(() => {
    const counts = new Map<string, number>();
    for (const tag of this.notes.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).map(([tag]) => tag);
  });
  readonly shown = $derived(
    this.notes.filter(
      (note) => (this.tag === null || note.tags.includes(this.tag)) && fitsSearch(note, this.search, this.textOf(note)),
    ),
  );

  constructor(session: Session) {
    this.#session = session;
    onPageHide(() => void this.flush());
    session.beforeLeaving(() => this.#leave());
  }

  get writable(): boolean {
    return this.#session.library.view?.writable ?? false;
  }

  /** Loads the notes now, and in an effect again whenever they or their places may have changed. */
  follow(): void {
    const isOpen = this.#open !== null && this.#version >= 0 && this.#documents !== undefined;
    if (isOpen) untrack(() => void this.load());
  }

  /** Words of a document that notes are about. */
  rangesIn(documentId: string): readonly NotedRange[] {
    return this.notes.flatMap(({ id: note, quotePlace: place }) =>
      place?.kind === 'found' && place.documentId === documentId ? [{ note, start: place.start, end: place.end }] : [],
    );
  }

  async load(): Promise<void> {
    const collection = this.#open;
    if (collection === null) return;
    const ticket = ++this.#latest;
    const notes = await this.#attempt(notebookWords().loading, async () => (await this.#session.engine()).notes());
    if (notes && ticket === this.#latest) this.#kept = { collection, notes };
  }

  /**
   * Pins something, or adds a note about nothing for null. Resolves with its id once it is durable; null where that
   * failed, as shown.
   */
  async pin(pin: NewPin | null): Promise<string | null> {
    const words = notebookWords();
    const added = await this.#attempt(pin ? words.pinning : words.adding, async () =>
      (await this.#session.engine()).addNote(pin),
    );
    if (!added) return null;
    if (pin) this.#session.notices.say(words.pinned);
    await this.load();
    return added.id;
  }

  /** The text of a note as it is written now. */
  textOf({ id, text }: NoteView): string {
    return this.#drafts.get(id) ?? text;
  }

  isSaved(id: string): boolean {
    return !this.#drafts.has(id);
  }

  /** Takes what was written; it is saved after a moment of quiet. */
  write(id: string, text: string): void {
    this.#drafts.set(id, text);
    clearTimeout(this.#timers.get(id));
    this.#timers.set(
      id,
      setTimeout(() => void this.#save(id), QUIET),
    );
  }

  /** Saves now what is not saved yet. What cannot be saved stays on the screen. */
  async flush(): Promise<void> {
    await Promise.all([...this.#drafts.keys()].map((id) => this.#save(id)));
  }

  /**
   * Leaves the notes of a collection. Unsaved ones wait until it is open again; a deletion cannot be undone any more.
   */
  async #leave(): Promise<void> {
    for (const { offer } of this.#removed) offer.abort();
    this.#removed = [];
    await this.flush();
  }

  async #save(id: string): Promise<void> {
    const running = this.#saving.get(id);
    if (running) return running;
    const saving = this.#saveDraft(id).finally(() => this.#saving.delete(id));
    this.#saving.set(id, saving);
    return saving;
  }

  async #saveDraft(id: string): Promise<void> {
    const text = this.#drafts.get(id);
    // A draft of another collection, which could not be saved there, waits for it.
    if (text === undefined || !this.notes.some((note) => note.id === id)) return;
    clearTimeout(this.#timers.get(id));
    const view = await this.#attempt(notebookWords().saving, async () =>
      (await this.#session.engine()).changeNote(id, { text }),
    );
    if (!view) return;
    this.#put(view);
    if (this.#drafts.get(id) === text) this.#drafts.delete(id);
    else await this.#saveDraft(id);
  }

  async setTags({ id }: NoteView, tags: readonly string[]): Promise<void> {
    const view = await this.#attempt(notebookWords().tagging, async () =>
      (await this.#session.engine()).changeNote(id, { tags: [...new Set(tags)] }),
    );
    if (view) this.#put(view);
    if (this.tag !== null && !this.tags.includes(this.tag)) this.tag = null;
  }

  /** Moves a note before another one, or to the end for null. */
  async move(id: string, before: string | null): Promise<void> {
    const collection = this.#open;
    const notes = await this.#attempt(notebookWords().moving, async () =>
      (await this.#session.engine()).moveNote(id, before),
    );
    if (notes && collection !== null) this.#kept = { collection, notes };
  }

  /** Moves a note past its neighbour among those that are shown. */
  async step(id: string, by: -1 | 1): Promise<void> {
    const at = this.shown.findIndex((note) => note.id === id);
    const neighbour = this.shown[at + by];
    if (at < 0 || !neighbour) return;
    const following = this.notes[this.notes.indexOf(neighbour) + 1]?.id ?? null;
    await this.move(id, by < 0 ? neighbour.id : following);
  }

  /** Deletes a note and offers *Undo*. */
  async remove({ id }: NoteView): Promise<void> {
    const words = notebookWords();
    const collection = this.#open;
    const isGone = await this.#attempt(words.removing, async () => {
      await (await this.#session.engine()).removeNote(id);
      return true;
    });
    if (!isGone) return;
    this.#drafts.delete(id);
    if (collection !== this.#open) return;
    const offer = new AbortController();
    this.#removed = [...this.#removed, { id, offer }];
    await this.load();
    if (await this.#session.notices.offerUndo(words.removed, offer.signal)) await this.#restore(id);
  }

  /** True while a deleted note can be restored. */
  get canRestore(): boolean {
    return this.#removed.length > 0;
  }

  /** Brings back the note that was deleted last. */
  async restoreLast(): Promise<void> {
    const last = this.#removed.at(-1);
    if (last) await this.#restore(last.id);
  }

  async #restore(id: string): Promise<void> {
    const removed = this.#removed.find((one) => one.id === id);
    if (!removed) return;
    this.#removed = this.#removed.filter((one) => one !== removed);
    removed.offer.abort();
    const isBack = await this.#attempt(notebookWords().restoring, async () => {
      await (await this.#session.engine()).restoreNote(id);
      return true;
    });
    if (isBack) await this.load();
    else this.#removed = [...this.#removed, removed];
  }

  #put(view: NoteView): void {
    if (!this.#kept) return;
    this.#kept = { ...this.#kept, notes: this.#kept.notes.map((note) => (note.id === view.id ? view : note)) };
  }

  #attempt<T>(doing: string, run: () => Promise<T>): Promise<T | undefined> {
    return this.#session.notices.attempt(doing, run);
  }
}

const known = new WeakMap<Session, Notebook>();

/** The notebook of the page. It outlives the component that asks for it first. */
export function getNotebook(): Notebook {
  const session = getSession();
  if (!known.has(session)) $effect.root(() => void known.set(session, new Notebook(session)));
  const notebook = known.get(session);
  if (!notebook) throw new Error('The notebook was not made');
  return notebook;
}
