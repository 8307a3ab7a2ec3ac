import type { Timer } from '../ports/platform';

/** Resolves after so many milliseconds; throws the signal's reason when it aborts before. */
export function pause(timer: Timer, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = timer.after(milliseconds, () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    });
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}
