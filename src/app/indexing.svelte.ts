import type { CollectionView, EngineApi, IndexEvent, SourceState } from '../core/engine/api';
import type { CallOptions, SourceFile } from '../core/ports';
import { batcher } from './batch';
import type { Notices } from './notices.svelte';
import { percentage } from './numbers';
import { isAbort } from './words';

export interface IntakeLine {
  readonly path: string;
  readonly state: SourceState;
  readonly reason?: string;
  readonly documentIds?: readonly string[];
}

type Stage = Extract<IndexEvent, { kind: 'stage' }>;
type Start = (engine: EngineApi, options: CallOptions) => AsyncIterable<IndexEvent>;

interface Run {
  readonly doing: string;
  readonly start: Start;
  readonly done: (finished: boolean) => void;
}

/** Runs what changes the index, one after the other, and shows how far it is. */
export class Indexing {
  running = $state(false);
  paused = $state(false);
  stage = $state.raw<Stage | null>(null);
  lines = $state.raw<readonly IntakeLine[]>([]);
  readonly title = $derived(this.running && this.stage ? `${percentage(this.stage.fraction)} · Burrow` : 'Burrow');
  readonly #engine: () => Promise<EngineApi>;
  readonly #adopt: (view: CollectionView) => void;
  readonly #notices: Notices;
  readonly #given = new Map<string, SourceFile>();
  readonly #queue: Run[] = [];
  #controller: AbortController | null = null;

  constructor(engine: () => Promise<EngineApi>, adopt: (view: CollectionView) => void, notices: Notices) {
    this.#engine = engine;
    this.#adopt = adopt;
    this.#notices = notices;
  }

  /** Waits for its turn; resolves with true when the run went to its end. */
  run(doing: string, start: Start): Promise<boolean> {
    return new Promise((done) => {
      this.#queue.push({ doing, start, done });
      void this.#drain();
    });
  }

  add(sources: readonly SourceFile[], onChange: 'ask' | 'replace' | 'keep both' = 'ask'): Promise<boolean> {
    for (const source of sources) this.#given.set(source.path, source);
    this.#apply(sources.map((source) => ({ kind: 'source', path: source.path, state: 'queued' })));
    this.paused = false;
    return this.run('Adding documents', (engine, options) => engine.add(sources, { ...options, onChange }));
  }

  /** Gives the bytes of a line to the engine again. */
  again(path: string, onChange: 'ask' | 'replace' | 'keep both'): Promise<boolean> {
    const source = this.#given.get(path);
    return source ? this.add([source], onChange) : Promise.resolve(false);
  }

  /** Reads a source that failed once more; its bytes are kept by the engine. */
  retry(path: string): Promise<boolean> {
    this.#apply([{ kind: 'source', path, state: 'queued' }]);
    this.paused = false;
    return this.run('Reading the file again', (engine, options) => engine.retry(path, options));
  }

  canRepeat(path: string): boolean {
    return this.#given.has(path);
  }

  pause(): void {
    this.paused = true;
    this.#controller?.abort();
  }

  resume(): Promise<boolean> {
    this.paused = false;
    return this.run('Indexing', (engine, options) => engine.resume(options));
  }

  forget(path: string): void {
    this.#given.delete(path);
    this.lines = this.lines.filter((line) => line.path !== path);
  }

  reset(): void {
    this.#controller?.abort();
    this.#given.clear();
    this.lines = [];
    this.stage = null;
    this.paused = false;
  }

  async #drain(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let run = this.#queue.shift(); run; run = this.#queue.shift()) run.done(await this.#consume(run));
    this.running = false;
    this.stage = null;
  }

  async #consume(run: Run): Promise<boolean> {
    const controller = new AbortController();
    this.#controller = controller;
    const batch = batcher<IndexEvent>((events) => this.#apply(events));
    try {
      const engine = await this.#engine();
      for await (const event of run.start(engine, { signal: controller.signal })) batch.add(event);
      return !controller.signal.aborted;
    } catch (error) {
      if (!isAbort(error)) this.#notices.fail(run.doing, error);
      return false;
    } finally {
      batch.flush();
      this.#controller = null;
    }
  }

  #apply(events: readonly IndexEvent[]): void {
    const lines = new Map(this.lines.map((line) => [line.path, line]));
    for (const event of events) {
      if (event.kind === 'stage') this.stage = event;
      else if (event.kind === 'source') this.#note(lines, event);
    }
    this.lines = [...lines.values()];
    const committed = events.findLast((event) => event.kind === 'committed');
    if (committed) this.#adopt(committed.view);
  }

  #note(lines: Map<string, IntakeLine>, event: Extract<IndexEvent, { kind: 'source' }>): void {
    const { path, state } = event;
    if (state === 'read' || state === 'removed') {
      lines.delete(path);
      this.#given.delete(path);
    } else {
      lines.set(path, event);
    }
  }
}
