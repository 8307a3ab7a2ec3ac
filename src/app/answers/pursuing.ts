import type { SearchRequest } from '../../core/search/events';
import type { ShownTurn } from './shown-turn';

/** How a DRIFT answer is asked again with one more question: what was pursued or left out before, also while it was answered, stays so. */
export function pursuing({ request, answer }: ShownTurn, question: string): NonNullable<SearchRequest['drift']> {
  const { pursued = [], stopped = [] } = request?.drift ?? {};
  const leftOut = (answer.trace.actions ?? []).filter(({ state }) => state === 'stopped');
  const all = new Set([...stopped, ...leftOut.map((action) => action.question)]);
  all.delete(question);
  return { pursued: [...new Set([...pursued, question])], stopped: [...all].filter((one) => !pursued.includes(one)) };
}
