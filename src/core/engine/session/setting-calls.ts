import type { QueueEvent } from '../../models/queue/chat-queue';
import type { CallOptions, SettingStore } from '../../platform';
import type { Session } from './session';
import { EVALUATION_PROMPTS, INDEX_PROMPTS } from '../../prompts';
import type { EditedPrompt, Prompt } from '../../prompts/prompt';
import { SEARCH_PROMPTS } from '../../search/modes/modes';

/** Settings of a person for all collections, and a trial of the chosen model. */
export interface SettingCalls {
  /** A choice for all collections; null when it was never made. */
  setting(name: string): Promise<unknown>;
  /** Changes parts of it and leaves what other tabs chose; durable when it resolves, with the whole. */
  changeSetting(name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Every prompt that a person may word anew. */
  prompts(): Promise<readonly Prompt[]>;
  /** Asks the chosen chat model, ahead of background work. Throws ModelError when none is chosen. */
  tryModel(prompt: string, options?: CallOptions): AsyncIterable<QueueEvent>;
}

const TRIAL_TOKENS = 200;

/** Every prompt that a person may word anew, in the order in which runs, questions and evaluations use them. */
export const PROMPTS: readonly Prompt[] = [...INDEX_PROMPTS, ...SEARCH_PROMPTS, ...EVALUATION_PROMPTS];

/** Settings for all collections, and a first word with the chosen model. */
export function settingCalls(session: Session): SettingCalls {
  const { env } = session;
  return {
    setting: async (name) => (await env.settings.get(name)) ?? null,
    changeSetting: (name, parts) => env.settings.change(name, parts),
    prompts: async () => PROMPTS,
    tryModel: (prompt, options) => tryModel(session, prompt, options),
  };
}

function tryModel({ queue }: Session, prompt: string, options: CallOptions = {}): AsyncIterable<QueueEvent> {
  const messages = [{ role: 'user' as const, content: prompt }];
  const request = { messages, maxTokens: TRIAL_TOKENS, temperature: 0.7, priority: 'question' as const };
  return queue.ask({ ...request, promptVersion: 'trial' }, options);
}

/** A person's own words by prompt name. */
export async function editedPrompts(settings: SettingStore): Promise<Readonly<Record<string, EditedPrompt>>> {
  const kept = (await settings.get('prompts')) as Readonly<Record<string, EditedPrompt | null>> | undefined;
  return Object.fromEntries(Object.entries(kept ?? {}).flatMap(([name, own]) => (own ? [[name, own]] : [])));
}
