import { onAbort } from '../async';
import type { Timer } from '../platform';

/** Milliseconds for a model to stop when it is told to; WebLLM's own limit, after which it is loaded anew, is well under it. */
const LEAVING = 5_000;

/** The next event, unless the model is silent for too long, or goes on though it was told to stop. */
export function watched<T>(
  next: Promise<T>,
  timer: Timer,
  { stop, silence }: { readonly stop: AbortSignal; readonly silence: AbortSignal },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = (): void => undefined;
    const hurry = (): void => {
      cancel = timer.after(LEAVING, () => reject(stop.reason as Error));
    };
    const giveUp = (): void => reject(silence.reason as Error);
    const unlisten = [onAbort(stop, hurry), onAbort(silence, giveUp)];
    next.then(resolve, reject).finally(() => {
      cancel();
      for (const end of unlisten) end();
    });
  });
}
