import type { StepDescription } from '../../core/engine/indexing/indexing-calls';
import type { ParameterDescription } from '../../core/parameters';
import { getEngine } from '../engine';
import { getIndexing } from '../library/indexing.svelte';
import { getNotices } from '../notices.svelte';
import { settingsWords } from '../words/screens/settings-words';
import { modelIndexWords } from '../words/screens/model-index-words';
import { messageText } from '../words/messages';

type Value = number | string | boolean;

/** Parameters of the index steps, as the person is changing them. */
export class Steps {
  steps = $state.raw<readonly StepDescription[]>([]);
  /** Changed values not applied yet, by step and parameter. */
  changed = $state.raw<Readonly<Record<string, Readonly<Record<string, Value>>>>>({});
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  readonly #indexing = getIndexing();

  async load(): Promise<void> {
    await this.#notices.attempt(modelIndexWords().loadingParameters, async () => {
      const engine = await this.#engine();
      this.steps = await engine.steps();
    });
  }

  /** The value in the form. */
  value({ name }: StepDescription, parameter: ParameterDescription): Value {
    return this.changed[name]?.[parameter.name] ?? parameter.value;
  }

  set(step: string, name: string, value: Value): void {
    this.changed = { ...this.changed, [step]: { ...this.changed[step], [name]: value } };
  }

  reset(step: StepDescription): void {
    const values = Object.fromEntries(step.parameters.map((parameter) => [parameter.name, parameter.default]));
    this.changed = { ...this.changed, [step.name]: values };
  }

  async apply(step: StepDescription): Promise<void> {
    const values = Object.fromEntries(step.parameters.map((parameter) => [parameter.name, parameter.value]));
    const next = { ...values, ...this.changed[step.name] };
    const done = await this.#indexing.run(
      settingsWords().indexing.applying(messageText(step.title)),
      (engine, options) => engine.configure(step.name, next, options),
    );
    if (!done) return;
    const { [step.name]: _applied, ...others } = this.changed;
    this.changed = others;
    await this.load();
  }
}
