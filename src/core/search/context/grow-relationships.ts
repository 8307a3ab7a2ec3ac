/**
 * Relationships in the order in which they are to fill a table: all of the picked entities where they fit, else those of as many of the
 * first entities as fit, then the others (GraphRAG B1 grows entity by entity and leaves the others out).
 */
export function growRelationships(
  entities: readonly number[],
  pick: (entities: readonly number[]) => readonly number[],
  fits: (relationships: readonly number[]) => boolean,
): readonly number[] {
  const all = pick(entities);
  if (fits(all)) return all;
  let best: readonly number[] = [];
  let low = 0;
  let high = entities.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const rows = pick(entities.slice(0, middle));
    if (fits(rows)) {
      best = rows;
      low = middle;
    } else high = middle - 1;
  }
  const first = new Set(best);
  return [...best, ...all.filter((row) => !first.has(row))];
}
