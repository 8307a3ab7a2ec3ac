import { tokensOf } from '../../../src/core/extract/model/budget';
import type { ChatMessage, ChatModelInfo } from '../../../src/core/models/chat-model';
import type { ModelCall } from '../../../src/core/models/ask';
import type { SearchIndex } from '../../../src/core/retrieval/index';
import type { Answer, RunMode, SearchEvent, SearchRequest } from '../../../src/core/search/events';
import { modelSearch, type ModelSearchEnv } from '../../../src/core/search/model/model-search';
import type { AskModel } from '../../../src/core/search/model/search-run';

/** Words, an error, or words in whose middle an error comes. */
export type Said = string | Error | { readonly begins: string; readonly error: Error };

/** What a scripted model says; chosen by the call. It proves what is done with replies, never how good a model is. */
export type Script = (call: ModelCall, at: number) => Said;

export const MODEL: ChatModelInfo = {
  choice: { provider: 'server', model: 'scripted' },
  title: 'Scripted 1B',
  capabilities: { contextWindow: 4096, shapes: 'json schema', prefixReuse: 'none', parallel: 2, seed: true },
};

export interface Scripted {
  readonly ask: AskModel;
  readonly calls: readonly ModelCall[];
}

/** Replies come in pieces of a few characters. */
export function scripted(
  script: Script,
  { piece = 7, finish = 'stop' }: { readonly piece?: number; readonly finish?: 'stop' | 'length' } = {},
): Scripted {
  const calls: ModelCall[] = [];
  const ask: AskModel = async (call, onEvent) => {
    calls.push(call);
    const says = script(call, calls.length - 1);
    if (says instanceof Error) throw says;
    const said = typeof says === 'string' ? says : says.begins;
    for (let at = 0; at < said.length; at += piece) {
      onEvent({ kind: 'delta', text: said.slice(at, at + piece) });
      await Promise.resolve();
    }
    if (typeof says !== 'string') throw says.error;
    const usage = {
      promptTokens: tokensOf(call.messages),
      completionTokens: Math.ceil(said.length / 4),
      seconds: 0.5,
      exact: true,
    };
    return { reply: { text: said, finish, usage }, remembered: false };
  };
  return { ask, calls };
}

export const dataOf = (messages: readonly ChatMessage[]): string => messages.at(-1)?.content ?? '';

export interface Searched {
  readonly events: readonly SearchEvent[];
  readonly answer: Answer;
  readonly calls: readonly ModelCall[];
}

export async function searched(
  index: SearchIndex,
  request: Partial<SearchRequest> & { readonly question: string; readonly mode: RunMode },
  script: Script,
  env: Partial<ModelSearchEnv> = {},
): Promise<Searched> {
  const { ask, calls } = scripted(script);
  const events: SearchEvent[] = [];
  const whole: ModelSearchEnv = {
    clock: { now: () => 0, yield: () => Promise.resolve() },
    claims: [],
    model: MODEL,
    prompts: {},
    ask,
    dense: () => Promise.resolve(null),
    steering: { stopped: new Set(), pursued: new Set() },
    signal: new AbortController().signal,
    ...env,
  };
  await modelSearch(index, request, whole, (event) => events.push(event));
  const last = events.at(-1);
  if (last?.kind !== 'answer') throw new Error('The stream did not end with an answer.');
  return { events, answer: last.answer, calls };
}
