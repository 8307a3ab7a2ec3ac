import type { Answer } from '../../../../src/core/search/answer/answer';
import {
  countPromptTokens,
  type ChatMessage,
  type ChatModelInfo,
  type ReplyToken,
} from '../../../../src/core/models/chat-model';
import type { RunMode, SearchRequest } from '../../../../src/core/search/request/search-request';
import { expect } from 'vitest';
import type { ModelCall } from '../../../../src/core/models/model-call';
import type { SearchIndex } from '../../../../src/core/retrieval';
import type { SearchEvent } from '../../../../src/core/search/events';
import { search, type SearchEnv, type Writer } from '../../../../src/core/search/search';
import type { AskModel } from '../../../../src/core/search/writer/search-run';
import { notesOf } from '../../../helpers/notes';

/** Words, an error, words in whose middle an error comes, or words with the tokens that could have stood there. */
export type ScriptedReply =
  | string
  | Error
  | { readonly begins: string; readonly error: Error }
  | { readonly begins: string; readonly tokens: readonly ReplyToken[] };

/** Replies of a scripted model, chosen by the call. It proves the handling of replies, never the quality of a model. */
export type Script = (call: ModelCall, at: number) => ScriptedReply;

export const MODEL: ChatModelInfo = {
  choice: { provider: 'server', model: 'scripted' },
  title: 'Scripted 1B',
  capabilities: { contextWindow: 4096, shapes: 'json schema', prefixReuse: 'none', parallel: 2, seed: true },
};

interface Scripted {
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
    const reply = script(call, calls.length - 1);
    if (reply instanceof Error) throw reply;
    const text = typeof reply === 'string' ? reply : reply.begins;
    for (let at = 0; at < text.length; at += piece) {
      onEvent({ kind: 'delta', text: text.slice(at, at + piece) });
      await Promise.resolve();
    }
    if (typeof reply !== 'string' && 'error' in reply) throw reply.error;
    const tokens = typeof reply === 'string' ? undefined : reply.tokens;
    const usage = {
      promptTokens: countPromptTokens(call.messages),
      completionTokens: Math.ceil(text.length / 4),
      seconds: 0.5,
      exact: true,
    };
    return { reply: { text, ...(tokens && { tokens }), finish, usage }, remembered: false };
  };
  return { ask, calls };
}

export const dataOf = (messages: readonly ChatMessage[]): string => messages.at(-1)?.content ?? '';

export interface Searched {
  readonly events: readonly SearchEvent[];
  readonly answer: Answer;
  readonly calls: readonly ModelCall[];
}

/** Parts of a search's environment that may differ, the writer's own parts among them. */
export type Given = Partial<Omit<SearchEnv, 'writer'> & Writer>;

/** A search whose answer a scripted model writes; it never rejects where the model fails or the search is stopped. */
export async function searched(
  index: SearchIndex,
  request: Partial<SearchRequest> & { readonly question: string; readonly mode: RunMode },
  script: Script,
  given: Given = {},
): Promise<Searched> {
  const { ask: plain, calls } = scripted(script);
  const { model = MODEL, prompts = {}, ask = plain, steering = { stopped: new Set(), pursued: new Set() } } = given;
  const { checker = () => Promise.resolve(null), ...rest } = given;
  const events: SearchEvent[] = [];
  const env: SearchEnv = {
    clock: rest.clock ?? { now: () => 0, yield: () => Promise.resolve() },
    claims: rest.claims ?? [],
    signal: rest.signal ?? new AbortController().signal,
    dense: rest.dense ?? (() => Promise.resolve(null)),
    reranker: rest.reranker ?? (() => Promise.resolve(null)),
    writer: Promise.resolve({ model, prompts, ask, checker, steering }),
  };
  await search(index, request, env, (event) => events.push(event));
  const last = events.at(-1);
  if (last?.kind !== 'answer') throw new Error('The stream did not end with an answer.');
  return { events, answer: last.answer, calls };
}

/** Returns the reason why no model answered a search: its evidence stands alone, and all text is void. */
export async function failureOf(search: Promise<Searched>): Promise<string> {
  const { answer, events } = await search;
  expect(answer).toMatchObject({ method: 'evidence', sentences: [], citations: [], notFound: false, stopped: false });
  expect(answer.text).toBeUndefined();
  const { passages, entities, communities } = answer.evidence;
  expect(passages.length + entities.length + communities.length).toBeGreaterThan(0);
  expect(events.at(-2)?.kind).toBe('restart');
  return notesOf(answer).join(' ');
}
