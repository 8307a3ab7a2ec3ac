import { estimateTokens } from '../../text/tokens';
import type { TokenLoad } from '../../models/speed';
import type { Prompt } from '../../prompts/prompt';
import type { SearchIndex } from '../../retrieval/index';
import type { History } from '../context/history';
import { contextTokens } from '../model-call/token-budget';
import type { Scope } from '../context/scope';
import type { SearchRun } from '../writer/search-run';
import { batchSizes } from '../context/global-batches';
import { reportsWithin } from '../context/report-entries';

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

/** Reports whose length is looked at. */
const SAMPLE = 50;

const everything = new WeakMap<SearchIndex, number>();

/** Tokens of the passages that may be shown. */
export function passageTokens(index: SearchIndex, scope: Scope): number {
  const known = scope.everything ? everything.get(index) : undefined;
  if (known !== undefined) return known;
  const units = scope.everything
    ? index.tables.textUnits
    : [...scope.chosen]
        .flatMap((id) => index.documents.get(id)?.text_unit_ids ?? [])
        .flatMap((id) => index.unitAt.get(index.slotOf.get(id) ?? -1) ?? []);
  const sum = units.reduce((tokens, unit) => tokens + unit.n_tokens, 0);
  if (scope.everything) everything.set(index, sum);
  return sum;
}

const reportLength = new WeakMap<SearchIndex, number>();

/** Mean estimated tokens of a report. */
export function meanReport(index: SearchIndex): number {
  const known = reportLength.get(index);
  if (known !== undefined) return known;
  const { communityReports } = index.tables;
  const every = Math.max(1, Math.floor(communityReports.length / SAMPLE));
  const some = communityReports.filter((_, at) => at % every === 0);
  const sum = some.reduce((tokens, report) => tokens + estimateTokens(report.full_content), 0);
  const mean = sum / Math.max(1, some.length);
  reportLength.set(index, mean);
  return mean;
}

/** Which reports the batches would hold, and how much each. */
export interface BatchesChoice {
  /** Estimated tokens of a batch at most. */
  readonly room: number;
  readonly most: number;
  readonly level: number;
  readonly scope: Scope;
  /** Row numbers of the reports in place of the level's. */
  readonly rows?: readonly number[];
}

/** Reports that are packed to see how many batches they make; of more, the number is reckoned from their mean length. */
const PACKED = 200;
/** Part of a batch that is filled: a report that finds no room begins the next. */
const FILLED = 0.8;
/** Tokens of what stands before a report in its row: number, title, weight and rank. */
const BEFORE = 16;

/** How many batches the reports make, and their estimated tokens together. */
export function batchesAbout(
  index: SearchIndex,
  { room, most, level, scope, rows = index.communities.rollUp(level) }: BatchesChoice,
): { readonly batches: number; readonly tokens: number } {
  const within = reportsWithin(
    index,
    rows.map((row) => ({ row, score: 0 })),
    scope,
  );
  if (within.length === 0 || room <= 0) return { batches: 0, tokens: 0 };
  if (within.length <= PACKED) {
    const sizes = batchSizes(index, { tokens: room, rows: within.map(({ row }) => row), scope });
    const kept = sizes.slice(0, most);
    return { batches: kept.length, tokens: kept.reduce((sum, size) => sum + size, 0) };
  }
  const all = within.length * (meanReport(index) + BEFORE);
  const batches = Math.min(most, Math.ceil(all / (FILLED * room)));
  return { batches, tokens: Math.min(all, batches * room) };
}
