import { ModelError } from '../../../core/errors';
import type { ChatEvent, ChatModelInfo, ChatRequest } from '../../../core/models/chat-model';
import type { ChatHost } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/ports';
import { toJsonSchema } from '../../../core/shapes/json-schema';
import { estimateTokens } from '../../../core/text/tokens';
import type { LanguageModelFactory, LanguageModelOptions, LanguageModelSession } from './language-model';

const TEXT: LanguageModelOptions = {
  expectedInputs: [{ type: 'text', languages: ['en'] }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
};

const REASONS = {
  unavailable: 'This browser has no model of its own that works on this device.',
  downloadable:
    'The browser can fetch a model of its own; it does so by itself, outside of Burrow. Ask for it in the browser’s settings first.',
  downloading: 'The browser is fetching its own model. Try again later.',
} as const;

/**
 * The model that the browser brings along. It lives on the page alone, not in workers. Each call gets a session of its own, since a session
 * remembers what was said in it. The browser sets the temperature.
 */
export function createPromptApiHost(factory: LanguageModelFactory, now: () => number): ChatHost {
  return {
    probe: () => Promise.resolve({ webgpu: false, reason: 'no api', memory: null }),
    describe: async (choice) => {
      await ensureAvailable(factory);
      const session = await factory.create(TEXT);
      const { contextWindow } = session;
      session.destroy();
      return { choice, title: 'The browser’s own model', capabilities: capabilities(contextWindow) };
    },
    load: async function* () {
      await ensureAvailable(factory);
      yield { step: 'start', fraction: 1, words: 'The browser’s own model is ready.' };
    },
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
  const state = await factory.availability(TEXT);
  if (state !== 'available') throw new ModelError(REASONS[state]);
}

async function* generate(
  factory: LanguageModelFactory,
  request: ChatRequest,
  now: () => number,
  { signal }: CallOptions = {},
): AsyncGenerator<ChatEvent> {
  const begun = now();
  const system = request.messages.filter(({ role }) => role === 'system');
  const session = await factory.create({ ...TEXT, initialPrompts: system, ...(signal && { signal }) });
  try {
    const input = request.messages.filter(({ role }) => role !== 'system');
    await ensureFits(session, request);
    const stream = session.promptStreaming(input, {
      ...(request.shape && { responseConstraint: toJsonSchema(request.shape), omitResponseConstraintInput: true }),
      ...(signal && { signal }),
    });
    yield* readStream(stream, session, request, now, begun);
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
  let text = '';
  let first = 0;
  let cut = false;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      first ||= now();
      text += value;
      yield { kind: 'delta', text: value };
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
  yield { kind: 'reply', reply: { text, finish: cut ? 'length' : 'stop', usage } };
}

/** The browser would drop the oldest words in silence. */
async function ensureFits(session: LanguageModelSession, { messages, maxTokens }: ChatRequest): Promise<void> {
  const rest = messages.filter(({ role }) => role !== 'system');
  const needed = session.contextUsage + (await session.measureContextUsage(rest));
  if (needed + Math.min(maxTokens, 64) > session.contextWindow) {
    throw new ModelError(
      `The prompt takes ${String(needed)} of the ${String(session.contextWindow)} tokens that the browser’s own model reads at once. Choose a model with a larger window.`,
    );
  }
}
