import { describe, expect, test } from 'vitest';
import { DEFAULT_TIMEOUTS } from '../../../src/adapters/models/webllm/timeouts';
import { createWebllmChat } from '../../../src/adapters/models/webllm/webllm-chat';
import { ModelError } from '../../../src/core/errors';
import { WEBLLM_MODELS } from '../../../src/core/models/catalogue/webllm-models';
import type { ChatChoice, ChatEvent, ChatRequest, LoadProgress } from '../../../src/core/models/chat-model';
import type { Hardware, ChatProvider } from '../../../src/core/models/hosts';
import { FakeWebllm, forever, named, storedModels, type Script } from '../../helpers/fake-webllm';
import { FAKE_GPU } from '../../helpers/hardware';
import { inEnglish } from '../../../src/core/message';

const LLAMA: ChatChoice = { provider: 'webllm', model: 'Llama-3.2-3B-Instruct-q4f16_1-MLC' };
const QWEN: ChatChoice = { provider: 'webllm', model: 'Qwen3-1.7B-q4f16_1-MLC' };
const TWIN = 'Qwen3-1.7B-q4f32_1-MLC';
const ASK: ChatRequest = { messages: [{ role: 'user', content: 'Who was it?' }], maxTokens: 50, temperature: 0 };
/** Waits that end within a test, with the order of the real ones. */
const QUICK = {
  ...DEFAULT_TIMEOUTS,
  firstToken: 400,
  promptCharacter: 0,
  nextToken: 400,
  interrupt: 60,
  loading: 400,
  leaving: 40,
  sign: 30,
};

interface World {
  readonly webllm: FakeWebllm;
  readonly chat: ChatProvider;
}

function world(
  calls: readonly Script[] = [],
  { hardware = FAKE_GPU as Hardware, storage = storedModels(WEBLLM_MODELS) } = {},
): World {
  const webllm = new FakeWebllm();
  webllm.calls.push(...calls);
  const toEbnf = () => 'root ::= "yes" | "no"';
  const parts = { library: webllm.library, storage, probe: () => Promise.resolve(hardware), toEbnf, timeouts: QUICK };
  return { webllm, chat: createWebllmChat(parts) };
}

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const event of events) taken.push(event);
  return taken;
}

/** Kinds of events in their order without signs of life, steps of loading by name; what comes several times in a row once. */
const kinds = (events: readonly ChatEvent[]): string =>
  events
    .filter(({ kind }) => kind !== 'working')
    .map((event) => (event.kind === 'loading' ? event.progress.step : event.kind))
    .filter((kind, i, before) => kind !== before[i - 1])
    .join(' ');

/** A moment before each token, as an engine takes it. */
const moment = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

/** A load that waits until it is let through. */
function gated() {
  let open: () => void = () => undefined;
  const gate = new Promise<'whole'>((resolve) => (open = () => resolve('whole')));
  return { gate: () => gate, open };
}

/** Takes what comes up to this step of loading, and leaves. */
async function until(events: AsyncIterable<ChatEvent | LoadProgress>, step: string): Promise<void> {
  for await (const event of events) if (('kind' in event ? kinds([event]) : event.step) === step) return;
}

const replyOf = (events: readonly ChatEvent[]) => events.find((event) => event.kind === 'reply')?.reply;

/** Resolves with what a promise rejects with. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Takes events, and aborts at this step of loading or kind of event. */
async function abortAt(
  events: AsyncIterable<ChatEvent>,
  kind: string,
  controller: AbortController,
): Promise<ChatEvent[]> {
  const taken: ChatEvent[] = [];
  for await (const event of events) {
    taken.push(event);
    if (kinds([event]) === kind) controller.abort(new Error('enough'));
  }
  return taken;
}

describe('A call of WebLLM', () => {
  test('tells the steps of loading, streams the text and ends with the reply', async () => {
    const { chat } = world([{ token: moment }]);
    const events = await all(chat.generate(LLAMA, ASK));
    expect(kinds(events)).toBe('start weights shaders delta reply');
    expect(events.flatMap((event) => (event.kind === 'delta' ? [event.text] : []))).toEqual(['Hello', ' world', '.']);
    expect(replyOf(events)).toMatchObject({
      text: 'Hello world.',
      finish: 'stop',
      usage: { promptTokens: 12, completionTokens: 3, prefillRate: 100, decodeRate: 20, exact: true },
    });
  });

  test('does not load a model that is loaded, nor look for its files again', async () => {
    const opened: string[] = [];
    const files = storedModels(WEBLLM_MODELS);
    const storage = { open: (name: string) => (opened.push(name), files.open(name)) };
    const { chat, webllm } = world([], { storage });
    await all(chat.load(LLAMA));
    const before = opened.length;
    expect(kinds(await all(chat.generate(LLAMA, ASK)))).toBe('delta reply');
    expect(webllm.engine.reloads).toBe(1);
    expect([before > 0, opened.length]).toEqual([true, before]);
  });

  test('lets the model go that was loaded before', async () => {
    const { chat, webllm } = world();
    await all(chat.load(LLAMA));
    await all(chat.load(QWEN));
    expect(webllm.engines.map(({ model }) => model)).toEqual([undefined, QWEN.model]);
  });

  test('passes on everything that the request says, and nothing of the model’s own defaults', async () => {
    const { chat, webllm } = world();
    const shape = { kind: 'choice', options: ['yes', 'no'] } as const;
    await all(chat.generate(LLAMA, { ...ASK, temperature: 0.3, topP: 0.9, seed: 7, stop: ['\n\n'], shape }));
    await all(chat.generate(LLAMA, { ...ASK, topP: 0 }));
    expect(webllm.engine.requests).toEqual([
      {
        model: LLAMA.model,
        messages: [{ role: 'user', content: 'Who was it?' }],
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 50,
        temperature: 0.3,
        top_p: 0.9,
        seed: 7,
        stop: ['\n\n'],
        response_format: { type: 'grammar', grammar: 'root ::= "yes" | "no"' },
      },
      expect.objectContaining({ temperature: 0, top_p: 1e-6, max_tokens: 50 }),
    ]);
  });

  test('tells the likeliest tokens where they are wanted, at a temperature that leaves them their probabilities', async () => {
    const { webllm, chat } = world([{ tokens: ['yes'], likeliest: { yes: 0.75, no: 0.25 } }]);
    const reply = replyOf(await all(chat.generate(LLAMA, { ...ASK, likeliest: 2 })));
    const sampling = { temperature: 1, top_p: 1e-6, logprobs: true, top_logprobs: 2 };
    expect(webllm.engine.requests[0]).toMatchObject(sampling);
    const [yes, no] = reply?.tokens?.[0]?.likeliest ?? [];
    expect([yes?.token, no?.token]).toEqual(['yes', 'no']);
    expect(yes?.probability).toBeCloseTo(0.75);
  });

  test('asks a thinking model not to think, and leaves the empty thought out of the reply', async () => {
    const { chat, webllm } = world([{ tokens: ['<think>\n\n</th', 'ink>\n', '\nYes', '.'] }]);
    const events = await all(chat.generate(QWEN, ASK));
    expect(webllm.engine.requests[0]).toMatchObject({ extra_body: { enable_thinking: false }, max_tokens: 54 });
    expect(replyOf(events)?.text).toBe('Yes.');
  });

  test('says that a reply was cut at its limit', async () => {
    const { chat } = world([{ finish: 'length' }]);
    expect(replyOf(await all(chat.generate(LLAMA, ASK)))?.finish).toBe('length');
  });

  test('counts by itself, and says so, when the engine does not', async () => {
    const { chat } = world([{ usage: false }]);
    expect(replyOf(await all(chat.generate(LLAMA, ASK)))?.usage).toMatchObject({ completionTokens: 3, exact: false });
  });

  test('never waits for a slow reader, who gets what came in between as one text', async () => {
    let made = 0;
    const token = () => Promise.resolve(void made++);
    const { chat } = world([{ tokens: Array<string>(100).fill('x'), token }]);
    const texts: string[] = [];
    for await (const event of chat.generate(LLAMA, ASK)) {
      if (event.kind !== 'delta') continue;
      texts.push(event.text);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(made).toBe(99);
    }
    expect(texts.join('')).toBe('x'.repeat(100));
    expect(texts.length).toBeLessThan(4);
  });

  test('waits for the call before it', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { chat, webllm } = world([{ prompt: () => gate }]);
    const first = all(chat.generate(LLAMA, ASK));
    const second = all(chat.generate(LLAMA, ASK));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(webllm.engine.requests).toHaveLength(1);
    release();
    expect(kinds(await first)).toContain('reply');
    expect(kinds(await second)).toBe('delta reply');
  });
});

describe('Aborting', () => {
  test('while decoding stops at the next token, and the next call needs no reload', async () => {
    const { chat, webllm } = world([{ tokens: Array<string>(1000).fill('x'), token: moment }]);
    const controller = new AbortController();
    const aborted = failure(abortAt(chat.generate(LLAMA, ASK, { signal: controller.signal }), 'delta', controller));
    expect(await aborted).toMatchObject({ message: 'enough' });
    expect(kinds(await all(chat.generate(LLAMA, ASK)))).toBe('delta reply');
    expect(webllm.engines).toHaveLength(1);
  });

  test('while a long prompt is read is a visible reload before the next call', async () => {
    const { chat, webllm } = world([{ prompt: forever }]);
    await all(chat.load(LLAMA));
    const controller = new AbortController();
    const aborted = failure(all(chat.generate(LLAMA, ASK, { signal: controller.signal })));
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort(new Error('enough'));
    expect(await aborted).toMatchObject({ message: 'enough' });
    expect(webllm.engine.unloads).toBe(1);

    const events = await all(chat.generate(LLAMA, ASK));
    expect(kinds(events)).toBe('restart reload weights shaders delta reply');
    expect(webllm.engines).toHaveLength(2);
  });

  test('before the call began leaves the engine alone', async () => {
    const { chat, webllm } = world();
    await all(chat.load(LLAMA));
    const signal = AbortSignal.abort(new Error('never mind'));
    expect(await failure(all(chat.generate(LLAMA, ASK, { signal })))).toMatchObject({ message: 'never mind' });
    expect(webllm.engine.requests).toEqual([]);
    expect(kinds(await all(chat.generate(LLAMA, ASK)))).toBe('delta reply');
  });

  test('in the queue does not disturb the call that runs', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const { chat, webllm } = world([{ prompt: () => gate }]);
    const running = all(chat.generate(LLAMA, ASK));
    const controller = new AbortController();
    const waiting = failure(all(chat.generate(LLAMA, ASK, { signal: controller.signal })));
    controller.abort(new Error('enough'));
    expect(await waiting).toMatchObject({ message: 'enough' });
    release();
    expect(kinds(await running)).toContain('reply');
    expect(webllm.engine.interrupted).toBe(false);
  });

  test('while loading is heard at once; the load goes on, and the next call of that model has it', async () => {
    const { chat, webllm } = world();
    const { gate, open } = gated();
    webllm.loads.push(gate);
    const controller = new AbortController();
    const aborted = failure(abortAt(chat.generate(LLAMA, ASK, { signal: controller.signal }), 'weights', controller));
    expect(await aborted).toMatchObject({ message: 'enough' });
    const next = all(chat.generate(LLAMA, ASK));
    open();
    expect(kinds(await next)).toBe('start weights shaders delta reply');
    expect([webllm.engine.reloads, webllm.engines.length, webllm.most]).toEqual([1, 1, 1]);
  });

  test.each<[string, (chat: ChatProvider, controller: AbortController) => Promise<unknown>]>([
    ['aborting', (chat, controller) => failure(abortAt(chat.generate(LLAMA, ASK, controller), 'weights', controller))],
    ['leaving', async (chat) => void (await until(chat.generate(LLAMA, ASK), 'weights'))],
    ['leaving the load', async (chat) => void (await until(chat.load(LLAMA), 'weights'))],
  ])('while loading, by %s, never puts another model beside the one that is on its way', async (_, stop) => {
    const { chat, webllm } = world();
    const { gate, open } = gated();
    webllm.loads.push(gate);
    await stop(chat, new AbortController());
    const next = all(chat.generate(QWEN, ASK));
    await moment();
    expect(webllm.engines).toHaveLength(1);
    open();
    expect(kinds(await next)).toBe('start weights shaders delta reply');
    expect(webllm.engines.map(({ model }) => model)).toEqual([undefined, QWEN.model]);
    expect([webllm.most, webllm.onGpu]).toEqual([1, 1]);
  });

  test('while another model is waited for that is on its way is heard at once', async () => {
    const { chat, webllm } = world();
    const { gate, open } = gated();
    webllm.loads.push(gate);
    await until(chat.load(LLAMA), 'weights');
    const controller = new AbortController();
    const waiting = failure(all(chat.generate(QWEN, ASK, { signal: controller.signal })));
    await moment();
    controller.abort(new Error('enough'));
    expect(await waiting).toMatchObject({ message: 'enough' });
    open();
  });

  test('is what leaving the stream means, too', async () => {
    const { chat, webllm } = world([{ tokens: Array<string>(1000).fill('x'), token: moment }]);
    for await (const event of chat.generate(LLAMA, ASK)) if (event.kind === 'delta') break;
    expect(webllm.engine.interrupted).toBe(true);
    expect(kinds(await all(chat.generate(LLAMA, ASK)))).toBe('delta reply');
  });
});

describe('A lost GPU', () => {
  const lose: Script = {
    token: async (engine) => {
      await engine.unload();
      throw named('Error', 'Object has already been disposed');
    },
  };

  test('is made good by a reload and the same call again', async () => {
    const { chat, webllm } = world([lose]);
    const events = await all(chat.generate(LLAMA, ASK));
    expect(kinds(events)).toBe('start weights shaders delta restart reload weights shaders delta reply');
    expect(replyOf(events)?.text).toBe('Hello world.');
    expect(webllm.engines.map(({ requests }) => requests.length)).toEqual([1, 1]);
  });

  test('is noticed even when the call says nothing more', async () => {
    const { chat } = world([
      {
        token: async (engine) => {
          await engine.unload();
          return forever();
        },
      },
    ]);
    expect(kinds(await all(chat.generate(LLAMA, ASK)))).toMatch(/^start .* restart reload .* reply$/);
  });

  test('is followed by the advice of a smaller model when it is lost again', async () => {
    const { chat } = world([lose, lose]);
    const error = await failure(all(chat.generate(LLAMA, ASK)));
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/lost twice.*smaller model, such as “Qwen3 1.7B”/) as string,
    });
  });

  test('while loading counts as well', async () => {
    const { chat, webllm } = world();
    const fail = () => Promise.reject(named('DeviceLostError', 'The WebGPU device was lost while loading the model.'));
    webllm.loads.push(fail);
    expect(kinds(await all(chat.generate(LLAMA, ASK)))).toMatch(/^start .*restart reload .*reply$/);
    webllm.loads.push(fail);
    expect(await failure(all(chat.load(QWEN)))).toMatchObject({
      message: expect.stringContaining('smaller model') as string,
    });
  });
});

describe('A hanging engine', () => {
  test('whose call never settles is loaded anew, and the call runs again', async () => {
    const { chat, webllm } = world([{ prompt: forever }]);
    webllm.unload = (engine) => (engine === webllm.engines[0] ? forever() : Promise.resolve());
    expect(kinds(await all(chat.generate(LLAMA, ASK)))).toBe(
      'start weights shaders restart reload weights shaders delta reply',
    );
  });

  test('that hangs again is given up in words', async () => {
    const { chat } = world([{ token: forever }, { token: forever }]);
    const error = await failure(all(chat.generate(LLAMA, ASK)));
    expect(error).toMatchObject({
      name: 'ModelError',
      message: expect.stringContaining('did not answer twice') as string,
    });
  });

  test('that never finishes loading is given up in words', async () => {
    const { chat, webllm } = world();
    webllm.loads.push(forever);
    expect(await failure(all(chat.load(LLAMA)))).toMatchObject({
      message: expect.stringContaining('did not finish loading') as string,
    });
    expect(kinds(await all(chat.generate(LLAMA, ASK)))).toContain('reply');
  });

  test('that finishes loading after it was given up is let go then', async () => {
    const { chat, webllm } = world();
    const { gate, open } = gated();
    webllm.loads.push(gate);
    await failure(all(chat.load(LLAMA)));
    await all(chat.load(LLAMA));
    expect(webllm.onGpu).toBe(2);
    open();
    await expect.poll(() => webllm.onGpu).toBe(1);
    expect(webllm.engine.model).toBe(LLAMA.model);
  });
});

describe('Signs of life', () => {
  const working = (events: readonly ChatEvent[]): string[] =>
    events.flatMap((event) => (event.kind === 'working' ? [inEnglish(event.words)] : []));

  test('come while a long prompt is read, and while a text is waited for', async () => {
    const { gate: read, open: beginWriting } = gated();
    const { gate: write, open: goOn } = gated();
    const { chat } = world([{ prompt: async () => void (await read()), token: async () => void (await write()) }]);
    await all(chat.load(LLAMA));
    const seen: string[] = [];
    for await (const event of chat.generate(LLAMA, ASK)) {
      seen.push(...working([event]));
      if (seen.length === 3) beginWriting();
      if (seen.at(-1) === 'Writing.') goOn();
    }
    expect(seen).toEqual([...Array<string>(3).fill('Reading the prompt.'), 'Writing.']);
  });

  test('repeat how far the loading is', async () => {
    const { chat, webllm } = world();
    const { gate, open } = gated();
    webllm.loads.push(gate);
    const seen: number[] = [];
    for await (const event of chat.generate(LLAMA, ASK)) {
      if (event.kind === 'loading' && event.progress.step === 'weights') seen.push(event.progress.fraction);
      if (seen.length === 4) open();
    }
    expect(seen.slice(-3)).toEqual([0.5, 0.5, 0.5]);
  });

  test('end once an engine has hung for too long', async () => {
    const { chat } = world([{ prompt: forever }]);
    const events = await all(chat.generate(LLAMA, ASK));
    expect(kinds(events)).toBe('start weights shaders restart reload weights shaders delta reply');
    expect(working(events).length).toBeGreaterThan(2);
  });
});

describe('A refusal in words', () => {
  test.each<[string, Error, RegExp, boolean]>([
    [
      'names both counts when the prompt is too long',
      named(
        'ContextWindowSizeExceededError',
        'Prompt tokens exceed context window size: number of prompt tokens: 5210; context window size: 4096\nConsider …',
      ),
      /5,210 tokens.*4,096 at most/,
      true,
    ],
    [
      'of a grammar',
      named('GrammarMatcherInitError', 'Failed to initialize the grammar matcher'),
      /form of this reply/,
      true,
    ],
    ['of anything else', named('Error', 'Aborted()'), /stopped with an error/, false],
  ])('%s', async (_case, thrown, words, goesOn) => {
    const { chat, webllm } = world([{ prompt: () => Promise.reject(thrown) }]);
    const error = await failure(all(chat.generate(LLAMA, ASK)));
    expect(error).toMatchObject({ name: 'ModelError', cause: thrown, message: expect.stringMatching(words) as string });
    expect(kinds(await all(chat.generate(LLAMA, ASK)))).toContain('reply');
    expect(webllm.engines).toHaveLength(goesOn ? 1 : 2);
  });

  test.each<[string, Error, RegExp]>([
    ['LinkError', named('LinkError', 'import env.x'), /does not fit this version/],
    ['CompileError', named('CompileError', 'expected magic word'), /damaged/],
    ['IntegrityError', named('IntegrityError', 'Integrity check failed'), /not the one that Burrow expects/],
    [
      'a small GPU',
      named('Error', 'Cannot initialize runtime because of requested maxBufferSize exceeds limit.'),
      /too small/,
    ],
    ['a file that went missing', named('TypeError', 'Failed to fetch'), /missing on this device/],
  ])('while loading: %s', async (_case, thrown, words) => {
    const { chat, webllm } = world();
    webllm.loads.push(() => Promise.reject(thrown));
    expect(await failure(all(chat.load(LLAMA)))).toMatchObject({
      name: 'ModelError',
      message: expect.stringMatching(words) as string,
    });
    expect(webllm.engine.unloads).toBe(1);
  });

  test('when loading ended half-way without an error', async () => {
    const { chat, webllm } = world();
    webllm.loads.push(() => Promise.resolve('half'));
    expect(await failure(all(chat.load(LLAMA)))).toMatchObject({
      message: expect.stringContaining('not loaded to the end') as string,
    });
  });

  test.each(['mlc-chat-config.json', 'tensor-cache.json', 'tokenizer.json', 'params_shard_0.bin', '.wasm'])(
    'to download first, when %s is missing, before WebLLM could ask the network',
    async (file) => {
      const { chat, webllm } = world([], { storage: storedModels(WEBLLM_MODELS, (url) => url.endsWith(file)) });
      const error = await failure(all(chat.generate(LLAMA, ASK)));
      expect(error).toMatchObject({
        name: 'ModelError',
        message: expect.stringContaining('Download it first') as string,
        detail: expect.stringContaining(file) as string,
      });
      expect(webllm.engines).toEqual([]);
    },
  );

  test('without a GPU', async () => {
    const { chat } = world([], { hardware: { webgpu: false, reason: 'no adapter', memory: null } });
    expect(await failure(all(chat.load(LLAMA)))).toMatchObject({
      message: expect.stringContaining('finds no GPU') as string,
    });
  });
});

describe('The 32-bit twin', () => {
  test('is loaded where the GPU has no f16', async () => {
    const { chat, webllm } = world([], { hardware: { ...FAKE_GPU, f16: false } });
    await all(chat.generate(QWEN, ASK));
    expect(webllm.engine.requests[0]?.model).toBe(TWIN);
  });

  test('is what must be downloaded there', async () => {
    const storage = storedModels(WEBLLM_MODELS.filter(({ id }) => id === QWEN.model));
    const { chat } = world([], { hardware: { ...FAKE_GPU, f16: false }, storage });
    const error = await failure(all(chat.load(QWEN)));
    expect(error).toMatchObject({
      message: expect.stringContaining('Download it first') as string,
      detail: expect.stringContaining(TWIN) as string,
    });
  });
});

test('A description tells the window that the model is loaded with, without loading it', async () => {
  const { chat, webllm } = world();
  expect(await chat.describe(LLAMA)).toEqual({
    choice: LLAMA,
    title: 'Llama 3.2 3B',
    capabilities: { contextWindow: 4096, shapes: 'ebnf', prefixReuse: 'conversation', parallel: 1, seed: true },
  });
  expect(webllm.engines).toEqual([]);
  await all(chat.load(LLAMA));
  expect(webllm.engine.contextWindow).toBe(4096);
  expect(await failure(chat.describe({ provider: 'webllm', model: 'nothing' }))).toBeInstanceOf(ModelError);
});

test('A window that the model’s configuration allows and the device bears is told and loaded', async () => {
  const sizes = { num_hidden_layers: 28, num_key_value_heads: 8, head_dim: 128 };
  const config = { context_window_size: 131_072, model_config: sizes };
  const { chat, webllm } = world([], { storage: storedModels(WEBLLM_MODELS, () => false, config) });
  const { capabilities } = await chat.describe(LLAMA);
  expect(capabilities.contextWindow).toBe(16_384);
  await all(chat.load(LLAMA));
  expect(webllm.engine.contextWindow).toBe(16_384);
});

test('Unloading frees the memory and keeps the files', async () => {
  const { chat, webllm } = world();
  await all(chat.load(LLAMA));
  await chat.unload();
  expect(webllm.engine.model).toBeUndefined();
  expect(kinds(await all(chat.generate(LLAMA, ASK)))).toBe('start weights shaders delta reply');
});
