import { countPromptTokens, TOKENIZER_MARGIN, type ChatMessage } from '../../models/chat-model';
import { fillPrompt, replyFormOf, type Prompt } from '../../prompts/prompt';
import { conversationHistory, type History, turnsWithin } from '../context/history';
import type { SearchRun } from '../writer/search-run';
import { ModelError } from '../../errors';
import { message } from '../../message';

/** Parts of a prompt that share the model's window with the context. */
interface PromptParts {
  /** Tokens of prompt and reply together, of the model. */
  readonly contextWindow: number;
  /** The prompt with its question, but without context and history. */
  readonly messages: readonly ChatMessage[];
  /** Estimated tokens of the conversation history that goes with it. */
  readonly historyTokens?: number;
  /** Tokens that are kept free for the reply. */
  readonly replyTokens: number;
  /** Tokens of this model for each estimated one, where they were counted; by default more than any tokenizer was seen to need. */
  readonly perEstimate?: number;
}

/** Estimated tokens that a prompt leaves for its context; 0 where the window is too small for any. */
export function contextTokens(parts: PromptParts): number {
  const { contextWindow, messages, historyTokens = 0, replyTokens, perEstimate = TOKENIZER_MARGIN } = parts;
  const prompt = Math.floor((contextWindow - replyTokens) / perEstimate);
  return Math.max(0, prompt - countPromptTokens(messages) - historyTokens);
}

/** Tokens by which the parts of a prompt, counted each by itself, may differ from the whole. */
const ROUNDING = 8;

/** Checks that a whole prompt and its reply fit a window, counted with the same care as the data were. */
export function fitsWindow({ messages, ...parts }: PromptParts): boolean {
  const room = contextTokens({ ...parts, messages: [] });
  return countPromptTokens(messages) <= room + Math.min(ROUNDING, room / 10);
}

/** Part of a window that a reply may take. */
const MOST_REPLY = 1 / 4;

/** Tokens that a reply may have, so that a small window has room for what it is to be made from. */
export const replyWithin = (contextWindow: number, wanted: number): number =>
  Math.max(1, Math.min(wanted, Math.floor(contextWindow * MOST_REPLY)));

/** Part of a window that the conversation may take. */
const HISTORY = 0.1;
/** Tokens of an answer where nobody set them, if the window has room. */
const ANSWER = 1200;

/** Tokens of an answer at most. */
export const answerTokens = ({ choices, model }: Pick<SearchRun, 'choices' | 'model'>): number =>
  replyWithin(model.capabilities.contextWindow, choices.replyTokens || ANSWER);

/** Tokens for so many words, in whatever language. */
export const tokensForWords = ({ model }: Pick<SearchRun, 'model'>, words: number): number =>
  replyWithin(model.capabilities.contextWindow, Math.ceil(words * 1.8) + 60);

/** The newest turns of the conversation that may be shown, within a small part of the window. */
export function historyOf({ request, choices, model }: Pick<SearchRun, 'request' | 'choices' | 'model'>): History {
  const tokens = Math.floor(model.capabilities.contextWindow * HISTORY);
  return conversationHistory(turnsWithin(request), { tokens, turns: choices.historyTurns });
}

/** Estimated tokens that a prompt leaves for data; `values` are all of its values but the data. */
export function tokensForData(
  { model, choices, prompts }: Pick<SearchRun, 'model' | 'choices' | 'prompts'>,
  prompt: Prompt,
  values: Readonly<Record<string, string>>,
  replyTokens: number,
): number {
  const messages = fillPrompt(prompt, { ...values, data: '' }, prompts[prompt.name], replyFormOf(model.capabilities));
  const { contextWindow } = model.capabilities;
  return Math.min(choices.maxInputTokens, contextTokens({ contextWindow, messages, replyTokens }));
}

/** Error of a prompt that leaves no tokens for its evidence, which says nothing about the documents. */
export const contextOverflow = ({ model }: Pick<SearchRun, 'model'>): ModelError =>
  new ModelError(
    message`The question and the prompt leave no room for your documents in its window of ${model.capabilities.contextWindow} tokens.`,
  );
