import { ModelError } from '../../../core/errors';
import type { ChatChoice, ChatEvent, ChatModelInfo, ChatRequest } from '../../../core/models/chat-model';
import type { ServerHost, ServerSettings } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/ports/call-options';
import { toJsonSchema } from '../../../core/shapes/json-schema';
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
  /** Models that refused a JSON Schema: their form is left to the prompt. */
  readonly schemaless: Set<string>;
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
      server = { settings, connection: connectServer(settings, network), schemaless: new Set() };
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
      shapes: server.schemaless.has(choice.model) ? 'none' : 'json schema',
      prefixReuse: 'server',
      parallel: Math.max(1, Math.min(32, server.settings.parallel)),
      seed: true,
    },
  };
}

async function* generate(
  server: Server,
  { model }: ChatChoice,
  request: ChatRequest,
  now: Now,
  { signal }: CallOptions = {},
): AsyncGenerator<ChatEvent> {
  let asked = now();
  const send = (withSchema: boolean): Promise<Response> => {
    asked = now();
    return server.connection.open('/v1/chat/completions', { json: bodyOf(model, request, withSchema), model, signal });
  };
  const wantsSchema = !!request.shape && !server.schemaless.has(model);
  const response = await send(wantsSchema).catch((error: unknown) => {
    if (!wantsSchema || !refusesSchema(error)) throw error;
    server.schemaless.add(model);
    return send(false);
  });
  yield* readReply(response, request, { model, now, asked, signal });
}

function bodyOf(model: string, request: ChatRequest, withSchema: boolean): Readonly<Record<string, unknown>> {
  const { messages, maxTokens, temperature, topP, seed, stop, shape } = request;
  const schema = shape && withSchema ? { name: 'reply', strict: true, schema: toJsonSchema(shape) } : undefined;
  return {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxTokens,
    temperature,
    ...(topP !== undefined && { top_p: topP }),
    ...(seed !== undefined && { seed }),
    ...(stop && { stop }),
    ...(schema && { response_format: { type: 'json_schema', json_schema: schema } }),
  };
}

/** Older servers know no `json_schema`. */
const refusesSchema = (error: unknown): boolean =>
  error instanceof ModelError &&
  /^(400|404|422|500|501) /u.test(error.detail ?? '') &&
  /response_format|schema|grammar|format/iu.test(error.detail ?? '');
