const NAME = 'burrow.asked';

/** A question that waits for its answer. */
export interface Asked {
  readonly collection: string;
  readonly question: string;
  /** The documents that it was asked of; empty or missing for all. */
  readonly documentIds?: readonly string[];
  /** Ids of the turns that its answers were to be kept as: more than one where modes are compared. */
  readonly turns: readonly string[];
}

/** Keeps a question in mind, for this tab, until its answer has ended: a reload then gives it back. */
export function rememberQuestion(asked: Asked): void {
  tabStorage()?.setItem(NAME, JSON.stringify(asked));
}

export function forgetQuestion(): void {
  tabStorage()?.removeItem(NAME);
}

/** The question that was asked of a collection when this tab's page ended before its answer did; null for none. Given once. */
export function takeQuestion(collection: string): Asked | null {
  const kept = tabStorage()?.getItem(NAME);
  if (!kept) return null;
  const asked = { turns: [], ...(JSON.parse(kept) as Omit<Asked, 'turns'> & Partial<Asked>) }; // of an earlier version without turns
  if (asked.collection !== collection) return null;
  forgetQuestion();
  return asked;
}

/** Missing where there is no page, and where the person's browser allows no storage. */
function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
