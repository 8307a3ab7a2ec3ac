import type { ReadingTally } from '../../../extract/model/reading';

/** Items without a usable reply, by the names under which a run counts them. */
export const INVALID_REPLY_KINDS = {
  passages: 'unread',
  claims: 'claims unread',
  claimsLeftOut: 'claims left out',
  descriptions: 'descriptions not written',
  reports: 'reports not written',
  names: 'names undecided',
} as const;

/** Counts invalid replies about items that are not done yet, such as a passage or a report. */
export interface InvalidReplies {
  /** Replies that no commit has counted. */
  readonly pending: number;
  add(): void;
  /** A commit counts so many of them. */
  settle(replies: number): void;
  /** Items that are not done begin again, so their cached replies will be counted again. */
  reset(): void;
}

/** `onChange` is called for each reply that is added. */
export function createInvalidReplies(onChange: () => void): InvalidReplies {
  let pending = 0;
  return {
    get pending() {
      return pending;
    },
    add: () => {
      pending++;
      onChange();
    },
    settle: (replies) => void (pending = Math.max(0, pending - replies)),
    reset: () => void (pending = 0),
  };
}

/** A passage's tally as counts that a run adds up: `repaired: cut`, `rejected: unknown end` and so on. */
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

/** The counts of a passage without a valid reply: its replies, and what was repaired and rejected in them. */
export function countsOfFailure({ failedReplies, repairs, rejected }: ReadingTally): Readonly<Record<string, number>> {
  return {
    ...(failedReplies > 0 && { 'failed replies': failedReplies }),
    ...namedCounts('repaired', repairs),
    ...namedCounts('rejected', rejected),
  };
}

/** Counts with their kind as a prefix. */
export function namedCounts(
  kind: string,
  counts: Readonly<Partial<Record<string, number>>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).map(([name, count = 0]) => [`${kind}: ${name}`, count]));
}
