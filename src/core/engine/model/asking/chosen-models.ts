import type { ModelStep } from '../../../index/planning';
import type { ChatModelInfo, ChatUsage } from '../../../models/chat-model';
import type { EngineModels } from '../../../models/engine-models';
import { keepSpeed, knownSpeed, secondsFor, speedAfter, type ModelSpeed, type TokenLoad } from '../../../models/speed';
import type { SettingStore } from '../../../ports/platform';

/** The models of an index run: the one that reads and joins names, and the one that writes descriptions and reports. */
export interface RunModels {
  readonly reading: ChatModelInfo;
  readonly reports: ChatModelInfo;
}

/** Null when none is chosen. */
export async function chosenModels(models: Pick<EngineModels, 'chat'>): Promise<RunModels | null> {
  const [reading, reports] = [await models.chat('reading'), await models.chat('reports')];
  return reading && reports && { reading: reading.info, reports: reports.info };
}

/** The model that does a step. */
const modelOf = ({ reading, reports }: RunModels, step: ModelStep): ChatModelInfo =>
  step === 'descriptions' || step === 'reports' ? reports : reading;

/** How fast the models of a run work here, as far as that was measured. */
export interface Pace {
  /** Null before the first call of the step's model on this machine. */
  secondsFor(step: ModelStep, load: TokenLoad): number | null;
  measured(model: ChatModelInfo, usage: ChatUsage): void;
}

/** The pace of these models, from the speeds kept in the settings; what is measured is kept there. */
export async function paceOf(models: RunModels, settings: SettingStore): Promise<Pace> {
  const speeds = new Map<string, ModelSpeed>();
  const nameOf = ({ choice }: ChatModelInfo): string => JSON.stringify(choice);
  for (const model of [models.reading, models.reports]) {
    const known = await knownSpeed(settings, model.choice);
    if (known) speeds.set(nameOf(model), known);
  }
  return {
    secondsFor: (step, load) => {
      const model = modelOf(models, step);
      const speed = speeds.get(nameOf(model));
      return speed ? secondsFor(speed, load, model.capabilities.parallel) : null;
    },
    measured: (model, usage) => {
      const speed = speedAfter(speeds.get(nameOf(model)), usage);
      if (!speed) return;
      speeds.set(nameOf(model), speed);
      void keepSpeed(settings, model.choice, speed).catch(() => undefined); // only an estimate rests on it
    },
  };
}
