import { createWatchdog } from '../../channel/watchdog';

/** How a wait for an engine ended. */
export type Waited<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'aborted' }
  /** No sign of life for `silenceMs`. */
  | { readonly kind: 'silent' }
  /** The engine has lost its model. */
  | { readonly kind: 'lost' };

interface WaitOptions {
  readonly silenceMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Asked now and then whether the model is gone. */
  readonly lost?: () => Promise<boolean>;
  /** Gets a function to call at each sign of life. */
  readonly listen?: (heard: () => void) => void;
}

const LOOK_MS = 500;

/** Waits for a promise that may never settle; what it does after the wait is over is ignored. */
export function waitFor<T>(promise: Promise<T>, { silenceMs, signal, lost, listen }: WaitOptions): Promise<Waited<T>> {
  return new Promise((resolve) => {
    const end = (waited: Waited<T>) => {
      watchdog.watch(false);
      clearInterval(looking);
      signal?.removeEventListener('abort', abort);
      resolve(waited);
    };
    const abort = () => end({ kind: 'aborted' });
    const look = () => void lost?.().then((gone) => gone && end({ kind: 'lost' }));
    const watchdog = createWatchdog(
      silenceMs,
      () => undefined,
      () => end({ kind: 'silent' }),
    );
    const looking = lost && setInterval(look, LOOK_MS);
    watchdog.watch(true);
    listen?.(() => watchdog.heard());
    signal?.addEventListener('abort', abort);
    promise.then(
      (value) => end({ kind: 'done', value }),
      (error: unknown) => end({ kind: 'failed', error }),
    );
    if (signal?.aborted) abort();
  });
}
