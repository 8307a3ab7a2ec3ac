import type { ChatModelInfo, ChatUsage } from '../../../models/chat-model';
import type { EngineModels } from '../../../models/engine-models';
import { callsPerReply, keepRate, knownRate, rateAfter, type RetryRate } from '../../../models/retry-rate';
import { keepSpeed, knownSpeed, secondsFor, speedAfter, type ModelSpeed, type TokenLoad } from '../../../models/speed';
import { ATTEMPTS } from '../../../models/model-call';
import type { SettingStore } from '../../../platform';
import { versionOf } from '../../../extract/model/messages';
import type { Depth, ReadingOptions } from '../../../extract/model/reading';
import type { ReadingChoices } from '../../../index/model-steps';
import { COMPACT_PROMPT, FULL_PROMPT } from '../../../prompts/extraction';
import { type Prompt, replyFormOf } from '../../../prompts/prompt';
import { THEMES_PROMPT } from '../../../prompts/themes';
import { editedPrompts } from '../../session/setting-calls';

/** The models of an index run: one reads and resolves names, one writes descriptions and reports. */
export interface RunModels {
  readonly reading: ChatModelInfo;
  readonly reports: ChatModelInfo;
}

/** Null when none is chosen. */
export async function chosenModels(models: Pick<EngineModels, 'chat'>): Promise<RunModels | null> {
  const [reading, reports] = [await models.chat('reading'), await models.chat('reports')];
  return reading && reports && { reading: reading.info, reports: reports.info };
}

type Purpose = keyof RunModels;

/** Measured speed of the models of a run on this machine. */
export interface Pace {
  /** Null before the first call of this model on this machine. */
  secondsFor(purpose: Purpose, load: TokenLoad): number | null;
  /** Calls that this model has needed for a reply of use, 1 or more. */
  callsPerReply(purpose: Purpose): number;
  /** A valid reply came. */
  measured(model: ChatModelInfo, usage: ChatUsage): void;
  /** A reply came that is of no use. */
  missed(model: ChatModelInfo): void;
}

/** The pace of these models by the speeds and the replies in the settings, where new measurements are kept. */
export async function createPace(models: RunModels, settings: SettingStore): Promise<Pace> {
  const speeds = new Map<string, ModelSpeed>();
  const rates = new Map<string, RetryRate>();
  const nameOf = ({ choice }: ChatModelInfo): string => JSON.stringify(choice);
  for (const model of [models.reading, models.reports]) {
    const known = await knownSpeed(settings, model.choice);
    if (known) speeds.set(nameOf(model), known);
    const rate = await knownRate(settings, model.choice);
    if (rate) rates.set(nameOf(model), rate);
  }
  const noteReply = (model: ChatModelInfo, isValid: boolean): void => {
    const rate = rateAfter(rates.get(nameOf(model)), isValid);
    rates.set(nameOf(model), rate);
    void keepRate(settings, model.choice, rate).catch(() => undefined); // only an estimate rests on it
  };
  return {
    secondsFor: (purpose, load) => {
      const model = models[purpose];
      const speed = speeds.get(nameOf(model));
      return speed ? secondsFor(speed, load, model.capabilities.parallel) : null;
    },
    callsPerReply: (purpose) => callsPerReply(rates.get(nameOf(models[purpose])), ATTEMPTS),
    missed: (model) => noteReply(model, false),
    measured: (model, usage) => {
      noteReply(model, true);
      const speed = speedAfter(speeds.get(nameOf(model)), usage);
      if (!speed) return;
      speeds.set(nameOf(model), speed);
      void keepSpeed(settings, model.choice, speed).catch(() => undefined); // only an estimate rests on it
    },
  };
}

/** The prompt that names a layer, by depth. */
const PROMPTS: Readonly<Record<Depth, Prompt>> = { compact: COMPACT_PROMPT, full: FULL_PROMPT, themes: THEMES_PROMPT };

/** Options of reading: the choices of the person, with the prompts as they are now. */
export async function readingOptions(
  choices: ReadingChoices,
  { choice, title, capabilities }: ChatModelInfo,
  settings: SettingStore,
): Promise<ReadingOptions> {
  const { budget: _share, themesAgain: _again, ...reading } = choices;
  const prompts = await editedPrompts(settings);
  const layer = `${title} (${versionOf(PROMPTS[choices.depth], { prompts, persona: choices.persona })})`;
  const { contextWindow } = capabilities;
  const replies = replyFormOf(capabilities);
  return { ...reading, layer, reader: JSON.stringify(choice), prompts, contextWindow, replies, attempts: ATTEMPTS };
}

/** The sum; null where one of them is not known. */
export const sumOrNull = (numbers: readonly (number | null)[]): number | null =>
  numbers.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
