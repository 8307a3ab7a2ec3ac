import type { ClaimsOutcome } from '../../../extract/model/reading';

/** Looks at what becomes of asking for claims, passage by passage, and says when it is not worth going on. */
export interface ClaimsWatch {
  /** False once so many passages in a row were asked in vain. */
  readonly asks: boolean;
  /** Takes the next passage in the plan's order. */
  take(outcome: ClaimsOutcome): void;
}

/** `most`: passages in a row whose claims come to nothing, after which no more are asked for; `over` where that was so before. */
export function createClaimsWatch(most: number, over: boolean): ClaimsWatch {
  let inVain = over ? most : 0;
  return {
    get asks() {
      return inVain < most;
    },
    take: (outcome) => {
      if (inVain >= most) return;
      if (outcome === 'read') inVain = 0;
      else if (outcome === 'unread') inVain++;
    },
  };
}
