import type { ActionState, DriftAction } from '../../core/search/modes/drift/drift-search';

const WORDS: Readonly<Record<ActionState, string>> = {
  waiting: 'waiting',
  asking: 'looking up…',
  answered: 'answered',
  'nothing found': 'nothing found',
  failed: 'failed',
  stopped: 'left out',
};

/** What a person wants of a question that waits or is being asked. */
export type Steered = 'stop' | 'pursue';

const WANTED: Readonly<Record<Steered, string>> = { stop: 'will be left out', pursue: 'comes next' };

/** How a question on the way stands, for a person; one that still waits at the end was not asked. */
export function stateWords({ state, score, begun }: DriftAction, running: boolean, steered?: Steered): string {
  if (state === 'waiting' && !running) return 'not asked';
  if (state === 'waiting' && steered) return WANTED[steered];
  if (state === 'stopped' && begun) return 'stopped';
  return state === 'answered' && score !== null ? `answered, helps ${String(score)} of 100` : WORDS[state];
}

/** The questions that one led to, the most promising first; of null the person's own. */
export const childrenOf = (actions: readonly DriftAction[], parent: number | null): readonly DriftAction[] =>
  actions.filter((action) => action.parent === parent).sort((a, b) => b.priority - a.priority || a.id - b.id);
