import type { RecordShape } from '../../shapes/shape';
import type { ReportForm } from './dataset';

/** How long the parts of a report may be. */
export interface ReportLimits {
  readonly summaryWords: number;
  readonly findings: number;
  /** Words of a finding's explanation. */
  readonly findingWords: number;
}

/** Words of a whole report (GraphRAG: 2000, of which capable models write about a quarter). */
export const MAX_WORDS: Readonly<Record<ReportForm, number>> = { compact: 110, full: 1000 };
const FINDINGS: Readonly<Record<ReportForm, number>> = { compact: 3, full: 8 };
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

/**
 * Shares the words of a report out: a third of a short one is its summary, a seventh of a long one. In a narrow window there are fewer words.
 * `contextWindow` counts tokens of prompt and reply together.
 */
export function reportLimits(
  form: ReportForm,
  words: number = MAX_WORDS[form],
  contextWindow = Infinity,
): ReportLimits {
  const findings = FINDINGS[form];
  const held = Math.floor(((REPLY_SHARE * contextWindow) / SLACK - PER_FINDING * findings - REST) / PER_WORD);
  const all = Math.min(words, Math.max(LEAST_WORDS, held));
  const summaryWords = Math.max(15, Math.round(all * (form === 'full' ? FULL_SUMMARY_SHARE : SUMMARY_SHARE)));
  return { summaryWords, findings, findingWords: Math.max(10, Math.round((all - summaryWords) / findings)) };
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
