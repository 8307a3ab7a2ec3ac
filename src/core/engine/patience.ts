import type { Timer } from '../ports/platform';

/** `over` resolves after so many milliseconds, or on an abort; `callOff` once nobody waits any more. */
export function patience(timer: Timer, milliseconds: number, signal: AbortSignal | undefined) {
  let callOff = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    const give = (): void => resolve();
    const callOffTimer = timer.after(milliseconds, give);
    callOff = () => {
      callOffTimer();
      signal?.removeEventListener('abort', give);
    };
    if (signal?.aborted) give();
    else signal?.addEventListener('abort', give, { once: true });
  });
  return { over, callOff };
}
