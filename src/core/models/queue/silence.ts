import { ModelError } from '../../errors';
import { message, type Message } from '../../message';
import type { ChatEvent } from '../chat-model';
import type { Timer } from '../../platform';
import { onAbort } from '../../async';

/** Time after which a call to a silent model is given up, in milliseconds. */
export interface SilenceTimeouts {
  /** Before the first words of a reply: a model is silent while it is loaded, or reads a long prompt. */
  readonly first: number;
  /** Between two pieces of it. */
  readonly next: number;
  /**
   * True if a sign of life counts before the first words, though nothing but time passed: where the engine watches
   * itself.
   */
  readonly trustsSigns: boolean;
}

/** Watches one attempt for silence; `controller` is aborted with a ModelError once it lasted too long. */
export interface SilenceWatch {
  /** Starts the timer for the next event, unless it runs. */
  wait(): void;
  heard(event: ChatEvent): void;
  /** Records that another call of the same place got words, so this one may only be waiting for its turn there. */
  othersHeard(): void;
  end(): void;
}

/** Watches for silence within these limits; each event resets the timer. */
export function watchSilence(timer: Timer, timeouts: SilenceTimeouts, controller: AbortController): SilenceWatch {
  let cancel: (() => void) | undefined;
  let hasBegun = false;
  const milliseconds = (): number => (hasBegun ? timeouts.next : timeouts.first);
  const end = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const wait = (): void => {
    const limit = milliseconds();
    cancel ??= timer.after(limit, () => controller.abort(fellSilent(limit, hasBegun)));
  };
  return {
    wait,
    heard: (event) => {
      if (isSign(event) && !(timeouts.trustsSigns && !hasBegun)) return;
      if (event.kind === 'delta') hasBegun = true;
      if (event.kind === 'restart') hasBegun = false;
      end();
    },
    othersHeard: () => {
      if (hasBegun || !cancel) return;
      end();
      wait();
    },
    end,
  };
}

const isSign = (event: ChatEvent): boolean => event.kind === 'working' && event.silent === true;

function fellSilent(milliseconds: number, hasBegun: boolean): ModelError {
  const time = timeWords(milliseconds);
  const words = hasBegun
    ? message`The model has been silent for ${time}.`
    : message`The model has not answered for ${time}; it may be slow.`;
  return new ModelError(words, { traits: ['worth another try', 'fell silent'] });
}

function timeWords(milliseconds: number): Message {
  const minutes = Math.floor(milliseconds / 60_000);
  return minutes >= 2 ? message`${minutes} minutes` : message`${Math.round(milliseconds / 1000)} seconds`;
}

/**
 * Milliseconds for a model to stop after an abort. WebLLM's own limit, after which it is loaded again, is well under
 * it.
 */
const STOP_TIMEOUT = 5_000;

/** The next event, unless the model is silent for too long, or continues after an abort. */
export function withSilenceWatch<T>(
  next: Promise<T>,
  timer: Timer,
  { stop, silence }: { readonly stop: AbortSignal; readonly silence: AbortSignal },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = (): void => undefined;
    const hurry = (): void => {
      cancel = timer.after(STOP_TIMEOUT, () => reject(stop.reason as Error));
    };
    const giveUp = (): void => reject(silence.reason as Error);
    const unlisten = [onAbort(stop, hurry), onAbort(silence, giveUp)];
    next.then(resolve, reject).finally(() => {
      cancel();
      for (const end of unlisten) end();
    });
  });
}
