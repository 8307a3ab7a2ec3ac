import { createContext } from 'svelte';
import type { EngineApi } from '../../core/engine/api';
import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { IndexEvent } from '../../core/engine/session/index-events';
import type { ModelIndexOptions } from '../../core/engine/model-index/model-index-calls';
import type { ModelPlan } from '../../core/engine/model-index/plan/model-plan';
import type { IndexState, RunExtras } from '../../core/ports/index-state';
import { percentage } from '../words/numbers';
import { keepScreenOn } from '../platform/page-visibility.svelte';
import { explain, isAbort } from '../words/errors';
import type { ConnectEngine } from '../engine';
import { language } from '../words/language.svelte';

type ModelEvent = Extract<IndexEvent, { kind: 'model' }>;
type Stage = Extract<IndexEvent, { kind: 'stage' }>;
export type Parameters = IndexState['parameters'];

/** The step in which a model reads passages. */
export const READING = 'model reading';

/** `begins` where a person begins a run, with what is asked of it besides; else it continues as it was. */
type Begin = Pick<ModelIndexOptions, 'begins' | 'extras'>;

interface Owner {
  readonly engine: ConnectEngine;
  /** The engine without what a person has deleted. */
  readonly modelEngine: ConnectEngine;
  readonly adopt: (view: CollectionView) => void;
  /** Runs a change of the index; see `Indexing.run`. */
  readonly change: (doing: string, start: (engine: EngineApi) => AsyncIterable<IndexEvent>) => Promise<boolean>;
  /** Called when a run came to its end by itself, with how it ended in words. */
  readonly ended: (words: string) => void;
}

/** Indexing the open collection with a language model, in the background: it can be asked meanwhile. */
export class ModelIndexing {
  running = $state(false);
  progress = $state.raw<ModelEvent | null>(null);
  /** Set while the tables are brought up to what was read. */
  stage = $state.raw<Stage | null>(null);
  /** Reason why it ended early by itself; empty when it did not. */
  failure = $state('');
  plan = $state.raw<ModelPlan | null>(null);
  /** True while a plan is being made; the one before is shown until then. */
  planning = $state(false);
  /** Reason for a missing plan, in words; empty when nothing failed. */
  planFailure = $state('');
  /** True while the dialog with the plan is open. */
  shown = $state(false);
  /** True where a person wants to be led to the run's block in the library. */
  sought = $state(false);
  /** Number of attempts to index without a chosen model, since the settings were left. */
  lacking = $state(0);
  /**
   * Way of leaving it: `ending` while the calls in flight are answered before a pause, else until the tables include
   * all readings.
   */
  leaving = $state<'ending' | 'paused' | 'stopped' | null>(null);
  /** True while what models made is being taken back. */
  takingBack = $state(false);
  /** Tokens per second of this run as it passed here; null until there are some. */
  rate = $state<number | null>(null);
  readonly fraction = $derived(
    this.progress && this.progress.tokens > 0 ? Math.min(1, this.progress.tokensDone / this.progress.tokens) : 0,
  );
  readonly title = $derived(this.running && this.progress ? `${percentage(this.fraction)} · Burrow` : 'Burrow');
  readonly #owner: Owner;
  #clock: { readonly since: number; readonly tokens: number } | null = null;
  #stop = new AbortController();
  #looking = new AbortController();
  #over: Promise<void> = Promise.resolve();

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  /** Plans the work for the chosen model, by these parameters. An earlier look is ended: only the last one counts. */
  async look(parameters: Parameters = {}, extras?: RunExtras): Promise<void> {
    this.#looking.abort();
    const { signal } = (this.#looking = new AbortController());
    this.planning = true;
    try {
      const engine = await this.#owner.modelEngine();
      const plan = await engine.modelPlan(parameters, { signal, ...(extras && { extras }) });
      if (!signal.aborted) Object.assign(this, { plan, planFailure: '' });
    } catch (error) {
      if (!signal.aborted) this.planFailure = explain(language.words.library.doing.planModel, error).what;
    } finally {
      if (!signal.aborted) this.planning = false;
    }
  }

  /** The plan of a run by these parameters, which is not shown. Null without a model. */
  async planBy(parameters: Parameters, extras: RunExtras, signal: AbortSignal): Promise<ModelPlan | null> {
    return (await this.#owner.modelEngine()).modelPlan(parameters, { signal, extras });
  }

  /** Continues the run that was active when the tab was closed or its GPU was lost. */
  goOn(view: CollectionView): void {
    if (view.model?.phase === 'running' && view.writable && !this.running && this.failure === '') void this.start();
  }

  start(parameters: Parameters = {}, how: Begin = {}): Promise<void> {
    if (!this.running) this.#over = this.#run(parameters, how);
    return this.#over;
  }

  /** Begins no call and pauses once those in flight are answered; asked a second time, at once. */
  async pause(): Promise<void> {
    if (this.leaving === 'ending') return this.#leave('paused');
    if (this.leaving !== null) return;
    this.leaving = 'ending';
    await (await this.#owner.engine()).pauseModelIndex();
    await this.#over;
    if (this.#isEnding()) await this.#leave('paused');
  }

  /** Ends it and keeps what was read. */
  stop(): Promise<void> {
    return this.#leave('stopped');
  }

  /** Retries at once where a run waits for its model. */
  async tryNow(): Promise<void> {
    if (this.progress?.waiting) await (await this.#owner.engine()).wakeModelIndex();
  }

  /** Takes out what models made under these layers, and forgets run and plan. Both stay where the engine refuses. */
  async takeBack(layers: readonly string[]): Promise<void> {
    this.takingBack = true;
    try {
      const isTaken = await this.#owner.change(language.words.library.doing.revertModel, (engine) =>
        engine.revertRuns(layers),
      );
      if (isTaken) Object.assign(this, { plan: null, failure: '', progress: null });
    } finally {
      this.takingBack = false;
    }
  }

  /** The collection is being left. */
  reset(): void {
    if (this.#isEnding()) this.leaving = null;
    this.#stop.abort();
    this.#looking.abort();
    Object.assign(this, { plan: null, planning: false, planFailure: '', shown: false, lacking: 0 });
    Object.assign(this, { failure: '', progress: null, stage: null });
  }

  async #run(parameters: Parameters, how: Begin): Promise<void> {
    const { signal } = (this.#stop = new AbortController());
    // The plan was about what stood before: at the end another one is made.
    Object.assign(this, { running: true, failure: '', plan: null, progress: null, stage: null, rate: null });
    this.#clock = null;
    const letScreenSleep = keepScreenOn();
    let isDone = false;
    try {
      const engine = await this.#owner.modelEngine();
      for await (const event of engine.indexWithModel(parameters, { signal, ...how })) {
        this.#apply(event);
        if (event.kind === 'committed') isDone = event.view.model?.phase === 'done';
      }
      if ((isDone || this.leaving === null) && !signal.aborted) this.#owner.ended(language.words.library.finishedModel);
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) {
        this.failure = explain(language.words.library.doing.indexWithModel, error).what;
        this.#owner.ended(this.failure);
      }
    } finally {
      letScreenSleep();
      Object.assign(this, { running: false, stage: null });
    }
  }

  #apply(event: IndexEvent): void {
    if (event.kind === 'model') {
      this.progress = event;
      this.stage = null;
      this.#time(event);
    } else if (event.kind === 'stage') this.stage = event;
    else if (event.kind === 'committed') this.#owner.adopt(event.view);
  }

  /** Remembered replies cost nothing and do not count; without an answer for a while the rate sinks. */
  #time({ run }: ModelEvent): void {
    if (!run) return;
    const tokens = run.spent.promptTokens + run.spent.completionTokens;
    this.#clock ??= { since: performance.now(), tokens };
    const seconds = (performance.now() - this.#clock.since) / 1000;
    const spent = tokens - this.#clock.tokens;
    this.rate = spent > 0 && seconds > 0 ? spent / seconds : null;
  }

  /** Checks the state again after a wait: a second click may have come. */
  #isEnding(): boolean {
    return this.leaving === 'ending';
  }

  async #leave(how: 'paused' | 'stopped'): Promise<void> {
    if (this.leaving !== null && this.leaving !== 'ending') return;
    this.leaving = how;
    this.#stop.abort();
    await this.#over;
    const { pause, stop } = language.words.library.doing;
    await this.#owner.change(how === 'paused' ? pause : stop, (engine) => engine.leaveModelIndex(how));
    this.leaving = null;
  }
}

export const [getModelIndexing, setModelIndexing] = createContext<ModelIndexing>();
