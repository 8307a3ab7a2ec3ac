import type { PlannedCall } from '../../models/planned-calls';
import { replyFormOf, systemWords, type Prompt } from '../../prompts/prompt';
import type { SearchIndex } from '../../retrieval/index';
import { estimateTokens } from '../../text/tokens';
import type { History } from '../context/history';
import { reportsWithin } from '../context/report-entries';
import type { Scope } from '../context/scope';
import { contextTokens } from '../model-call/token-budget';
import type { SearchRun } from '../writer/search-run';

/** A question whose price is estimated. Builds no context. */
export interface Costing extends Pick<SearchRun, 'request' | 'question' | 'model' | 'choices' | 'prompts'> {
  readonly index: SearchIndex;
  readonly scope: Scope;
  readonly level: number;
  readonly history: History;
  readonly hasVectors: boolean;
  /** Mean tokens of a passage. */
  readonly passage: number;
}

/** Calls of one kind and the size of each. */
export interface SketchedCall {
  readonly prompt: Prompt;
  /** Default 1. */
  readonly calls?: number;
  /** Estimated tokens of data in a call, as far as the room allows. */
  readonly data: number;
  /** Tokens that the reply may have. */
  readonly reply: number;
  /** True if the conversation goes with it. */
  readonly withHistory?: boolean;
}

/** Estimates the tokens of such a call. */
export function planCall(costing: Costing, sketched: SketchedCall): PlannedCall {
  const { calls = 1, data, reply } = sketched;
  const promptTokens = Math.ceil(promptWords(costing, sketched) + Math.min(data, roomFor(costing, sketched)));
  return { calls, promptTokens, replyTokens: writtenTokens(reply) };
}

/** Share of the allowed reply that models mostly write; a guess. */
const WRITTEN = 0.5;

/** Tokens that models mostly write of a reply of so many. */
export const writtenTokens = (reply: number): number => Math.ceil(reply * WRITTEN);

/** Estimated tokens of a prompt without its data. */
function promptWords(
  { model, prompts, question, history }: Costing,
  { prompt, withHistory = false }: SketchedCall,
): number {
  const edited = prompts[prompt.name];
  const system = systemWords(prompt, edited, replyFormOf(model.capabilities));
  const words = [system, edited?.user ?? prompt.user, question.typed].map(estimateTokens);
  return words.reduce((sum, tokens) => sum + tokens, withHistory ? history.tokens : 0);
}

/** Estimated tokens of data that a call has room for. */
export function roomFor(costing: Costing, sketched: SketchedCall): number {
  const { contextWindow } = costing.model.capabilities;
  const free = contextTokens({ contextWindow, messages: [], replyTokens: sketched.reply });
  return Math.max(0, Math.min(costing.choices.maxInputTokens, free - promptWords(costing, sketched)));
}

/** Counts the passages that may be found. */
export function passagesWithin({ index, scope }: Costing): number {
  if (scope.chosen.size === 0) return index.unitAt.size;
  return [...scope.chosen].reduce((sum, id) => sum + index.unitsOf(id).length, 0);
}

/** Entities, relationships and reports beside the passages, as a share of these: where all passages fit, so do they. */
const AND_GRAPH = 1.3;

/** Estimated tokens of all passages that may be found, with what the graph says of them. */
export const neighbourhoodTokens = (costing: Costing): number => AND_GRAPH * passagesWithin(costing) * costing.passage;

/** Counts those of these reports, of a rank at least, that are within the scope. */
export function reportsCount({ index, scope }: Costing, rows: readonly number[], leastRank = 0): number {
  const ranked = rows.map((row) => ({ row, score: 0 }));
  return reportsWithin(index, ranked, scope, leastRank).length;
}

/** Tokens before a report in its row: number, title, weight and rank. */
const BEFORE_REPORT = 16;

/** Mean tokens of a report, all of it or its summary; composes some. */
export function reportTokens({ index }: Costing, content: 'full_content' | 'summary' = 'full_content'): number {
  const tokensOf = (number: number) => estimateTokens(index.reports.of(number)?.[content] ?? '');
  return meanTokens([...index.communities.reported], tokensOf) + BEFORE_REPORT;
}

/** Rows whose length is looked at. */
const SAMPLE = 25;

/** Mean over some of the rows. */
export function meanTokens<Row>(rows: readonly Row[], tokensOf: (row: Row) => number): number {
  const every = Math.max(1, Math.floor(rows.length / SAMPLE));
  const some = rows.filter((_, at) => at % every === 0);
  return some.reduce((sum, row) => sum + tokensOf(row), 0) / Math.max(1, some.length);
}
