import type { ChatModelInfo } from '../../models/chat-model';
import { secondsFor, type ModelSpeed } from '../../models/speed';
import type { EditedPrompt } from '../../prompts/prompt';
import { FOLLOW_UP_QUESTIONS } from '../../prompts/answers/follow-up-questions';
import { REWRITE_QUESTION } from '../../prompts/answers/rewrite-question';
import type { SearchIndex } from '../../retrieval/index';
import { hasWords } from '../request/asking-words';
import { scopeOf } from '../context/scope';
import type { RunMode, SearchRequest } from '../events';
import { FOLLOW_UPS } from '../writer/follow-ups';
import { historyOf } from '../model-call/token-budget';
import { isRewritten, REWRITING } from '../request/rewrite-question';
import { answerChoices, DEFAULT_LEVEL } from '../parameters';
import { planSearch } from '../request/router';
import { readQuestion } from '../request/question';
import { costPart, type CostPart, type Costing } from './costing';
import { modeOf } from '../modes/modes';

/** What a question would take, about; replies that are remembered cost less, ones of no use are asked for once more. */
export interface SearchCost {
  readonly mode: RunMode;
  /** Why this mode, in one sentence. */
  readonly reason: string;
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
export interface CostEnv {
  readonly model: ChatModelInfo | null;
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly speed: ModelSpeed | undefined;
  /** Whether texts can be compared by meaning. */
  readonly hasVectors: boolean;
}

/** What a question would take in its mode, or in the one that Auto would choose. Builds no context. */
export function searchCost(index: SearchIndex, request: SearchRequest, env: CostEnv): SearchCost {
  const question = readQuestion(index, request);
  const { model, prompts, speed, hasVectors } = env;
  const plan = planSearch(index, request, question);
  const head = { ...plan, model: model?.title ?? null };
  const none = { ...head, calls: 0, promptTokens: 0, outputTokens: 0, seconds: 0 };
  if (!model || request.method === 'evidence' || index.unitAt.size === 0) return none;
  const choices = answerChoices(request.parameters?.answers);
  const asked = { request, question, model, choices, prompts };
  const history = historyOf(asked);
  const scope = scopeOf(index, request);
  const level = request.level ?? DEFAULT_LEVEL;
  const costing: Costing = { ...asked, history, scope, level, index, hasVectors };
  const parts = [...before(costing), ...modeOf(plan.mode).cost(costing), ...after(costing)];
  const sum = (of: (part: CostPart) => number): number => Math.round(parts.reduce((all, part) => all + of(part), 0));
  const lanes = ({ calls }: CostPart): number => Math.min(calls, model.capabilities.parallel);
  return {
    ...head,
    calls: sum(({ calls }) => calls),
    promptTokens: sum(({ promptTokens }) => promptTokens),
    outputTokens: sum(({ replyTokens }) => replyTokens),
    seconds: speed ? parts.reduce((all, part) => all + secondsFor(speed, part, lanes(part)), 0) : null,
  };
}

/** The question is made to stand by itself. */
function before(costing: Costing): readonly CostPart[] {
  const { choices, request, history } = costing;
  if (!hasWords(request.question) || !isRewritten(choices, costing.index, request)) return [];
  return [costPart(costing, { prompt: REWRITE_QUESTION, calls: 1, data: history.tokens, reply: REWRITING.reply })];
}

/** Questions that lead on from the answer; only the first of two that are compared has them. */
function after(costing: Costing): readonly CostPart[] {
  if (costing.choices.followUps === 0 || costing.request.after !== undefined) return [];
  const { data, answer, reply } = FOLLOW_UPS;
  return [costPart(costing, { prompt: FOLLOW_UP_QUESTIONS, calls: 1, data: data + answer, reply })];
}
