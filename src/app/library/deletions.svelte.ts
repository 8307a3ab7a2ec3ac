import { createContext } from 'svelte';
import { isRecord } from '../../core/shapes/read-fields';
import type { Notices } from '../notices.svelte';
import { readKept } from '../platform/kept-json';
import { onPageHide } from '../platform/page-visibility.svelte';
import { isLocked, withLock } from '../platform/web-locks';
import { language } from '../words/language.svelte';

/** Something that a person deleted, and that can be had back until the deletion is carried out. */
export interface Deletion {
  readonly kind: 'document' | 'conversation';
  readonly collection: string;
  readonly id: string;
}

interface Needs {
  readonly notices: Notices;
  /** Id of the open collection. */
  readonly open: () => string | undefined;
  /** Deletes it for good. Resolves with false after it showed why that could not be done. */
  readonly carryOut: (deletion: Deletion) => Promise<boolean>;
}

const KEY = 'burrow.deletions';

/** A lock that the page holds while it offers *Undo*. */
const lockOf = ({ kind, collection, id }: Deletion): string => `burrow:deletion:${kind}:${collection}:${id}`;

const isSame = (one: Deletion, other: Deletion): boolean => lockOf(one) === lockOf(other);

/**
 * Deletions that can still be undone: what is deleted is hidden at once, and deleted for good when its toast goes, another collection is
 * opened, or the page is left. Each is noted in the browser, so that one whose page died is carried out on the next visit.
 */
export class Deletions {
  #pending = $state.raw<readonly Deletion[]>([]);
  /** Ids in the open collection: another one may hold the same document. */
  readonly documents = $derived(this.#idsOf('document'));
  readonly conversations = $derived(this.#idsOf('conversation'));
  readonly #needs: Needs;
  /** Ends every offer of *Undo*. */
  #offers = new AbortController();
  #work = new Set<Promise<boolean>>();

  constructor(needs: Needs) {
    this.#needs = needs;
    onPageHide(() => this.#offers.abort());
  }

  /** Hides it and offers *Undo*. Resolves with true once it is gone for good, with false where it stays. */
  delete(deletion: Deletion, title: string): Promise<boolean> {
    if (this.#offers.signal.aborted) this.#offers = new AbortController();
    const { signal } = this.#offers;
    this.#pending = [...this.#pending, deletion];
    writeNotes([...readNotes(), deletion]);
    const deleting = withLock(lockOf(deletion), async () => {
      const isUndone = await this.#needs.notices.offerUndo(language.words.shared.notices.deleted(title), signal);
      return isUndone ? this.#forget(deletion, false) : this.#finish(deletion);
    });
    return this.#follow(deleting);
  }

  /** Carries out now what can still be undone. Resolves once it is done. */
  async flush(): Promise<void> {
    this.#offers.abort();
    await Promise.all(this.#work);
  }

  /** Carries out what an earlier visit left of a collection; it is hidden meanwhile. */
  async resume(collection: string): Promise<void> {
    for (const deletion of readNotes().filter((one) => one.collection === collection)) {
      if (this.#pending.some((one) => isSame(one, deletion)) || (await isLocked(lockOf(deletion)))) continue;
      this.#pending = [...this.#pending, deletion];
      void this.#follow(withLock(lockOf(deletion), () => this.#finish(deletion)));
    }
  }

  /** A collection is gone with all that it held. */
  forgetCollection(collection: string): void {
    this.#pending = this.#pending.filter((one) => one.collection !== collection);
    writeNotes(readNotes().filter((one) => one.collection !== collection));
  }

  async #finish(deletion: Deletion): Promise<boolean> {
    const isDone = await this.#needs.carryOut(deletion);
    return this.#forget(deletion, isDone);
  }

  #follow(deleting: Promise<boolean>): Promise<boolean> {
    this.#work.add(deleting);
    return deleting.finally(() => this.#work.delete(deleting));
  }

  #forget(deletion: Deletion, isDone: boolean): boolean {
    this.#pending = this.#pending.filter((one) => !isSame(one, deletion));
    writeNotes(readNotes().filter((one) => !isSame(one, deletion)));
    return isDone;
  }

  #idsOf(kind: Deletion['kind']): ReadonlySet<string> {
    const open = this.#needs.open();
    return new Set(this.#pending.filter((one) => one.kind === kind && one.collection === open).map(({ id }) => id));
  }
}

const readNotes = (): readonly Deletion[] => readKept(localStorage, KEY, Array.isArray)?.filter(isDeletion) ?? [];

const isDeletion = (note: unknown): note is Deletion =>
  isRecord(note) &&
  (note['kind'] === 'document' || note['kind'] === 'conversation') &&
  typeof note['collection'] === 'string' &&
  typeof note['id'] === 'string';

function writeNotes(deletions: readonly Deletion[]): void {
  if (deletions.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify(deletions));
}

export const [getDeletions, setDeletions] = createContext<Deletions>();
