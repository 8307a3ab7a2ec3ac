import { streamFromCallback } from '../../../core/async';
import { ModelError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import type { ChatEvent, ChatModelInfo, ChatRequest, LoadProgress } from '../../../core/models/chat-model';
import type { ChatHost } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/platform';
import { toJsonSchema } from '../../../core/shapes/json-schema';
import { estimateTokens } from '../../../core/text/tokens';
import { ShownText } from '../shown-text';
import type { LanguageModelFactory, LanguageModelOptions, LanguageModelSession } from './language-model';

const TEXT: LanguageModelOptions = {
  expectedInputs: [{ type: 'text', languages: ['en'] }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
};

const REASONS = {
  unavailable: message`This browser has no model of its own that works on this device.`,
  downloadable: message`The browser can fetch a model of its own, several gigabytes. It does so only when you ask for it.`,
  downloading: message`The browser is fetching its own model.`,
} as const;

/**
 * The model that the browser brings along. It lives on the page alone, not in workers. Each call gets a session of its
 * own, since a session remembers earlier calls. The browser sets the temperature.
 */
export function createPromptApiHost(factory: LanguageModelFactory, now: () => number): ChatHost {
  return {
    probe: () => Promise.resolve({ webgpu: false, reason: 'no api', memory: null }),
    describe: async (choice) => {
      await ensureAvailable(factory);
      const session = await create(factory);
      const { contextWindow } = session;
      session.destroy();
      return { choice, title: 'The browser’s own model', capabilities: capabilities(contextWindow) };
    },
    load: (_choice, options) => load(factory, options),
    generate: (_choice, request, options) => generate(factory, request, now, options),
    unload: () => Promise.resolve(),
  };
}

const capabilities = (contextWindow: number): ChatModelInfo['capabilities'] => ({
  contextWindow,
  shapes: 'json schema',
  prefixReuse: 'none',
  parallel: 1,
  seed: false,
});

async function ensureAvailable(factory: LanguageModelFactory): Promise<void> {
  const state = await availability(factory);
  if (state === 'available') return;
  throw new ModelError(REASONS[state], state === 'unavailable' ? {} : { traits: ['worth another try'] });
}

const availability = (factory: LanguageModelFactory): ReturnType<LanguageModelFactory['availability']> =>
  factory.availability(TEXT).catch((error: unknown) => {
    throw explainPromptApiError(error);
  });

async function create(
  factory: LanguageModelFactory,
  options: Parameters<LanguageModelFactory['create']>[0] = {},
): Promise<LanguageModelSession> {
  try {
    return await factory.create({ ...TEXT, ...options });
  } catch (error) {
    options.signal?.throwIfAborted();
    throw explainPromptApiError(error);
  }
}

/**
 * Makes the browser fetch its model where it has none yet. The browser requires a click for that, a moment ago at the
 * most.
 */
async function* load(factory: LanguageModelFactory, { signal }: CallOptions = {}): AsyncGenerator<LoadProgress> {
  const state = await availability(factory);
  if (state === 'unavailable') throw new ModelError(REASONS.unavailable);
  if (state !== 'available') {
    yield* streamFromCallback<LoadProgress>((emit, stop) => fetchModel(factory, emit, stop), { signal });
  }
  yield { step: 'start', fraction: 1, words: message`The browser’s own model is ready.` };
}

async function fetchModel(
  factory: LanguageModelFactory,
  tell: (progress: LoadProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  tell(fetching(0));
  const hear = (event: Event): void => tell(fetching(Number(Reflect.get(event, 'loaded')) || 0));
  const session = await create(factory, {
    monitor: (monitor) => monitor.addEventListener('downloadprogress', hear),
    signal,
  });
  session.destroy();
}

/** `fraction` of the download, 0 to 1, from the browser. */
const fetching = (fraction: number): LoadProgress => ({ step: 'weights', fraction, words: REASONS.downloading });

async function* generate(
  factory: LanguageModelFactory,
  request: ChatRequest,
  now: () => number,
  { signal }: CallOptions = {},
): AsyncGenerator<ChatEvent> {
  const begun = now();
  signal?.throwIfAborted();
  // Without this the browser would start an unwanted download of gigabytes.
  await ensureAvailable(factory);
  const system = request.messages.filter(({ role }) => role === 'system');
  const session = await create(factory, { initialPrompts: system, ...(signal && { signal }) });
  try {
    const input = request.messages.filter(({ role }) => role !== 'system');
    await ensureFits(session, request);
    const stream = session.promptStreaming(input, {
      ...(request.shape && { responseConstraint: toJsonSchema(request.shape), omitResponseConstraintInput: true }),
      ...(signal && { signal }),
    });
    yield* readStream(stream, session, request, now, begun);
  } catch (error) {
    signal?.throwIfAborted();
    throw explainPromptApiError(error);
  } finally {
    session.destroy();
  }
}

async function* readStream(
  stream: ReadableStream<string>,
  session: LanguageModelSession,
  { maxTokens }: ChatRequest,
  now: () => number,
  begun: number,
): AsyncGenerator<ChatEvent> {
  const reader = stream.getReader();
  const promptTokens = session.contextUsage;
  const shown = new ShownText();
  let text = '';
  let first = 0;
  let cut = false;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      first ||= now();
      text += value;
      yield* shown.take(value);
      // The browser knows no limit; longer replies are cut here.
      cut = estimateTokens(text) >= maxTokens;
      if (cut) break;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // it may have ended already
  }
  const usage = {
    promptTokens,
    completionTokens: Math.max(estimateTokens(text), session.contextUsage - promptTokens),
    seconds: (now() - begun) / 1000,
    ...(first > 0 && { firstToken: (first - begun) / 1000 }),
    exact: false,
  };
  yield* shown.end();
  yield { kind: 'reply', reply: { text: shown.text, finish: cut ? 'length' : 'stop', usage } };
}

/** The browser would drop the oldest words in silence. */
async function ensureFits(session: LanguageModelSession, { messages, maxTokens }: ChatRequest): Promise<void> {
  const rest = messages.filter(({ role }) => role !== 'system');
  const needed = session.contextUsage + (await session.measureContextUsage(rest));
  if (needed + Math.min(maxTokens, 64) > session.contextWindow) {
    throw new ModelError(
      message`The prompt takes ${needed} of the ${session.contextWindow} tokens that the browser’s own model reads at once. Choose a model with a larger window.`,
    );
  }
}

/**
 * Explains an error of the browser to a person. Names of errors as in the specification:
 * https://webmachinelearning.github.io/prompt-api
 */
function explainPromptApiError(cause: unknown): ModelError {
  if (cause instanceof ModelError) return cause;
  const { name, message: reason } = cause instanceof Error ? cause : { name: '', message: String(cause) };
  const error = (words: Message, again: boolean): ModelError =>
    new ModelError(words, { cause, detail: reason, ...(again && { traits: ['worth another try'] }) });
  switch (name) {
    case 'QuotaExceededError':
      return error(
        message`The prompt does not fit into what the browser’s own model reads at once. Choose a model with a larger window.`,
        false,
      );
    case 'NotAllowedError':
      return error(
        message`The browser does not let this page use its own model. It may be switched off in the browser’s settings, or by whoever manages this device. Choose another model.`,
        false,
      );
    case 'NotSupportedError':
      return error(message`The browser’s own model does not take this request. Choose another model.`, false);
    case 'NetworkError':
      return error(message`The browser could not fetch its own model. Is this device online? Try again later.`, true);
    case 'InvalidStateError':
    case 'AbortError': // not ours: the browser ended the session
      return error(message`The browser has ended its own model in the middle of the answer.`, true);
    default:
      return error(message`The browser’s own model failed: ${reason || message`it gave no reason`}`, true);
  }
}
