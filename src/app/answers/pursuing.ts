import type { SearchRequest } from '../../core/search/events';
import type { ShownTurn } from './shown-turn';

/** How a DRIFT answer is asked again with one more question: what was pursued or left out before, also while it was answered, stays so. */
export function pursuing({ request, answer }: ShownTurn, question: string): NonNullable<SearchRequest['drift']> {
  const { pursued = [], stopped = [] } = request?.drift ?? {};
  const leftOut = (answer.trace.actions ?? []).flatMap((action) =>
    action.state === 'stopped' ? [action.question] : [],
  );
  const wanted = [...pursued.filter((one) => !leftOut.includes(one)), question];
  const unwanted = [...stopped.filter((one) => !pursued.includes(one)), ...leftOut].filter((one) => one !== question);
  return { pursued: [...new Set(wanted)], stopped: [...new Set(unwanted)] };
}
