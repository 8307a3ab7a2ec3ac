import { ModelError } from '../../../core/errors';
import type { ChatChoice, ChatEvent, ChatModelInfo, ChatReply, ChatRequest } from '../../../core/models/chat-model';
import type { ServerHost, ServerSettings } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/ports/call-options';
import { toJsonSchema } from '../../../core/shapes/json-schema';
import { estimateTokens } from '../../../core/text/tokens';
import { chatSigns, joinChatEvents } from '../chat-signs';
import { handOut } from '../hand-out';
import { connectServer, type ServerConnection, type ServerNetwork } from './server-connection';
import { contextWindow, listModels } from './server-models';
import { readReply, type Now } from './server-reply';

/** A server that loads a large model, or reads a long prompt, says nothing for minutes while its connection is open. */
const SIGNS = { everyMs: 10_000, forMs: 600_000 } as const;

interface Server {
  readonly settings: ServerSettings;
  readonly connection: ServerConnection;
  readonly manners: Map<string, Manners>;
}

/** What one model behind a server was found to take and to do. */
interface Manners {
  /** Fields that were refused and are left out, or named otherwise. */
  readonly refused: Set<Field>;
  /** Tokens that its reply is given besides, for thoughts that cannot be switched off. */
  thoughts: number;
}

/** Fields that not every server knows, with what it says of one that it does not. A JSON Schema that is refused leaves the form to the prompt. */
const FIELDS = {
  reasoning_effort: /reasoning/iu,
  chat_template_kwargs: /chat_template|kwargs/iu,
  max_tokens: /max_completion_tokens/iu,
  response_format: /response_format|schema|grammar|format/iu,
} as const;
type Field = keyof typeof FIELDS;

/** Tokens that are given for thoughts at least and at most, once a model was seen to think. */
const LEAST_THOUGHTS = 1024;
const MOST_THOUGHTS = 8192;
/** Share of its tokens that a reply has had when it is taken to be cut for its own length; they are estimated. */
const FULL = 0.7;

function mannersOf({ manners }: Server, model: string): Manners {
  const known = manners.get(model) ?? { refused: new Set(), thoughts: 0 };
  manners.set(model, known);
  return known;
}

/** Chat models behind an OpenAI-compatible server: Ollama, LM Studio, llama.cpp, vLLM and their like. */
export function createServerHost(network: ServerNetwork, now: Now): ServerHost {
  let server: Server | undefined;
  const current = (): Server => {
    if (!server) throw new ModelError('No model server is connected. Enter its address in Settings, under Models.');
    return server;
  };
  return {
    probe: () => Promise.resolve({ webgpu: false, reason: 'no api', memory: null }),
    configure: async (settings) => {
      server = { settings, connection: connectServer(settings, network), manners: new Map() };
    },
    models: async (options) => listModels(current().connection, options?.signal),
    describe: async (choice) => describe(current(), choice),
    load: async function* (choice, options) {
      yield { step: 'start', fraction: 0, words: 'Asking the server for the model.' };
      await describe(current(), choice, options);
      yield { step: 'start', fraction: 1, words: 'The server has the model.' };
    },
    generate: (choice, request, { signal } = {}) => {
      const left = new AbortController();
      const stopped = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
      const run = async (tell: (event: ChatEvent) => void): Promise<void> => {
        tell({ kind: 'working', words: 'The server has been asked.' });
        for await (const event of generate(current(), choice, request, now, { signal: stopped })) tell(event);
      };
      return handOut(run, { stop: () => left.abort(), join: joinChatEvents, signs: chatSigns(SIGNS) });
    },
    unload: () => Promise.resolve(),
  };
}

async function describe(server: Server, choice: ChatChoice, options: CallOptions = {}): Promise<ChatModelInfo> {
  const models = await listModels(server.connection, options.signal);
  const listed = models.find(({ name }) => name === choice.model);
  if (!listed) {
    throw new ModelError(
      `The server does not have the model “${choice.model}” any more. Choose another in Settings, or load it there.`,
    );
  }
  return {
    choice,
    title: choice.model,
    capabilities: {
      contextWindow: await contextWindow(server.connection, listed, options.signal),
      shapes: mannersOf(server, choice.model).refused.has('response_format') ? 'none' : 'json schema',
      prefixReuse: 'server',
      parallel: Math.max(1, Math.min(32, server.settings.parallel)),
      seed: true,
    },
  };
}

/** A reply whose thoughts left no room for it is asked for once more, with room for both. */
async function* generate(
  server: Server,
  { model }: ChatChoice,
  request: ChatRequest,
  now: Now,
  { signal }: CallOptions = {},
): AsyncGenerator<ChatEvent> {
  const manners = mannersOf(server, model);
  for (const isLast of [false, true]) {
    const { thoughts } = manners;
    const asked = now();
    const response = await send(server, model, request, manners, signal);
    const limited = { ...request, maxTokens: request.maxTokens + thoughts };
    let thought = 0;
    let isAgain = false;
    const options = { model, now, asked, signal, onThought: (tokens: number) => (thought += tokens) };
    for await (const event of readReply(response, limited, options)) {
      const isCrowdedOut = event.kind === 'reply' && thought > 0 && leavesNoRoom(event.reply, request);
      const needed = Math.min(MOST_THOUGHTS, Math.max(LEAST_THOUGHTS, 2 * thought));
      isAgain = isCrowdedOut && !isLast && needed > thoughts;
      if (isAgain) {
        manners.thoughts = Math.max(manners.thoughts, needed);
        yield { kind: 'restart', reason: 'This model thinks before it answers: asked again, with room for that.' };
      } else if (isCrowdedOut && event.reply.text.trim() === '') throw thoughtTooLong(model, limited.maxTokens);
      else yield event;
    }
    if (!isAgain) return;
  }
}

/** Whether a reply was cut before it had the tokens that it may have. */
const leavesNoRoom = ({ finish, text }: ChatReply, { maxTokens }: ChatRequest): boolean =>
  finish === 'length' && estimateTokens(text) < maxTokens * FULL;

/** Sends a request without the fields that this server is found to refuse. */
async function send(
  { connection }: Server,
  model: string,
  request: ChatRequest,
  { refused, thoughts }: Manners,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (;;) {
    const before = new Set(refused); // what a call beside this one finds meanwhile was not known when this one was sent
    try {
      const json = bodyOf(model, request, before, thoughts);
      return await connection.open('/v1/chat/completions', { json, model, signal });
    } catch (error) {
      const field = refusedBy(error, request, before);
      if (!field) throw error;
      refused.add(field);
    }
  }
}

/** The field that a server does not take, as far as it says so; undefined for any other refusal. */
function refusedBy(error: unknown, { shape }: ChatRequest, refused: ReadonlySet<Field>): Field | undefined {
  const detail = error instanceof ModelError ? (error.detail ?? '') : '';
  if (!/^(400|404|422|500|501) /u.test(detail)) return undefined;
  const sent = (Object.keys(FIELDS) as Field[]).filter((field) => field !== 'response_format' || shape !== undefined);
  return sent.find((field) => !refused.has(field) && FIELDS[field].test(detail));
}

function bodyOf(
  model: string,
  request: ChatRequest,
  refused: ReadonlySet<Field>,
  thoughts: number,
): Readonly<Record<string, unknown>> {
  const { messages, maxTokens, temperature, topP, seed, stop, shape } = request;
  const schema =
    shape && !refused.has('response_format') ? { name: 'reply', strict: true, schema: toJsonSchema(shape) } : null;
  return {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    [refused.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens + thoughts,
    temperature,
    // Thoughts cost as many tokens as the reply, and are not shown: Ollama and llama.cpp know the first field, vLLM and SGLang the second.
    ...(!refused.has('reasoning_effort') && { reasoning_effort: 'none' }),
    ...(!refused.has('chat_template_kwargs') && { chat_template_kwargs: { enable_thinking: false } }),
    ...(topP !== undefined && { top_p: topP }),
    ...(seed !== undefined && { seed }),
    ...(stop && { stop }),
    ...(schema && { response_format: { type: 'json_schema', json_schema: schema } }),
  };
}

const thoughtTooLong = (model: string, tokens: number): ModelError =>
  new ModelError(
    `“${model}” thinks before it answers, and its thoughts took all ${String(tokens)} tokens that a reply may have. Choose a variant that does not think (often named “instruct”), or switch thinking off on the server.`,
    { traits: ['nothing usable'] },
  );
