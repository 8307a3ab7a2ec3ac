import { untrack } from 'svelte';
import type { Contestant } from '../../core/evaluation/evaluation';
import type {
  ClaimCell,
  ClaimsView,
  EvaluationCalls,
  EvaluationEvent,
  EvaluationPlan,
  EvaluationResults,
  PlanPrice,
} from '../../core/engine/evaluation/evaluation-calls';
import { fileName, saveFile } from '../platform/files';
import { keepScreenOn } from '../platform/page-visibility.svelte';
import type { Session } from '../session.svelte';
import { modeName } from '../words/answers';
import { explain, isAbort } from '../words/errors';
import { evaluateWords } from '../words/screens/evaluate-words';
import { priceWords } from '../words/model-index';
import { count, duration } from '../words/numbers';
import { visibleSigns } from '../words/visible-signs';
import { EXPORTS, type ExportFormat, isOwn, ownFile } from './exported-file';
import { keepChoice, keptChoice, type KeptChoice, workOf } from './stored-choice';
import type { Progress, QuestionSet } from './question-set.svelte';

type Failure = Omit<Extract<EvaluationEvent, { kind: 'failed' }>, 'kind'>;

/** Milliseconds without a change before the plan is made again. */
const QUIET = 250;
/** Rests between two readings of the results of a run: milliseconds, and times as long as the reading took. */
const REST = { least: 2000, times: 10 } as const;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Comparison of modes on the approved questions: its choice, price, progress and results. */
export class EvaluationRun {
  choice = $state.raw<KeptChoice>(keptChoice(''));
  plan = $state.raw<EvaluationPlan | null>(null);
  planning = $state(false);
  /** Reason for a missing plan, in words; empty when nothing failed. */
  planFailure = $state('');
  running = $state(false);
  pausing = $state(false);
  /** True after a pause, until the next run. */
  paused = $state(false);
  progress = $state.raw<Progress | null>(null);
  /** Items that are kept, by part. */
  #kept = $state.raw<Readonly<Record<string, number>>>({});
  /** Items of the plan, and those that were kept when it was made. */
  readonly items = $derived(sumOf((this.plan?.parts ?? []).map((part) => part.items)));
  readonly kept = $derived(sumOf((this.plan?.parts ?? []).map((part) => part.kept)));
  /** Part of the plan that is kept now, 0 to 1. */
  readonly fraction = $derived(Math.min(1, sumOf(Object.values(this.#kept)) / Math.max(1, this.items)));
  /** Questions that failed in this run. */
  failures = $state.raw<readonly Failure[]>([]);
  /** Reason why a run ended early by itself, in words; empty when it did not. */
  failure = $state('');
  results = $state.raw<EvaluationResults | null>(null);
  readonly work = $derived(workOf(this.choice));
  /** True for a run that a reload or a change of the collection cut off. */
  readonly interrupted = $derived(this.choice.isRunning && !this.running);
  readonly #models = $derived(new Set(this.results?.modes.map(({ contestant }) => contestant.model)));
  readonly #session: Session;
  readonly #questions: QuestionSet;
  #collection = '';
  #stop = new AbortController();
  #looking = new AbortController();
  #over: Promise<void> = Promise.resolve();
  /** True while results are read, and for a while after: a run has not only them to do. */
  #resting = false;
  /** True if a run kept something that the results do not show. */
  #isStale = false;

  constructor(session: Session, questions: QuestionSet) {
    this.#session = session;
    this.#questions = questions;
  }

  /** Turns to a collection: its choice and its results. A run that was under way waits for the person. */
  async open(collection: string): Promise<void> {
    this.#collection = collection;
    Object.assign(this, { plan: null, planFailure: '', failure: '', failures: [], paused: false, results: null });
    this.choice = keptChoice(collection);
    await this.readResults();
  }

  /** Changes the choice, which gives up a run that was interrupted. Results of what was run already follow it. */
  choose(change: Partial<KeptChoice>): void {
    this.choice = { ...this.choice, isRunning: false, ...change };
    keepChoice(this.#collection, this.choice);
  }

  /** Makes the plan in an effect, and again after each change of the choice, the questions or the index. */
  followPlan(): (() => void) | undefined {
    const { contestants, measures } = this.work;
    const isIndexed = (this.#session.library.view?.generation ?? -1) >= 0;
    const isChosen = this.#questions.approved.length > 0 && contestants.length > 0 && measures.length > 0;
    const isDue = isIndexed && isChosen && !this.running;
    untrack(() => (this.planning = isDue));
    if (!isDue) return undefined;
    const timer = setTimeout(() => void this.#look(), QUIET);
    return () => {
      clearTimeout(timer);
      this.#looking.abort();
    };
  }

  async #look(): Promise<void> {
    const { signal } = (this.#looking = new AbortController());
    try {
      const plan = await (await this.#session.modelEngine()).evaluationPlan(this.work, { signal });
      if (!signal.aborted) Object.assign(this, { plan, planFailure: '' });
      await this.readResults();
    } catch (error) {
      if (!signal.aborted) this.planFailure = explain(evaluateWords().doing.plan, error).what;
    } finally {
      if (!signal.aborted) this.planning = false;
    }
  }

  /** Reads the measures of everything kept, as after verdicts by hand. */
  async readResults(): Promise<void> {
    const [collection, began] = [this.#collection, performance.now()];
    [this.#resting, this.#isStale] = [true, false];
    const results = await this.#read((engine) => engine.evaluationResults(this.work));
    if (results && collection === this.#collection) this.results = results;
    const rest = Math.max(REST.least, REST.times * (performance.now() - began));
    setTimeout(() => {
      this.#resting = false;
      this.#catchUp();
    }, rest);
  }

  #catchUp(): void {
    if (this.running && this.#isStale && !this.#resting) void this.readResults();
  }

  start(): Promise<void> {
    if (!this.running) this.#over = this.#run();
    return this.#over;
  }

  /** Begins no further call, and ends the run once those in flight are answered. */
  async pause(): Promise<void> {
    this.pausing = true;
    await (await this.#session.engine()).pauseEvaluation();
    await this.#over;
    Object.assign(this, { pausing: false, paused: true });
  }

  /** Ends the run of a collection that is being left; a person can resume it when that is open again. */
  async leave(): Promise<void> {
    this.#looking.abort();
    this.#stop.abort();
    await this.#over;
  }

  async #run(): Promise<void> {
    const { signal } = (this.#stop = new AbortController());
    Object.assign(this, { running: true, paused: false, failure: '', failures: [], progress: null });
    this.#kept = Object.fromEntries((this.plan?.parts ?? []).map(({ part, kept }) => [part, kept]));
    this.#session.evaluated = this.fraction;
    this.choose({ isRunning: true });
    const letScreenSleep = keepScreenOn();
    try {
      const engine = await this.#session.modelEngine();
      for await (const event of engine.evaluate(this.work, { signal })) this.#apply(event);
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) this.failure = explain(evaluateWords().doing.run, error).what;
    } finally {
      letScreenSleep();
      Object.assign(this, { running: false, progress: null });
      this.#session.evaluated = null;
      if (!signal.aborted) this.choose({ isRunning: false });
      await this.readResults();
    }
  }

  #apply(event: EvaluationEvent): void {
    if (event.kind === 'progress') {
      this.progress = event;
      this.#kept = { ...this.#kept, [event.part]: event.done };
      this.#session.evaluated = this.fraction;
      this.#isStale = true;
      this.#catchUp();
    } else if (event.kind === 'failed') this.failures = [...this.failures, event];
    else if (event.kind === 'results') this.results = event.results;
  }

  /** Price of the plan in words: about so much, or a range while answers are not written. */
  readonly price = $derived.by(() => {
    const words = evaluateWords().run;
    if (!this.plan || this.plan.calls === 0) return words.free;
    if (!this.plan.bounds) return words.about(priceWords(this.plan));
    const { least, most } = this.plan.bounds;
    const range = (textOf: (price: PlanPrice) => string): string => {
      const [low, high] = [textOf(least), textOf(most)];
      return low === high ? low : words.range(low, high);
    };
    return words.between(
      range(({ calls }) => count(calls)),
      range(({ promptTokens, replyTokens }) => count(promptTokens + replyTokens)),
      range(({ seconds }) => (seconds === null ? '' : duration(seconds))),
    );
  });

  /** Names a contestant with its model. */
  readonly fullName = ({ mode, model }: Contestant): string =>
    model ? `${modeName(mode)} · ${visibleSigns(model)}` : modeName(mode);

  /** Name of a column of the results, with its model where there are several. */
  readonly nameOf = (contestant: Contestant): string =>
    this.#models.size > 1 ? this.fullName(contestant) : modeName(contestant.mode);

  /** Name of a pair, which differs in the mode or in the model: what both share stands before it once. */
  readonly pairName = (one: Contestant, other: Contestant): string => {
    const { against, shared } = evaluateWords().results;
    if (this.#models.size < 2) return against(modeName(one.mode), modeName(other.mode));
    if (one.mode !== other.mode)
      return shared(visibleSigns(one.model ?? ''), against(modeName(one.mode), modeName(other.mode)));
    return shared(modeName(one.mode), against(visibleSigns(one.model ?? ''), visibleSigns(other.model ?? '')));
  };

  /** Claims × passages of an answer; null where they were not checked. */
  async claimsOf(answerId: string): Promise<ClaimsView | null> {
    return (await this.#read((engine) => engine.claimsOf(answerId))) ?? null;
  }

  /** Opens the words of a passage that make the label of a claim. */
  async openSource(cell: ClaimCell): Promise<void> {
    const source = await this.#read((engine) => engine.claimSource(cell));
    if (source) this.#session.evidence.open({ kind: 'passage', ...source });
  }

  #read<T>(from: (engine: EvaluationCalls) => Promise<T>): Promise<T | undefined> {
    return this.#session.notices.attempt(evaluateWords().doing.results, async () => from(await this.#session.engine()));
  }

  /** Saves questions or results as a file, or as one for each mode where another program takes answers of one method. */
  async export(format: ExportFormat): Promise<void> {
    const words = evaluateWords();
    const title = words.fileName(this.#session.library.view?.collection.name ?? '');
    const { extension, isByMode } = EXPORTS[format];
    const columns = this.results?.modes.map(({ contestant }) => [contestant]) ?? [];
    const works = isByMode ? columns.map((contestants) => ({ ...this.work, contestants })) : [this.work];
    await this.#session.notices.attemptLong(words.doing.export, async () => {
      const engine = await this.#session.engine();
      for (const work of works) {
        const names = [words.results.formats[format], ...(isByMode ? work.contestants.map(this.nameOf) : [])];
        const file = isOwn(format)
          ? ownFile(format, { title, questions: this.#questions.all, results: this.results })
          : await engine.exportEvaluation(work, format);
        saveFile(file, fileName(`${title} ${names.join(', ')}`, extension));
      }
    });
  }
}
