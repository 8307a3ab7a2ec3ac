import type { RecordShape } from '../../shapes/shape';
import type { ReportForm, ContextChoice } from '../context/context-page';
import { estimateTokens } from '../../text/tokens';
import { REPORT_PROMPT } from '../../prompts/reports';

/** Limits on the parts of a report. */
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
/** Findings asked for even in a narrow window, unless fewer are wanted. */
const LEAST_FINDINGS = 3;
const SUMMARY_SHARE = 0.35;
const FULL_SUMMARY_SHARE = 0.15;

/** Tokens of a word with its share of citations, of a finding's heading, and of the rest. */
const PER_WORD = 1.5;
const PER_FINDING = 25;
const REST = 50;
/** A reply may be longer than expected by this factor, since some languages need more tokens for a word. */
const SLACK = 2;

/** Share of the model's window that a reply may take. */
const REPLY_SHARE = 0.45;
const LEAST_WORDS = 60;
const LEAST_SUMMARY = 15;
const LEAST_FINDING = 10;

/** The size of a report. What is missing follows from the form. */
interface ReportSize {
  readonly words?: number;
  readonly findings?: number;
}

/**
 * Divides the words of a report, in round numbers. The summary gets a third of a short report and a seventh of a long one. A narrow window allows
 * fewer words and findings. `contextWindow` counts tokens of prompt and reply together.
 */
export function reportLimits(form: ReportForm, size: ReportSize = {}, contextWindow = Infinity): ReportLimits {
  const { words = MAX_WORDS[form], findings: wanted = FINDINGS[form] } = size;
  const room = (REPLY_SHARE * contextWindow) / SLACK - REST;
  const most = Math.floor((room - PER_WORD * LEAST_SUMMARY) / (PER_FINDING + PER_WORD * LEAST_FINDING));
  const findings = Math.min(wanted, Math.max(LEAST_FINDINGS, most));
  const fitting = Math.floor((room - PER_FINDING * findings) / PER_WORD);
  const all = Math.min(words, Math.max(LEAST_WORDS, fitting));
  const summaryWords = Math.max(LEAST_SUMMARY, rounded(all * (form === 'full' ? FULL_SUMMARY_SHARE : SUMMARY_SHARE)));
  return { summaryWords, findings, findingWords: Math.max(LEAST_FINDING, rounded((all - summaryWords) / findings)) };
}

/** Rounds to fives, above 50 to tens. */
function rounded(words: number): number {
  const step = words < 50 ? 5 : 10;
  return step * Math.round(words / step);
}

/** Characters allowed for a word, in any language, and for a citation. */
const WORD = 9;
const MARK = 100;

/** The shape of a report. Findings come last, so that a reply that is cut still has all the rest. */
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

/** The shape of the fallback: title and summary. */
export function fieldsShape({ summaryWords }: ReportLimits) {
  return {
    kind: 'record',
    fields: { title: { kind: 'text', max: 120 }, summary: { kind: 'text', max: summaryWords * WORD + 2 * MARK } },
  } as const satisfies RecordShape;
}

/** Expected tokens of a report. */
export function expectedTokens({ summaryWords, findings, findingWords }: ReportLimits): number {
  return Math.round(PER_WORD * (summaryWords + findings * findingWords) + PER_FINDING * findings + REST);
}

/** Tokens of a report at most. */
export const replyTokens = (limits: ReportLimits): number => SLACK * expectedTokens(limits);

interface BudgetOptions {
  readonly form: ReportForm;
  /** The model's tokens for prompt and reply together. */
  readonly contextWindow: number;
  /** Share of the window that the tables may take, 0 to 1. */
  readonly windowShare: number;
  /** Tokens of the tables at most, however large the window (GraphRAG: 8000). */
  readonly maxInputTokens: number;
  readonly limits: ReportLimits;
}

/** Default for the tokens of the tables: about two sentences per member of a small community, or GraphRAG's limit. */
export const MAX_INPUT_TOKENS: Readonly<Record<ReportForm, number>> = { compact: 500, full: 8000 };
export const WINDOW_SHARE = 0.5;

const LEAST = 200;
/** For the marks around messages. */
const MARKS = 60;
/** Allows for the error of estimated tokens. */
const SURE = 0.9;

/** Chooses the size of contexts for a model: its share of the window, less the room that the reply needs. */
export function reportChoice(options: BudgetOptions): ContextChoice {
  const { form, contextWindow, windowShare, maxInputTokens, limits } = options;
  const prompt = estimateTokens(`${REPORT_PROMPT.system}${REPORT_PROMPT.user}`);
  const room = Math.floor(SURE * (contextWindow - replyTokens(limits) - prompt - MARKS));
  const tokens = Math.min(maxInputTokens, Math.floor(contextWindow * windowShare), room);
  return { form, tokens: Math.max(LEAST, tokens) };
}
