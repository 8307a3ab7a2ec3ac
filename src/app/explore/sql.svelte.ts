import type { SqlOutcome, SqlRows } from '../../core/ports/collections';
import type { Message } from '../../core/message';
import { getEngine } from '../engine';
import { getDeletions } from '../library/deletions.svelte';
import { getNotices } from '../notices.svelte';
import { fileName, saveFile } from '../platform/files';
import { explain } from '../words/errors';
import { exploreWords } from '../words/screens/explore-words';

type Result = Extract<SqlOutcome, { kind: 'result' }>;

/** A query of a person, and the page of its result that is shown. Made while a component starts. */
export class SqlBox {
  result = $state.raw<Result | null>(null);
  rows = $state.raw<SqlRows>([]);
  offset = $state(0);
  /** Milliseconds that the last query took. */
  milliseconds = $state(0);
  busy = $state(false);
  /** Error of the last query: DuckDB's words, or ours. */
  refused = $state.raw<{ readonly words: Message; readonly line: number | null } | null>(null);
  readonly limit = 50;
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  readonly #deletions = getDeletions();
  #running: AbortController | null = null;

  /** Runs a query in place of the one before. */
  async run(query: string): Promise<void> {
    this.stop();
    const running = (this.#running = new AbortController());
    const begun = performance.now();
    this.busy = true;
    this.refused = null;
    try {
      const engine = await this.#engine();
      const leftOut = [...this.#deletions.documents];
      const outcome = await engine.sql(query, { signal: running.signal, leftOut });
      const rows = outcome.kind === 'result' ? await engine.sqlRows(0, this.limit) : [];
      if (running !== this.#running) return;
      this.milliseconds = Math.round(performance.now() - begun);
      this.offset = 0;
      this.rows = rows;
      this.result = outcome.kind === 'result' ? outcome : null;
      this.refused = outcome.kind === 'refused' ? outcome : null;
    } catch (error) {
      if (running !== this.#running) return;
      this.result = null;
      this.refused = { words: this.#words(error, running.signal.aborted), line: null };
    } finally {
      if (running === this.#running) this.busy = false;
    }
  }

  stop(): void {
    this.#running?.abort();
  }

  /** Turns by so many pages. */
  async turn(by: number): Promise<void> {
    const offset = this.offset + by * this.limit;
    await this.#notices.attempt(exploreWords().table.reading, async () => {
      const engine = await this.#engine();
      this.rows = await engine.sqlRows(offset, this.limit);
      this.offset = offset;
    });
  }

  /** Saves the result as a CSV file. */
  async save(name: string): Promise<void> {
    await this.#notices.attemptLong(exploreWords().sql.saving, async () => {
      const engine = await this.#engine();
      saveFile(await engine.sqlCsv(), fileName(name, 'csv'));
    });
  }

  #words(error: unknown, isStopped: boolean): string {
    if (isStopped) return exploreWords().sql.stopped;
    const { what, next } = explain(exploreWords().sql.running, error);
    return `${what} ${next}`.trim();
  }
}
