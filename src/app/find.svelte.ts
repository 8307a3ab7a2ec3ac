import { createContext } from 'svelte';
import type { TextFind } from '../core/search/find/text-find';
import type { Notices } from './notices.svelte';
import { isAbort } from './words/errors';
import type { ConnectEngine } from './engine';
import type { Library } from './library/library.svelte';
import { language } from './words/language.svelte';

/** Places listed at most; all are counted. */
const LISTED = 500;

/** A search over the words of the texts, shown as a list in place of the conversation. */
export class TextSearch {
  /** Null while no list is shown. */
  query = $state<string | null>(null);
  found = $state.raw<TextFind | null>(null);
  readonly #engine: ConnectEngine;
  readonly #notices: Notices;
  #seeking = new AbortController();

  constructor(engine: ConnectEngine, notices: Notices) {
    this.#engine = engine;
    this.#notices = notices;
  }

  /** Searches for the typed words, in the chosen documents less the hidden ones; a later call cancels this one. */
  async search(query: string, { chosen, hidden }: Pick<Library, 'chosen' | 'hidden'>): Promise<void> {
    this.#seeking.abort();
    const { signal } = (this.#seeking = new AbortController());
    this.query = query;
    if (query.trim() === '') {
      this.found = null;
      return;
    }
    try {
      const engine = await this.#engine();
      const options = { limit: LISTED, documentIds: [...chosen], leftOut: [...hidden], signal };
      const found = await engine.findText(query, options);
      if (!signal.aborted) this.found = found;
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.#notices.fail(language.words.shared.find.inText, error);
    }
  }

  close(): void {
    this.#seeking.abort();
    this.query = null;
    this.found = null;
  }
}

export const [getTextSearch, setTextSearch] = createContext<TextSearch>();
