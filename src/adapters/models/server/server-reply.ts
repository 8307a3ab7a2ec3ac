import { ModelError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ChatEvent, ChatReply, ChatRequest, ReplyToken } from '../../../core/models/chat-model';
import { reasoningFilter, WAS_THOUGHT, type FilteredPiece, type ThoughtFilter } from '../../../core/shapes/reasoning';
import { estimateTokens } from '../../../core/text/tokens';
import { readText } from './server-connection';
import { countOf, dig, readJson } from './read-json';
import { errorIn, LOOK_THERE } from './server-errors';
import { replyTokens } from '../reply-tokens';

/** A prompt below this is not checked for having been cut: templates and estimates differ too much. */
const CHECKED_TOKENS = 1_500;
/** A server that writes past its limit is stopped: no token is longer than this on average. */
const CHARACTERS_PER_TOKEN = 16;
/** Characters of a reply in one piece. */
const LONGEST = 4_000_000;

/** Milliseconds of a clock that only goes forward. */
export type Now = () => number;

interface ReplyOptions {
  readonly model: string;
  readonly now: Now;
  /** Time of the request, by `now`: many servers send nothing, not even their headers, before the first token. */
  readonly asked: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the estimated tokens of each piece of a thought. */
  readonly onThought?: (tokens: number) => void;
}

interface PartialReply {
  text: string;
  /** Takes thoughts that a server leaves in the text out of it. */
  readonly filter: ThoughtFilter;
  /** Thoughts that come apart from the text. */
  thoughts: string;
  /** Characters of all thoughts. */
  thought: number;
  finish: string;
  promptTokens: number;
  completionTokens: number;
  pieces: number;
  readonly tokens: ReplyToken[];
  first: number;
  ended: boolean;
}

/**
 * A chat completion as events, ended by its reply. Throws ModelError when it breaks off, has an error or is none, and
 * the signal's reason. A server that continues past `maxTokens` is cut off.
 */
export async function* readReply(
  response: Response,
  request: ChatRequest,
  { model, now, asked, signal, onThought = () => undefined }: ReplyOptions,
): AsyncGenerator<ChatEvent> {
  const partial: PartialReply = {
    text: '',
    filter: reasoningFilter(),
    thoughts: '',
    thought: 0,
    finish: '',
    promptTokens: 0,
    completionTokens: 0,
    pieces: 0,
    tokens: [],
    first: 0,
    ended: false,
  };
  try {
    for await (const data of events(response)) {
      const chatEvents = takeChunk(partial, data, { model, now, onThought });
      if (partial.ended) break;
      yield* chatEvents;
      if (!isTooMuch(partial, request)) continue;
      partial.finish = 'length';
      break;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ModelError ? error : brokenOff(partial.text, error);
  }
  if (partial.pieces === 0) throw noReply(response);
  if (!partial.ended && partial.finish === '') throw brokenOff(partial.text);
  yield* takeText(partial, partial.filter.end(), now);
  const rest = misplaced(partial, request);
  partial.text += rest;
  yield* deltaOf(partial, rest, now);
  yield { kind: 'reply', reply: replyOf(partial, request, (now() - asked) / 1000, (partial.first - asked) / 1000) };
}

/** Adds one event of the stream to the reply; returns the events for the caller. */
function takeChunk(
  partial: PartialReply,
  data: string,
  { model, now, onThought }: Pick<Required<ReplyOptions>, 'model' | 'now' | 'onThought'>,
): readonly ChatEvent[] {
  if (data === '[DONE]') {
    partial.ended = true;
    return [];
  }
  const chunk = chunkOf(data, partial);
  const error = errorIn(chunk, model, ['worth another try']);
  if (error) throw error;
  const content = dig(chunk, 'choices', 0, 'delta', 'content') ?? dig(chunk, 'choices', 0, 'message', 'content');
  const piece = partial.filter.take(textIn(content));
  const finish = dig(chunk, 'choices', 0, 'finish_reason');
  if (typeof finish === 'string') partial.finish = finish;
  partial.promptTokens = countOf(dig(chunk, 'usage', 'prompt_tokens')) ?? partial.promptTokens;
  partial.completionTokens = countOf(dig(chunk, 'usage', 'completion_tokens')) ?? partial.completionTokens;
  partial.pieces++;
  partial.tokens.push(...replyTokens(dig(chunk, 'choices', 0, 'logprobs', 'content')));
  const apart = thoughtIn(chunk) + thoughtPartsIn(content);
  partial.thoughts += apart;
  const thought = apart + piece.thought;
  partial.thought += thought.length;
  if (thought !== '') onThought(estimateTokens(thought));
  const chatEvents = takeText(partial, piece, now);
  if (chatEvents.length > 0 || thought === '') return chatEvents;
  return [{ kind: 'working', words: message`The model is thinking.` }];
}

/** Adds text to the reply; returns the events for the caller. */
function takeText(partial: PartialReply, { text, isRestart }: FilteredPiece, now: Now): readonly ChatEvent[] {
  if (!isRestart) {
    partial.text += text;
    return deltaOf(partial, text, now);
  }
  partial.text = text;
  return [{ kind: 'restart', reason: WAS_THOUGHT }, ...deltaOf(partial, text, now)];
}

function deltaOf(partial: PartialReply, text: string, now: Now): readonly ChatEvent[] {
  if (text === '') return [];
  partial.first ||= now();
  return [{ kind: 'delta', text }];
}

/** The text of a message's content: text, or parts of which some are thoughts, as Mistral sends them (https://github.com/vercel/ai/pull/8072). */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.map((part) => stringOf(dig(part, 'text'))).join('');
}

function thoughtPartsIn(content: unknown): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts
    .map((part) => dig(part, 'thinking'))
    .map((thought) => (typeof thought === 'string' ? thought : textIn(thought)))
    .join('');
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Servers name it differently; it is not part of the reply. */
function thoughtIn(chunk: unknown): string {
  const of = (key: string): unknown =>
    dig(chunk, 'choices', 0, 'delta', key) ?? dig(chunk, 'choices', 0, 'message', key);
  return stringOf(of('reasoning_content') ?? of('reasoning') ?? of('thinking'));
}

/**
 * The whole reply, where a server holds the thoughts to the form instead of the text, which stays empty
 * (https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1773).
 */
function misplaced({ text, thoughts, finish }: PartialReply, { shape }: ChatRequest): string {
  if (!shape || text.trim() !== '' || finish === 'length') return '';
  try {
    return typeof JSON.parse(thoughts) === 'object' ? thoughts : '';
  } catch {
    return ''; // they were thoughts
  }
}

/** An event that stops in its middle is one of a connection that broke. */
function chunkOf(data: string, { text }: PartialReply): Readonly<Record<string, unknown>> {
  try {
    return readJson(data);
  } catch (error) {
    throw data.trimEnd().endsWith('}') ? error : brokenOff(text, error);
  }
}

/** Thoughts that are not shown are counted too, with room for servers that count none of them. */
function isTooMuch({ text, thought, pieces }: PartialReply, { maxTokens }: ChatRequest): boolean {
  const most = maxTokens * 2 + 1_000;
  return text.length > maxTokens * CHARACTERS_PER_TOKEN || thought > most * CHARACTERS_PER_TOKEN || pieces > most;
}

/** A server that does not stream sends one JSON object. */
async function* events(response: Response): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json') && !type.includes('stream')) {
    yield await readText(response, LONGEST);
    yield '[DONE]';
  } else if (response.body) {
    yield* serverSentEvents(response.body);
  }
}

function replyOf(partial: PartialReply, request: ChatRequest, seconds: number, firstToken: number): ChatReply {
  const sent = estimateTokens(request.messages.map(({ content }) => content).join('\n'));
  if (sent > CHECKED_TOKENS && partial.promptTokens > 0 && partial.promptTokens < sent / 2)
    throw cut(partial.promptTokens, sent);
  const completionTokens = partial.completionTokens || estimateTokens(partial.text);
  return {
    text: partial.text,
    ...(request.likeliest !== undefined && partial.tokens.length > 0 && { tokens: partial.tokens }),
    finish: partial.finish === 'length' ? 'length' : 'stop',
    usage: {
      promptTokens: partial.promptTokens || sent,
      completionTokens,
      seconds,
      ...(partial.first > 0 && { firstToken }),
      ...(seconds > firstToken && partial.first > 0 && { decodeRate: completionTokens / (seconds - firstToken) }),
      exact: partial.promptTokens > 0,
    },
  };
}

const brokenOff = (text: string, cause?: unknown): ModelError =>
  new ModelError(message`The server broke the connection off in the middle of its answer. ${LOOK_THERE}`, {
    cause,
    detail: text,
    traits: ['worth another try'],
  });

const noReply = ({ headers }: Response): ModelError =>
  new ModelError(
    message`The server answered without a single word of a reply (${headers.get('content-type') ?? message`no content type`}). Is it a model server with an OpenAI-compatible interface? Look into its log.`,
  );

/** Error of a prompt that Ollama cut: it cuts silently, and only its count of read tokens shows it. */
const cut = (read: number, sent: number): ModelError =>
  new ModelError(
    message`The server read only ${read} of about ${sent} tokens: the context window that it gives this model is too small. Start it with a larger one (Ollama: OLLAMA_CONTEXT_LENGTH=8192).`,
  );

/** Characters of one event: a server that sends more without an end is not one. */
const LONGEST_EVENT = 4_000_000;

/** The `data` of each server-sent event of a response, in order. Ends with the response, also in the middle of an event. */
async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  // A pipe through a decoder throws away what it holds when the connection breaks.
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += done ? `${decoder.decode()}\n\n` : decoder.decode(value, { stream: true });
      if (rest.length + length > LONGEST_EVENT) throw new RangeError('An event of the server is too long.');
      const lines = rest.split(/\r\n|\n|\r(?!$)/u);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const field = dataOf(line);
        if (field !== undefined) {
          data.push(field);
          length += field.length + 1;
        } else if (line === '' && data.length > 0) {
          yield data.join('\n');
          data = [];
          length = 0;
        }
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // the connection may be gone already
  }
}

/** Undefined for comments, other fields and the empty line. A text may hold any other line separators of Unicode. */
function dataOf(line: string): string | undefined {
  if (line === 'data') return '';
  if (!line.startsWith('data:')) return undefined;
  return line.slice(line[5] === ' ' ? 6 : 5);
}
