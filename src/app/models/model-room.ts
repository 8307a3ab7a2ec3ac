import {
  serve,
  transfer,
  type ModelRole,
  type WorkerHost,
  connect,
  launch,
  type Attachable,
  type Closable,
} from '../../channel';
import { onAbort } from '../../core/async';
import { ModelError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { ChatChoice, ChatPurpose } from '../../core/models/chat-model';
import type { ChatHost, DownloadHost, EncoderHost, EncoderKind, ServerHost } from '../../core/models/hosts';
import { choiceFor, type ChosenChecker, type EncoderChoice, type ModelSettings } from '../../core/models/settings';
import { makeWorker, type ModelWorkerKind } from '../platform/workers';

/** Workers for models, the browser's own model if it has one, and the choices among them. */
export interface ModelRoom extends Pick<WorkerHost, 'chosenModel' | 'model'> {
  readonly chat: ModelWorker<ChatHost>;
  readonly server: ModelWorker<ServerHost>;
  /** For an address that is being tried: what is sent to the server in use never goes there. */
  readonly triedServer: ModelWorker<ServerHost>;
  readonly embed: ModelWorker<EncoderHost>;
  readonly download: ModelWorker<DownloadHost>;
  /** Null where the browser offers none. */
  readonly promptApi: ChatHost | null;
  /** From now on these are chosen. */
  follow(settings: ModelSettings): void;
  /** Called when another tab has changed the stored files. */
  refresh(): void;
}

interface ModelRoomOptions {
  readonly promptApi?: ChatHost | null;
  /** The choices as they were kept; asked for once, when they are first needed. */
  readonly kept: () => Promise<ModelSettings>;
  readonly make?: (kind: ModelWorkerKind) => Worker;
}

export function createModelRoom({ promptApi = null, kept, make = makeWorker }: ModelRoomOptions): ModelRoom {
  const chat = modelWorker<ChatHost>('chat', make);
  const server = modelWorker<ServerHost>('server', make);
  const triedServer = modelWorker<ServerHost>('server', make);
  const embed = modelWorker<EncoderHost>('embed', make);
  const download = modelWorker<DownloadHost>('download', make);
  let settings: Promise<ModelSettings> | undefined;
  const known = (): Promise<ModelSettings> =>
    (settings ??= kept().catch((error: unknown) => {
      settings = undefined;
      throw error;
    }));
  /** Model of the choice *Auto*; looked up again after a choice or a download, see Models. */
  let auto: Promise<string | null> | undefined;
  const findAuto = (): Promise<string | null> =>
    (auto ??= Promise.resolve()
      .then(async () => {
        const stored = await download.use().stored();
        return (await import('../../core/models/catalogue/cross-encoders')).autoChecker(stored);
      })
      .catch(() => {
        auto = undefined;
        return null;
      }));
  const encoders = async (chosen: ModelSettings, look: typeof findAuto): Promise<Encoders> => ({
    embedding: ownOf(chosen.embedding),
    entailment: chosen.checker === 'auto' ? await look() : chosen.checker === 'none' ? null : chosen.checker.model,
    reranking: ownOf(chosen.reranker),
  });
  /** Frees the memory of what is no longer chosen. */
  const freeEncoders = async (before: Encoders, next: ModelSettings): Promise<void> => {
    const had = KINDS.filter((kind) => before[kind] !== null);
    if (had.length === 0) return;
    const has = await encoders(next, findAuto);
    if (KINDS.every((kind) => has[kind] === null)) return embed.end();
    const gone = had.filter((kind) => has[kind] === null);
    await Promise.all(gone.map((kind) => embed.use().unloadKind(kind)));
  };
  const chosenOf = async (role: ModelRole): Promise<Chosen | null> => {
    const chosen = await known();
    if (role === 'embedding') return withServer(chosen.embedding, chosen);
    if (role === 'reranking') return withServer(chosen.reranker, chosen);
    if (role !== 'entailment') return chatOf(chosen, role);
    const { checker: choice } = chosen;
    return choice === 'none' ? null : { choice, model: choice === 'auto' ? await findAuto() : choice.model };
  };
  const lend = async (choice: Chosen): Promise<LentPort | null> => {
    if (typeof choice === 'string') return embed.lend();
    if ('choice' in choice) return choice.model === null ? null : embed.lend();
    if (choice.provider === 'prompt-api') return lendPage(promptApi);
    if (choice.provider !== 'server') return chat.lend();
    const { server: meant } = await known();
    // The worker may be a fresh one: it gets the server's settings first.
    if (meant) await server.use().configure(meant);
    return server.lend();
  };
  const follow = (next: ModelSettings): void => {
    const before = settings;
    const autoBefore = auto ?? Promise.resolve(null);
    settings = Promise.resolve(next);
    auto = undefined;
    void before?.then(async (old) => {
      if (runInTab(old) && !runInTab(next)) chat.end();
      if (!sameData(old.server, next.server)) server.end();
      const had = await encoders(old, () => autoBefore);
      await freeEncoders(had, next).catch(() => undefined); // a worker that has died holds nothing
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
    chosenModel: chosenOf,
    async *model(role, { signal }) {
      const choice = await chosenOf(role);
      const lent = choice === null ? null : await lend(choice);
      if (lent === null) return;
      try {
        yield transfer({ choice, port: lent.port }, [lent.port]);
        await Promise.race([lent.gone, new Promise<void>((resolve) => onAbort(signal, resolve))]);
      } finally {
        lent.giveBack();
      }
    },
  };
}

/** The catalogue id of each model that the embed worker is to run. */
type Encoders = Readonly<Record<EncoderKind, string | null>>;

const KINDS = ['embedding', 'entailment', 'reranking'] as const;

/** Chosen model of a role. */
type Chosen = ChatChoice | ChosenChecker | EncoderChoice;

/** The catalogue id, where the embed worker runs it. */
const ownOf = (choice: EncoderChoice | null): string | null => (typeof choice === 'string' ? choice : null);

/** The choice, with the server that is meant. */
const withServer = <C extends ChatChoice | EncoderChoice>(choice: C | null, { server }: ModelSettings): C | null =>
  typeof choice === 'object' && choice?.provider === 'server' && server
    ? { ...choice, address: server.address }
    : choice;

const chatOf = (settings: ModelSettings, purpose: ChatPurpose): ChatChoice | null =>
  withServer(choiceFor(settings, purpose), settings);

/** Checks if any chosen chat model runs in this tab's own worker. */
const runInTab = ({ chat, reading, reports }: ModelSettings): boolean =>
  [chat, reading, reports].some((choice) => choice?.provider === 'webllm' || choice?.provider === 'transformers');

const sameData = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The page lives as long as the one who asks it. */
function lendPage(host: ChatHost | null): LentPort {
  if (!host) {
    throw new ModelError(
      message`This browser no longer offers a model of its own. Choose another chat model in Settings, under Models.`,
    );
  }
  const { port1, port2 } = new MessageChannel();
  return { port: port2, gone: new Promise(() => undefined), giveBack: serve(host, port1) };
}

/** A model worker that is started at its first use, and afresh at the next one after it died. */
export interface ModelWorker<T> {
  /** The worker's api. Its calls fail with WorkerError when it dies. */
  use(): T & Attachable;
  /** A port to the same worker for another caller, such as the engine. */
  lend(): LentPort;
  /** Ends it at once, whatever it does; files and choices stay. */
  end(): void;
}

/** A port that was given away. */
interface LentPort {
  readonly port: MessagePort;
  /** Settles when nothing answers there any more. Never rejects. */
  readonly gone: Promise<void>;
  /** Ends what still runs for the one who had it. */
  giveBack(): void;
}

const NAMES: Readonly<Record<ModelWorkerKind, Message>> = {
  chat: message`The model`,
  server: message`The connection to the model server`,
  embed: message`The embedding model`,
  download: message`The download`,
};

/** Compiling shaders or uploading weights keeps a worker from answering for a while. */
const SILENCE_MS = 180_000;

function modelWorker<T extends object>(kind: ModelWorkerKind, make: (kind: ModelWorkerKind) => Worker): ModelWorker<T> {
  let running: { readonly worker: Worker; readonly api: T & Attachable & Closable } | undefined;
  const start = () => {
    const worker = make(kind);
    const { port, died } = launch(worker, NAMES[kind]);
    const api = connect<T & Attachable>(port, {
      name: NAMES[kind],
      silenceMs: SILENCE_MS,
      died,
      onSilence: () => {
        worker.terminate();
        if (running?.worker === worker) running = undefined;
      },
    });
    return { worker, api };
  };
  const use = () => (running ??= start()).api;
  return {
    use,
    lend: () => {
      const { port1, port2 } = new MessageChannel();
      const leaving = new AbortController();
      const gone = use()
        .attach(transfer(port1, [port1]), leaving.signal)
        .catch(() => undefined); // the worker has died, which is what `gone` means
      return { port: port2, gone, giveBack: () => leaving.abort() };
    },
    end: () => {
      running?.api.close();
      running?.worker.terminate();
      running = undefined;
    },
  };
}
