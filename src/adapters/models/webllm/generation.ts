import { message } from '../../../core/message';
import type { ChatCompletionChunk, ChatCompletionRequestStreaming, CompletionUsage } from '@mlc-ai/web-llm';
import type { ChatEvent, ChatReply, ChatRequest, ChatUsage, ReplyToken } from '../../../core/models/chat-model';
import type { Shape } from '../../../core/shapes/shape';
import { waitForEngine, type WaitOutcome, firstTokenTimeout, type Timeouts } from './timeouts';
import type { LoadedEngine } from './loaded-engine';
import { isHarmless } from './webllm-errors';
import { hasLost, type Engine } from './library';
import type { WebllmModel } from '../../../core/models/catalogue/webllm-models';
import { replyTokens } from '../reply-tokens';
import { ShownText } from '../shown-text';

/** End of one call of the engine. */
export type GenerationEnd =
  { readonly kind: 'reply'; readonly reply: ChatReply } | Exclude<WaitOutcome<never>, { kind: 'done' }>;

interface GenerationOptions {
  readonly toEbnf: (shape: Shape) => string;
  readonly timeouts: Timeouts;
  readonly signal?: AbortSignal | undefined;
}

/** A lost device makes itself known a moment after the error that it causes. */
const LOSS_KNOWN_MS = 1_000;

/**
 * One call: yields the text, returns its end. Afterwards `loaded.idle` is true if the engine may be used again. It may
 * not if it still reads its prompt, during which it cannot be interrupted.
 */
export async function* generateReply(
  loaded: LoadedEngine,
  request: ChatRequest,
  { toEbnf, timeouts, signal }: GenerationOptions,
): AsyncGenerator<ChatEvent, GenerationEnd> {
  const { engine, model } = loaded;
  const wait = <T>(promise: Promise<T>, silenceMs: number): Promise<WaitOutcome<T>> =>
    waitForEngine(promise, { silenceMs, signal, lost: () => hasLost(engine, model.id) });
  const collector = createReplyCollector();
  let silenceMs = firstTokenTimeout(request, timeouts);

  yield { kind: 'working', words: message`Reading the prompt.` };
  const opened = await waitForEngine(engine.chatCompletion(toWebllmRequest(request, model, toEbnf)), {
    silenceMs,
  });
  if (opened.kind !== 'done') return endOf(loaded, opened);
  if (signal?.aborted) return { kind: 'aborted' }; // nothing runs before the first chunk is asked for
  const chunks = opened.value[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<ChatCompletionChunk>> | undefined;
  let interrupts = true;
  loaded.idle = false;
  try {
    for (;;) {
      pending = chunks.next();
      const waited = await wait(pending, silenceMs);
      if (waited.kind !== 'done') {
        interrupts = waited.kind === 'aborted';
        return await endOf(loaded, waited);
      }
      pending = undefined;
      if (waited.value.done) break;
      yield* collector.take(waited.value.value);
      silenceMs = timeouts.nextToken;
    }
    loaded.idle = true;
    yield* collector.end();
    return { kind: 'reply', reply: collector.reply() };
  } finally {
    if (interrupts && !loaded.idle) loaded.idle = await stop(engine, chunks, pending, timeouts.interrupt);
  }
}

/** Distinguishes a lost device from other failures, and marks an engine that only refused as idle. */
async function endOf(
  loaded: LoadedEngine,
  waited: Exclude<WaitOutcome<unknown>, { kind: 'done' }>,
): Promise<GenerationEnd> {
  if (waited.kind !== 'failed') return waited;
  loaded.idle = isHarmless(waited.error);
  if (loaded.idle) return waited;
  const lost = await lostSoon(loaded);
  return lost ? { kind: 'lost' } : waited;
}

async function lostSoon({ engine, model }: LoadedEngine): Promise<boolean> {
  for (let passed = 0; passed < LOSS_KNOWN_MS; passed += LOSS_KNOWN_MS / 5) {
    if (await hasLost(engine, model.id)) return true;
    await new Promise((resolve) => setTimeout(resolve, LOSS_KNOWN_MS / 5));
  }
  return false;
}

/** Interrupts the engine and reads the stream to its end; false if it does not end in time. */
async function stop(
  engine: Engine,
  chunks: AsyncIterator<ChatCompletionChunk>,
  pending: Promise<IteratorResult<ChatCompletionChunk>> | undefined,
  silenceMs: number,
): Promise<boolean> {
  void engine.interruptGenerate();
  const drain = async () => {
    let item = await (pending ?? chunks.next());
    while (!item.done) item = await chunks.next();
  };
  const { kind } = await waitForEngine(drain(), { silenceMs });
  return kind === 'done';
}

/** The empty thought with which a reply of a thinking model begins counts as this many tokens of it. */
const EMPTY_THOUGHT = 4;
/** WebLLM refuses 0. */
const LEAST_TOP_P = 1e-6;

/** The request in WebLLM's words. Nothing is left to the model's own configuration that the port defines. */
function toWebllmRequest(
  request: ChatRequest,
  model: WebllmModel,
  toEbnf: (shape: Shape) => string,
): ChatCompletionRequestStreaming {
  const { messages, maxTokens, topP = 1, seed, stop, shape, likeliest } = request;
  // It tells probabilities as they are after the temperature, near 0 all or nothing. At 1 the least top_p takes the likeliest token as well.
  const isRanked = likeliest !== undefined && request.temperature === 0;
  const sampling = isRanked ? { temperature: 1, top_p: 0 } : { temperature: request.temperature, top_p: topP };
  return {
    model: model.id,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: maxTokens + (model.thinks ? EMPTY_THOUGHT : 0),
    temperature: sampling.temperature,
    top_p: Math.max(sampling.top_p, LEAST_TOP_P),
    ...(likeliest !== undefined && { logprobs: true, top_logprobs: likeliest }),
    ...(seed !== undefined && { seed }),
    ...(stop && stop.length > 0 && { stop: [...stop] }),
    ...(shape && { response_format: { type: 'grammar', grammar: toEbnf(shape) } }),
    ...(model.thinks && { extra_body: { enable_thinking: false } }),
  };
}

/** Gathers a streamed reply. */
interface ReplyCollector {
  /** Returns the text added by this chunk, often a single token, or nothing. */
  take(chunk: ChatCompletionChunk): readonly ChatEvent[];
  /** Returns the text held back until the end. */
  end(): readonly ChatEvent[];
  reply(): ChatReply;
}

/** `now` in milliseconds; the call's time runs from here. */
function createReplyCollector(now: () => number = () => performance.now()): ReplyCollector {
  const started = now();
  const shown = new ShownText();
  let pieces = 0;
  let firstToken: number | undefined;
  let finish: ChatReply['finish'] = 'stop';
  let usage: CompletionUsage | undefined;
  const replied: ReplyToken[] = [];

  return {
    take: (chunk) => {
      usage = chunk.usage ?? usage;
      const choice = chunk.choices[0];
      if (choice?.finish_reason === 'length') finish = 'length';
      const piece = choice?.delta.content ?? '';
      if (piece === '') return [];
      replied.push(...replyTokens(choice?.logprobs?.content));
      pieces++;
      firstToken ??= (now() - started) / 1000;
      return shown.take(piece);
    },
    end: () => shown.end(),
    reply: () => {
      const time = { seconds: (now() - started) / 1000, ...(firstToken !== undefined && { firstToken }) };
      return {
        text: shown.text,
        ...(replied.length > 0 && { tokens: replied }),
        finish,
        usage: { ...time, ...tokens(usage, pieces) },
      };
    },
  };
}

type Tokens = Omit<ChatUsage, 'seconds' | 'firstToken'>;

function tokens(usage: CompletionUsage | undefined, pieces: number): Tokens {
  if (!usage) return { promptTokens: 0, completionTokens: pieces, exact: false };
  return {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    ...rate('prefillRate', usage.extra.prefill_tokens_per_s),
    ...rate('decodeRate', usage.extra.decode_tokens_per_s),
    exact: true,
  };
}

/** A reply of one token has no rate of writing. */
function rate(name: 'prefillRate' | 'decodeRate', value: number): Partial<Tokens> {
  return Number.isFinite(value) && value > 0 ? { [name]: value } : {};
}
