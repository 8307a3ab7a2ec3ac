import { estimateTokens } from '../../text/tokens';
import { REPORT_PROMPT } from '../../prompts/report';
import type { ContextChoice } from './context-key';
import type { ReportForm } from './dataset';
import { replyTokens, type ReportLimits } from './limits';

export interface BudgetOptions {
  readonly form: ReportForm;
  /** Tokens of prompt and reply together, of the model. */
  readonly contextWindow: number;
  /** Part of the window that the tables may take, 0 to 1. */
  readonly windowShare: number;
  /** Tokens of the tables at most, however large the window (GraphRAG: 8000). */
  readonly maxInputTokens: number;
  readonly limits: ReportLimits;
}

/** Tokens of the tables at most by default: about two sentences of each member of a small community, or all that GraphRAG shows. */
export const MAX_INPUT_TOKENS: Readonly<Record<ReportForm, number>> = { compact: 500, full: 8000 };
export const WINDOW_SHARE = 0.5;

const LEAST = 200;
/** For the marks around messages. */
const MARKS = 60;
/** Models count tokens otherwise than is estimated. */
const SURE = 0.9;

/** By what the contexts for a model are made: its share of the window, and never so much that the reply has no room. */
export function reportChoice(options: BudgetOptions): ContextChoice {
  const { form, contextWindow, windowShare, maxInputTokens, limits } = options;
  const prompt = estimateTokens(`${REPORT_PROMPT.system}${REPORT_PROMPT.user}`);
  const room = Math.floor(SURE * (contextWindow - replyTokens(limits) - prompt - MARKS));
  const tokens = Math.min(maxInputTokens, Math.floor(contextWindow * windowShare), room);
  return { form, tokens: Math.max(LEAST, tokens) };
}
