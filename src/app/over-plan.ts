import type { ModelRunState } from '../core/ports/index-state';
import { count } from './numbers';

/** That a run has made more calls than its plan named, in words; empty while it has not, or where that was not kept. */
export function overPlanWords({ spent, planned }: Pick<ModelRunState, 'spent' | 'planned'>): string {
  if (!planned) return '';
  const made = spent.calls - planned.callsBefore;
  if (made <= planned.calls) return '';
  return `More calls than planned: ${count(made)} by now, ${count(planned.calls)} were planned.`;
}
