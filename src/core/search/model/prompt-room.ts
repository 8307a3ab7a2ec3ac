import { fillPrompt, type Prompt } from '../../prompts/prompt';
import { conversationHistory, type History } from '../context/history';
import { contextTokens, replyWithin } from '../context/prompt-budget';
import type { SearchRun } from './search-run';
import { turnsWithin } from './turns-within';

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

/** The newest turns of the conversation that may be shown, as far as a small part of the window holds them. */
export function historyOf({ request, choices, model }: Pick<SearchRun, 'request' | 'choices' | 'model'>): History {
  const tokens = Math.floor(model.capabilities.contextWindow * HISTORY);
  return conversationHistory(turnsWithin(request), { tokens, turns: choices.historyTurns, answers: true });
}

/** Estimated tokens that a prompt leaves for data; `values` are all of its values but the data. */
export function roomForData(
  { model, choices, prompts }: Pick<SearchRun, 'model' | 'choices' | 'prompts'>,
  prompt: Prompt,
  values: Readonly<Record<string, string>>,
  replyTokens: number,
): number {
  const messages = fillPrompt(prompt, { ...values, data: '' }, prompts[prompt.name]);
  const { contextWindow } = model.capabilities;
  return Math.min(choices.maxInputTokens, contextTokens({ contextWindow, messages, replyTokens }));
}
