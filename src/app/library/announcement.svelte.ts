import type { Library } from './library.svelte';

/** Words for a screen reader on the open collection; none once another one is open. */
export class Announcement {
  #said = $state.raw<{ readonly words: string; readonly collection: string | undefined }>();
  readonly #library: Pick<Library, 'view'>;

  constructor(library: Pick<Library, 'view'>) {
    this.#library = library;
  }

  get words(): string {
    return this.#said && this.#said.collection === this.#open ? this.#said.words : '';
  }

  say(words: string): void {
    this.#said = { words, collection: this.#open };
  }

  get #open(): string | undefined {
    return this.#library.view?.collection.id;
  }
}
