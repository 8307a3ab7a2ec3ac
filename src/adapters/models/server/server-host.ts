import { ModelError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ChatChoice, ChatEvent, ChatModelInfo } from '../../../core/models/chat-model';
import {
  CONNECTIONS,
  MOST_AT_ONCE,
  type ServerHost,
  type ServerModel,
  type ServerSettings,
} from '../../../core/models/hosts';
import { streamChat } from '../chat-progress';
import type { CallOptions } from '../../../core/platform';
import { generate, holdsForms, newQuirks, type ModelQuirks } from './server-chat';
import { connectServer, type ServerConnection, type ServerNetwork } from './server-connection';
import { contextWindow, listModels } from './server-models';
import { createServerEmbedders, type ServerEmbedders } from './server-embedder';
import type { Now } from './server-reply';
import { createServerRerankers, type ServerRerankers } from './server-reranker';

/** Signs of life for a server that loads a large model, or reads a long prompt, and sends nothing for minutes. */
const SIGNS = { everyMs: 10_000, forMs: 600_000 } as const;

interface Server {
  readonly settings: ServerSettings;
  readonly connection: ServerConnection;
  readonly quirks: Map<string, ModelQuirks>;
  readonly embedders: ServerEmbedders;
  readonly rerankers: ServerRerankers;
}

function open(settings: ServerSettings, network: ServerNetwork): Server {
  const connection = connectServer(settings, network);
  const find = (model: string, options?: CallOptions): Promise<ServerModel> =>
    findModel(connection, model, options?.signal);
  return {
    settings,
    connection,
    quirks: new Map(),
    embedders: createServerEmbedders(connection, find),
    rerankers: createServerRerankers(connection, find),
  };
}

function quirksOf({ quirks }: Server, model: string): ModelQuirks {
  const known = quirks.get(model) ?? newQuirks();
  quirks.set(model, known);
  return known;
}

/** Models behind an OpenAI-compatible server: Ollama, LM Studio, llama.cpp, vLLM and their like. */
export function createServerHost(network: ServerNetwork, now: Now): ServerHost {
  let server: Server | undefined;
  const current = (): Server => {
    if (!server)
      throw new ModelError(message`No model server is connected. Enter its address in Settings, under Models.`);
    return server;
  };
  return {
    probe: () => Promise.resolve({ webgpu: false, reason: 'no api', memory: null }),
    configure: async (settings) => {
      // Each caller of the worker says which server is meant; what was found out about it stays.
      if (server && JSON.stringify(server.settings) === JSON.stringify(settings)) return;
      server = open(settings, network);
    },
    models: async (options) => listModels(current().connection, options?.signal),
    describe: async (choice) => describe(current(), choice),
    load: async function* (choice, options) {
      yield { step: 'start', fraction: 0, words: message`Asking the server for the model.` };
      await describe(current(), choice, options);
      yield { step: 'start', fraction: 1, words: message`The server has the model.` };
    },
    generate: (choice, request, { signal } = {}) => {
      const run = async (emit: (event: ChatEvent) => void, stop: AbortSignal): Promise<void> => {
        emit({ kind: 'working', words: message`The server has been asked.` });
        const { connection } = current();
        const call = { connection, quirks: quirksOf(current(), choice.model), choice, request, now };
        for await (const event of generate(call, { signal: stop })) emit(event);
      };
      return streamChat(run, { ...SIGNS, signal });
    },
    unload: () => Promise.resolve(),
    describeEmbedder: async (model) => current().embedders.describe(model),
    embed: async (model, texts, kind, options) => current().embedders.embed(model, texts, kind, options),
    describeReranker: async (model) => current().rerankers.describe(model),
    rank: async (model, question, passages, options) => current().rerankers.rank(model, question, passages, options),
  };
}

/** Calls that are sent at the same time: as many as are wanted and have a connection. */
const seats = ({ settings, connection }: Server): number =>
  Math.max(1, Math.min(connection.isMultiplexed ? MOST_AT_ONCE : CONNECTIONS, settings.parallel));

async function findModel(connection: ServerConnection, model: string, signal?: AbortSignal): Promise<ServerModel> {
  const models = await listModels(connection, signal);
  const listed = models.find(({ name }) => name === model);
  if (listed?.elsewhere !== undefined) {
    throw new ModelError(
      message`The server would send your passages on to ${listed.elsewhere}, where “${model}” runs. Nothing was sent. Choose a model that runs on the server itself.`,
    );
  }
  if (listed) return listed;
  throw new ModelError(
    message`The server does not have the model “${model}” any more. Choose another in Settings, or load it there.`,
  );
}

async function describe(server: Server, choice: ChatChoice, { signal }: CallOptions = {}): Promise<ChatModelInfo> {
  const listed = await findModel(server.connection, choice.model, signal);
  const quirks = quirksOf(server, choice.model);
  quirks.window = await contextWindow(server.connection, listed, signal);
  return {
    choice,
    title: choice.model,
    capabilities: {
      contextWindow: quirks.window,
      shapes: holdsForms(quirks) ? 'json schema' : 'none',
      prefixReuse: 'server',
      parallel: seats(server),
      seed: true,
    },
  };
}
