import type { QueueEvent } from '../../models/queue/chat-queue';
import type { CallOptions, SettingStore } from '../../platform';
import type { Session } from './session';
import type { EditedPrompt } from '../../prompts/prompt';

/** Settings of a person for all collections, and a trial of the chosen model. */
export interface SettingCalls {
  /** A choice for all collections; null when it was never made. */
  setting(name: string): Promise<unknown>;
  /** Changes parts of it and leaves what other tabs chose; durable when it resolves, with the whole. */
  changeSetting(name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Asks the chosen chat model, ahead of background work. Throws ModelError when none is chosen. */
  tryModel(prompt: string, options?: CallOptions): AsyncIterable<QueueEvent>;
}

const TRIAL_TOKENS = 200;

export function settingCalls(session: Session): SettingCalls {
  const { env } = session;
  return {
    setting: async (name) => (await env.settings.get(name)) ?? null,
    changeSetting: (name, parts) => env.settings.change(name, parts),
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
