import { createContext } from 'svelte';
import type { EngineApi } from '../../core/engine/api';
import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { AddOptions } from '../../core/engine/documents/ingest';
import type { IndexEvent, SourceChange } from '../../core/engine/session/index-events';
import type { CallOptions } from '../../core/platform';
import type { SourceAnswer, SourceFile } from '../../core/ports/documents';
import { batcher } from '../platform/batch';
import type { Notices } from '../notices.svelte';
import { percentage } from '../words/numbers';
import { isAbort } from '../words/errors';
import type { PendingSource } from '../../core/ports/index-state';
import type { ConnectEngine } from '../engine';
import { language } from '../words/language.svelte';

type Stage = Extract<IndexEvent, { kind: 'stage' }>;
type Start = (engine: EngineApi, options: CallOptions) => AsyncIterable<IndexEvent>;

interface Run {
  readonly doing: string;
  /** True if a person waits for it: it stops the run in progress, whose rest continues afterwards. */
  readonly urgent: boolean;
  /** Only keeps what was given: neither a pause nor what is urgent stops it. */
  readonly keeps?: boolean;
  readonly start: Start;
  readonly done: (end: RunEnd) => void;
}

/** End of a run; where it failed the person has seen the reason. */
type RunEnd = 'finished' | 'failed' | 'stopped';

/** Files that are handed to the engine at once: a browser may take milliseconds for each. */
const PART = 16;

/** Milliseconds between two updates of the page by a run. */
const PACE = 250;

/** Adds sources, or only has them kept; where they are many, some at a time. */
async function* addAll(
  engine: EngineApi,
  sources: readonly SourceFile[],
  options: AddOptions,
): AsyncIterable<IndexEvent> {
  if (sources.length <= PART) yield* engine.add(sources, options);
  else yield* (await import('./add-in-parts')).addInParts(engine, sources, options, PART);
}

const LEAST_SECONDS = 10;
const LEAST_SHARE = 0.1;

/** Seconds left at the pace so far; null while that is too uncertain. `share` is the finished part, from 0 to 1. */
export const secondsLeft = (elapsed: number, share: number): number | null =>
  elapsed < LEAST_SECONDS || share < LEAST_SHARE || share >= 1 ? null : (elapsed * (1 - share)) / share;

/** Runs what changes the index, one after the other, and shows how far it is. */
export class Indexing {
  running = $state(false);
  paused = $state(false);
  stage = $state.raw<Stage | null>(null);
  /** Estimated seconds until all is indexed; null while unknown. */
  secondsLeft = $state<number | null>(null);
  lines = $state.raw<readonly SourceChange[]>([]);
  /** Names of the files that were given and that wait until documents can be added. */
  coming = $state.raw<readonly string[]>([]);
  /** Files that were given and are not kept yet, by their paths: none has a line before it would survive the page. */
  #files = $state.raw<ReadonlyMap<string, SourceFile>>(new Map());
  /** Paths of the sources of this visit that are still to be read. */
  readonly unread = $derived([
    ...this.lines.filter(({ state }) => state === 'queued' || state === 'reading').map(({ path }) => path),
    ...this.#files.keys(),
  ]);
  /** True as soon as files were given, and until all that was begun is over. */
  readonly busy = $derived(this.running || this.coming.length > 0);
  /** Progress of keeping the given files; null where all are kept. */
  readonly keeping = $derived.by(() => {
    const left = this.unstored;
    const { length } = this.coming;
    if (left === 0) return length === 0 ? null : { done: 0, total: length };
    return { done: Math.max(0, this.#given - left), total: Math.max(left, this.#given) };
  });
  readonly title = $derived(this.running && this.stage ? `${percentage(this.stage.fraction)} · Burrow` : 'Burrow');
  readonly #engine: ConnectEngine;
  readonly #adopt: (view: CollectionView) => void;
  readonly #notices: Notices;
  readonly #queue: Run[] = [];
  /** True if files are only kept: their collection is about to be left. */
  #leaving = false;
  /** Keeps what was given while nothing of it is read. */
  #keeper: Promise<RunEnd> | undefined;
  /** Files that were given since all were kept. */
  #given = 0;
  /** Start of the first run in progress, in milliseconds: each one counts its share from 0. */
  #begun = 0;
  readonly #running = new Map<Run, AbortController>();
  /** Runs beside the first one, which the engine starts as soon as it can. */
  readonly #alongside = new Set<Promise<RunEnd>>();

  constructor(engine: ConnectEngine, adopt: (view: CollectionView) => void, notices: Notices) {
    this.#engine = engine;
    this.#adopt = adopt;
    this.#notices = notices;
  }

  /** Runs a change now, ahead of what is being read; resolves with true when it went to its end. */
  async run(doing: string, start: Start): Promise<boolean> {
    return (await this.runUrgent(doing, start)) === 'finished';
  }

  /** Does the same, and resolves with the end of the run. */
  runUrgent(doing: string, start: Start): Promise<RunEnd> {
    return this.#enqueue(doing, start, true);
  }

  /** Adds what was given; while reading is paused it is only kept. Resolves with whether that went to its end. */
  add(sources: readonly SourceFile[]): Promise<boolean> {
    const more = sources.filter(({ path }) => !this.#files.has(path)).length;
    this.#given = this.unstored === 0 ? sources.length : this.#given + more;
    const given = new Map(sources.map((source) => [source.path, source]));
    this.lines = this.lines.filter(({ path, state }) => !given.has(path) || state === 'reading');
    this.#files = new Map([...this.#files, ...given]);
    if (this.paused) return this.#keepAll();
    return this.#read(language.words.library.doing.addDocuments, (engine, options) => addAll(engine, sources, options));
  }

  /** Keeps the given files, while nothing is read. Resolves once all are kept, or the failure was shown. */
  async keep(): Promise<void> {
    this.#leaving = true;
    this.#stopReading();
    await this.#keepAll();
    this.#leaving = false;
  }

  /** Continues until all given files are kept; false where that failed, as shown to the person, or was ended. */
  async #keepAll(): Promise<boolean> {
    while (this.unstored > 0) {
      const [isOwn, left] = [!this.#keeper, this.unstored];
      const end = await this.#keepOn();
      if (end !== 'finished' || (isOwn && this.unstored >= left)) return false;
    }
    return true;
  }

  /** Keeps the given files, whatever stops the reading of them. */
  #keepOn(): Promise<RunEnd> {
    if (this.#keeper || this.unstored === 0) return this.#keeper ?? Promise.resolve('finished');
    const unstored = [...this.#files.values()];
    const start: Start = (engine, options) => addAll(engine, unstored, { ...options, keepOnly: true });
    const doing = language.words.library.doing.addDocuments;
    const keeper = this.#consume({ doing, start, urgent: false, keeps: true, done: () => undefined });
    this.#keeper = keeper;
    void keeper.then((end) => {
      if (this.#keeper === keeper) this.#keeper = undefined;
      if (end === 'finished' && !this.paused && !this.#leaving) void this.#readOn();
    });
    return keeper;
  }

  #stopReading(): void {
    for (const [{ urgent, keeps }, controller] of this.#running) if (!urgent && !keeps) controller.abort();
  }

  /** Takes in an offered change; its bytes are kept by the engine. */
  settle(path: string, how: 'replace' | 'keep both'): Promise<boolean> {
    this.#wait(path);
    this.paused = false;
    return this.#read(language.words.library.doing.addChanged, (engine, options) => engine.settle(path, how, options));
  }

  /** Reads a source that failed once more; its bytes are kept by the engine. */
  retry(path: string): Promise<boolean> {
    this.#wait(path);
    this.paused = false;
    return this.#read(language.words.library.doing.readAgain, (engine, options) => engine.retry(path, options));
  }

  /** Reads sources that waited for this answer. */
  answer(paths: readonly string[], answer: SourceAnswer): Promise<boolean> {
    for (const path of paths) this.#wait(path);
    this.paused = false;
    return this.#read(language.words.library.doing.readAgain, (engine, options) =>
      engine.answer(paths, answer, options),
    );
  }

  /** Files that were given and that closing the page would lose. */
  get unstored(): number {
    return this.#files.size;
  }

  pause(): void {
    this.paused = true;
    for (const [{ keeps }, controller] of this.#running) if (!keeps) controller.abort();
    void this.#keepOn();
    void this.#notices.attempt(language.words.library.doing.pause, async () => {
      const engine = await this.#engine();
      await engine.pause();
      this.#adopt(await engine.refresh()); // a run that was stopped did not hear of its last commit
    });
  }

  /** Continues the unfinished work of a collection just opened, unless the person paused it. */
  goOn(view: CollectionView): void {
    if (view.paused) this.paused = true;
    else void this.resume();
  }

  /** Continues with pending sources, and with given ones that are not kept yet. */
  resume(): Promise<boolean> {
    this.paused = false;
    if (this.unstored > 0 && !this.#keeper) return this.add([...this.#files.values()]);
    return this.#readOn();
  }

  #readOn(): Promise<boolean> {
    return this.#read(language.words.library.doing.index, (engine, options) => engine.resume(options));
  }

  forget(paths: readonly string[]): void {
    this.#files = without(this.#files, paths);
    this.lines = this.lines.filter(({ path }) => !paths.includes(path));
  }

  /** Ends all runs, and forgets the given files. */
  reset(): void {
    this.stop();
    this.#files = new Map();
  }

  /** Ends all runs. Files that are not kept wait until their collection is continued. */
  stop(): void {
    this.#queue.splice(0).forEach((run) => run.done('stopped'));
    for (const controller of this.#running.values()) controller.abort();
    this.#keeper = undefined;
    this.lines = [];
    this.stage = null;
    this.paused = false;
  }

  async #read(doing: string, start: Start): Promise<boolean> {
    return (await this.#enqueue(doing, start, false)) === 'finished';
  }

  #enqueue(doing: string, start: Start, urgent: boolean): Promise<RunEnd> {
    return new Promise((done) => {
      const run = { doing, start, urgent, done };
      if (!urgent && this.running) return void this.#startAlongside(run);
      if (urgent) {
        this.#stopReading();
        void this.#keepOn();
        this.#queue.unshift(run);
      } else this.#queue.push(run);
      void this.#drain();
    });
  }

  /** Runs beside the first run: new files are kept at once and read as soon as there is a place for them. */
  #startAlongside(run: Run): void {
    const over = this.#consume(run);
    this.#alongside.add(over);
    void over.then(run.done).finally(() => this.#alongside.delete(over));
  }

  async #drain(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (;;) {
      const run = this.#take();
      if (run) await this.#runFirst(run);
      else if (this.#alongside.size > 0) await Promise.race(this.#alongside);
      else break;
    }
    this.stage = null;
    this.secondsLeft = null;
    this.running = false;
  }

  async #runFirst(run: Run): Promise<void> {
    this.#begun = performance.now();
    this.secondsLeft = null;
    run.done(await this.#consume(run));
  }

  #take(): Run | undefined {
    if (!this.paused) return this.#queue.shift();
    const at = this.#queue.findIndex((run) => run.urgent);
    return at < 0 ? undefined : this.#queue.splice(at, 1)[0];
  }

  async #consume(run: Run): Promise<RunEnd> {
    const controller = new AbortController();
    this.#running.set(run, controller);
    const batch = batcher<IndexEvent>((events) => this.#apply(events), PACE);
    try {
      const engine = await this.#engine();
      for await (const event of run.start(engine, { signal: controller.signal })) batch.add(event);
      return controller.signal.aborted ? 'stopped' : 'finished';
    } catch (error) {
      if (isAbort(error)) return 'stopped';
      this.#notices.fail(run.doing, error);
      return 'failed';
    } finally {
      batch.flush();
      this.#running.delete(run);
    }
  }

  #tell(stage: Stage): void {
    this.stage = stage;
    this.secondsLeft = secondsLeft((performance.now() - this.#begun) / 1000, stage.fraction);
  }

  /** Shows a kept source as queued. */
  #wait(path: string): void {
    this.lines = [...this.lines.filter((line) => line.path !== path), { path, state: 'queued' }];
  }

  #apply(events: readonly IndexEvent[]): void {
    const lines = new Map(this.lines.map((line) => [line.path, line]));
    const heardOf: string[] = [];
    for (const event of events) {
      if (event.kind === 'stage') this.#tell(event);
      if (event.kind !== 'sources') continue;
      for (const source of event.sources) {
        heardOf.push(source.path);
        // One that is kept may be read at once, before it is told that it waits.
        if (source.state === 'queued' && lines.get(source.path)?.state === 'reading') continue;
        if (source.state === 'read' || source.state === 'removed') lines.delete(source.path);
        else lines.set(source.path, source);
      }
    }
    if (heardOf.length > 0) this.lines = [...lines.values()];
    this.#files = without(this.#files, heardOf);
    const committed = events.findLast((event) => event.kind === 'committed');
    if (committed) this.#adopt(committed.view);
  }
}

function without(files: ReadonlyMap<string, SourceFile>, paths: readonly string[]): ReadonlyMap<string, SourceFile> {
  if (!paths.some((path) => files.has(path))) return files;
  const gone = new Set(paths);
  return new Map([...files].filter(([path]) => !gone.has(path)));
}

/** A source that waits to be read, of those that wait. */
interface ShownSource {
  /** Unique id. */
  readonly key: string;
  readonly path: string;
}

/** Lists the waiting sources: each kept one, also several of one path, and the other given files, by their paths. */
export function pendingSources(
  kept: readonly Pick<PendingSource, 'path' | 'byte_hash'>[],
  given: readonly string[],
): readonly ShownSource[] {
  const known = new Set(kept.map(({ path }) => path));
  const others = [...new Set(given)].filter((path) => !known.has(path));
  return [
    ...kept.map(({ path, byte_hash }) => ({ key: `${byte_hash} ${path}`, path })),
    ...others.map((path) => ({ key: path, path })),
  ];
}

export const [getIndexing, setIndexing] = createContext<Indexing>();
