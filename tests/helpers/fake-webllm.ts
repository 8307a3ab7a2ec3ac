import type {
  ChatCompletionChunk,
  ChatCompletionRequestStreaming,
  InitProgressCallback,
  MLCEngineConfig,
  MLCEngineInterface,
} from '@mlc-ai/web-llm';
import type { Engine, WebllmLibrary } from '../../src/adapters/models/webllm/library';
import type { ModelStorage } from '../../src/adapters/models/webllm/stored-files';
import type { WebllmModel } from '../../src/core/models/catalogue/webllm-models';
import type { ModelConfig } from '../../src/core/models/catalogue/webllm-files';

/** Behaviour of an engine in one call. `prompt` and `token` may wait for ever; both see the engine's interruption. */
export interface Script {
  readonly tokens?: readonly string[];
  /** Sent with each token where the request asks for them. */
  readonly likeliest?: Readonly<Record<string, number>>;
  readonly finish?: 'stop' | 'length';
  /** Reading of the prompt. */
  readonly prompt?: (engine: FakeEngine) => Promise<void>;
  /** Before each token after the first. */
  readonly token?: (engine: FakeEngine, index: number) => Promise<void>;
  readonly usage?: boolean;
}

/**
 * An engine as WebLLM declares it and, as far as its source says, behaves: one flag for interruptions, seen between tokens, and a load that
 * goes on to its end whatever is asked of it meanwhile.
 */
class FakeEngine {
  readonly requests: ChatCompletionRequestStreaming[] = [];
  /** Tokens, as it was told. */
  readonly contextWindow: number | undefined;
  readonly #world: FakeWebllm;
  readonly #progress: InitProgressCallback | undefined;
  model: string | undefined;
  interrupted = false;
  reloads = 0;
  unloads = 0;
  /** True while it has memory of the GPU: from the beginning of a load to an `unload` after its end. */
  occupies = false;
  #loading = false;

  constructor(world: FakeWebllm, { appConfig, initProgressCallback }: MLCEngineConfig) {
    this.#world = world;
    this.#progress = initProgressCallback;
    this.contextWindow = appConfig?.model_list[0]?.overrides?.context_window_size;
  }

  async reload(model: string | string[]): Promise<void> {
    this.reloads++;
    this.occupies = this.#loading = true;
    this.#world.count();
    await this.#load(String(model)).finally(() => (this.#loading = false));
  }

  async #load(model: string): Promise<void> {
    const load = this.#world.loads.shift();
    const report = (progress: number, text: string) => this.#progress?.({ progress, timeElapsed: 0, text });
    report(0, 'Start to fetch params');
    report(0.5, 'Loading model from cache[1/2]: 10MB loaded.');
    await new Promise((resolve) => setTimeout(resolve));
    if ((await load?.()) === 'half') return;
    report(0.25, 'Loading GPU shader modules[1/4]: 25% completed');
    await new Promise((resolve) => setTimeout(resolve));
    report(1, 'Finish loading on WebGPU - fake');
    this.model = model;
  }

  unload(): Promise<void> {
    this.unloads++;
    this.model = undefined;
    this.occupies &&= this.#loading;
    return this.#world.unload(this);
  }

  interruptGenerate(): void {
    this.interrupted = true;
  }

  getMessage(): Promise<string> {
    return this.model ? Promise.resolve('') : Promise.reject(named('ModelNotLoadedError', 'not loaded'));
  }

  chatCompletion(request: ChatCompletionRequestStreaming): Promise<AsyncIterable<ChatCompletionChunk>> {
    this.requests.push(request);
    return Promise.resolve(this.#stream(request, this.#world.calls.shift() ?? {}));
  }

  async *#stream(request: ChatCompletionRequestStreaming, script: Script): AsyncGenerator<ChatCompletionChunk> {
    const { tokens = ['Hello', ' world', '.'], finish = 'stop', prompt, token, usage = true, likeliest = {} } = script;
    this.interrupted = false;
    await prompt?.(this);
    let made = 0;
    for (const text of tokens) {
      if (made > 0) {
        if (this.interrupted) break;
        await token?.(this, made);
      }
      made++;
      const logprobs = request.logprobs ? { logprobs: logprobsOf(text, likeliest) } : {};
      yield chunk(request, { delta: { role: 'assistant', content: text }, finish_reason: null, ...logprobs });
    }
    yield chunk(request, { delta: {}, finish_reason: made < tokens.length ? 'abort' : finish });
    if (usage && request.stream_options?.include_usage) yield { ...chunk(request), usage: usageOf(made) };
  }
}

/** The package, its engines and what they are to do. */
export class FakeWebllm {
  readonly engines: FakeEngine[] = [];
  /** Scripts of the next calls and loads. */
  readonly calls: Script[] = [];
  readonly loads: (() => Promise<'whole' | 'half'>)[] = [];
  unload: (engine: FakeEngine) => Promise<void> = () => Promise.resolve();
  /** Largest number of models on the GPU at the same time. */
  most = 0;

  count(): void {
    this.most = Math.max(this.most, this.onGpu);
  }

  get onGpu(): number {
    return this.engines.filter(({ occupies }) => occupies).length;
  }

  readonly library = (): Promise<WebllmLibrary> =>
    Promise.resolve({
      createEngine: (config) => {
        const engine = new FakeEngine(this, config);
        this.engines.push(engine);
        return {
          reload: (model) => engine.reload(model),
          unload: () => engine.unload(),
          interruptGenerate: () => engine.interruptGenerate(),
          getMessage: () => engine.getMessage(),
          // The declaration has an overload for each form of request; only the streaming one is used.
          chatCompletion: ((request: ChatCompletionRequestStreaming) =>
            engine.chatCompletion(request)) as MLCEngineInterface['chatCompletion'],
        } satisfies Engine;
      },
    });

  get engine(): FakeEngine {
    const engine = this.engines.at(-1);
    if (!engine) throw new Error('No engine was made');
    return engine;
  }
}

export function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

export const forever = (): Promise<never> => new Promise(() => undefined);

/** The files of these models as the download leaves them. */
export function storedModels(
  models: readonly WebllmModel[],
  without: (url: string) => boolean = () => false,
  config: Omit<ModelConfig, 'tokenizer_files'> = {},
): ModelStorage {
  const files = new Map<string, string>();
  const put = (cache: string, url: string, body: string) => without(url) || files.set(`${cache} ${url}`, body);
  for (const { modelUrl, libraryUrl } of models) {
    const folder = `${modelUrl}/resolve/main/`;
    put(
      'webllm/config',
      `${folder}mlc-chat-config.json`,
      JSON.stringify({ ...config, tokenizer_files: ['tokenizer.json'] }),
    );
    put(
      'webllm/model',
      `${folder}tensor-cache.json`,
      JSON.stringify({ records: [{ dataPath: 'params_shard_0.bin', nbytes: 1 }] }),
    );
    put('webllm/model', `${folder}tokenizer.json`, '{}');
    put('webllm/model', `${folder}params_shard_0.bin`, 'w');
    put('webllm/wasm', libraryUrl, 'library');
  }
  return {
    open: (cache) =>
      Promise.resolve({
        match: (url) => {
          const body = files.get(`${cache} ${url}`);
          return Promise.resolve(body === undefined ? undefined : new Response(body));
        },
      }),
  };
}

type Choice = ChatCompletionChunk['choices'][number];

function chunk(request: ChatCompletionRequestStreaming, choice?: Omit<Choice, 'index'>): ChatCompletionChunk {
  return {
    id: 'call',
    created: 0,
    object: 'chat.completion.chunk',
    model: request.model ?? '',
    choices: choice ? [{ index: 0, ...choice }] : [],
  };
}

function logprobsOf(token: string, likeliest: Readonly<Record<string, number>>): NonNullable<Choice['logprobs']> {
  const tops = Object.entries(likeliest).map(([other, share]) => ({
    token: other,
    bytes: null,
    logprob: Math.log(share),
  }));
  return { content: [{ token, bytes: null, logprob: Math.log(likeliest[token] ?? 1), top_logprobs: tops }] };
}

function usageOf(tokens: number): NonNullable<ChatCompletionChunk['usage']> {
  return {
    prompt_tokens: 12,
    completion_tokens: tokens,
    total_tokens: 12 + tokens,
    extra: {
      e2e_latency_s: 1,
      prefill_tokens_per_s: 100,
      decode_tokens_per_s: tokens > 1 ? 20 : Number.NaN,
      time_to_first_token_s: 0.1,
      time_per_output_token_s: 0.05,
    },
  };
}
