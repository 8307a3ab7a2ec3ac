import { abortable, anySignal, createMutex, delay, streamFromCallback, type Mutex } from '../../async';
import { StorageError } from '../../errors';
import { message } from '../../message';
import { createChatQueue, type ChatQueue } from '../../models/queue/chat-queue';
import type { CollectionRecord } from '../../ports/collections';
import { type IndexEvent, mayPass, mergeEvents, type RunContext } from './index-events';
import { hostedFilling, type HostedFilling } from '../hosted/fill-collection';
import { embedAll } from '../indexing/embed-run';
import type { EngineEnv } from '../env';
import { OpenCollection } from '../collections/open-collection';
import { calibrations, verdictCache, type VerdictCache } from '../../search/grounding';

type Run = (context: RunContext) => Promise<void>;

/** The one collection that is open, and the one run at a time that changes it. */
export interface Session {
  readonly env: EngineEnv;
  /** The open collection; throws StorageError when there is none. */
  current(): OpenCollection;
  /** The same, once all of it is in memory. */
  whole(): Promise<OpenCollection>;
  /** Fetches what is asked of the open collection, where it is a hosted one; else null. */
  filling(): HostedFilling | null;
  isOpen(id: string): boolean;
  /**
   * Opens a collection and closes the one before. A run of that one is stopped; what it finished is kept. Where the files cannot be opened,
   * the one before stays open.
   */
  open(record: CollectionRecord): Promise<OpenCollection>;
  close(): Promise<void>;
  /**
   * Runs a change of the open collection after those before it. The part `ahead` does not wait for them; the change
   * runs beside it, and a `coming` event marks its end.
   */
  change(signal: AbortSignal | undefined, task: Run, ahead?: Run): AsyncIterable<IndexEvent>;
  /** Runs a task beside the changes, without waiting for them. */
  runBeside(signal: AbortSignal | undefined, task: Run): AsyncIterable<IndexEvent>;
  /** Runs a task after the changes before it and before those after it. */
  alone(task: () => Promise<void>): Promise<void>;
  /** Makes the missing vectors, one caller at a time. */
  embed(context: RunContext): Promise<void>;
  /** Removes bytes that nothing needs any more, after the runs that may need them. Nobody waits for it. */
  tidy(): void;
  /** Locked while the words of deleted documents are taken out of conversations, so that no turn is kept in between. */
  readonly conversations: Mutex;
  /** The queue of calls to the chosen chat model. */
  readonly queue: ChatQueue;
  /** Verdicts of entailment models on sentences, as long as the engine runs. */
  readonly verdicts: VerdictCache;
  /** Finds the thresholds of an entailment model, once. */
  readonly calibrate: ReturnType<typeof calibrations>;
}

export function createSession(env: EngineEnv): Session {
  const openings = createMutex();
  const embeddings = createMutex();
  let runs = createMutex();
  let running = new AbortController();
  let opened: OpenCollection | undefined;
  let filled: HostedFilling | null = null;
  /** Tasks that run beside the changes. */
  const beside = new Set<Promise<void>>();

  const current = (): OpenCollection => {
    if (!opened) throw new StorageError(message`No collection is open. Open one from the library.`);
    return opened;
  };
  /** Streams what `steps` emit. A step throws where this tab may not write, or where the collection is closed meanwhile. */
  const streamSteps = (
    given: AbortSignal | undefined,
    steps: (step: (task: Run) => Promise<void>) => Promise<void>,
  ): AsyncIterable<IndexEvent> => {
    const open = current();
    return streamFromCallback<IndexEvent>(
      (emit, signal) =>
        steps(async (task) => {
          signal.throwIfAborted();
          if (open.store.state.hosted) throw notHere(open.store.state.hosted.address);
          if (!open.store.writable) throw readOnly();
          await abortable(open.store.whole, signal);
          await task({ open, env, emit, signal });
        }),
      { signal: anySignal(running.signal, given), merge: mergeEvents, mayPass, detached: true },
    );
  };
  const aside = (task: Promise<void>): Promise<void> => {
    beside.add(task);
    return task.finally(() => beside.delete(task));
  };
  const close = async (): Promise<void> => {
    callOff();
    running.abort();
    await Promise.allSettled(beside);
    await opened?.blobLock.run(async () => undefined);
    await opened?.notes.turns.run(async () => undefined);
    await runs.run(async () => undefined);
    running = new AbortController();
    runs = createMutex();
    const before = opened;
    opened = undefined;
    filled = null;
    if (before) void env.queries.forget();
    await before?.store.close();
  };
  /**
   * Prepares an open collection for its first change, ahead of it. A failure here occurs again, and is shown, at that
   * change.
   */
  const prepare = async (open: OpenCollection, signal: AbortSignal): Promise<void> => {
    if (open.store.writable) await runs.run(() => open.graph.prepare({ signal }));
    settle();
  };
  /**
   * Readies search for the next question once nobody waits. A failure here occurs again, and is shown, at that
   * question.
   */
  const settle = (): void => {
    if (opened) aside(opened.search.ready({ signal: running.signal })).catch(() => undefined);
    keepImageSoon();
  };
  /** Once nothing has changed for a while, what search needs is written down. */
  let callOff = (): void => undefined;
  const keepImageSoon = (): void => {
    callOff();
    callOff = env.timer.after(IMAGE_QUIET, () => {
      const { signal } = running;
      if (opened) aside(opened.search.keepImage({ signal })).catch(() => undefined); // opening is slower without it
    });
  };
  return {
    env,
    current,
    whole: async () => {
      const open = current();
      await open.store.whole;
      return open;
    },
    filling: () => filled,
    isOpen: (id) => opened?.record.id === id,
    conversations: createMutex(),
    queue: createChatQueue(env.models, { timer: env.timer, cache: env.replies }),
    verdicts: verdictCache(),
    calibrate: calibrations(),
    alone: (task) => runs.run(task),
    embed: (context) => embeddings.run(() => embedAll(context)),
    tidy: () => {
      const open = opened;
      // What is left here is swept when the collection is opened next.
      if (open) runs.run(() => open.sweepBlobs()).catch(() => undefined);
    },
    close: () => openings.run(close),
    open: (record) =>
      openings.run(async () => {
        if (opened?.record.id === record.id && !opened.store.isBroken) return opened;
        if (opened?.record.id === record.id) await close(); // its files are open to write
        const next = new OpenCollection(record, await env.collections.open(record.id), env);
        try {
          await close(); // before the next one is in memory
          await next.store.load();
        } catch (error) {
          await next.store.close();
          throw error;
        }
        const { signal } = running;
        const rest = next.store.readRest({ signal });
        const whole = runs.run(() => rest);
        whole.catch(() => undefined);
        opened = next;
        filled = hostedFilling(next, env, signal);
        // Neither keeps it from being used: leftovers are swept again, and the time only orders a list. What is to be mended from originals is first.
        const sweep = next.store.writable ? whole.then(() => next.sweepBlobs()) : Promise.resolve();
        const tidied = Promise.allSettled([sweep, env.collections.touch(record.id)]);
        // A large collection can be asked before all of it is in memory. What fails later is told by what waits for it.
        const characters = next.tables.text_units.reduce((sum, { start, end }) => sum + end - start, 0);
        try {
          if (characters < LARGE) await Promise.race([Promise.all([whole, tidied]), delay(env.timer, SOON, signal)]);
        } catch (error) {
          await close();
          throw error;
        }
        whole.then(() => prepare(next, signal)).catch(() => undefined);
        return next;
      }),
    change: (signal, task, ahead) =>
      streamSteps(signal, async (step) => {
        const coming = ahead ? aside(step(ahead)) : Promise.resolve();
        let isRunning = false;
        let hasFailed = false;
        const run = runs.run(async () => {
          isRunning = true;
          if (!hasFailed) await step((context) => task({ ...context, coming }));
        });
        // What fails before its turn need not wait for it.
        const failed = coming.catch(async (error: unknown) => {
          hasFailed = true;
          if (isRunning) await run;
          throw error;
        });
        await Promise.race([run.then(() => failed), failed.then(() => run)]).finally(settle);
      }),
    runBeside: (signal, task) => streamSteps(signal, (step) => aside(step(task)).finally(keepImageSoon)),
  };
}

/** Milliseconds for which opening waits for the whole collection: a small one is shown as a whole at once. */
const SOON = 150;

/** Characters of passages from which on it never comes so soon. */
const LARGE = 5_000_000;

/** Milliseconds of quiet before the image of the search index is written. */
const IMAGE_QUIET = 2_000;

function readOnly(): StorageError {
  return new StorageError(
    message`Another tab is writing to this collection, so this tab can only read it. Close the other tab, then choose Refresh.`,
  );
}

function notHere(address: string): StorageError {
  return new StorageError(
    message`This collection is read from ${address}, so it cannot be changed here. Nothing was changed. Add your own documents to a collection of your own.`,
    { traits: ['says what was kept'] },
  );
}
