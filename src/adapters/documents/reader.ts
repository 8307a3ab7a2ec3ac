import { abortable } from '../../core/async';
import { ParseError } from '../../core/errors';
import { message } from '../../core/message';
import type { CallOptions, Timer } from '../../core/platform';
import type { DocumentReader, ReadResult, SourceFile } from '../../core/ports/documents';
import { LIMITS, tooLarge } from './limits';
import { fileName } from './paths';

/** What a read worker serves. */
export interface RemoteReader {
  read(source: SourceFile, options: RemoteReadOptions): Promise<ReadResult>;
}

export interface RemoteReadOptions extends CallOptions {
  /** A sign of life while a long document is read. */
  readonly onProgress?: () => void;
}

export interface ReadWorker {
  readonly api: RemoteReader;
  terminate(): void | Promise<void>;
  /** Settles with the reason when the worker dies by itself, its start included. */
  readonly died?: Promise<unknown>;
}

export interface ReaderOptions {
  readonly timer: Timer;
  /** Milliseconds without a sign of life after which a worker is given up; default 10 000. */
  readonly timeout?: number;
}

/** Reads each source in a fresh worker that is thrown away afterwards; the next one is started in advance. */
export function createReader(
  spawn: () => Promise<ReadWorker>,
  { timer, timeout = 10_000 }: ReaderOptions,
): DocumentReader & { close(): void } {
  const spares = spareWorker(spawn);
  return {
    read: async (source, { signal }) => {
      signal?.throwIfAborted();
      const refusal = tooLarge(source.bytes.size, LIMITS.file);
      if (refusal) throw new ParseError(refusal, { detail: fileName(source.path) });
      const watch = watchSilence(timer, timeout, () => silenceError(source, timeout));
      const inTime = <T>(promise: Promise<T>): Promise<T> => abortable(Promise.race([promise, watch.expired]), signal);
      const starting = spares.take();
      try {
        const worker = await inTime(starting);
        spares.prepare();
        const died = worker.died?.then((reason) => Promise.reject(deathError(source, reason)));
        const reading = worker.api.read(source, { ...(signal ? { signal } : {}), onProgress: watch.heard });
        return await inTime(died ? Promise.race([reading, died]) : reading);
      } catch (error) {
        signal?.throwIfAborted();
        throw error instanceof ParseError ? error : deathError(source, error);
      } finally {
        watch.end();
        void end(starting);
      }
    },
    close: spares.close,
  };
}

function ignore(): void {}

interface SilenceWatch {
  /** Rejects after so many milliseconds without a sign of life. */
  readonly expired: Promise<never>;
  heard(): void;
  end(): void;
}

function watchSilence(timer: Timer, timeout: number, error: () => Error): SilenceWatch {
  let expire = ignore;
  const expired = new Promise<never>((_, reject) => (expire = () => reject(error())));
  let cancel = timer.after(timeout, expire);
  return {
    expired,
    heard: () => {
      cancel();
      cancel = timer.after(timeout, expire);
    },
    end: () => cancel(),
  };
}

/** Keeps one worker started that has read nothing yet. */
function spareWorker(spawn: () => Promise<ReadWorker>) {
  let spare: Promise<ReadWorker> | undefined;
  const prepare = (): void => {
    if (spare) return;
    const starting = spawn();
    spare = starting;
    const forget = (): void => {
      if (spare === starting) spare = undefined;
    };
    starting.then((worker) => worker.died?.then(forget, forget), forget);
  };
  const take = (): Promise<ReadWorker> => {
    const worker = spare ?? spawn();
    spare = undefined;
    return worker;
  };
  const close = (): void => {
    void end(spare);
    spare = undefined;
  };
  return { prepare, take, close };
}

/** A worker that did not start, or that is gone already, is as good as ended. */
async function end(worker: Promise<ReadWorker> | undefined): Promise<void> {
  await worker?.then((started) => started.terminate()).catch(ignore);
}

function silenceError({ path }: SourceFile, timeout: number): ParseError {
  const seconds = Math.round(timeout / 1000);
  return new ParseError(
    message`Reading it made no progress for ${seconds} s and was stopped. The file may be damaged or made to do harm; the other files are not affected.`,
    { detail: fileName(path), traits: ['worth another try'] },
  );
}

function deathError({ path }: SourceFile, cause: unknown): ParseError {
  const words = cause instanceof Error ? cause.message : String(cause);
  return new ParseError(message`The reader stopped while reading it (${words.slice(0, 200)}).`, {
    cause,
    detail: fileName(path),
    traits: ['worth another try'],
  });
}
