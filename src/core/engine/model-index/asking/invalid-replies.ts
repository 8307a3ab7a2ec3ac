import type { ReadingTally } from '../../../extract/model/reading';

/** What no reply could be used for, by the names under which a run counts it. */
export const INVALID_REPLY_KINDS = {
  passages: 'unread',
  claims: 'claims unread',
  claimsLeftOut: 'claims left out',
  descriptions: 'descriptions not written',
  reports: 'reports not written',
  names: 'names undecided',
} as const;

/** Counts useless replies while what they are about, such as a passage or a report, is not done yet. */
export interface InvalidReplies {
  /** Those that no commit has counted yet. */
  readonly open: number;
  /** Another one came. */
  heard(): void;
  /** So many were counted with what they are about. */
  counted(replies: number): void;
  /** What is not done is begun again, and its kept replies are heard once more. */
  forget(): void;
}

/** A counter that has heard none; `onChange` is told of each that comes. */
export function createInvalidReplies(onChange: () => void): InvalidReplies {
  let open = 0;
  return {
    get open() {
      return open;
    },
    heard: () => {
      open++;
      onChange();
    },
    counted: (replies) => void (open = Math.max(0, open - replies)),
    forget: () => void (open = 0),
  };
}

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
