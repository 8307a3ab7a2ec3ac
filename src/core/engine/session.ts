import { StorageError } from '../errors';
import type { CollectionRecord } from '../ports';
import type { IndexEvent } from './api';
import type { EngineEnv } from './env';
import { streamEvents } from './event-stream';
import { sweepBlobs } from './forget';
import type { RunContext } from './index-run';
import { createMutex } from './mutex';
import { OpenCollection } from './open-collection';

/** The one collection that is open, and the one run at a time that changes it. */
export interface Session {
  readonly env: EngineEnv;
  /** The open collection; throws StorageError when there is none. */
  current(): OpenCollection;
  /** Opens a collection, closing the one before; its run, if any, is stopped and what it finished is kept. */
  open(record: CollectionRecord): Promise<OpenCollection>;
  close(): Promise<void>;
  /** Runs a change of the open collection after the ones before it. */
  change(signal: AbortSignal | undefined, task: (context: RunContext) => Promise<void>): AsyncIterable<IndexEvent>;
}

export function createSession(env: EngineEnv): Session {
  const openings = createMutex();
  let runs = createMutex();
  let running = new AbortController();
  let opened: OpenCollection | undefined;

  const current = (): OpenCollection => {
    if (!opened) throw new StorageError('No collection is open. Open one from the library.');
    return opened;
  };
  const close = async (): Promise<void> => {
    running.abort();
    await runs.run(async () => undefined);
    running = new AbortController();
    runs = createMutex();
    const before = opened;
    opened = undefined;
    await before?.store.close();
  };
  return {
    env,
    current,
    close: () => openings.run(close),
    open: (record) =>
      openings.run(async () => {
        if (opened?.record.id === record.id) return opened;
        await close();
        const next = new OpenCollection(record, await env.collections.open(record.id), env);
        try {
          await next.load();
        } catch (error) {
          await next.store.close();
          throw error;
        }
        opened = next;
        if (next.store.writable) await sweepBlobs(next);
        await env.collections.touch(record.id);
        return next;
      }),
    change: (signal, task) => {
      const open = current();
      const stop = stopBy([running.signal, ...(signal ? [signal] : [])]);
      return streamEvents(
        (emit) =>
          runs.run(() => {
            if (!open.store.writable) throw readOnly();
            return task({ open, env, emit, signal: stop.signal });
          }),
        stop,
      );
    },
  };
}

function readOnly(): StorageError {
  return new StorageError(
    'Another tab is writing to this collection, so this tab can only read it. Close the other tab, then choose Refresh.',
  );
}

/** A controller that aborts with any of the signals. */
function stopBy(signals: readonly AbortSignal[]): AbortController {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort();
    else signal.addEventListener('abort', () => controller.abort(), { once: true });
  }
  return controller;
}
