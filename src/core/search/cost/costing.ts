import { estimateTokens } from '../../text/tokens';
import type { TokenLoad } from '../../models/speed';
import type { Prompt } from '../../prompts/prompt';
import type { SearchIndex } from '../../retrieval/index';
import type { History } from '../context/history';
import { contextTokens } from '../context/prompt-budget';
import type { Scope } from '../context/scope';
import type { SearchRun } from '../model/search-run';

/** What the price of a question is reckoned from. */
export interface Costing extends Pick<SearchRun, 'request' | 'question' | 'model' | 'choices' | 'prompts'> {
  readonly index: SearchIndex;
  readonly scope: Scope;
  readonly level: number;
  readonly history: History;
  /** Whether texts can be compared by meaning. */
  readonly hasVectors: boolean;
}

/** Calls of one kind, with their tokens together. */
export interface CostPart extends TokenLoad {
  readonly calls: number;
}

/** Calls of one kind and the size of each. */
export interface CallSize {
  readonly prompt: Prompt;
  readonly calls: number;
  /** Estimated tokens of data in a call, as far as the room allows. */
  readonly data: number;
  /** Tokens that the reply may have. */
  readonly reply: number;
  /** Whether the conversation goes with it. */
  readonly withHistory?: boolean;
}

/** Of the tokens that a reply may have, what models mostly write; a guess. */
const WRITTEN = 0.5;

/** What such calls take; how long replies become is a guess. */
export function costPart(costing: Costing, { prompt, calls, data, reply, withHistory = false }: CallSize): CostPart {
  const words = wordsAround(costing, prompt) + (withHistory ? costing.history.tokens : 0);
  const room = roomBeside(costing, prompt, reply, withHistory);
  const written = Math.ceil(reply * WRITTEN);
  return { calls, promptTokens: calls * Math.ceil(words + Math.min(data, room)), replyTokens: calls * written };
}

/** Estimated tokens of data that a call has room for. */
export function roomBeside(costing: Costing, prompt: Prompt, reply: number, withHistory = false): number {
  const { contextWindow } = costing.model.capabilities;
  const free = contextTokens({ contextWindow, messages: [], historyTokens: 0, replyTokens: reply });
  const words = wordsAround(costing, prompt) + (withHistory ? costing.history.tokens : 0);
  return Math.max(0, Math.min(costing.choices.maxInputTokens, free - words));
}

/** Estimated tokens of a prompt's words and of the question. */
function wordsAround({ prompts, question }: Costing, { name, system, user }: Prompt): number {
  const own = prompts[name];
  return estimateTokens(own?.system ?? system) + estimateTokens(own?.user ?? user) + estimateTokens(question.typed);
}

/** Of a reply, as the next call is shown it. */
export const writtenOf = (reply: number): number => Math.ceil(reply * WRITTEN);
