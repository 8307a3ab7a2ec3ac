import { ModelError } from '../../../core/errors';
import { message } from '../../../core/message';
import {
  replyRoom,
  type ChatChoice,
  type ChatEvent,
  type ChatReply,
  type ChatRequest,
} from '../../../core/models/chat-model';
import type { CallOptions } from '../../../core/platform';
import { toJsonSchema } from '../../../core/shapes/json-schema';
import { estimateTokens } from '../../../core/text/tokens';
import { dig } from './read-json';
import { isTooLong, refusalWith } from './server-errors';
import type { ServerConnection } from './server-connection';
import { readReply, type Now } from './server-reply';

/** Findings about one model behind a server: the parameters that it takes, and its behaviour. */
export interface ModelQuirks {
  /** Fields that were refused and are left out, or named otherwise. */
  readonly refused: Set<Field>;
  /** Tokens that its reply is given besides, where the window has them, for thoughts that cannot be switched off. */
  thoughts: number;
  /** Tokens of its window; Infinity until it was described. */
  window: number;
}

export const newQuirks = (): ModelQuirks => ({ refused: new Set(), thoughts: 0, window: Infinity });

const FORM = /response_format|schema|grammar/iu;
const quoted = (name: string): RegExp => new RegExp(`['"\`]${name}['"\`]`, 'u');

/**
 * Fields that not every server knows, with its error for an unknown one. A form is asked for as a JSON Schema, then as
 * any JSON object, then in the prompt alone. Older servers of llama.cpp check a JSON object against its `schema`.
 */
const FIELDS = {
  reasoning_effort: /reasoning_effort|invalid reasoning value/iu,
  chat_template_kwargs: /chat_template/u,
  max_tokens: /max_completion_tokens/iu,
  stream_options: /stream_options/u,
  temperature: quoted('temperature'),
  top_p: quoted('top_p'),
  seed: quoted('seed'),
  stop: quoted('stop'),
  logprobs: /logprobs/u,
  json_schema: FORM,
  json_object: FORM,
} as const;
type Field = keyof typeof FIELDS;

/** Tokens that are given for thoughts at least and at most, once a model was seen to think. */
const LEAST_THOUGHTS = 1024;
const MOST_THOUGHTS = 8192;
/** Share of its tokens that a reply has had when it is taken to be cut for its own length; they are estimated. */
const FULL = 0.7;

interface ChatCall {
  readonly connection: ServerConnection;
  readonly quirks: ModelQuirks;
  readonly choice: ChatChoice;
  readonly request: ChatRequest;
  readonly now: Now;
}

/** Checks that this model’s server still enforces a form of replies. */
export const holdsForms = ({ refused }: ModelQuirks): boolean => !refused.has('json_object');

/** A reply whose thoughts left no room for it is asked for once more, with room for both where the window has it. */
export async function* generate(
  { connection, quirks, choice: { model }, request, now }: ChatCall,
  { signal }: CallOptions = {},
): AsyncGenerator<ChatEvent> {
  let room = Math.max(0, replyRoom(request.messages, quirks.window) - request.maxTokens);
  for (const isLast of [false, true]) {
    const asked = now();
    let maxTokens = request.maxTokens + Math.min(quirks.thoughts, room);
    const ask = (): Promise<Response> => send(connection, model, { ...request, maxTokens }, quirks, signal);
    const response = await ask().catch((error: unknown) => {
      if (maxTokens === request.maxTokens || !isTooLong(error)) throw error;
      room = 0; // the prompt has more tokens than were estimated
      maxTokens = request.maxTokens;
      return ask();
    });
    let thought = 0;
    let isAgain = false;
    const options = { model, now, asked, signal, onThought: (tokens: number) => (thought += tokens) };
    for await (const event of readReply(response, { ...request, maxTokens }, options)) {
      const isCrowdedOut = event.kind === 'reply' && thought > 0 && leavesNoRoom(event.reply, request);
      const needed = Math.min(MOST_THOUGHTS, Math.max(LEAST_THOUGHTS, 2 * thought));
      isAgain = isCrowdedOut && !isLast && request.maxTokens + Math.min(needed, room) > maxTokens;
      if (isAgain) {
        quirks.thoughts = Math.max(quirks.thoughts, needed);
        yield {
          kind: 'restart',
          reason: message`This model thinks before it answers: asked again, with room for that.`,
        };
      } else if (isCrowdedOut && event.reply.text.trim() === '') throw thoughtTooLong(model, maxTokens);
      else yield event;
    }
    if (!isAgain) return;
  }
}

/** Checks if a reply was cut before it had the tokens that it may have. */
const leavesNoRoom = ({ finish, text }: ChatReply, { maxTokens }: ChatRequest): boolean =>
  finish === 'length' && estimateTokens(text) < maxTokens * FULL;

/** Sends a request without the fields that this server refuses. What it seemed to refuse is remembered once a request went well without it. */
async function send(
  connection: ServerConnection,
  model: string,
  request: ChatRequest,
  { refused }: ModelQuirks,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const without = new Set(refused);
  for (;;) {
    const json = bodyOf(model, request, without);
    try {
      const response = await connection.open('/v1/chat/completions', { json, model, signal });
      for (const field of without) refused.add(field);
      return response;
    } catch (error) {
      const field = refusedBy(error, json);
      if (!field) throw error;
      without.add(field);
    }
  }
}

/** The field of a request that a server does not take, by its error; undefined for any other refusal. */
function refusedBy(error: unknown, json: Readonly<Record<string, unknown>>): Field | undefined {
  const refusal = refusalWith(error, [400, 404, 422, 500, 501]);
  if (refusal === undefined || isTooLong(error)) return undefined;
  const sent = [...Object.keys(json), dig(json, 'response_format', 'type')];
  return (Object.keys(FIELDS) as Field[]).find((field) => sent.includes(field) && FIELDS[field].test(refusal));
}

function bodyOf(model: string, request: ChatRequest, refused: ReadonlySet<Field>): Readonly<Record<string, unknown>> {
  const { messages, maxTokens, temperature, topP, seed, stop, shape, likeliest } = request;
  const form = shape && (['json_schema', 'json_object'] as const).find((one) => !refused.has(one));
  const schema = shape && form && toJsonSchema(shape);
  const fields = {
    stream_options: { include_usage: true },
    temperature,
    // Thoughts cost as many tokens as the reply, and are not shown: Ollama, llama.cpp and vLLM know the first field, older vLLM and SGLang the second.
    reasoning_effort: 'none',
    chat_template_kwargs: { enable_thinking: false },
    ...(topP !== undefined && { top_p: topP }),
    ...(seed !== undefined && { seed }),
    ...(stop && { stop }),
    ...(likeliest !== undefined && { logprobs: true }),
  };
  return {
    model,
    messages,
    stream: true,
    [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    ...(likeliest !== undefined && !refused.has('logprobs') && { top_logprobs: likeliest }),
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => !refused.has(name as Field))),
    ...(form === 'json_schema' && {
      response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } },
    }),
    ...(form === 'json_object' && { response_format: { type: 'json_object', schema } }),
  };
}

const thoughtTooLong = (model: string, tokens: number): ModelError =>
  new ModelError(
    message`“${model}” thinks before it answers, and its thoughts took all ${tokens} tokens that a reply may have. Choose a variant that does not think (often named “instruct”), or switch thinking off on the server.`,
    { traits: ['nothing usable'] },
  );
