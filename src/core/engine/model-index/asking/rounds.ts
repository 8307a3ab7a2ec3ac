import { type Ask, withOtherSeed } from '../../../models/model-call';
import type { ModelRunState, RunExtras } from '../../../ports/index-state';
import { ATTEMPTS } from './run-models';
import { INVALID_REPLY_KINDS } from './invalid-replies';

const ALL_UNUSED = Object.values(INVALID_REPLY_KINDS);

/** The round of a run, from 1. */
export const roundOf = (run: ModelRunState | undefined): number => run?.round ?? 1;

/** Whether anything is left that another try may bring. */
function hasUnused({ found }: ModelRunState): boolean {
  return ALL_UNUSED.some((name) => (found[name] ?? 0) > 0);
}

/** The round that begins when a person starts a run again: another one where something came to nothing in this one. */
function nextRound(run: ModelRunState | undefined): number {
  return roundOf(run) + (run && hasUnused(run) ? 1 : 0);
}

/**
 * The state in which a person begins a run: names left for later are due where nothing else is, what came to nothing is no longer counted, and names are asked
 * about again where some stayed undecided. A run of reports alone leaves the passages and names of which nothing came as they are.
 */
export function beginNextRound(
  before: ModelRunState,
  documentIds: readonly string[],
  { onlyReports = false }: RunExtras = {},
): ModelRunState {
  if (onlyReports) return withReportsDueAgain(before);
  const { unwritten: _tried, ...rest } = before;
  const run = { ...rest, unresolved: [...new Set([...(rest.unresolved ?? []), ...(rest.unasked ?? [])])] };
  if (!hasUnused(run)) return run;
  const again = (run.found[INVALID_REPLY_KINDS.names] ?? 0) > 0;
  const found = { ...run.found, ...Object.fromEntries(ALL_UNUSED.map((name) => [name, 0])) };
  return { ...run, found, round: nextRound(run), ...(again && { unresolved: documentIds, unasked: [] }) };
}

/**
 * Documents whose names are to be asked about now: those read since names were last joined. Names that were left for later wait as long as there are
 * such: what a document costs does not depend on what others left.
 */
export function documentsToResolve({
  unresolved = [],
  unasked = [],
}: Pick<ModelRunState, 'unresolved' | 'unasked'>): readonly string[] {
  const left = new Set(unasked);
  const read = unresolved.filter((id) => !left.has(id));
  return read.length > 0 ? read : unresolved;
}

function withReportsDueAgain({ unwritten: _tried, ...run }: ModelRunState): ModelRunState {
  if ((run.found[INVALID_REPLY_KINDS.reports] ?? 0) === 0) return run;
  return { ...run, found: { ...run.found, [INVALID_REPLY_KINDS.reports]: 0 }, round: roundOf(run) + 1 };
}

/**
 * In a later round every call has a seed that no earlier one had: the same words would get the same reply, which is remembered. A call that
 * names its round gets that one's.
 */
export function askInRound(ask: Ask, round: () => number): Ask {
  return ({ round: own, ...call }) => {
    const earlier = ((own ?? round()) - 1) * ATTEMPTS;
    return ask(earlier === 0 ? call : withOtherSeed(call, earlier));
  };
}
