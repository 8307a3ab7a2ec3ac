import type { EngineApi } from '../../src/core/engine/api';
import { createEngine } from '../../src/core/engine/engine';
import type { EngineEnv } from '../../src/core/engine/env';
import type { ModelPlan } from '../../src/core/engine/model-index/plan/model-plan';
import type { ChatModel, ChatPurpose } from '../../src/core/models/chat-model';
import type { Embedder } from '../../src/core/models/encoders';
import type { IndexState, RunExtras } from '../../src/core/ports/index-state';
import type { TableName, TableRow } from '../../src/core/tables/tables';
import { collect, testEnv, textFile } from './engine-env';
import { memoryStorage } from './memory-storage';
import { naming } from './naming-model';
import { scriptedModel, type Script, type ScriptedModel } from './scripted-model';

const PEOPLE = ['Ada', 'Babbage', 'Clara', 'Dorothea', 'Edgar', 'Fanny', 'George', 'Hetty'];
const person = (at: number): string => PEOPLE[at % PEOPLE.length] ?? '';

/** A letter of two sentences about three people; number 0 to 39 are all different. */
export function letter(at: number): string {
  const [a, b, c] = [person(at), person(at + 1 + (at >> 3)), person(at + 3)];
  return `${a} wrote to ${b} on day ${String(at)}. ${b} met ${c} at the mill, and it rained.`;
}

/** A collection of letters with a scripted model that can be exchanged. */
export interface Letters {
  readonly env: EngineEnv;
  readonly engine: EngineApi;
  readonly model: ScriptedModel;
  /** Chooses a model of this title, which answers by its own script. */
  choose(title: string, script?: Script, purpose?: 'reading' | 'reports'): ScriptedModel;
  plan(parameters?: IndexState['parameters'], extras?: RunExtras): Promise<ModelPlan>;
  /** Begins a run as a person does. */
  start(parameters?: IndexState['parameters'], extras?: RunExtras): Promise<void>;
  /** Ends the tab: what it had in memory is lost. */
  kill(): void;
  rows<N extends TableName>(name: N): Promise<readonly TableRow<N>[]>;
}

/** Reading alone, so that calls are passages. */
export const READ: IndexState['parameters'] = {
  'model reading': { budget: 100 },
  'model resolution': { resolve: false },
  'model reports': { reports: 'none' },
};

export async function letters(
  count: number,
  script: Script = naming,
  embedder: () => Embedder | null = () => null,
): Promise<Letters> {
  const model = scriptedModel(script);
  const chosen: Record<'reading' | 'reports', ChatModel> = { reading: model, reports: model };
  const storage = memoryStorage();
  const chat = async (purpose?: ChatPurpose): Promise<ChatModel> =>
    chosen[purpose === 'reports' ? 'reports' : 'reading'];
  const env = testEnv({ ...storage, models: { chat, embedder: async () => embedder() } });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(engine.add(Array.from({ length: count }, (_, at) => textFile(`${String(at)}.txt`, letter(at)))));
  return {
    env,
    engine,
    model,
    choose: (title, own = naming, purpose) => {
      const other = scriptedModel(own);
      const { info } = other;
      const next = { ...other, info: { ...info, title, choice: { ...info.choice, model: title } } };
      for (const one of purpose ? [purpose] : (['reading', 'reports'] as const)) chosen[one] = next;
      return next;
    },
    plan: async (parameters = READ, extras = {}) => {
      const plan = await engine.modelPlan(parameters, { extras });
      if (!plan) throw new Error('No model is chosen');
      return plan;
    },
    start: async (parameters = READ, extras = {}) => {
      await collect(engine.indexWithModel(parameters, { begins: true, extras }));
    },
    kill: () => storage.kill(),
    rows: async (name) => {
      await engine.view();
      const { tables } = await env.collections.open(id);
      const rows = await tables.read(name);
      await tables.close();
      return rows;
    },
  };
}
