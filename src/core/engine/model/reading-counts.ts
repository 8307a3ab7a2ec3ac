import type { ReadingTally } from '../../extract/model/reading';

/** A passage's tally as counts that are added up over a run: `repaired: cut`, `rejected: unknown end` and so on. */
export function countsOfReading(tally: ReadingTally): Readonly<Record<string, number>> {
  const { entities, relationships, claims, failedReplies } = tally;
  return {
    passages: 1,
    entities,
    relationships,
    claims,
    'failed replies': failedReplies,
    ...namedCounts('repaired', tally.repairs),
    ...namedCounts('rejected', tally.rejected),
  };
}

/** What of these counts is left of a passage none of whose replies was of use: how many there were, what was mended in them and what was turned away. */
export function countsOfFailure({ failedReplies, repairs, rejected }: ReadingTally): Readonly<Record<string, number>> {
  return {
    ...(failedReplies > 0 && { 'failed replies': failedReplies }),
    ...namedCounts('repaired', repairs),
    ...namedCounts('rejected', rejected),
  };
}

/** Counts with the kind before their names. */
export function namedCounts(
  kind: string,
  counts: Readonly<Partial<Record<string, number>>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).map(([name, count = 0]) => [`${kind}: ${name}`, count]));
}
