import type { StepDescription } from '../../core/engine/indexing/indexing-calls';
import type { ParameterDescription } from '../../core/parameters';
import type { RunExtras } from '../../core/ports/index-state';
import { getModelIndexing, READING, type Parameters } from './model-indexing.svelte';
import { getEngine } from '../engine';
import { getNotices } from '../notices.svelte';
import { modelIndexWords } from '../words/screens/model-index-words';

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
  /** True once the first plan has come, or could not be made. */
  loaded = $state(false);
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  readonly #modelIndexing = getModelIndexing();
  #timer: ReturnType<typeof setTimeout> | undefined;

  async load(): Promise<void> {
    await this.#notices.attempt(modelIndexWords().loadingParameters, async () => {
      const engine = await this.#engine();
      this.steps = (await engine.steps()).filter((step) => step.name.startsWith('model '));
    });
    await this.#modelIndexing.look(this.changed, this.extras);
    this.loaded = true;
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
    clearTimeout(this.#timer);
  }

  #change(changed: Parameters): void {
    this.changed = changed;
    this.#modelIndexing.planning = true; // what is shown is no longer what would be started
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#modelIndexing.look(this.changed, this.extras), QUIET);
  }
}
