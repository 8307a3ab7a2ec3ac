import { untilAborted } from './until-aborted';

/** Lets one caller in at a time, in the order of arrival. */
export interface Turns {
  /** Resolves when it is this caller's turn, with the function that ends it. Throws the signal's reason when aborted before. */
  take(signal?: AbortSignal): Promise<() => void>;
}

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    take: async (signal) => {
      const before = last;
      let end: () => void = () => undefined;
      const mine = new Promise<void>((resolve) => (end = resolve));
      last = before.then(() => mine);
      try {
        await untilAborted(before, signal);
      } catch (error) {
        end();
        throw error;
      }
      return end;
    },
  };
}
