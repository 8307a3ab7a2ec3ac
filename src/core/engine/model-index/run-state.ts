import { NONE_COUNTED, type ModelRunState, type RunExtras } from '../../ports/index-state';
import { readingStep, resolutionStep } from '../../index/model-steps';
import { DERIVATIONS } from '../../index/pipeline';
import { INVALID_REPLY_KINDS } from './asking/cached-replies';
import { NO_SPENDING } from './asking/spending';

/** A run of which nothing is done. */
export const newRun = (layer: string, title: string): ModelRunState => ({
  ...{ phase: 'running', failure: null, layer, title, extras: {}, needsDerive: false, round: 1, planDone: 0 },
  ...{ unresolved: [], skippedPairs: [], failedItems: [] },
  ...{ spent: NO_SPENDING, counted: NONE_COUNTED, invalidReplies: 0, found: {} },
});

/** The round of a run, from 1. */
export const roundOf = (run: ModelRunState | undefined): number => run?.round ?? 1;

/** Checks if a run ended early since too many replies were of no use. */
export const endedInvalid = (run: ModelRunState | undefined): boolean =>
  run !== undefined && run.phase !== 'done' && run.failure?.kind === 'no usable replies';

/** Counts of items that failed, by the step that tries them again. */
const FAILURE_COUNTS: readonly (readonly [step: string, counts: readonly string[]])[] = [
  [readingStep.name, [INVALID_REPLY_KINDS.passages, INVALID_REPLY_KINDS.claims, INVALID_REPLY_KINDS.claimsLeftOut]],
  [resolutionStep.name, [INVALID_REPLY_KINDS.names]],
  ...DERIVATIONS.map(({ name, counts }) => [name, [counts.failed]] as const),
];

/**
 * The state in which a person begins a run. Where items failed in the round before, another round begins: they are due again and no longer
 * counted. Failures of a step that is left out stay as they are.
 */
export function beginNextRound(
  before: ModelRunState,
  documentIds: readonly string[],
  { skipSteps = [] }: RunExtras = {},
): ModelRunState {
  const run: ModelRunState = { ...before, failedItems: [] };
  const counts = FAILURE_COUNTS.flatMap(([step, names]) => (skipSteps.includes(step) ? [] : names));
  if (skipSteps.includes(resolutionStep.name)) return tryAgain(run, counts);
  const areNamesDue = (run.found[INVALID_REPLY_KINDS.names] ?? 0) > 0;
  const due = areNamesDue
    ? { unresolved: documentIds, skippedPairs: [] }
    : { unresolved: [...new Set([...run.unresolved, ...run.skippedPairs])] };
  return tryAgain({ ...run, ...due }, counts);
}

/** The next round, with these counts of failures at zero; the same one where all of them are. */
function tryAgain(run: ModelRunState, counts: readonly string[]): ModelRunState {
  if (counts.every((name) => (run.found[name] ?? 0) === 0)) return run;
  return {
    ...run,
    found: { ...run.found, ...Object.fromEntries(counts.map((name) => [name, 0])) },
    round: run.round + 1,
  };
}

/**
 * Documents whose names are resolved now: those read since the last time. Pairs that were skipped wait until there are none of these, so
 * that the cost of a document does not depend on what others left.
 */
export function documentsToResolve({
  unresolved,
  skippedPairs,
}: Pick<ModelRunState, 'unresolved' | 'skippedPairs'>): readonly string[] {
  const skipped = new Set(skippedPairs);
  const read = unresolved.filter((id) => !skipped.has(id));
  return read.length > 0 ? read : unresolved;
}
