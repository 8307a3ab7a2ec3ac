import type { ChatRequest } from '../../../core/models/chat-model';
import { onAbort } from '../../../core/async';
import { createWatchdog } from '../../../channel/watchdog';

/** Time of silence, in milliseconds, after which an engine counts as hung. */
export interface Timeouts {
  /** From the call to the first token: this much, and this much for each character of the prompt. */
  readonly firstToken: number;
  readonly promptCharacter: number;
  readonly nextToken: number;
  /** From the interruption to the end of the stream. */
  readonly interrupt: number;
  /** Between two reports of progress while loading. */
  readonly loading: number;
  /** For freeing a model. */
  readonly leaving: number;
  /** Between two signs of life while the engine is waited for. */
  readonly sign: number;
}

/** Enough for a weak GPU that reads about 10 tokens a second. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  firstToken: 120_000,
  promptCharacter: 25,
  nextToken: 60_000,
  interrupt: 1_500,
  loading: 300_000,
  leaving: 3_000,
  sign: 5_000,
};

export function firstTokenTimeout({ messages }: ChatRequest, { firstToken, promptCharacter }: Timeouts): number {
  return firstToken + promptCharacter * messages.reduce((sum, { content }) => sum + content.length, 0);
}

/** Outcome of a wait for an engine. */
export type WaitOutcome<T> =
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
  /** Called now and then to check if the model is gone. */
  readonly lost?: () => Promise<boolean>;
  /** Gets a function to call at each sign of life. */
  readonly listen?: (heard: () => void) => void;
}

const LOOK_MS = 500;

/** Waits for a promise that may never settle. What it does after the wait is ignored. */
export function waitForEngine<T>(
  promise: Promise<T>,
  { silenceMs, signal, lost, listen }: WaitOptions,
): Promise<WaitOutcome<T>> {
  return new Promise((resolve) => {
    const end = (waited: WaitOutcome<T>) => {
      watchdog.watch(false);
      clearInterval(looking);
      unlisten();
      resolve(waited);
    };
    const look = () => void lost?.().then((gone) => gone && end({ kind: 'lost' }));
    const watchdog = createWatchdog(
      silenceMs,
      () => undefined,
      () => end({ kind: 'silent' }),
    );
    const looking = lost && setInterval(look, LOOK_MS);
    watchdog.watch(true);
    let unlisten = (): void => undefined;
    unlisten = onAbort(signal, () => end({ kind: 'aborted' }));
    listen?.(() => watchdog.heard());
    promise.then(
      (value) => end({ kind: 'done', value }),
      (error: unknown) => end({ kind: 'failed', error }),
    );
  });
}
