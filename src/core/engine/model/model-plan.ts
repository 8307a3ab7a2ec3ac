import type { ReadingOptions } from '../../extract/model/reading';
import { sumLoads, type PlanPart } from '../../index/model/model-plan';
import { suggest, type Suggestion } from '../../index/model/suggest';
import { readingChoices } from '../../index/model/reading-step';
import type { CallOptions, IndexState } from '../../ports';
import type { EngineEnv } from '../env';
import type { OpenCollection } from '../open-collection';
import { paceOf, type RunModels } from './chosen-models';
import { readingOptions } from './reading-options';
import { descriptionsPart, readingPart, reportsPart, resolutionPart, type Planned } from './plan-parts';
import { readingTodo, wantedOf } from './reading-todo';
import { nextRound, roundOf } from './rounds';

/** What indexing with the chosen model would do now, and what that takes on this machine. */
export interface ModelPlan {
  /** The name for people of the model that reads. */
  readonly title: string;
  /** That of the model that writes descriptions and reports. */
  readonly reporter: string;
  readonly layer: string;
  readonly depth: ReadingOptions['depth'];
  /** Passages of the collection, those that the plan covers, and how many of these are read already. */
  readonly passages: { readonly all: number; readonly planned: number; readonly done: number };
  /** Steps with something to ask, in order. */
  readonly parts: readonly PlanPart[];
  /** Seconds by the measured speed; null before the model's first call on this machine. */
  readonly seconds: number | null;
  /** Bytes on disk, about. */
  readonly bytes: number;
  readonly suggestion: Suggestion;
}

/** A kept reply and the records of it, per token written. */
const BYTES_PER_TOKEN = 20;
const BYTES_PER_CALL = 600;

export type PlanOptions = CallOptions & {
  readonly env: Pick<EngineEnv, 'clock' | 'settings'>;
  /** True where a run goes on, rather than that a person begins one: what came to nothing is then not tried again. */
  readonly goesOn?: boolean;
};

export async function planModelIndex(
  open: OpenCollection,
  models: RunModels,
  parameters: IndexState['parameters'],
  options: PlanOptions,
): Promise<ModelPlan> {
  const { settings } = options.env;
  const { choice, title } = models.reading;
  const choices = readingChoices(parameters);
  const reading = await readingOptions(choices, models.reading, settings);
  const { model } = open.store.state;
  const before = model?.layer === reading.layer ? model : undefined;
  const round = options.goesOn ? roundOf(before) : nextRound(before);
  const todo = await readingTodo(open, { ...reading, ...wantedOf(choices, round) }, options);
  const { contextWindow } = models.reports.capabilities;
  const planned: Planned = { open, parameters, reading, todo, language: choices.language, contextWindow };
  const parts = [
    readingPart(planned),
    await resolutionPart(planned, options),
    descriptionsPart(planned),
    reportsPart(planned),
  ].filter(({ calls }) => calls > 0);
  const pace = await paceOf(models, settings);
  const seconds = parts.map((part) => pace.secondsFor(part.step, part));
  const load = sumLoads(parts);
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  const tokens = open.tables.text_units.reduce((sum, unit) => sum + unit.n_tokens, 0);
  return {
    title,
    reporter: models.reports.title,
    layer: reading.layer,
    depth: choices.depth,
    passages: { all: todo.all, planned: todo.done + todo.units.length, done: todo.done },
    parts,
    seconds: seconds.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0),
    bytes: load.replyTokens * BYTES_PER_TOKEN + calls * BYTES_PER_CALL,
    suggestion: suggest(`${choice.model} ${title}`, tokens),
  };
}
