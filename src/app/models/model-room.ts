import { serve, transfer, type WorkerHost } from '../../channel';
import type { ChatChoice } from '../../core/models/chat-model';
import type { ChatHost, DownloadHost, EmbedHost, ServerHost } from '../../core/models/hosts';
import { NO_MODELS, type ModelSettings } from '../../core/models/settings';
import { modelWorker, type ModelWorker } from './model-workers';

/** Where models run: the workers, the browser's own model if it has one, and which of them are chosen. */
export interface ModelRoom extends Pick<WorkerHost, 'chosenModel' | 'model'> {
  readonly chat: ModelWorker<ChatHost>;
  readonly server: ModelWorker<ServerHost>;
  readonly embed: ModelWorker<EmbedHost>;
  readonly download: ModelWorker<DownloadHost>;
  /** Null where the browser offers none. */
  readonly promptApi: ChatHost | null;
  /** What runs the models of this provider. */
  hostOf(provider: ChatChoice['provider']): ChatHost;
  /** From now on these are chosen. */
  follow(settings: ModelSettings): void;
}

export interface ModelRoomOptions {
  readonly promptApi?: ChatHost | null;
  /** The choices as they were kept; asked for once, when they are first needed. */
  readonly kept: () => Promise<ModelSettings>;
}

export function createModelRoom({ promptApi = null, kept }: ModelRoomOptions): ModelRoom {
  const chat = modelWorker<ChatHost>('chat');
  const server = modelWorker<ServerHost>('server');
  const embed = modelWorker<EmbedHost>('embed');
  const download = modelWorker<DownloadHost>('download');
  let settings: Promise<ModelSettings> | undefined;
  const chosen = async (role: 'chat' | 'embedding'): Promise<ChatChoice | string | null> => {
    settings ??= kept().catch((error: unknown) => {
      settings = undefined;
      throw error;
    });
    const known = await settings;
    return role === 'chat' ? known.chat : known.embedding;
  };
  const portOf = async (choice: ChatChoice | string): Promise<MessagePort> => {
    if (typeof choice === 'string') return embed.port();
    if (choice.provider === 'server') return serverPort(server, (await settings) ?? NO_MODELS);
    return choice.provider === 'prompt-api' ? pagePort(promptApi) : chat.port();
  };
  return {
    chat,
    server,
    embed,
    download,
    promptApi,
    hostOf: (provider) => hostOf(provider, { chat, server, promptApi }),
    follow: (next) => {
      settings = Promise.resolve(next);
    },
    chosenModel: chosen,
    model: async (role) => {
      const choice = await chosen(role);
      if (choice === null) return null;
      const port = await portOf(choice);
      return transfer({ choice, port }, [port]);
    },
  };
}

function hostOf(
  provider: ChatChoice['provider'],
  { chat, server, promptApi }: Pick<ModelRoom, 'chat' | 'server' | 'promptApi'>,
): ChatHost {
  if (provider === 'server') return server.use();
  return provider === 'prompt-api' && promptApi ? promptApi : chat.use();
}

/** The worker of a server may be a fresh one: it is told first which server is meant. */
async function serverPort(worker: ModelWorker<ServerHost>, { server }: ModelSettings): Promise<MessagePort> {
  if (server) await worker.use().configure(server);
  return worker.port();
}

function pagePort(host: ChatHost | null): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel();
  if (host) serve(host, port1);
  return Promise.resolve(port2);
}
