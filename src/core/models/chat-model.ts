import type { Message } from '../message';
import type { CallOptions } from '../platform';
import type { Shape } from '../shapes/shape';
import { estimateTokens } from '../text/tokens';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** One self-contained call of a language model. */
export interface ChatRequest {
  /** A system message, if any, comes first; the last one is the user's. */
  readonly messages: readonly ChatMessage[];
  /** Tokens of the reply, at least 1. */
  readonly maxTokens: number;
  /** 0 (the likeliest word each time) to 2. */
  readonly temperature: number;
  /** 0 to 1; default 1. */
  readonly topP?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  /** The form that the reply must have; the adapter enforces it by what its engine supports, the parser forgives the rest. */
  readonly shape?: Shape;
  /** Tokens, 1 to 5, whose probabilities are wanted at each place of the reply. Engines that do not tell them leave `tokens` out. */
  readonly likeliest?: number;
}

/** Capabilities of a model on this machine. */
export interface ChatCapabilities {
  /** Tokens of prompt and reply together, read from the model. */
  readonly contextWindow: number;
  /** Method that enforces the reply's form; `none` leaves it to the prompt. */
  readonly shapes: 'ebnf' | 'json schema' | 'regexp' | 'none';
  /** Reuse of an earlier prompt's computation. */
  readonly prefixReuse: 'none' | 'conversation' | 'clone' | 'server';
  /** Calls that may run at the same time, at least 1. */
  readonly parallel: number;
  /** True if a seed is honoured. */
  readonly seed: boolean;
}

/** Purpose of a chat model. Each may have one of its own, and `answers` stands in where none was chosen. */
export type ChatPurpose = 'answers' | 'reading' | 'reports';

/** Names a model and where it runs; equal objects name the same model. */
export interface ChatChoice {
  readonly provider: 'webllm' | 'transformers' | 'server' | 'prompt-api';
  /** The provider's own name of the model. */
  readonly model: string;
  /** Address of the model server: the same name may be another model elsewhere. */
  readonly address?: string;
}

export interface ChatModelInfo {
  readonly choice: ChatChoice;
  /** For people, such as `Qwen3 1.7B`. */
  readonly title: string;
  readonly capabilities: ChatCapabilities;
}

export interface ChatUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Seconds from the call to its end, waiting in the queue left out. */
  readonly seconds: number;
  /** Seconds to the first token. */
  readonly firstToken?: number;
  /** Tokens per second while reading the prompt and while writing, where the engine reports them. */
  readonly prefillRate?: number;
  readonly decodeRate?: number;
  /** False when the tokens are an estimate. */
  readonly exact: boolean;
}

/** A token of a reply, and those that could have stood in its place. */
export interface ReplyToken {
  readonly token: string;
  /** The likeliest ones with their probabilities, 0 to 1. */
  readonly likeliest: readonly { readonly token: string; readonly probability: number }[];
}

export interface ChatReply {
  readonly text: string;
  /** Only where `likeliest` asked for them and the engine tells them. */
  readonly tokens?: readonly ReplyToken[];
  /** `length` when the reply was cut at its limit or at the end of the window. */
  readonly finish: 'stop' | 'length';
  readonly usage: ChatUsage;
  /**
   * Time of keeping, in milliseconds since 1970; only of one from the cache, and missing in those of earlier versions.
   */
  readonly kept?: number;
  /**
   * Set where it was kept before a person began what asks for it: if nothing can be used of it, the model is asked
   * again.
   */
  readonly stale?: true;
}

/** A step of getting a model ready. `fraction` is of this step, 0 to 1. */
export interface LoadProgress {
  readonly step: 'start' | 'weights' | 'shaders' | 'warm up' | 'reload';
  readonly fraction: number;
  /** One sentence for a person. */
  readonly words: Message;
}

export type ChatEvent =
  | { readonly kind: 'loading'; readonly progress: LoadProgress }
  /**
   * A sign of life, sent now and then while a prompt is read or a living engine is awaited. `words` are for a person.
   * `silent` where only time has passed: nothing came from the model.
   */
  | { readonly kind: 'working'; readonly words: Message; readonly silent?: true }
  /** Text to add to what came so far. */
  | { readonly kind: 'delta'; readonly text: string }
  /**
   * The whole text was wrong or is begun again: all of it is void. `endedBy`: the cause of the end, where the queue
   * sends another call later; missing where the model itself starts again, as after a reload.
   */
  | { readonly kind: 'restart'; readonly reason: Message; readonly endedBy?: 'question' | 'silence' | 'error' }
  | { readonly kind: 'reply'; readonly reply: ChatReply };

/**
 * A language model. Calls are answered one at a time (or `parallel` at a time); who calls keeps the order with its own queue.
 * Ends with exactly one `reply`. Throws ModelError in words for a person, and the signal's reason when aborted.
 */
export interface ChatModel {
  readonly info: ChatModelInfo;
  generate(request: ChatRequest, options?: CallOptions): AsyncIterable<ChatEvent>;
}

/** Tokens that chat templates add to a message, about. */
const PER_MESSAGE = 5;
/** Other tokenizers need up to this many tokens for an estimated one. */
export const TOKENIZER_MARGIN = 1.2;

/** Estimated tokens of a prompt. */
export const countPromptTokens = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content) + PER_MESSAGE, 0);

/** Tokens that a window leaves for the reply to a prompt, by a cautious estimate. May be negative. */
export const replyRoom = (messages: readonly ChatMessage[], contextWindow: number): number =>
  Math.floor(contextWindow - countPromptTokens(messages) * TOKENIZER_MARGIN);
