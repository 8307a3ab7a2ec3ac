import type { ReadingOptions } from '../../extract/model/reading';
import { sumLoads, type PlanPart } from '../../index/model/model-plan';
import { suggest, type Suggestion } from '../../index/model/suggest';
import { readingChoices } from '../../index/model/reading-step';
import type { ChatModelInfo } from '../../models/chat-model';
import { knownSpeed, secondsFor } from '../../models/speed';
import type { CallOptions, IndexState } from '../../ports';
import type { EngineEnv } from '../env';
import type { OpenCollection } from '../open-collection';
import { readingOptions } from './reading-options';
import { descriptionsPart, readingPart, reportsPart, resolutionPart, type Planned } from './plan-parts';
import { readingTodo, wantedOf } from './reading-todo';

/** What indexing with the chosen model would do now, and what that takes on this machine. */
export interface ModelPlan {
  /** The chat model's name for people. */
  readonly title: string;
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

export type PlanOptions = CallOptions & { readonly env: Pick<EngineEnv, 'clock' | 'settings'> };

export async function planModelIndex(
  open: OpenCollection,
  { choice, title, capabilities }: ChatModelInfo,
  parameters: IndexState['parameters'],
  options: PlanOptions,
): Promise<ModelPlan> {
  const { settings } = options.env;
  const choices = readingChoices(parameters);
  const reading = await readingOptions(choices, { title, capabilities }, settings);
  const todo = await readingTodo(open, { ...reading, ...wantedOf(choices) }, options);
  const planned: Planned = { open, parameters, reading, todo, language: choices.language };
  const parts = [
    readingPart(planned),
    await resolutionPart(planned, options),
    descriptionsPart(planned),
    reportsPart(planned),
  ].filter(({ calls }) => calls > 0);
  const speed = await knownSpeed(settings, choice);
  const load = sumLoads(parts);
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  const tokens = open.tables.text_units.reduce((sum, unit) => sum + unit.n_tokens, 0);
  return {
    title,
    layer: reading.layer,
    depth: choices.depth,
    passages: { all: todo.all, planned: todo.done + todo.units.length, done: todo.done },
    parts,
    seconds: speed ? secondsFor(speed, load, capabilities.parallel) : null,
    bytes: load.replyTokens * BYTES_PER_TOKEN + calls * BYTES_PER_CALL,
    suggestion: suggest(`${choice.model} ${title}`, tokens),
  };
}
