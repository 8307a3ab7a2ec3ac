import type { Session } from './session.svelte';

/** Has the chosen model write the report of one community. */
export class ReportWriting {
  busy = $state(false);
  readonly #session: Session;
  #stop = new AbortController();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Resolves with true once the report stands. */
  async write(community: number): Promise<boolean> {
    if (this.busy) return false;
    const { signal } = (this.#stop = new AbortController());
    this.busy = true;
    const done = await this.#session.notices.attempt('Writing the report', async () => {
      const engine = await this.#session.engine();
      for await (const event of engine.writeReport(community, { signal })) {
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
