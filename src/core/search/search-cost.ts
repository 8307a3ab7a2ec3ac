import type { Message } from '../message';
import type { RunMode, SearchRequest } from './request/search-request';
import type { ChatModelInfo } from '../models/chat-model';
import { secondsFor, type ModelSpeed, type TokenLoad } from '../models/speed';
import {
  BASIC_ANSWER,
  DRIFT_HYPOTHESIS,
  DRIFT_PRIMER,
  DRIFT_REDUCE,
  DRIFT_STEP,
  GLOBAL_MAP,
  GLOBAL_REDUCE,
  LOCAL_ANSWER,
  RATE_REPORT,
  ENTAILMENT,
} from '../prompts/answers';
import { FOLLOW_UP_QUESTIONS, REWRITE_QUESTION } from '../prompts/questions';
import { replyFormOf, systemWords, type EditedPrompt, type Prompt } from '../prompts/prompt';
import type { SearchIndex } from '../retrieval/index';
import { lazy } from '../memo';
import { estimateTokens } from '../text/tokens';
import type { History } from './context/history';
import { reportsWithin } from './context/report-entries';
import { scopeOf, type Scope } from './context/scope';
import { CHECKING } from './grounding';
import { answerTokens, contextTokens, historyOf, tokensForWords } from './model-call/token-budget';
import { HYPOTHESIS } from './modes/drift/primer';
import { RATING } from './modes/global/rate-reports';
import { answerChoices, basicChoices, driftChoices, globalChoices, levelOf } from './parameters';
import { hasWords } from './request/question-words';
import { readQuestion } from './request/question';
import { isRewritten, REWRITING } from './request/rewrite-question';
import { planSearch } from './modes/modes';
import { FOLLOW_UPS } from './writer/propose-questions';
import type { SearchRun } from './writer/search-run';

/** What a question would take, about; replies that are remembered cost less, ones of no use are asked for once more. */
export interface SearchCost {
  readonly mode: RunMode;
  /** Why this mode, in one sentence. */
  readonly reason: Message;
  /** The title of the model that is chosen for answers, whether or not it is to be asked; null where there is none. */
  readonly model: string | null;
  /** 0 where the documents alone answer, as everything below. */
  readonly calls: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** By the measured speed of the model on this machine; null before its first call. */
  readonly seconds: number | null;
}

/** Who would be asked, and with what. */
interface CostEnv {
  readonly model: ChatModelInfo | null;
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly speed: ModelSpeed | undefined;
  /** Whether texts can be compared by meaning. */
  readonly hasVectors: boolean;
  /** Whether the model judges the sentences of its answer, too. */
  readonly isChecker: boolean;
}

interface Costing extends Pick<SearchRun, 'request' | 'question' | 'model' | 'choices' | 'prompts'> {
  readonly index: SearchIndex;
  readonly scope: Scope;
  readonly level: number;
  readonly history: History;
  readonly hasVectors: boolean;
  /** Mean tokens of a passage. */
  readonly passage: number;
  /** Mean tokens of a report; composes some. */
  readonly report: () => number;
}

/** Calls of one kind and the size of each. */
interface Calls {
  readonly prompt: Prompt;
  /** Default 1. */
  readonly calls?: number;
  /** Estimated tokens of data in a call, as far as the room allows. */
  readonly data: number;
  /** Tokens that the reply may have. */
  readonly reply: number;
  /** Whether the conversation goes with it. */
  readonly withHistory?: boolean;
}

/** What a question would take in its mode, or in the one that Auto would choose. Builds no context. */
export function searchCost(index: SearchIndex, request: SearchRequest, env: CostEnv): SearchCost {
  const question = readQuestion(index, request);
  const { model, prompts, speed, hasVectors } = env;
  const plan = planSearch(index, request, question);
  const head = { ...plan, model: model?.title ?? null };
  const none = { ...head, calls: 0, promptTokens: 0, outputTokens: 0, seconds: 0 };
  if (!model || request.method === 'evidence' || index.unitAt.size === 0) return none;
  const { content } = globalChoices(request.parameters?.global);
  const contentShown = plan.mode === 'global' && content === 'summary' ? content : 'full_content';
  const asked = { request, question, model, choices: answerChoices(request.parameters?.answers), prompts };
  const costing: Costing = {
    ...asked,
    history: historyOf(asked),
    scope: scopeOf(index, request),
    level: levelOf(request, plan.mode),
    index,
    hasVectors,
    passage: mean(index.tables.textUnits, ({ n_tokens }) => n_tokens),
    report: lazy(() => {
      const tokensOf = (number: number) => estimateTokens(index.reports.of(number)?.[contentShown] ?? '');
      return mean([...index.communities.reported], tokensOf) + BEFORE_REPORT;
    }),
  };
  const asking = CALLS[plan.mode](costing);
  const checking = env.isChecker ? checks(asking.at(-1)) : [];
  const all = [...before(costing), ...asking, ...checking, ...after(costing)];
  const loads = all.map((one) => load(costing, one));
  const sum = (of: (one: Load) => number): number => loads.reduce((all, one) => all + of(one), 0);
  const lanes = ({ calls }: Load): number => Math.min(calls, model.capabilities.parallel);
  return {
    ...head,
    calls: sum(({ calls }) => calls),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    outputTokens: sum(({ replyTokens }) => replyTokens),
    seconds: speed ? sum((one) => secondsFor(speed, one, lanes(one))) : null,
  };
}

/** Rows whose length is looked at. */
const SAMPLE = 25;

function mean<Row>(rows: readonly Row[], tokensOf: (row: Row) => number): number {
  const every = Math.max(1, Math.floor(rows.length / SAMPLE));
  const some = rows.filter((_, at) => at % every === 0);
  return some.reduce((sum, row) => sum + tokensOf(row), 0) / Math.max(1, some.length);
}

type Load = TokenLoad & { readonly calls: number };

/** What such calls take. */
function load(costing: Costing, one: Calls): Load {
  const { calls = 1, data, reply } = one;
  const prompt = Math.ceil(wordsOf(costing, one) + Math.min(data, roomFor(costing, one)));
  return { calls, promptTokens: calls * prompt, replyTokens: calls * written(reply) };
}

/** Of the tokens that a reply may have, what models mostly write; a guess. */
const WRITTEN = 0.5;
const written = (reply: number): number => Math.ceil(reply * WRITTEN);

/** Estimated tokens of a prompt without its data. */
function wordsOf({ model, prompts, question, history }: Costing, { prompt, withHistory = false }: Calls): number {
  const edited = prompts[prompt.name];
  const system = systemWords(prompt, edited, replyFormOf(model.capabilities));
  const words = [system, edited?.user ?? prompt.user, question.typed].map(estimateTokens);
  return words.reduce((sum, tokens) => sum + tokens, withHistory ? history.tokens : 0);
}

/** Estimated tokens of data that a call has room for. */
function roomFor(costing: Costing, one: Calls): number {
  const { contextWindow } = costing.model.capabilities;
  const free = contextTokens({ contextWindow, messages: [], replyTokens: one.reply });
  return Math.max(0, Math.min(costing.choices.maxInputTokens, free - wordsOf(costing, one)));
}

/** The question is made to stand by itself. */
function before({ choices, request, history, index }: Costing): readonly Calls[] {
  if (!hasWords(request.question) || !isRewritten(choices, index, request)) return [];
  return [{ prompt: REWRITE_QUESTION, data: history.tokens, reply: REWRITING.reply }];
}

/** Estimated tokens of a sentence. */
const SENTENCE = 25;

/** At most a call for each sentence that the last call writes: they come one by one, and what is quoted needs none. */
const checks = (writing: Calls | undefined): readonly Calls[] =>
  writing
    ? [{ prompt: ENTAILMENT, calls: (writing.calls ?? 1) * Math.ceil(written(writing.reply) / SENTENCE), ...CHECKING }]
    : [];

/** Questions that lead on from the answer; only the first of two that are compared has them. */
function after({ choices, request, history }: Costing): readonly Calls[] {
  if (choices.followUps === 0 || request.after !== undefined) return [];
  const { data, answer, reply } = FOLLOW_UPS;
  const before = Math.min(FOLLOW_UPS.history, history.tokens);
  return [{ prompt: FOLLOW_UP_QUESTIONS, data: data + answer + before, reply }];
}

/** What each mode asks of the model. */
const CALLS: Readonly<Record<RunMode, (costing: Costing) => readonly Calls[]>> = {
  local: (costing) => [
    { prompt: LOCAL_ANSWER, data: neighbourhood(costing), reply: answerTokens(costing), withHistory: true },
  ],
  basic: basicCalls,
  global: globalCalls,
  drift: driftCalls,
};

/** Entities, relationships and reports beside the passages, as a share of these: where all passages fit, so do they. */
const AND_GRAPH = 1.3;

const neighbourhood = (costing: Costing): number => AND_GRAPH * passagesWithin(costing) * costing.passage;

function passagesWithin({ index, scope }: Costing): number {
  if (scope.chosen.size === 0) return index.unitAt.size;
  return [...scope.chosen].reduce((sum, id) => sum + index.unitsOf(id).length, 0);
}

function basicCalls(costing: Costing): readonly Calls[] {
  const { passages } = basicChoices(costing.request.parameters?.basic);
  const data = Math.min(passages, passagesWithin(costing)) * costing.passage;
  return [{ prompt: BASIC_ANSWER, data, reply: answerTokens(costing), withHistory: true }];
}

/** How many of these reports, of a rank at least, are within the scope. */
function reportsCount({ index, scope }: Costing, rows: readonly number[], leastRank = 0): number {
  const ranked = rows.map((row) => ({ row, score: 0 }));
  return reportsWithin(index, ranked, scope, leastRank).length;
}

/** Part of a batch that is filled: a report that finds no room begins the next. */
const FILLED = 0.8;
/** Tokens of what stands before a report in its row: number, title, weight and rank. */
const BEFORE_REPORT = 16;

function globalCalls(costing: Costing): readonly Calls[] {
  const { index, level, report } = costing;
  const choices = globalChoices(costing.request.parameters?.global);
  const map = { prompt: GLOBAL_MAP, data: 0, reply: tokensForWords(costing, choices.mapWords), withHistory: true };
  const rows = index.tables.communities.flatMap((one, row) =>
    one.level <= level && index.communities.reported.has(one.community) ? [row] : [],
  );
  const ratings = choices.dynamic ? Math.min(choices.mostRatings, reportsCount(costing, rows, choices.leastRank)) : 0;
  const read = choices.dynamic ? ratings : reportsCount(costing, index.communities.rollUp(level), choices.leastRank);
  const room = roomFor(costing, map);
  const batches = room === 0 ? 0 : Math.min(choices.mostBatches, read, Math.ceil((read * report()) / (FILLED * room)));
  if (batches === 0 && ratings === 0) return basicCalls(costing);
  return [
    { prompt: RATE_REPORT, calls: ratings, data: Math.min(RATING.report, report()), reply: RATING.reply },
    { ...map, calls: batches, data: (read * report()) / Math.max(1, batches) },
    {
      prompt: GLOBAL_REDUCE,
      calls: Math.min(1, batches),
      data: batches * written(map.reply),
      reply: tokensForWords(costing, choices.reduceWords),
      withHistory: true,
    },
  ];
}

function driftCalls(costing: Costing): readonly Calls[] {
  const { index, level, request, hasVectors, report } = costing;
  const choices = driftChoices(request.parameters?.drift);
  const reports = Math.min(choices.reports, reportsCount(costing, index.communities.rollUp(level)));
  const reply = tokensForWords(costing, choices.stepWords);
  const primers = Math.min(choices.folds, reports);
  const steps = choices.depth * choices.followUps + (request.drift?.pursued.length ?? 0) + (reports === 0 ? 1 : 0);
  return [
    {
      prompt: DRIFT_HYPOTHESIS,
      calls: choices.hypothesis && hasVectors && reports > 0 ? 1 : 0,
      data: Math.min(HYPOTHESIS.report, report()),
      reply: HYPOTHESIS.reply,
    },
    {
      prompt: DRIFT_PRIMER,
      calls: primers,
      data: (reports * report()) / Math.max(1, primers),
      reply: tokensForWords(costing, 2 * choices.stepWords),
    },
    { prompt: DRIFT_STEP, calls: steps, data: neighbourhood(costing), reply },
    {
      prompt: DRIFT_REDUCE,
      data: (steps + 2 * primers) * written(reply),
      reply: tokensForWords(costing, choices.reduceWords),
      withHistory: true,
    },
  ];
}
