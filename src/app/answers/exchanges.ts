import type { ShownTurn } from './shown-turn';

/** A question with its answer, or with two that are compared. */
export interface Exchange {
  readonly first: ShownTurn;
  /** The same question, asked another way. */
  readonly beside: ShownTurn | null;
}

/** Turns in order, those that are compared together; a second answer whose first is gone stands alone. */
export function exchangesOf(turns: readonly ShownTurn[]): readonly Exchange[] {
  const ids = new Set(turns.map(({ id }) => id));
  const besideOf = new Map<string, ShownTurn>();
  const firsts: ShownTurn[] = [];
  for (const turn of turns) {
    const { comparedWith } = turn;
    if (comparedWith !== undefined && ids.has(comparedWith) && !besideOf.has(comparedWith))
      besideOf.set(comparedWith, turn);
    else firsts.push(turn);
  }
  return firsts.map((first) => ({ first, beside: besideOf.get(first.id) ?? null }));
}
