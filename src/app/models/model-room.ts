import { serve, transfer, type ModelRole, type WorkerHost } from '../../channel';
import { ModelError } from '../../core/errors';
import type { ChatChoice } from '../../core/models/chat-model';
import type { ChatHost, DownloadHost, EmbedHost, ServerHost } from '../../core/models/hosts';
import { choiceFor, type ModelSettings } from '../../core/models/settings';
import { makeWorker, type ModelWorkerKind } from '../workers';
import { modelWorker, type Lent, type ModelWorker } from './model-workers';

/** Where models run: the workers, the browser's own model if it has one, and which of them are chosen. */
export interface ModelRoom extends Pick<WorkerHost, 'chosenModel' | 'model'> {
  readonly chat: ModelWorker<ChatHost>;
  readonly server: ModelWorker<ServerHost>;
  /** For an address that is being tried: what is sent to the server in use never goes there. */
  readonly triedServer: ModelWorker<ServerHost>;
  readonly embed: ModelWorker<EmbedHost>;
  readonly download: ModelWorker<DownloadHost>;
  /** Null where the browser offers none. */
  readonly promptApi: ChatHost | null;
  /** From now on these are chosen. */
  follow(settings: ModelSettings): void;
  /** What is kept was changed by another tab. */
  refresh(): void;
}

export interface ModelRoomOptions {
  readonly promptApi?: ChatHost | null;
  /** The choices as they were kept; asked for once, when they are first needed. */
  readonly kept: () => Promise<ModelSettings>;
  readonly make?: (kind: ModelWorkerKind) => Worker;
}

export function createModelRoom({ promptApi = null, kept, make = makeWorker }: ModelRoomOptions): ModelRoom {
  const chat = modelWorker<ChatHost>('chat', make);
  const server = modelWorker<ServerHost>('server', make);
  const triedServer = modelWorker<ServerHost>('server', make);
  const embed = modelWorker<EmbedHost>('embed', make);
  const download = modelWorker<DownloadHost>('download', make);
  let settings: Promise<ModelSettings> | undefined;
  const known = (): Promise<ModelSettings> =>
    (settings ??= kept().catch((error: unknown) => {
      settings = undefined;
      throw error;
    }));
  const lend = async (choice: ChatChoice | string): Promise<Lent> => {
    if (typeof choice === 'string') return embed.lend();
    if (choice.provider === 'prompt-api') return lendPage(promptApi);
    if (choice.provider !== 'server') return chat.lend();
    const { server: meant } = await known();
    // The worker may be a fresh one: it is told first which server is meant.
    if (meant) await server.use().configure(meant);
    return server.lend();
  };
  const follow = (next: ModelSettings): void => {
    const before = settings;
    settings = Promise.resolve(next);
    void before?.then((old) => {
      if (runInTab(old) && !runInTab(next)) chat.end();
      if (old.embedding !== null && next.embedding === null) embed.end();
      if (!sameData(old.server, next.server)) server.end();
    });
  };
  return {
    chat,
    server,
    triedServer,
    embed,
    download,
    promptApi,
    follow,
    refresh: () => {
      if (!settings) return;
      void kept().then(follow, () => (settings = undefined)); // asked again when it is needed
    },
    chosenModel: async (role) => chosenOf(await known(), role),
    async *model(role, { signal }) {
      const choice = chosenOf(await known(), role);
      if (choice === null) return;
      const lent = await lend(choice);
      try {
        yield transfer({ choice, port: lent.port }, [lent.port]);
        await Promise.race([lent.gone, abortOf(signal)]);
      } finally {
        lent.giveBack();
      }
    },
  };
}

/** The choice, with the server that is meant. */
function chosenOf(settings: ModelSettings, role: ModelRole): ChatChoice | string | null {
  const { embedding, server } = settings;
  if (role === 'embedding') return embedding;
  const chat = choiceFor(settings, role);
  return chat?.provider === 'server' && server ? { ...chat, address: server.address } : chat;
}

/** Whether any chosen chat model runs in this tab's own worker. */
const runInTab = ({ chat, reading, reports }: ModelSettings): boolean =>
  [chat, reading, reports].some((choice) => choice?.provider === 'webllm' || choice?.provider === 'transformers');

const sameData = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Resolves when the signal aborts. */
function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The page lives as long as the one who asks it. */
function lendPage(host: ChatHost | null): Lent {
  if (!host) {
    throw new ModelError(
      'This browser no longer offers a model of its own. Choose another chat model in Settings, under Models.',
    );
  }
  const { port1, port2 } = new MessageChannel();
  return { port: port2, gone: new Promise(() => undefined), giveBack: serve(host, port1) };
}
