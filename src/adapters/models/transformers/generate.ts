import type { Tensor, TextStreamer } from '@huggingface/transformers';
import { ModelError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ChatEvent, ChatRequest, ChatUsage } from '../../../core/models/chat-model';
import type { Shape } from '../../../core/shapes/shape';
import { ShownText } from '../shown-text';
import type { ChatSession } from './chat-session';

interface GenerateOptions {
  readonly toRegExp: (shape: Shape) => string;
  readonly signal: AbortSignal | undefined;
  readonly emit: (event: ChatEvent) => void;
}

/** Generates one reply, piece by piece. Throws the signal's reason at the next token when aborted. */
export async function generate(
  session: ChatSession,
  request: ChatRequest,
  { toRegExp, signal, emit }: GenerateOptions,
): Promise<void> {
  const { library, tokenizer, network, ends } = session;
  const began = performance.now();
  const prompt = readPrompt(session, request);
  const promptTokens = prompt.input_ids.dims[1] ?? 0;
  const stopping = new library.InterruptableStoppingCriteria();
  const pieces = createTokenText((tokens) => tokenizer.decode([...tokens], { skip_special_tokens: true }));
  const stops = createStopWords(request.stop ?? []);
  const times: number[] = [];
  const shown = new ShownText();
  let ended = false;
  const tell = (piece: string): void => {
    for (const event of shown.take(piece)) emit(event);
  };
  const hear = (token: number): void => {
    times.push(performance.now());
    ended = ends.has(token);
    if (!ended) tell(stops.take(pieces.take(token)));
    if (stops.met) stopping.interrupt();
  };
  const abort = (): void => stopping.interrupt();
  signal?.addEventListener('abort', abort);
  emit({ kind: 'working', words: message`Reading the prompt.` });
  session.reading = (read, tokens) => {
    signal?.throwIfAborted();
    emit({ kind: 'working', words: message`Reading the prompt: ${read} of ${tokens} tokens.` });
  };
  try {
    await network.generate({
      ...prompt,
      ...sampling(session, request),
      max_new_tokens: Math.min(request.maxTokens, session.contextWindow - promptTokens),
      stopping_criteria: stopping,
      streamer: streamer(hear),
      ...(request.shape && { logits_processor: await constraint(session, toRegExp(request.shape)) }),
    });
  } finally {
    signal?.removeEventListener('abort', abort);
    session.reading = () => undefined;
  }
  signal?.throwIfAborted();
  tell(stops.take(pieces.rest()));
  tell(stops.rest());
  for (const event of shown.end()) emit(event);
  const usage = countUsage(promptTokens, began, times);
  emit({ kind: 'reply', reply: { text: shown.text, finish: ended || stops.met ? 'stop' : 'length', usage } });
}

/** The conversation as the model was trained to read it. Throws ModelError where no room for a reply is left. */
function readPrompt({ tokenizer, contextWindow, model }: ChatSession, { messages }: ChatRequest) {
  const prompt = tokenizer.apply_chat_template(
    messages.map(({ role, content }) => ({ role, content })),
    { add_generation_prompt: true, tokenize: true, return_dict: true, ...(model.thinks && { enable_thinking: false }) },
  ) as { readonly input_ids: Tensor; readonly attention_mask: Tensor };
  const tokens = prompt.input_ids.dims[1] ?? 0;
  if (tokens < contextWindow) return prompt;
  throw new ModelError(
    message`The prompt has ${tokens} tokens, and “${model.title}” reads ${contextWindow} at most, its reply included. Nothing was answered; ask about less, or choose a model with a larger window.`,
  );
}

/** transformers.js has no top-p; it draws from the 50 likeliest tokens. */
function sampling({ library }: ChatSession, { temperature, seed }: ChatRequest) {
  if (seed !== undefined) library.random.seed(seed);
  return temperature > 0 ? { do_sample: true, temperature } : { do_sample: false };
}

async function constraint({ tokenizer }: ChatSession, regex: string) {
  const { StructuredOutputProcessor } = await import('@huggingface/transformers-structured-output');
  return new StructuredOutputProcessor(tokenizer, { type: 'regex', regex });
}

/** Streams every token but those of the prompt, which come first. */
function streamer(hear: (token: number) => void): TextStreamer {
  let isPrompt = true;
  const put = (value: readonly (readonly bigint[])[]): void => {
    if (!isPrompt) for (const token of value[0] ?? []) hear(Number(token));
    isPrompt = false;
  };
  // Declared as the library's own class, of which nothing else is called.
  return { put, end: () => undefined } as unknown as TextStreamer;
}

function countUsage(promptTokens: number, began: number, times: readonly number[]): ChatUsage {
  const [first] = times;
  const last = times.at(-1);
  const seconds = (performance.now() - began) / 1000;
  const usage = { promptTokens, completionTokens: times.length, seconds, exact: true };
  if (first === undefined || last === undefined) return usage;
  const firstToken = (first - began) / 1000;
  const decoding = (last - first) / 1000;
  return {
    ...usage,
    firstToken,
    prefillRate: promptTokens / Math.max(firstToken, 1e-3),
    ...(decoding > 0 && { decodeRate: (times.length - 1) / decoding }),
  };
}

/** Turns tokens, as they come, into pieces of text that join to the whole. */
interface TokenText {
  /** The text that this token made sure of; empty while a character is incomplete. */
  take(token: number): string;
  /** Returns the text held back. */
  rest(): string;
}

const INCOMPLETE = '\uFFFD';

/**
 * Decodes only the last few tokens each time. They are decoded together with those of the piece before, since some tokenizers drop a
 * space at the beginning of what they decode.
 */
export function createTokenText(decode: (tokens: readonly number[]) => string): TokenText {
  let before: readonly number[] = [];
  let open: readonly number[] = [];
  // Tokenizers refuse to decode nothing.
  const piece = (): string => {
    const known = before.length > 0 ? decode(before) : '';
    return open.length > 0 ? decode([...before, ...open]).slice(known.length) : '';
  };
  const settle = (text: string): string => {
    before = open;
    open = [];
    return text;
  };
  return {
    take: (token) => {
      open = [...open, token];
      const text = piece();
      return text === '' || text.endsWith(INCOMPLETE) ? '' : settle(text);
    },
    rest: () => settle(piece()),
  };
}

/** Passes text on up to the first of some words, and buffers a possible beginning of one. */
interface StopWords {
  take(text: string): string;
  /** True once a word has come; nothing is let through after it. */
  readonly met: boolean;
  /** Returns the text held back, when no more comes. */
  rest(): string;
}

export function createStopWords(words: readonly string[]): StopWords {
  let pending = '';
  let met = false;
  const release = (length: number): string => {
    const text = pending.slice(0, length);
    pending = pending.slice(length);
    return text;
  };
  return {
    get met() {
      return met;
    },
    take: (text) => {
      if (met) return '';
      pending += text;
      const places = words.map((word) => pending.indexOf(word)).filter((place) => place >= 0);
      met = places.length > 0;
      if (met) return release(Math.min(...places));
      return release(pending.length - pendingLength(pending, words));
    },
    rest: () => (met ? '' : release(pending.length)),
  };
}

/** Length of the longest end of `text` that is the beginning of a word. */
function pendingLength(text: string, words: readonly string[]): number {
  const longest = Math.max(0, ...words.map((word) => word.length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(text.length - length);
    if (words.some((word) => word.startsWith(end))) return length;
  }
  return 0;
}
