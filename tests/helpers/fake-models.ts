import type { ModelRoom, ModelWorker } from '../../src/app/models/model-room';
import type {
  ChatHost,
  DownloadHost,
  EncoderHost,
  ServerHost,
  ServerModel,
  StoredModel,
  Hardware,
} from '../../src/core/models/hosts';

const GPU: Hardware = {
  webgpu: true,
  adapter: 'a laptop',
  software: false,
  f16: true,
  maxBufferSize: 4 * 2 ** 30,
  maxStorageBufferBindingSize: 2 ** 30,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
  memory: 16 * 2 ** 30,
};

export interface FakeModels {
  readonly hardware?: Hardware;
  readonly stored?: readonly StoredModel[];
  /** Pieces that a download comes in. */
  readonly pieces?: number;
  readonly pace?: number;
  /** Reason why each download stops after its first piece, or at once where it has none. */
  readonly refusal?: string;
  /** Answer of a server to a call for its models. */
  readonly server?: () => Promise<readonly ServerModel[]>;
  /** Error of every folder import. */
  readonly importRefusal?: Error;
  /** The browser's own model. */
  readonly promptApi?: ChatHost;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A room without any model in it: loads nothing, answers by rule. */
export function fakeModelRoom(options: FakeModels = {}): ModelRoom {
  let stored = options.stored ?? [];
  const encoders = {
    describeEmbedder: async (id: string) => ({
      id,
      title: id,
      dims: 8,
      maxTokens: 256,
      questionPrefix: '',
      passagePrefix: '',
    }),
    embed: async (_model: string, texts: readonly string[]) => new Float32Array(texts.length * 8),
    describeReranker: async (id: string) => ({ id, title: id }),
    rank: async (_model: string, _question: string, passages: readonly string[]) => new Float32Array(passages.length),
  };
  const chat: ServerHost = {
    ...encoders,
    probe: async () => options.hardware ?? GPU,
    describe: async (choice) => ({
      choice,
      title: choice.model,
      capabilities: { contextWindow: 4096, shapes: 'none', prefixReuse: 'none', parallel: 1, seed: false },
    }),
    load: async function* () {
      await wait(options.pace ?? 0);
      yield { step: 'weights', fraction: 1, words: 'The weights are loaded.' };
    },
    generate: async function* () {
      yield { kind: 'delta', text: 'Good day.' };
    },
    unload: async () => undefined,
    configure: async () => undefined,
    models: options.server ?? (async () => [{ name: 'small:1b' }, { name: 'large:8b' }]),
  };
  const embed: EncoderHost = {
    ...encoders,
    load: chat.load as unknown as EncoderHost['load'],
    describeChecker: async (id) => ({ id, title: id, batchSize: 8 }),
    judge: async (_model, pairs) => pairs.map(() => ({ entailment: 0, neutral: 1, contradiction: 0 })),
    unloadKind: async () => undefined,
    unload: async () => undefined,
  };
  const download: DownloadHost = {
    download: async function* (model, { signal } = {}) {
      const { pieces = 4 } = options;
      if (pieces === 0 && options.refusal !== undefined) throw new Error(options.refusal);
      for (let piece = 1; piece <= pieces; piece++) {
        await wait(options.pace ?? 0);
        signal?.throwIfAborted();
        yield { model, bytes: piece * 1e6, total: pieces * 1e6, file: `part ${String(piece)}`, done: piece === pieces };
        if (options.refusal !== undefined) throw new Error(options.refusal);
      }
      stored = [...stored, { model, bytes: pieces * 1e6, complete: true }];
    },
    stored: async () => stored,
    remove: async (model) => void (stored = stored.filter((one) => one.model !== model)),
    importFolder: async function* () {
      if (options.importRefusal) throw options.importRefusal;
      yield { model: 'imported', bytes: 1, total: 1, file: 'all', done: true };
    },
  };
  return {
    chat: fakeWorker<ChatHost>(chat),
    server: fakeWorker<ServerHost>(chat),
    triedServer: fakeWorker<ServerHost>(chat),
    embed: fakeWorker(embed),
    download: fakeWorker(download),
    promptApi: options.promptApi ?? null,
    follow: () => undefined,
    refresh: () => undefined,
    chosenModel: async () => null,
    model: async function* () {
      // none is chosen
    },
  };
}

function fakeWorker<T extends object>(api: T): ModelWorker<T> {
  return {
    use: () => Object.assign(api, { attach: async () => undefined }),
    lend: () => ({ port: new MessageChannel().port2, gone: new Promise(() => undefined), giveBack: () => undefined }),
    end: () => undefined,
  };
}
