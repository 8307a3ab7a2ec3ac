import { ParseError } from '../core/errors';
import { message } from '../core/message';
import type { CallOptions } from '../core/platform';
import type { MentionBatch, MentionFinder, MentionResult } from '../core/ports/documents';

export interface MentionWorker {
  readonly api: MentionFinder;
  terminate(): void;
}

export interface MentionPoolOptions {
  /** Starts a worker; called at most `size` times plus once per worker that died. */
  readonly spawn: () => Promise<MentionWorker>;
  readonly size: number;
  /** Milliseconds after the last batch at which idle workers are ended, since each holds a language model; default 5 s. */
  readonly idleMs?: number;
}

/**
 * Finds mentions in a few workers that live on while there is work, one batch at a time each. A worker that fails is thrown away and its batch is tried
 * once more in a fresh one. If that fails too, the text is the cause, and the batch is refused with a ParseError.
 */
export function createMentionPool({ spawn, size, idleMs = 5000 }: MentionPoolOptions): MentionFinder {
  const idle: MentionWorker[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const acquire = async (signal: AbortSignal | undefined): Promise<MentionWorker> => {
    while (busy >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    if (signal?.aborted) waiting.shift()?.();
    signal?.throwIfAborted();
    busy++;
    clearTimeout(rest);
    try {
      return idle.pop() ?? (await spawn());
    } catch (error) {
      release();
      throw error;
    }
  };
  const release = (worker?: MentionWorker): void => {
    busy--;
    if (worker) idle.push(worker);
    if (busy === 0 && waiting.length === 0) rest = setTimeout(endIdle, idleMs);
    waiting.shift()?.();
  };
  const endIdle = (): void => {
    for (const worker of idle.splice(0)) worker.terminate();
  };
  const attempt = async (batch: MentionBatch, options: CallOptions): Promise<MentionResult> => {
    const worker = await acquire(options.signal);
    try {
      const result = await worker.api.find(batch, options);
      release(worker);
      return result;
    } catch (error) {
      worker.terminate();
      release();
      throw error;
    }
  };
  return {
    async find(batch, options) {
      try {
        return await attempt(batch, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        return attempt(batch, options).catch((cause: unknown) => {
          options.signal?.throwIfAborted();
          throw new ParseError(message`The names in this text could not be found: the reader stopped twice on it.`, {
            cause: cause ?? error,
          });
        });
      }
    },
  };
}
