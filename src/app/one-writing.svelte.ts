import type { EngineApi } from '../core/engine/api';
import type { IndexEvent } from '../core/engine/api/indexing';
import type { CallOptions } from '../core/ports/platform';
import type { Session } from './session.svelte';

/** Has the chosen model write one thing that a person looks at. */
export class OneWriting {
  busy = $state(false);
  readonly #session: Session;
  #stop = new AbortController();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Resolves with true once it stands. */
  async write(
    doing: string,
    start: (engine: EngineApi, options: CallOptions) => AsyncIterable<IndexEvent>,
  ): Promise<boolean> {
    if (this.busy) return false;
    const { signal } = (this.#stop = new AbortController());
    this.busy = true;
    const done = await this.#session.notices.attempt(doing, async () => {
      const engine = await this.#session.engine();
      for await (const event of start(engine, { signal })) {
        if (event.kind === 'committed') this.#session.adopt(event.view);
      }
      return !signal.aborted;
    });
    this.busy = false;
    return done ?? false;
  }

  stop(): void {
    this.#stop.abort();
  }
}
