import { createContext } from 'svelte';
import type { Notices } from '../notices.svelte';
import { onPageHide } from '../platform/page-visibility.svelte';
import { isLocked, withLock } from '../platform/web-locks';
import { language } from '../words/language.svelte';
import {
  type ConnectNotes,
  type Deletion,
  deletionName,
  notedDeletions,
  noteDeletions,
  removeNotes,
} from './deletion-notes';

interface Needs {
  readonly engine: ConnectNotes;
  readonly notices: Notices;
  /** Id of the open collection. */
  readonly open: () => string | undefined;
  /** Deletes it for good. */
  readonly carryOut: (deletion: Deletion) => Promise<Fate>;
}

/** Outcome of a deletion: it `stays` where the person saw an error, and is `stopped` where it must be done later. */
export type Fate = 'gone' | 'stays' | 'stopped';

/** Progress of a deletion. */
interface Deleting {
  /** Resolves with true once it is noted durably and hidden, with false after it was shown why it could not be noted. */
  readonly hidden: Promise<boolean>;
  /** Resolves with true once it is gone for good, with false where it stays. */
  readonly gone: Promise<boolean>;
}

const isSame = (one: Deletion, other: Deletion): boolean => deletionName(one) === deletionName(other);

/**
 * Deletions that can still be undone. What is deleted is hidden as soon as that is noted on disk. It is deleted for good when its toast
 * goes, another collection is opened, or the page is left. A noted one that was stopped, or whose page died, is carried out when its collection is
 * entered the next time.
 */
export class Deletions {
  #pending = $state.raw<readonly Deletion[]>([]);
  /** Ids in the open collection: another one may have the same document. */
  readonly documents = $derived(this.#idsOf('document'));
  readonly conversations = $derived(this.#idsOf('conversation'));
  readonly #needs: Needs;
  /** Ends every offer of *Undo*. */
  #offers = new AbortController();
  /** Running deletions, by their names. */
  readonly #work = new Map<string, Promise<boolean>>();
  #isAbandoned = false;

  constructor(needs: Needs) {
    this.#needs = needs;
    onPageHide(() => this.#offers.abort());
  }

  /** Notes it, hides it and offers *Undo*. */
  delete(deletion: Deletion, title: string): Deleting {
    if (this.#offers.signal.aborted) this.#offers = new AbortController();
    const { signal } = this.#offers;
    const hidden = this.#hide(deletion);
    const deleting = withLock(deletionName(deletion), async () => {
      if (!(await hidden)) return false;
      const isUndone = await this.#needs.notices.offerUndo(language.words.shared.notices.deleted(title), signal);
      if (this.#isAbandoned) return false;
      return isUndone ? this.#forget(deletion, false) : this.#finish(deletion);
    });
    return { hidden, gone: this.#follow(deletion, deleting) };
  }

  /** Carries out now what can still be undone. Resolves once it is done. */
  async flush(): Promise<void> {
    this.#offers.abort();
    await Promise.all(this.#work.values());
  }

  /** Ends every offer of *Undo* and carries nothing out: all is about to be erased. The notes stay. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    await this.flush();
    this.#isAbandoned = false;
  }

  /** Carries out what an earlier visit left of a collection; it is hidden meanwhile. */
  async resume(collection: string): Promise<void> {
    const noted = await this.#note(() => notedDeletions(this.#needs.engine, collection));
    for (const deletion of noted ?? []) {
      const name = deletionName(deletion);
      if (this.#work.has(name) || (await isLocked(name))) continue;
      this.#pending = [...this.#pending.filter((one) => !isSame(one, deletion)), deletion];
      void this.#follow(
        deletion,
        withLock(name, () => this.#finish(deletion)),
      );
    }
  }

  /** Forgets the deletions of a removed collection. */
  async forgetCollection(collection: string): Promise<void> {
    this.#pending = this.#pending.filter((one) => one.collection !== collection);
    const { engine } = this.#needs;
    await this.#note(async () => removeNotes(engine, await notedDeletions(engine, collection)));
  }

  async #hide(deletion: Deletion): Promise<boolean> {
    const isNoted = await this.#note(async () => (await noteDeletions(this.#needs.engine, [deletion]), true));
    if (isNoted) {
      this.#pending = [...this.#pending, deletion];
      void this.#holdBack(deletion);
    }
    return isNoted ?? false;
  }

  async #finish(deletion: Deletion): Promise<boolean> {
    const fate = await this.#needs.carryOut(deletion);
    return fate !== 'stopped' && this.#forget(deletion, fate === 'gone');
  }

  #follow(deletion: Deletion, deleting: Promise<boolean>): Promise<boolean> {
    const name = deletionName(deletion);
    const done = deleting.finally(() => this.#work.delete(name));
    this.#work.set(name, done);
    return done;
  }

  /** Shows again what is still there, not before its note is gone: else the next visit would delete it. */
  async #forget(deletion: Deletion, isDone: boolean): Promise<boolean> {
    await this.#note(() => removeNotes(this.#needs.engine, [deletion]));
    this.#pending = this.#pending.filter((one) => !isSame(one, deletion));
    void this.#holdBack(deletion);
    return isDone;
  }

  /** Tells the engine which documents no run may show to a model. */
  async #holdBack({ kind, collection }: Deletion): Promise<void> {
    if (kind === 'conversation') return;
    const own = this.#pending.filter((one) => one.kind === kind && one.collection === collection);
    await this.#note(async () =>
      (await this.#needs.engine()).holdBack(
        collection,
        own.map(({ id }) => id),
      ),
    );
  }

  /** Reads or changes the notes; a failure is shown. */
  #note<T>(act: () => Promise<T>): Promise<T | undefined> {
    return this.#needs.notices.attempt(language.words.library.doing.noteDeletion, act);
  }

  #idsOf(kind: Deletion['kind']): ReadonlySet<string> {
    const open = this.#needs.open();
    return new Set(this.#pending.filter((one) => one.kind === kind && one.collection === open).map(({ id }) => id));
  }
}

export const [getDeletions, setDeletions] = createContext<Deletions>();
