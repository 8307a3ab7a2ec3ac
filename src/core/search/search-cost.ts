import type { Message } from '../message';
import type { ChatModelInfo } from '../models/chat-model';
import { priceCalls, type PlannedCall } from '../models/planned-calls';
import type { ModelSpeed } from '../models/speed';
import { ENTAILMENT } from '../prompts/answers';
import type { EditedPrompt } from '../prompts/prompt';
import { FOLLOW_UP_QUESTIONS, REWRITE_QUESTION } from '../prompts/questions';
import type { SearchIndex } from '../retrieval/index';
import { scopeOf } from './context/scope';
import { CHECKING } from './grounding';
import { historyOf } from './model-call/token-budget';
import { meanTokens, planCall, type Costing } from './modes/estimate';
import { MODES, planSearch } from './modes/modes';
import { answerChoices, levelOf } from './parameters';
import { readQuestion } from './request/question';
import { hasWords } from './request/question-words';
import { isRewritten, REWRITING } from './request/rewrite-question';
import type { RunMode, SearchRequest } from './request/search-request';
import { FOLLOW_UPS } from './writer/propose-questions';

/** Estimated cost of a question. Remembered replies cost less; ones of no use are asked for once more. */
export interface SearchCost {
  readonly mode: RunMode;
  /** Reason for this mode, in one sentence. */
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

/** Model, prompts and speed for an estimate. */
interface CostEnv {
  readonly model: ChatModelInfo | null;
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly speed: ModelSpeed | undefined;
  /** True if texts can be compared by meaning. */
  readonly hasVectors: boolean;
  /** True if the model judges the sentences of its answer, too. */
  readonly isChecker: boolean;
}

/** Estimates a question in its mode, or in the one that Auto would choose. Builds no context. */
export function searchCost(index: SearchIndex, request: SearchRequest, env: CostEnv): SearchCost {
  const { model, speed } = env;
  const question = readQuestion(index, request);
  const plan = planSearch(index, request, question);
  const head = { ...plan, model: model?.title ?? null };
  const none = { ...head, calls: 0, promptTokens: 0, outputTokens: 0, seconds: 0 };
  if (!model || request.method === 'evidence' || index.unitAt.size === 0) return none;
  const costing = costingOf(index, { ...request, mode: plan.mode }, { ...env, model }, question);
  const asking = MODES[plan.mode].estimate(costing);
  const checking = env.isChecker ? checks(costing, asking.at(-1)) : [];
  const { parallel } = model.capabilities;
  const rewriting = MODES[plan.mode].withoutDocuments ? [] : before(costing);
  const all = [...rewriting, ...asking, ...checking, ...after(costing)];
  const { calls, promptTokens, replyTokens, seconds } = priceCalls(all, { speed, parallel });
  return { ...head, calls, promptTokens, outputTokens: replyTokens, seconds };
}

/** A request of a mode that is known, not left to the question. */
interface ModeRequest extends SearchRequest {
  readonly mode: RunMode;
}

type ModeCostEnv = Pick<CostEnv, 'prompts' | 'hasVectors'> & { readonly model: ChatModelInfo };

/** Estimates the calls with which a mode answers where no reply fails, the one that writes the answer last. */
export const answerCalls = (index: SearchIndex, request: ModeRequest, env: ModeCostEnv): readonly PlannedCall[] =>
  MODES[request.mode].estimate(costingOf(index, request, env));

function costingOf(
  index: SearchIndex,
  request: ModeRequest,
  { model, prompts, hasVectors }: ModeCostEnv,
  question = readQuestion(index, request),
): Costing {
  const asked = { request, question, model, choices: answerChoices(request.parameters?.answers), prompts };
  return {
    ...asked,
    history: historyOf(asked),
    scope: scopeOf(index, request),
    level: levelOf(request, request.mode),
    index,
    hasVectors,
    passage: meanTokens(index.tables.textUnits, ({ n_tokens }) => n_tokens),
  };
}

/** The question is made to stand by itself. */
function before(costing: Costing): readonly PlannedCall[] {
  const { choices, request, history, index } = costing;
  if (!hasWords(request.question) || !isRewritten(choices, index, request)) return [];
  return [planCall(costing, { prompt: REWRITE_QUESTION, data: history.tokens, reply: REWRITING.reply })];
}

/** Estimated tokens of a sentence. */
const SENTENCE = 25;

/** At most a call for each sentence that the last call writes: they come one by one, and what is quoted needs none. */
function checks(costing: Costing, writing: PlannedCall | undefined): readonly PlannedCall[] {
  if (!writing) return [];
  const calls = (writing.calls ?? 1) * Math.ceil(writing.replyTokens / SENTENCE);
  return [planCall(costing, { prompt: ENTAILMENT, calls, ...CHECKING })];
}

/** Questions that lead on from the answer; only the first of two that are compared has them. */
function after(costing: Costing): readonly PlannedCall[] {
  const { choices, request, history } = costing;
  if (choices.followUps === 0 || request.after !== undefined) return [];
  const { data, answer, reply } = FOLLOW_UPS;
  const before = Math.min(FOLLOW_UPS.history, history.tokens);
  return [planCall(costing, { prompt: FOLLOW_UP_QUESTIONS, data: data + answer + before, reply })];
}
