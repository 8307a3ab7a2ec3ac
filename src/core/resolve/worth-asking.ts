import type { Candidate } from './candidates';
import type { Groups } from './groups';

/**
 * Up to `most` candidates whose answer is not known yet, surest first: none whose ends other answers have brought together or told apart,
 * and none that the pairs chosen before it would connect anyway. N names of one entity so take N − 1 questions.
 */
export function worthAsking(
  candidates: readonly Candidate[],
  asked: ReadonlySet<Candidate>,
  known: Groups,
  most: number,
): readonly Candidate[] {
  const chosen: Candidate[] = [];
  const connected = connections();
  for (const candidate of candidates) {
    if (chosen.length >= most) break;
    const { into, from } = candidate;
    if (asked.has(candidate) || known.together(into, from) || known.clash(into, from)) continue;
    if (connected.join(known.keyOf(into), known.keyOf(from))) chosen.push(candidate);
  }
  return chosen;
}

/** Which entities the chosen pairs connect. */
function connections() {
  const parents = new Map<string, string>();
  const root = (key: string): string => {
    let at = key;
    for (let next = parents.get(at); next !== undefined; next = parents.get(at)) at = next;
    return at;
  };
  return {
    /** False when the two are connected already. */
    join: (a: string, b: string): boolean => {
      const [one, other] = [root(a), root(b)];
      if (one !== other) parents.set(one, other);
      return one !== other;
    },
  };
}
