import { ModelError } from '../../../core/errors';
import type { ChatEvent, ChatReply, ChatRequest } from '../../../core/models/chat-model';
import { estimateTokens } from '../../../core/text/tokens';
import { countOf, dig, readJson } from './read-json';
import { serverSentEvents } from './server-sent-events';

/** A prompt below this is not checked for having been cut: templates and estimates differ too much. */
const CHECKED_TOKENS = 1_500;

/** Milliseconds of a clock that only goes forward. */
export type Now = () => number;

/** A streamed chat completion as events, ended by its reply. Throws ModelError when it breaks off or says an error. */
export async function* readReply(response: Response, request: ChatRequest, now: Now): AsyncGenerator<ChatEvent> {
  const begun = now();
  const heard = { text: '', finish: '', promptTokens: 0, completionTokens: 0, first: 0, ended: false };
  for await (const data of events(response)) {
    if (data === '[DONE]') {
      heard.ended = true;
      break;
    }
    const chunk = readJson(data);
    if (chunk['error'] !== undefined) throw saidError(chunk['error']);
    const piece = dig(chunk, 'choices', 0, 'delta', 'content') ?? dig(chunk, 'choices', 0, 'message', 'content');
    const finish = dig(chunk, 'choices', 0, 'finish_reason');
    if (typeof finish === 'string') heard.finish = finish;
    heard.promptTokens = countOf(dig(chunk, 'usage', 'prompt_tokens')) ?? heard.promptTokens;
    heard.completionTokens = countOf(dig(chunk, 'usage', 'completion_tokens')) ?? heard.completionTokens;
    heard.first ||= now();
    heard.text += typeof piece === 'string' ? piece : '';
    yield { kind: 'delta', text: typeof piece === 'string' ? piece : '' };
  }
  if (!heard.ended && heard.finish === '') throw brokenOff(heard.text);
  yield { kind: 'reply', reply: replyOf(heard, request, (now() - begun) / 1000, (heard.first - begun) / 1000) };
}

/** A server that does not stream sends one JSON object. */
async function* events(response: Response): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.body) throw brokenOff('');
  if (type.includes('json') && !type.includes('stream')) {
    yield await response.text();
    yield '[DONE]';
    return;
  }
  try {
    yield* serverSentEvents(response.body);
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    throw brokenOff('', cause);
  }
}

interface Heard {
  readonly text: string;
  readonly finish: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly first: number;
}

function replyOf(heard: Heard, request: ChatRequest, seconds: number, firstToken: number): ChatReply {
  const sent = estimateTokens(request.messages.map(({ content }) => content).join('\n'));
  if (sent > CHECKED_TOKENS && heard.promptTokens > 0 && heard.promptTokens < sent / 2)
    throw cut(heard.promptTokens, sent);
  const exact = heard.promptTokens > 0;
  const completionTokens = heard.completionTokens || estimateTokens(heard.text);
  return {
    text: heard.text,
    finish: heard.finish === 'length' ? 'length' : 'stop',
    usage: {
      promptTokens: heard.promptTokens || sent,
      completionTokens,
      seconds,
      ...(heard.first > 0 && { firstToken }),
      ...(seconds > firstToken && heard.first > 0 && { decodeRate: completionTokens / (seconds - firstToken) }),
      exact,
    },
  };
}

const brokenOff = (text: string, cause?: unknown): ModelError =>
  new ModelError('The server broke the connection off in the middle of its answer.', {
    cause,
    detail: text,
    traits: ['worth another try'],
  });

function saidError(error: unknown): ModelError {
  const said = dig(error, 'message') ?? error;
  return new ModelError(
    `The server reported an error: ${typeof said === 'string' ? said.slice(0, 300) : 'it gave no reason'}`,
    {
      detail: JSON.stringify(error),
      traits: ['worth another try'],
    },
  );
}

/** Ollama cuts a prompt that is too long without a word; only the count of what it read tells. */
const cut = (read: number, sent: number): ModelError =>
  new ModelError(
    `The server read only ${String(read)} of about ${String(sent)} tokens: the context window that it gives this model is too small. Start it with a larger one (Ollama: OLLAMA_CONTEXT_LENGTH=8192).`,
  );
