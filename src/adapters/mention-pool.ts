import { ParseError } from '../core/errors';
import { message } from '../core/message';
import type { CallOptions } from '../core/platform';
import type { MentionBatch, MentionFinder, MentionResult } from '../core/ports/documents';

export interface MentionWorker {
  readonly api: MentionFinder;
  terminate(): void;
}

interface MentionPoolOptions {
  /** Starts a worker; called at most `size` times plus once per worker that died. */
  readonly spawn: () => Promise<MentionWorker>;
  readonly size: number;
  /** Milliseconds after the last batch at which idle workers are ended, since each holds a language model; default 5 s. */
  readonly idleMs?: number;
  /** The same where nothing was found yet after {@link MentionPool.warmUp}; default 60 s. */
  readonly warmMs?: number;
}

interface MentionPool extends MentionFinder {
  /** Starts a worker that loads what a language needs, where none is there. */
  warmUp(language: string): Promise<void>;
}

/** Batches that a worker is given at a time: the next one lies there when one is done, however busy the sender is. */
const AT_ONCE = 2;

interface PooledWorker {
  readonly starting: Promise<MentionWorker>;
  /** Batches that it has been given. */
  batches: number;
}

/**
 * Finds mentions in a few workers that live on while there is work. A worker that fails is thrown away. Each batch it had been given is tried
 * once more, alone in a fresh worker. If that fails too, the text is the cause, and the batch is refused with a ParseError.
 */
export function createMentionPool({ spawn, size, idleMs = 5000, warmMs = 60_000 }: MentionPoolOptions): MentionPool {
  const workers: PooledWorker[] = [];
  const waiting: (() => void)[] = [];
  /** Batches tried once more. */
  let again = 0;
  let patience = idleMs;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const acquire = async (signal: AbortSignal | undefined): Promise<PooledWorker> => {
    for (;;) {
      if (signal?.aborted) waiting.shift()?.();
      signal?.throwIfAborted();
      const freest = workers.toSorted((a, b) => a.batches - b.batches)[0];
      const isStarted = (!freest || freest.batches > 0) && workers.length + again < size;
      const worker = isStarted ? keep({ starting: spawn(), batches: 0 }) : freest;
      if (worker && worker.batches < AT_ONCE) {
        worker.batches++;
        clearTimeout(rest);
        return worker;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const keep = (worker: PooledWorker): PooledWorker => {
    workers.push(worker);
    return worker;
  };
  const drop = (worker: PooledWorker): void => {
    const at = workers.indexOf(worker);
    if (at < 0) return;
    workers.splice(at, 1);
    void end(worker);
  };
  const settle = (): void => {
    clearTimeout(rest);
    if (again === 0 && workers.every(({ batches }) => batches === 0)) rest = setTimeout(endIdle, patience);
    waiting.shift()?.();
  };
  const endIdle = (): void => {
    for (const worker of workers.splice(0)) void end(worker);
  };
  const attempt = async (batch: MentionBatch, options: CallOptions): Promise<MentionResult> => {
    const worker = await acquire(options.signal);
    try {
      return await (await worker.starting).api.find(batch, options);
    } catch (error) {
      drop(worker);
      throw error;
    } finally {
      worker.batches--;
      settle();
    }
  };
  /** Tries a batch in a worker that has no other. */
  const attemptAlone = async (batch: MentionBatch, options: CallOptions): Promise<MentionResult> => {
    again++;
    const worker: PooledWorker = { starting: spawn(), batches: 0 };
    let isSound = false;
    try {
      const result = await (await worker.starting).api.find(batch, options);
      isSound = workers.length < size;
      return result;
    } finally {
      again--;
      if (isSound) keep(worker);
      else void end(worker);
      settle();
    }
  };
  return {
    async warmUp(language) {
      if (workers.length > 0) return;
      patience = warmMs;
      const worker = keep({ starting: spawn(), batches: 0 }); // free, so that a batch that comes meanwhile is given to it
      try {
        await (await worker.starting).api.find({ language, sentences: [] }, {});
      } catch (error) {
        drop(worker);
        throw error;
      } finally {
        settle();
      }
    },
    async find(batch, options) {
      patience = idleMs;
      try {
        return await attempt(batch, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        return attemptAlone(batch, options).catch((cause: unknown) => {
          options.signal?.throwIfAborted();
          throw new ParseError(message`The names in this text could not be found: the reader stopped twice on it.`, {
            cause: cause ?? error,
          });
        });
      }
    },
  };
}

/** A worker that did not start is as good as ended. */
async function end({ starting }: PooledWorker): Promise<void> {
  await starting.then(
    (worker) => worker.terminate(),
    () => undefined,
  );
}
