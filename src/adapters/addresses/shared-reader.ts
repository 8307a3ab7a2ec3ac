import { WorkerError } from '../../channel';
import type { AddressReader } from '../../core/ports/addresses';

/** A worker that reads from static hosts, and a way to end it; running calls then fail. */
interface AddressWorker {
  readonly api: AddressReader;
  terminate(): void;
}

interface Running {
  readonly worker: Promise<AddressWorker>;
  calls: number;
  /** True once its policy has changed. */
  stale: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

interface SharedReaderOptions {
  readonly start: () => Promise<AddressWorker>;
  /** Calls back when the policy on requests has changed: a worker keeps its policy from its start to its end. */
  readonly onPolicy: (changed: () => void) => void;
  /** Milliseconds without a call after which the worker is ended. */
  readonly idleMs?: number;
}

/**
 * A reader in a worker that is started at its first use and ended once it is idle. When the policy changes, a fresh
 * worker repeats running calls under the new policy. Where that excludes their host, the call fails with this reason.
 */
export function createSharedReader({ start, onPolicy, idleMs = 30_000 }: SharedReaderOptions): AddressReader {
  let current: Running | undefined;
  const end = async (running: Running): Promise<void> => {
    if (current === running) current = undefined;
    clearTimeout(running.timer);
    (await running.worker.catch(() => undefined))?.terminate(); // one that did not start has told its callers
  };
  onPolicy(() => {
    if (!current) return;
    current.stale = true;
    void end(current);
  });
  const call = async <T>(ask: (reader: AddressReader) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const running = (current ??= { worker: start(), calls: 0, stale: false });
    clearTimeout(running.timer);
    running.calls++;
    try {
      return await ask((await running.worker).api);
    } catch (error) {
      signal?.throwIfAborted();
      if (current === running && error instanceof WorkerError) void end(running);
      if (!running.stale) throw error;
    } finally {
      running.calls--;
      if (running.calls === 0 && current === running) running.timer = setTimeout(() => void end(running), idleMs);
    }
    return call(ask, signal);
  };
  return {
    size: (url, options = {}) => call((reader) => reader.size(url, options), options.signal),
    read: (url, options) => call((reader) => reader.read(url, options), options.signal),
    readParts: (url, ranges, options = {}) => call((reader) => reader.readParts(url, ranges, options), options.signal),
  };
}
