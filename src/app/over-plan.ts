import type { ModelRunState } from '../core/ports/index-state';
import { spentWords } from './model-steps';
import { count } from './numbers';

/** That a run has made more calls than its plan named, in words; empty while it has not, or where that was not kept. */
export function overPlanWords({ spent, planned }: Pick<ModelRunState, 'spent' | 'planned'>): string {
  if (!planned) return '';
  const made = spent.calls - planned.callsBefore;
  if (made <= planned.calls) return '';
  return `More calls than planned: ${count(made)} by now, ${count(planned.calls)} were planned.`;
}

type Begun = Pick<ModelRunState, 'spent' | 'planned' | 'spentBefore'>;

/** What a run has cost since a person began it, in words; empty while that is nothing, or where nobody kept what there was before. */
export function spentSoFarWords({ spent, planned, spentBefore }: Begun): string {
  if (!planned || spentBefore === undefined) return '';
  const calls = spent.calls - planned.callsBefore;
  const tokens = spent.promptTokens + spent.completionTokens - spentBefore;
  if (calls <= 0) return '';
  return `Spent so far: ${spentWords({ ...spent, calls, promptTokens: tokens, completionTokens: 0 })}`;
}
