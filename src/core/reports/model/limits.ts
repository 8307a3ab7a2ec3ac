import type { RecordShape } from '../../shapes/shape';
import type { ReportForm, ContextChoice } from '../context/context-page';
import { estimateTokens } from '../../text/tokens';
import { REPORT_PROMPT } from '../../prompts/reports';

/** How long the parts of a report may be. */
export interface ReportLimits {
  readonly summaryWords: number;
  readonly findings: number;
  /** Words of a finding's explanation. */
  readonly findingWords: number;
}

/** Words of a whole report (GraphRAG: 2000, of which capable models write about a quarter). */
export const MAX_WORDS: Readonly<Record<ReportForm, number>> = { compact: 110, full: 1000 };
/** Findings of a report (GraphRAG: 5 to 10). */
export const FINDINGS: Readonly<Record<ReportForm, number>> = { compact: 5, full: 8 };
/** Fewer than these are asked for in no window, unless fewer are wanted. */
const LEAST_FINDINGS = 3;
const SUMMARY_SHARE = 0.35;
const FULL_SUMMARY_SHARE = 0.15;

/** Tokens per word with its share of references, of a finding's heading, and of the rest. */
const PER_WORD = 1.5;
const PER_FINDING = 25;
const REST = 50;
/** A reply may run over what is expected by so much: other languages need more tokens for as many words. */
const SLACK = 2;

/** Part of the model's window that a reply may take. */
const REPLY_SHARE = 0.45;
const LEAST_WORDS = 60;
const LEAST_SUMMARY = 15;
const LEAST_FINDING = 10;

/** How long a report may be, and how it is divided; what is missing follows from the form. */
interface ReportSize {
  readonly words?: number;
  readonly findings?: number;
}

/**
 * Shares the words of a report out, in round numbers: a third of a short one is its summary, a seventh of a long one. In a narrow window there are
 * fewer words and findings. `contextWindow` counts tokens of prompt and reply together.
 */
export function reportLimits(form: ReportForm, size: ReportSize = {}, contextWindow = Infinity): ReportLimits {
  const { words = MAX_WORDS[form], findings: wanted = FINDINGS[form] } = size;
  const room = (REPLY_SHARE * contextWindow) / SLACK - REST;
  const most = Math.floor((room - PER_WORD * LEAST_SUMMARY) / (PER_FINDING + PER_WORD * LEAST_FINDING));
  const findings = Math.min(wanted, Math.max(LEAST_FINDINGS, most));
  const held = Math.floor((room - PER_FINDING * findings) / PER_WORD);
  const all = Math.min(words, Math.max(LEAST_WORDS, held));
  const summaryWords = Math.max(LEAST_SUMMARY, rounded(all * (form === 'full' ? FULL_SUMMARY_SHARE : SUMMARY_SHARE)));
  return { summaryWords, findings, findingWords: Math.max(LEAST_FINDING, rounded((all - summaryWords) / findings)) };
}

/** To fives, above 50 to tens. */
function rounded(words: number): number {
  const step = words < 50 ? 5 : 10;
  return step * Math.round(words / step);
}

/** Characters per word that no language here exceeds by much, and of a reference. */
const WORD = 9;
const MARK = 100;

/** The form of a report; the findings come last, so that a reply that is cut still has all of the rest. */
export function reportShape({ summaryWords, findings, findingWords }: ReportLimits) {
  return {
    kind: 'record',
    fields: {
      title: { kind: 'text', max: 120 },
      summary: { kind: 'text', max: summaryWords * WORD + 2 * MARK },
      rating: { kind: 'number', min: 0, max: 10 },
      rating_explanation: { kind: 'text', max: 240 },
      findings: {
        kind: 'records',
        items: findings,
        of: {
          kind: 'record',
          fields: {
            summary: { kind: 'text', max: 160 },
            explanation: { kind: 'text', max: findingWords * WORD + 2 * MARK },
          },
        },
      },
    },
  } as const satisfies RecordShape;
}

/** The form of the fallback. */
export function fieldsShape({ summaryWords }: ReportLimits) {
  return {
    kind: 'record',
    fields: { title: { kind: 'text', max: 120 }, summary: { kind: 'text', max: summaryWords * WORD + 2 * MARK } },
  } as const satisfies RecordShape;
}

/** Tokens that a report is expected to take. */
export function expectedTokens({ summaryWords, findings, findingWords }: ReportLimits): number {
  return Math.round(PER_WORD * (summaryWords + findings * findingWords) + PER_FINDING * findings + REST);
}

/** Tokens that a report may take. */
export const replyTokens = (limits: ReportLimits): number => SLACK * expectedTokens(limits);

interface BudgetOptions {
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
