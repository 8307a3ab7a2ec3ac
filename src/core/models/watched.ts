import { ModelError } from '../errors';
import type { QueueOptions } from './chat-queue';

/** Milliseconds of silence that are borne where nothing else is said. */
const PATIENCE = 180_000;
/** Milliseconds for a model to stop when it is told to; WebLLM's own limit, after which it is loaded anew, is well under it. */
const LEAVING = 5_000;

/** The next event, as long as the model is not silent for too long, or goes on though it was told to stop. */
export function watched<T>(
  next: Promise<T>,
  { timer, patience = PATIENCE }: QueueOptions,
  { stop, silence }: { readonly stop: AbortSignal; readonly silence: AbortController },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = timer.after(patience, () => {
      const error = new ModelError(`The model has been silent for ${String(Math.round(patience / 1000))} seconds.`, {
        traits: ['worth another try'],
      });
      silence.abort(error);
      reject(error);
    });
    const hurry = (): void => {
      cancel();
      cancel = timer.after(LEAVING, () => reject(stop.reason as Error));
    };
    if (stop.aborted) hurry();
    else stop.addEventListener('abort', hurry, { once: true });
    next.then(resolve, reject).finally(() => {
      cancel();
      stop.removeEventListener('abort', hurry);
    });
  });
}
