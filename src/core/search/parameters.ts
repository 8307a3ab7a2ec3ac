import type { RunMode, SearchRequest } from './request/search-request';
import { choicesOf, valuesOf, type Values } from '../parameters';
import { ANSWER_PARAMETERS, LEVEL, RESPONSE_TYPE } from './search-parameters';
import type { ContextShares, HiddenColumn } from './context/context';

/** The parameters of every answer by a model, read. */
export type AnswerChoices = ReturnType<typeof answerChoices>;

/** Reads the parameters of every answer by a model; `maxInputTokens` is Infinity for whatever fits. */
export function answerChoices(chosen?: Values) {
  const choices = choicesOf(ANSWER_PARAMETERS, chosen);
  return {
    ...choices,
    responseType: choices.responseType || RESPONSE_TYPE,
    maxInputTokens: choices.maxInputTokens || Infinity,
  };
}

/** Deepest community level whose reports a mode reads. */
export const levelOf = ({ parameters }: SearchRequest, mode: RunMode): number =>
  valuesOf({ parameters: [LEVEL] }, parameters?.[mode]).level;

/** Columns that are not shown: of those named the ones that are off, and the weight of reports unless it is named. */
export const hiddenBut = (shown: Partial<Record<HiddenColumn, boolean>>): readonly HiddenColumn[] =>
  (['occurrence weight', 'rank', 'number of relationships', 'weight'] as const).filter((one) => !shown[one]);

interface PerCent {
  readonly sources: number;
  readonly reports: number;
}

/**
 * Shares from per cent of passages and reports, unless they are the usual ones: the graph has the rest; both are made smaller together where
 * they are more than all.
 */
export function sharesOf(sources: number, reports: number, usual: PerCent): { readonly shares?: ContextShares } {
  if (sources === usual.sources && reports === usual.reports) return {};
  const whole = Math.max(100, sources + reports);
  const graph = Math.max(0, 1 - (sources + reports) / whole);
  return { shares: { sources: sources / whole, reports: reports / whole, graph } };
}
