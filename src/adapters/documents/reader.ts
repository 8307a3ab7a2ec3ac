import { abortable } from '../../core/async';
import { ParseError } from '../../core/errors';
import { message } from '../../core/message';
import type { CallOptions, Timer } from '../../core/platform';
import type { DocumentReader, ReadOptions, ReadResult, SourceFile } from '../../core/ports/documents';
import { FORMATS, type Format } from './formats';
import { LIMITS, tooLarge } from './limits';
import { processorShare, type LoopCounter } from './processor-share';
import { fileName } from './paths';

/** Calls that a read worker serves. */
export interface RemoteReader extends LoopCounter {
  read(source: SourceFile, options: RemoteReadOptions): Promise<ReadResult>;
}

export interface RemoteReadOptions extends CallOptions, Pick<ReadOptions, 'cutting'> {
  /** A sign of life while a long document is read, with the part that is read where it is known. */
  readonly onProgress?: (part?: number) => void;
}

export interface ReadWorker {
  readonly api: RemoteReader;
  terminate(): void | Promise<void>;
  /** Settles with the reason when the worker dies by itself, its start included. */
  readonly died?: Promise<unknown>;
}

interface ReaderOptions {
  readonly timer: Timer;
  /** Milliseconds of processor time without a sign of life after which a worker is given up; default 10 000. */
  readonly timeout?: number;
  /** Sources read at the same time; default 2. */
  readonly atOnce?: number;
  /** Milliseconds after the last source at which idle workers are ended, since what they read stays in their memory; default 5 s. */
  readonly idleMs?: number;
  /** The same after `warmUp`; default 60 s. */
  readonly warmMs?: number;
}

/** A worker that reads plain text is renewed after this many sources or bytes: what it read stays in its memory for long. */
const MOST_SOURCES = 200;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Reads each source in a worker that is thrown away afterwards; the next one is started in advance. Only a worker that read nothing but
 * plain text, which needs no parser of a hostile format, reads further sources before it goes.
 */
export function createReader(
  spawn: () => Promise<ReadWorker>,
  { timer, timeout = 10_000, atOnce = 2, idleMs = 5_000, warmMs = 60_000 }: ReaderOptions,
): DocumentReader & { warmUp(): void } {
  const places = createPlaces(atOnce);
  const spares = spareWorkers(spawn, atOnce);
  const shareOf = processorShare();
  /** By an idle worker, which competes for the processor as one that reads does; 0 while there is none. */
  const share = async (): Promise<number> => {
    const worker = await spares.idle()?.catch(() => undefined);
    return worker ? shareOf(worker.api) : 0;
  };
  let running = 0;
  let stopIdleTimer = ignore;
  /** Ends idle workers after a while without a source. */
  const startIdleTimer = (milliseconds: number): void => {
    stopIdleTimer();
    stopIdleTimer = running === 0 ? timer.after(milliseconds, spares.close) : ignore;
  };
  const readIn = async (
    used: UsedWorker,
    source: SourceFile,
    { signal, onProgress, cutting }: ReadOptions,
  ): Promise<ReadResult> => {
    const watch = watchSilence({ timer, timeout, share }, (isStarved) =>
      isStarved ? starvationError(source) : silenceError(source, timeout),
    );
    const inTime = <T>(promise: Promise<T>): Promise<T> => abortable(Promise.race([promise, watch.expired]), signal);
    try {
      const worker = await inTime(used.starting);
      spares.prepare();
      const died = worker.died?.then((reason) => Promise.reject(deathError(source, reason)));
      const heard = (part?: number): void => {
        watch.heard();
        if (part !== undefined) onProgress?.(part);
      };
      const reading = worker.api.read(source, {
        ...(signal && { signal }),
        ...(cutting && { cutting }),
        onProgress: heard,
      });
      return await inTime(died ? Promise.race([reading, died]) : reading);
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof ParseError ? error : deathError(source, error);
    } finally {
      watch.end();
    }
  };
  return {
    read: async (source, options) => {
      const { signal } = options;
      signal?.throwIfAborted();
      const refusal = tooLarge(source.bytes.size, LIMITS.file);
      if (refusal) throw new ParseError(refusal, { detail: fileName(source.path) });
      return places.run(async () => {
        signal?.throwIfAborted();
        const used = spares.take();
        stopIdleTimer();
        running++;
        let isReusable = false;
        try {
          const result = await readIn(used, source, options);
          used.sources++;
          used.bytes += source.bytes.size;
          isReusable = isPlain(result) && used.sources < MOST_SOURCES && used.bytes < MOST_BYTES;
          return result;
        } finally {
          if (isReusable) spares.giveBack(used);
          else void end(used.starting);
          running--;
          startIdleTimer(idleMs);
        }
      });
    },
    /** Starts the first worker in advance. */
    warmUp: () => {
      spares.prepare();
      startIdleTimer(warmMs);
    },
  };
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(
  Object.values<Format>(FORMATS)
    .filter(({ mismatch }) => mismatch === undefined)
    .map(({ mediaType }) => mediaType),
);

/** Checks that all results are documents of formats that are text. */
function isPlain(result: ReadResult): boolean {
  if (result.kind !== 'documents' || result.documents.length === 0) return false;
  return result.documents.every(({ media_type }) => PLAIN_TYPES.has(media_type));
}

/** Runs so many tasks at a time, in the order in which they came. */
function createPlaces(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    run: async <T>(task: () => Promise<T>): Promise<T> => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}

function ignore(): void {}

interface SilenceWatch {
  /** Rejects after so much processor time without a sign of life. */
  readonly expired: Promise<never>;
  heard(): void;
  end(): void;
}

/** Parts of a silence that are weighed, each by the share of the processor that there was. */
const PARTS = 10;
/** A sum of shares may be a little too small. */
const ROUNDING = 1e-6;
/** Times as long by the clock as by processor time that a silence may last. */
const MOST_WAIT = 20;

interface Weighing {
  readonly timer: Timer;
  /** Milliseconds of processor time. */
  readonly timeout: number;
  /** The share of a processor that a busy worker gets now, 0 to 1. */
  readonly share: () => Promise<number>;
}

/**
 * Counts its own ticks instead of reading a clock, each by the share of a processor that a worker could get in it. So
 * neither a machine that sleeps nor one that is busy with other work makes a reader silent. A tick without a measured
 * share counts nothing. `error` gets true where the wait ended for want of a processor.
 */
function watchSilence({ timer, timeout, share }: Weighing, error: (isStarved: boolean) => Error): SilenceWatch {
  let expire: (isStarved: boolean) => void = ignore;
  const expired = new Promise<never>((_, reject) => (expire = (isStarved) => reject(error(isStarved))));
  let cancel = ignore;
  const begin = (): void => {
    cancel();
    let [ticks, silence, measured] = [0, 0, 0];
    const measure = (part: number): void => void (measured = part);
    const tick = (): void => {
      ticks++;
      silence += measured;
      measured = 0;
      if (silence >= PARTS - ROUNDING) return expire(false);
      if (ticks >= PARTS * MOST_WAIT) return expire(true);
      share().then(measure, ignore);
      wait();
    };
    const wait = (): void => void (cancel = timer.after(timeout / PARTS, tick));
    wait();
  };
  begin();
  return { expired, heard: begin, end: () => cancel() };
}

/** A worker with what it has read so far. */
interface UsedWorker {
  readonly starting: Promise<ReadWorker>;
  sources: number;
  bytes: number;
}

/** Keeps one worker started in advance, beside up to `most` that may run. */
function spareWorkers(spawn: () => Promise<ReadWorker>, most: number) {
  const spares: UsedWorker[] = [];
  const hold = (): UsedWorker => ({ starting: spawn(), sources: 0, bytes: 0 });
  const keep = (used: UsedWorker): void => {
    spares.push(used);
    const forget = (): void => {
      const at = spares.indexOf(used);
      if (at >= 0) spares.splice(at, 1);
    };
    used.starting.then((worker) => worker.died?.then(forget, forget), forget);
  };
  return {
    prepare: (): void => {
      if (spares.length === 0) keep(hold());
    },
    take: (): UsedWorker => spares.pop() ?? hold(),
    /** One that reads nothing now; undefined where there is none. */
    idle: (): Promise<ReadWorker> | undefined => spares.at(-1)?.starting,
    giveBack: (used: UsedWorker): void => {
      if (spares.length <= most) keep(used);
      else void end(used.starting);
    },
    close: (): void => {
      for (const { starting } of spares.splice(0)) void end(starting);
    },
  };
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

function starvationError({ path }: SourceFile): ParseError {
  return new ParseError(
    message`It could not be read, since this computer was too busy with other work. Try it again when there is less to do.`,
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
