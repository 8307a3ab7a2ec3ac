import type { ChatCompletionChunk, CompletionUsage } from '@mlc-ai/web-llm';
import type { ChatReply, ChatUsage } from '../../../core/models/chat-model';
import { withoutThoughts } from '../../../core/models/thoughts';

/** Gathers a streamed reply. */
export interface Tally {
  /** The text that this chunk adds, often a single token's, or none. */
  take(chunk: ChatCompletionChunk): string;
  /** What was held back until the end. */
  rest(): string;
  reply(): ChatReply;
}

/** `now` in milliseconds; the call's time runs from here. */
export function createTally(thinks: boolean, now: () => number = () => performance.now()): Tally {
  const started = now();
  const filter = withoutThoughts();
  let text = '';
  let pieces = 0;
  let firstToken: number | undefined;
  let finish: ChatReply['finish'] = 'stop';
  let usage: CompletionUsage | undefined;

  const add = (piece: string): string => {
    text += piece;
    return piece;
  };
  return {
    take: (chunk) => {
      usage = chunk.usage ?? usage;
      const choice = chunk.choices[0];
      if (choice?.finish_reason === 'length') finish = 'length';
      const piece = choice?.delta.content ?? '';
      if (piece === '') return '';
      pieces++;
      firstToken ??= (now() - started) / 1000;
      return add(thinks ? filter.take(piece) : piece);
    },
    rest: () => add(thinks ? filter.rest() : ''),
    reply: () => {
      const time = { seconds: (now() - started) / 1000, ...(firstToken !== undefined && { firstToken }) };
      return { text, finish, usage: { ...time, ...tokens(usage, pieces) } };
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
