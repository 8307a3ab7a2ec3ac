import type { EngineApi } from '../core/engine/api';
import type { TextFind } from '../core/search/find/text-find';
import type { Notices } from './notices.svelte';
import { isAbort } from './words';

/** Places listed at most; all are counted. */
const LISTED = 500;

/** A search over the words of the texts, shown as a list in place of the conversation. */
export class TextSearch {
  /** Null while no list is shown. */
  query = $state<string | null>(null);
  found = $state.raw<TextFind | null>(null);
  readonly #engine: () => Promise<EngineApi>;
  readonly #notices: Notices;
  #seeking = new AbortController();

  constructor(engine: () => Promise<EngineApi>, notices: Notices) {
    this.#engine = engine;
    this.#notices = notices;
  }

  /** Looks for what was typed, in these documents; a later call calls this off. */
  async search(query: string, documentIds: readonly string[]): Promise<void> {
    this.#seeking.abort();
    const { signal } = (this.#seeking = new AbortController());
    this.query = query;
    if (query.trim() === '') {
      this.found = null;
      return;
    }
    try {
      const engine = await this.#engine();
      const scope = documentIds.length > 0 ? { documentIds } : {};
      const found = await engine.findText(query, { limit: LISTED, ...scope, signal });
      if (!signal.aborted) this.found = found;
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.#notices.fail('Searching the text', error);
    }
  }

  close(): void {
    this.#seeking.abort();
    this.query = null;
    this.found = null;
  }
}
