import type { EngineApi } from '../core/engine/api';
import type { Found } from '../core/search/find/find';
import type { Notices } from './notices.svelte';
import { isAbort } from './words';

export interface FoundGroup {
  readonly name: string;
  readonly things: readonly Found[];
}

/** Of each kind. */
const SHOWN = 6;

/** What a person looks for by name, while it is typed. */
export class Finder {
  text = $state('');
  groups = $state.raw<readonly FoundGroup[]>([]);
  /** True while the groups are those of the text. */
  settled = $state(true);
  /** Which of the things found Enter opens. */
  active = $state(0);
  readonly things = $derived(this.groups.flatMap((group) => group.things));
  readonly #engine: () => Promise<EngineApi>;
  readonly #notices: Notices;
  #seeking = new AbortController();

  constructor(engine: () => Promise<EngineApi>, notices: Notices) {
    this.#engine = engine;
    this.#notices = notices;
  }

  /** Has the names made ready, so that the first key is as quick as the next. */
  async prepare(): Promise<void> {
    await this.#notices.attempt('Looking by name', async () => (await this.#engine()).find('', SHOWN));
  }

  /** Looks for what was typed; a later key calls this off. */
  async seek(text: string): Promise<void> {
    this.#seeking.abort();
    const { signal } = (this.#seeking = new AbortController());
    this.text = text;
    this.active = 0;
    this.settled = text.trim() === '';
    if (this.settled) {
      this.groups = [];
      return;
    }
    try {
      const engine = await this.#engine();
      const { documents, entities, reports } = await engine.find(text, SHOWN, { signal });
      if (signal.aborted) return;
      const groups = [
        { name: 'Entities', things: entities },
        { name: 'Documents', things: documents },
        { name: 'Reports', things: reports },
      ];
      this.groups = groups.filter(({ things }) => things.length > 0);
      this.settled = true;
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.#notices.fail('Looking by name', error);
    }
  }

  /** Goes to the next or the one before, around the ends. */
  step(by: 1 | -1): void {
    const { length } = this.things;
    if (length > 0) this.active = (this.active + by + length) % length;
  }

  clear(): void {
    void this.seek('');
  }
}
