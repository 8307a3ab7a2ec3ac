import { ModelError } from '../errors';
import type { QueueEvent } from '../models/chat-queue';
import type { CallOptions } from '../ports';
import type { EngineApi } from './api';
import type { Session } from './session';

type ModelCalls = Pick<EngineApi, 'setting' | 'keepSetting' | 'tryModel'>;

const TRIAL_TOKENS = 200;

/** What a person chose for all collections, and a first word with the chosen model. */
export function modelCalls(session: Session): ModelCalls {
  const { env } = session;
  return {
    setting: async (name) => (await env.settings.get(name)) ?? null,
    keepSetting: (name, value) => env.settings.put(name, value),
    tryModel: (prompt, options) => tryModel(session, prompt, options),
  };
}

async function* tryModel({ desk }: Session, prompt: string, options: CallOptions = {}): AsyncGenerator<QueueEvent> {
  const seat = await desk.seat();
  if (!seat) throw new ModelError('No chat model is chosen. Choose one in Settings, under Models.');
  const messages = [{ role: 'user' as const, content: prompt }];
  const request = { messages, maxTokens: TRIAL_TOKENS, temperature: 0.7, priority: 'question' as const };
  yield* seat.queue.ask({ ...request, promptVersion: 'trial' }, options);
}
