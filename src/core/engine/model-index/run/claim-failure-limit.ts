import type { ClaimsOutcome } from '../../../extract/model/reading';

/** Ends asking for claims once it failed for several passages in a row. */
export interface ClaimFailureLimit {
  /** False once the limit is reached. */
  readonly asks: boolean;
  /** Takes the outcome of the next passage in the plan's order. */
  take(outcome: ClaimsOutcome): void;
}

/** `limit`: failed passages in a row. `isReached`: whether it was reached before. */
export function createClaimFailureLimit(limit: number, isReached: boolean): ClaimFailureLimit {
  let failures = isReached ? limit : 0;
  return {
    get asks() {
      return failures < limit;
    },
    take: (outcome) => {
      if (failures >= limit) return;
      if (outcome === 'read') failures = 0;
      else if (outcome === 'unread') failures++;
    },
  };
}
