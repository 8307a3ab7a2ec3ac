import { estimateTokens } from '../../text/tokens';
import type { ChatReply } from '../../models/chat-model';
import type { QueueEvent } from '../../models/chat-queue';
import type { Prompt } from '../../prompts/prompt';
import type { Shape } from '../../shapes/shape';
import { buildCall } from './build-call';
import type { SearchRun } from './search-run';
import type { CallPurpose, TracedCall } from './traced-call';

/** A prompt with what is filled in, and how the reply shall be. */
export interface SearchCall {
  readonly purpose: CallPurpose;
  readonly about?: string;
  readonly prompt: Prompt;
  readonly values: Readonly<Record<string, string>>;
  readonly shape?: Shape;
  readonly maxTokens: number;
  /** 0 to 2. */
  readonly temperature: number;
  /** Of a further attempt. */
  readonly seed?: number;
  /** Documents whose words are in the values. */
  readonly documentIds: readonly string[];
  /** The reply's words as they come; `restart` voids those before. */
  readonly onText?: (event: Extract<QueueEvent, { readonly kind: 'delta' | 'restart' }>) => void;
}

/** A reply, and whether it was kept from an equal call. */
export interface SearchReply extends ChatReply {
  readonly remembered: boolean;
}

type Asking = Pick<SearchRun, 'ask' | 'emit' | 'prompts' | 'model' | 'carried'>;

/**
 * Makes a call of a search and puts it on the trace, also when it fails. Throws ModelError, also where the call would be more than the model's
 * window holds, and the signal's reason when aborted.
 */
export async function callModel(run: Asking, call: SearchCall): Promise<SearchReply> {
  const { ask, emit, carried = [] } = run;
  const { purpose, about = '', onText } = call;
  const documentIds = [...new Set([...call.documentIds, ...carried])];
  const built = buildCall(run, { ...call, documentIds });
  const { messages } = built;
  const traced = { purpose, about, messages, documentIds };
  const onEvent = (event: QueueEvent): void => {
    if (event.kind === 'delta' || event.kind === 'restart') onText?.(event);
    const words = wordsOf(event);
    if (words) emit({ kind: 'working', words: `${doing(call)}${words}` });
  };
  // What is written is kept as it comes, and the call goes on the trace only when it ends.
  if (onText) emit({ kind: 'told', documentIds });
  try {
    const { reply, remembered } = await ask(built, onEvent);
    emit({ kind: 'call', call: { ...traced, ...costOf(reply, remembered), reply: reply.text } });
    return { ...reply, remembered };
  } catch (error) {
    const failed = error instanceof Error ? error.message : 'The call failed.';
    const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const none = { promptTokens, completionTokens: 0, seconds: 0, exact: false, remembered: false, reply: '' };
    emit({ kind: 'call', call: { ...traced, ...none, failed } });
    throw error;
  }
}

function costOf(
  { usage }: ChatReply,
  remembered: boolean,
): Omit<TracedCall, 'purpose' | 'about' | 'messages' | 'documentIds' | 'reply'> {
  const { promptTokens, completionTokens, seconds, exact } = usage;
  return { promptTokens, completionTokens, seconds: remembered ? 0 : seconds, exact, remembered };
}

/** What the call does, in front of how far it is; the answer itself needs no such words. */
function doing({ purpose, about = '' }: SearchCall): string {
  switch (purpose) {
    case 'answer':
    case 'follow-ups':
      return '';
    case 'rewrite':
      return 'Reading the question in its conversation. ';
    case 'rate':
      return `Rating “${about}”. `;
    case 'map':
      return `Reading reports: ${about}. `;
    case 'reduce':
      return 'Joining what was found. ';
    case 'hypothesis':
      return 'Imagining an answer to search by. ';
    case 'primer':
      return 'Reading the nearest reports. ';
    case 'step':
      return `Looking up: ${about} `;
  }
}

/** What a person is told while no words come; null for what says nothing new. */
function wordsOf(event: QueueEvent): string | null {
  switch (event.kind) {
    case 'loading':
      return event.progress.words;
    case 'working':
      return event.words;
    case 'waiting':
      return `Waiting for ${event.ahead === 1 ? 'a call that runs' : `${String(event.ahead)} calls that run`} before it.`;
    case 'restart':
      return event.reason;
    case 'delta':
    case 'remembered':
    case 'reply':
      return null;
  }
}
