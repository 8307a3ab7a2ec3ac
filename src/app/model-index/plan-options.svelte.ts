import type { StepDescription } from '../../core/engine/indexing/indexing-calls';
import {
  choicesFor,
  INDEX_METHODS,
  type IndexMethod,
  isStepOf,
  METHOD_STEPS,
  methodsOf,
  THEMES,
} from '../../core/derivation/method-choices';
import type { PlanOffer } from '../../core/index/planning';
import type { ParameterDescription } from '../../core/parameters';
import type { RunExtras } from '../../core/ports/index-state';
import { getModelIndexing, READING, type Parameters } from './model-indexing.svelte';
import { planRequest } from './plan-request';
import { getEngine } from '../engine';
import { getNotices } from '../notices.svelte';
import { sumOf } from '../words/model-index';
import { modelIndexWords } from '../words/screens/model-index-words';

const SUMMARIES = 'model summaries';

type Value = number | string | boolean;

/** Milliseconds without a change before the plan is made again. */
const QUIET = 250;

/** Choices of the person before a model reads; nothing changes until the run is started. */
export class PlanOptions {
  /** The steps that ask a model. */
  steps = $state.raw<readonly StepDescription[]>([]);
  /** Changed values, by step and parameter. */
  changed = $state.raw<Parameters>({});
  /** Additional work of this one run. */
  extras = $state.raw<RunExtras>({});
  /** The methods that the run serves. */
  readonly methods = $derived.by(() =>
    methodsOf({
      parameters: Object.fromEntries(
        this.steps.map(({ name, parameters }) => [
          name,
          Object.fromEntries(parameters.map((one) => [one.name, this.value(name, one.name) ?? one.value])),
        ]),
      ),
      skipSteps: this.extras.skipSteps ?? [],
    }),
  );
  /** Prices of the methods, each by itself. Missing while it is counted. */
  prices = $state.raw<Readonly<Partial<Record<IndexMethod, PlanOffer>>>>({});
  /** True once the first plan has come, or could not be made. */
  loaded = $state(false);
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  readonly #modelIndexing = getModelIndexing();
  #pricing = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  async load(): Promise<void> {
    await this.#notices.attempt(modelIndexWords().loadingParameters, async () => {
      const engine = await this.#engine();
      this.steps = (await engine.steps()).filter((step) => step.name.startsWith('model '));
    });
    if (planRequest.isTreeAnew) {
      planRequest.isTreeAnew = false;
      this.changed = { [SUMMARIES]: { write: true, edition: Number(this.value(SUMMARIES, 'edition')) + 1 } };
      this.extras = { skipSteps: this.steps.flatMap(({ name }) => (name === SUMMARIES ? [] : name)) };
    }
    await this.#look();
    this.loaded = true;
  }

  /** Plans the run as it is chosen. The prices of methods come after it. */
  async #look(): Promise<void> {
    this.#pricing.abort();
    const { signal } = (this.#pricing = new AbortController());
    await this.#modelIndexing.look(this.changed, this.extras);
    if (!signal.aborted) void this.#priceMethods(signal);
  }

  /** Counts what each method takes by itself, with what is there already. */
  async #priceMethods(signal: AbortSignal): Promise<void> {
    const depth = this.#depth;
    for (const method of this.#modelIndexing.plan ? INDEX_METHODS : []) {
      if (signal.aborted) return;
      const { parameters, skipSteps } = choicesFor([method], { methods: [], skipSteps: [], depth });
      const plan = await this.#modelIndexing
        .planBy(added(this.changed, parameters), { ...this.extras, skipSteps }, signal)
        .catch(() => null); // only an estimate
      if (signal.aborted || !plan) continue;
      const price = { ...sumOf(plan.parts), items: plan.parts.length, seconds: plan.seconds };
      this.prices = { ...this.prices, [method]: price };
    }
  }

  /** Depth in which GraphRAG reads: the chosen one, else the one that fits the model. */
  get #depth(): string {
    const chosen = this.value(READING, 'depth');
    return chosen === undefined || chosen === THEMES
      ? (this.#modelIndexing.plan?.suggestion.depth ?? 'compact')
      : String(chosen);
  }

  /** Checks if a step is switched on with a method. */
  isMethod(step: string): boolean {
    return METHOD_STEPS.includes(step);
  }

  /** Checks if a step belongs to a chosen method. */
  serves(step: string): boolean {
    return isStepOf(this.methods, step);
  }

  /** Adds a method to the run, or takes it out. */
  choose(method: IndexMethod, isChosen: boolean): void {
    const methods = INDEX_METHODS.filter((one) => (one === method ? isChosen : this.methods.includes(one)));
    const { skipSteps: before = [] } = this.extras;
    const choices = choicesFor(methods, { methods: this.methods, skipSteps: before, depth: this.#depth });
    this.extras = { ...this.extras, skipSteps: choices.skipSteps };
    this.#change(added(this.changed, choices.parameters));
  }

  /** A parameter of a step; undefined where there is no such step or parameter. */
  find(step: string, name: string): ParameterDescription | undefined {
    return this.steps.find((one) => one.name === step)?.parameters.find((one) => one.name === name);
  }

  /** The value as it is chosen now. */
  value(step: string, name: string): Value | undefined {
    return this.changed[step]?.[name] ?? this.find(step, name)?.value;
  }

  set(step: string, name: string, value: Value): void {
    this.#change({ ...this.changed, [step]: { ...this.changed[step], [name]: value } });
  }

  ask(extras: RunExtras): void {
    this.extras = { ...this.extras, ...extras };
    this.#change(this.changed);
  }

  /** Takes the depth and the budget that fit the model and the collection. */
  suggested(): void {
    const suggestion = this.#modelIndexing.plan?.suggestion;
    if (!suggestion) return;
    const { depth, budget } = suggestion;
    this.#change({ ...this.changed, [READING]: { ...this.changed[READING], depth, budget } });
  }

  /** The plan is no longer looked at. */
  end(): void {
    this.#pricing.abort();
    clearTimeout(this.#timer);
  }

  #change(changed: Parameters): void {
    this.changed = changed;
    this.#modelIndexing.planning = true; // what is shown is no longer what would be started
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), QUIET);
  }
}

/** Parameters with some of them changed. */
const added = (parameters: Parameters, changed: Parameters): Parameters =>
  Object.entries(changed).reduce(
    (all, [step, values]) => ({ ...all, [step]: { ...all[step], ...values } }),
    parameters,
  );
