/** Gives each passage to the first row that has it; within a row those first that most rows have. */
export function ownedPassages(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const counts = new Map<number, number>();
  for (const slot of lists.flat()) counts.set(slot, (counts.get(slot) ?? 0) + 1);
  const given = new Set<number>();
  return lists.map((list) => {
    const own = list.filter((slot) => !given.has(slot));
    for (const slot of own) given.add(slot);
    return own.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  });
}

/** Score of a passage that no ranking has: behind all that one has. */
export const UNSCORED = 0;

/** The passages nearest to the question, half of `each` for a row on average. One without a score comes last and spoils no other. */
export function nearest(
  owned: readonly (readonly number[])[],
  scores: ReadonlyMap<number, number>,
  each: number,
): readonly number[] {
  const most = Math.floor((each * owned.length) / 2);
  return owned
    .flat()
    .sort((a, b) => (scores.get(b) ?? UNSCORED) - (scores.get(a) ?? UNSCORED))
    .slice(0, most);
}

/** From `each` passages of the first row down to one of the last; what a row leaves of its quota goes to the first rows with passages left. */
export function byQuota(owned: readonly (readonly number[])[], each: number): readonly number[] {
  const last = Math.max(1, owned.length - 1);
  const quotas = owned.map((_, at) => Math.round(each - ((each - 1) * at) / last));
  const picked = owned.map((own, at) => own.slice(0, quotas[at]));
  const left = quotas.reduce((sum, quota) => sum + quota, 0) - picked.flat().length;
  const more = owned.flatMap((own, at) => own.slice(quotas[at])).slice(0, left);
  return [...picked.flat(), ...more];
}

/** One of each list in turn. */
export function roundRobin<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
