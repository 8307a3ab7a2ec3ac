import type { RunMode, SearchRequest } from './request/search-request';
import { choicesOf, valuesOf, type Values } from '../parameters';
import {
  ANSWER_PARAMETERS,
  BASIC_PARAMETERS,
  DEFAULT_LEVEL,
  DRIFT_PARAMETERS,
  DRIFT_PER_CENT,
  GLOBAL_PARAMETERS,
  LEVEL,
  LOCAL_PARAMETERS,
  LOCAL_PER_CENT,
  RESPONSE_TYPE,
} from './search-parameters';
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

/** Deepest community level whose reports a mode reads; questions of earlier versions have one for all modes. */
export const levelOf = ({ level = DEFAULT_LEVEL, parameters }: SearchRequest, mode: RunMode): number =>
  valuesOf({ parameters: [LEVEL] }, { level, ...parameters?.[mode] }).level;

/** Reads the parameters of Local; there are no shares as long as nobody chose others than GraphRAG's. */
export function localChoices(chosen?: Values) {
  const { include, exclude, sourcesShare, reportsShare, ...choices } = choicesOf(LOCAL_PARAMETERS, chosen);
  const { entityRank, relationshipWeight, reportRank, minRank, ranking, ...others } = choices;
  return {
    ...others,
    ...sharesOf(sourcesShare, reportsShare, LOCAL_PER_CENT),
    leastRank: minRank,
    rankBy: ranking === 'weight' ? ('weight' as const) : ('combined_degree' as const),
    hidden: hiddenBut({ rank: reportRank, 'number of relationships': entityRank, weight: relationshipWeight }),
    include: namesIn(include),
    exclude: namesIn(exclude),
  };
}

/** Columns that are not shown: of those named the ones that are off, and the weight of reports unless it is named. */
const hiddenBut = (shown: Partial<Record<HiddenColumn, boolean>>): readonly HiddenColumn[] =>
  (['occurrence weight', 'rank', 'number of relationships', 'weight'] as const).filter((one) => !shown[one]);

interface PerCent {
  readonly sources: number;
  readonly reports: number;
}

/**
 * Shares from per cent of passages and reports, unless they are the usual ones: the graph has the rest; both are made smaller together where
 * they are more than all.
 */
function sharesOf(sources: number, reports: number, usual: PerCent): { readonly shares?: ContextShares } {
  if (sources === usual.sources && reports === usual.reports) return {};
  const whole = Math.max(100, sources + reports);
  const graph = Math.max(0, 1 - (sources + reports) / whole);
  return { shares: { sources: sources / whole, reports: reports / whole, graph } };
}

/** Names with commas between them. */
const namesIn = (list: string): readonly string[] =>
  list
    .split(/[,，、;\n]/u)
    .map((name) => name.trim())
    .filter(Boolean);

/** The parameters of Global, read. */
export type GlobalChoices = ReturnType<typeof globalChoices>;

/** Reads the parameters of Global; what is missing has its default. */
export function globalChoices(chosen?: Values) {
  const { reportRank, reportWeight, normalise, minRank, ...choices } = choicesOf(GLOBAL_PARAMETERS, chosen);
  return {
    ...choices,
    leastRank: minRank,
    hidden: hiddenBut({ rank: reportRank, 'occurrence weight': reportWeight }),
    weight: normalise ? ('share' as const) : ('passages' as const),
  };
}

/** The parameters of DRIFT, read. */
export type DriftChoices = ReturnType<typeof driftChoices>;

/** Reads the parameters of DRIFT; `step` is what a question on the way looks at. */
export function driftChoices(chosen?: Values) {
  const { entities, relationships, sourcesShare, reportsShare, ...choices } = choicesOf(DRIFT_PARAMETERS, chosen);
  return { ...choices, step: { entities, relationships, ...sharesOf(sourcesShare, reportsShare, DRIFT_PER_CENT) } };
}

/** Reads the parameters of Basic; what is missing has its default. */
export const basicChoices = (chosen?: Values) => choicesOf(BASIC_PARAMETERS, chosen);
