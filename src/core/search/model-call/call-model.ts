import type { CallPurpose, TracedCall } from '../trace';
import type { ChatReply } from '../../models/chat-model';
import { ModelError, ParseError, reasonOf } from '../../errors';
import { joinMessages, message, type Message } from '../../message';
import type { ModelCall } from '../../models/model-call';
import { fillPrompt, promptVersion, replyFormOf, type Prompt } from '../../prompts/prompt';
import { fitsWindow } from './token-budget';
import type { SearchRun } from '../writer/search-run';
import { estimateTokens } from '../../text/tokens';
import type { QueueEvent } from '../../models/queue/chat-queue';
import type { Shape, ShapeValue } from '../../shapes/shape';
import { parseReply } from '../../shapes/parse-reply';

/** The call as it is sent; throws ModelError where its prompt and its reply are more than the model's window. */
function buildCall({ prompts, model }: Pick<SearchRun, 'prompts' | 'model'>, call: SearchCall): ModelCall {
  const { prompt, values, documentIds, shape, maxTokens, temperature, seed, likeliest } = call;
  const edited = prompts[prompt.name];
  const messages = fillPrompt(prompt, values, edited, replyFormOf(model.capabilities));
  const { contextWindow } = model.capabilities;
  if (!fitsWindow({ contextWindow, messages, replyTokens: maxTokens })) throw tooLong(contextWindow);
  return {
    messages,
    maxTokens,
    temperature,
    promptVersion: promptVersion(prompt, edited),
    documentIds,
    ...(shape && { shape }),
    ...(seed !== undefined && { seed }),
    ...(likeliest !== undefined && { likeliest }),
  };
}

const tooLong = (contextWindow: number): ModelError =>
  new ModelError(
    message`The question and the prompt are too long for its window of ${contextWindow} tokens, in which its reply must find room, too.`,
  );

/** A prompt with what is filled in, and how the reply shall be. */
export interface SearchCall {
  readonly purpose: CallPurpose;
  /** Subject of the call, for the trace: a question, a report, a batch. */
  readonly about?: Message;
  /** Stands before how far the call is, while no words of an answer come; missing where these are its words. */
  readonly working?: Message;
  readonly prompt: Prompt;
  readonly values: Readonly<Record<string, string>>;
  readonly shape?: Shape;
  /** See `ChatRequest`. */
  readonly likeliest?: number;
  readonly maxTokens: number;
  /** 0 to 2. */
  readonly temperature: number;
  /** Seed of a further attempt. */
  readonly seed?: number;
  /** Documents whose words are in the values. */
  readonly documentIds: readonly string[];
  /** The reply's words as they come; `restart` voids those before. */
  readonly onText?: (event: Extract<QueueEvent, { readonly kind: 'delta' | 'restart' }>) => void;
}

type Asking = Pick<SearchRun, 'ask' | 'emit' | 'prompts' | 'model' | 'carried'>;

/**
 * Makes a call of a search and adds it to the trace, also when it fails. Throws ModelError, also where the call would
 * be more than the model's window, and the signal's reason when aborted.
 */
export async function callModel(run: Asking, call: SearchCall): Promise<ChatReply & { readonly remembered: boolean }> {
  const { ask, emit, carried = [] } = run;
  const { purpose, about = '', working = '', onText } = call;
  const documentIds = [...new Set([...call.documentIds, ...carried])];
  const built = buildCall(run, { ...call, documentIds });
  const { messages } = built;
  const traced = { purpose, about, messages, documentIds };
  const onEvent = (event: QueueEvent): void => {
    if (event.kind === 'delta' || event.kind === 'restart') onText?.(event);
    const words = progressWords(event);
    if (words) emit({ kind: 'working', words: joinMessages(working, words) });
  };
  // What is written is kept as it comes, and the call goes on the trace only when it ends.
  if (onText) emit({ kind: 'told', documentIds });
  try {
    const { reply, remembered } = await ask(built, onEvent);
    emit({ kind: 'call', call: { ...traced, ...costOf(reply, remembered), reply: reply.text } });
    return { ...reply, remembered };
  } catch (error) {
    const failed = reasonOf(error);
    const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const none = { promptTokens, completionTokens: 0, seconds: 0, exact: false, remembered: false, reply: '' };
    emit({ kind: 'call', call: { ...traced, ...none, failed } });
    throw error;
  }
}

/** A call that ended, as the trace shows it. */
export const tracedCall = (
  purpose: CallPurpose,
  { messages, documentIds }: Pick<ModelCall, 'messages' | 'documentIds'>,
  reply: ChatReply,
  remembered: boolean,
): TracedCall => ({ purpose, about: '', messages, documentIds, ...costOf(reply, remembered), reply: reply.text });

function costOf(
  { usage }: ChatReply,
  remembered: boolean,
): Omit<TracedCall, 'purpose' | 'about' | 'messages' | 'documentIds' | 'reply'> {
  const { promptTokens, completionTokens, seconds, exact } = usage;
  return { promptTokens, completionTokens, seconds: remembered ? 0 : seconds, exact, remembered };
}

/** Words for a person while no reply comes; null for an event that brings no news. */
function progressWords(event: QueueEvent): Message | null {
  switch (event.kind) {
    case 'loading':
      return event.progress.words;
    case 'working':
      return event.words;
    case 'waiting':
      return event.ahead === 1
        ? message`Waiting for a call that runs before it.`
        : message`Waiting for ${event.ahead} calls that run before it.`;
    case 'restart':
      return event.reason;
    case 'delta':
    case 'remembered':
    case 'reply':
      return null;
  }
}

/** Error of a search without any usable reply, which is no finding about the documents. */
export const noUsableReplies = (): ModelError =>
  new ModelError(
    message`None of its replies could be used: they were empty, cut short or not in the form that was asked for.`,
    {
      traits: ['nothing usable'],
    },
  );

const ATTEMPTS = 2;
/** Kept replies of no use that are passed over: a person asks no more often than this. */
const MOST_SEEDS = 20;
/** Temperature of a further attempt, since the likeliest words were of no use. */
const WARMER = 0.4;

/** Handling of a damaged reply: one that was cut, is no well-formed JSON, or has records without their fields. */
export interface Damaged<S extends Shape> {
  /** Checks if the rest is of use; where it is not, nothing follows from missing parts. */
  readonly isOfUse: (value: ShapeValue<S>) => boolean;
  /** Called where the rest is used. */
  readonly onUse?: () => void;
}

/** The value of a reply as `askForReading` finds it. */
export async function askForShape<S extends Shape>(
  run: SearchRun,
  call: SearchCall & { readonly shape: S },
  damaged?: Damaged<S>,
): Promise<ShapeValue<S> | null> {
  return (await askForReading(run, call, damaged))?.value ?? null;
}

/** A reply with what was read in it. */
interface Reading<S extends Shape> {
  readonly value: ShapeValue<S>;
  readonly reply: ChatReply;
}

/**
 * Asks for a reply of a shape. Null when no reply could be read, or only damaged ones of no use; one kept from an
 * earlier search does not count. Throws ModelError, and the signal's reason when aborted.
 */
export async function askForReading<S extends Shape>(
  run: SearchRun,
  call: SearchCall & { readonly shape: S },
  damaged?: Damaged<S>,
): Promise<Reading<S> | null> {
  for (let seed = 0, attempts = 0; attempts < ATTEMPTS && seed < MOST_SEEDS; seed++) {
    const again = seed === 0 ? {} : { temperature: Math.max(call.temperature, WARMER), seed };
    const reply = await callModel(run, { ...call, ...again });
    if (!reply.remembered) attempts++;
    try {
      const { value, repairs } = parseReply(call.shape, reply.text);
      const isWhole = !repairs.some((repair) => repair === 'mended' || repair === 'dropped');
      if (isWhole || !damaged) return { value, reply };
      if (!damaged.isOfUse(value)) continue;
      damaged.onUse?.();
      return { value, reply };
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
    }
  }
  return null;
}
