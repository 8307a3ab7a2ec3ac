import type { QueueEvent } from '../../../models/chat-queue';

/** Under which a run counts calls that were broken off for a question: a server may have worked on them all the same. */
export const BEGUN_AGAIN = 'calls begun again';

/** Counts calls that were broken off for a question. */
export interface BegunAgain {
  hear(event: QueueEvent): void;
  /** Those since the last time, by their name; nothing where there were none. */
  take(): Readonly<Record<string, number>>;
}

/** A counter that has heard of none. */
export function createBegunAgain(): BegunAgain {
  let calls = 0;
  return {
    hear: (event) => {
      if (event.kind === 'restart' && event.forQuestion) calls++;
    },
    take: () => {
      const taken = calls;
      calls = 0;
      return taken > 0 ? { [BEGUN_AGAIN]: taken } : {};
    },
  };
}
