import { anySignal, createMutex, streamFromCallback, type Mutex } from '../../async';
import { StorageError } from '../../errors';
import { createChatQueue, type ChatQueue } from '../../models/queue/chat-queue';
import type { CollectionRecord } from '../../ports/collections';
import { type IndexEvent, type Emit, type RunContext } from './index-events';
import { embedAll } from '../indexing/embed-run';
import type { EngineEnv } from '../env';
import { sweepBlobs, OpenCollection } from './open-collection';
import { calibrations, verdictCache, type VerdictCache } from '../../search/grounding';

/** The one collection that is open, and the one run at a time that changes it. */
export interface Session {
  readonly env: EngineEnv;
  /** The open collection; throws StorageError when there is none. */
  current(): OpenCollection;
  isOpen(id: string): boolean;
  /** Opens a collection, closing the one before; its run, if any, is stopped and what it finished is kept. */
  open(record: CollectionRecord): Promise<OpenCollection>;
  close(): Promise<void>;
  /** Runs a change of the open collection after the ones before it; what is `ahead` of it does not wait for them. */
  change(
    signal: AbortSignal | undefined,
    task: (context: RunContext) => Promise<void>,
    ahead?: (context: RunContext) => Promise<void>,
  ): AsyncIterable<IndexEvent>;
  /** Runs a task after the changes before it and before those after it. */
  alone(task: () => Promise<void>): Promise<void>;
  /** Makes the vectors that are missing, one caller after the other. */
  embed(context: RunContext): Promise<void>;
  /** Removes bytes that nothing needs any more, once no run can be about to need them. Nobody waits for it. */
  tidy(): void;
  /** Held while the words of documents are taken out of conversations and until these are deleted: nothing is kept in between. */
  readonly conversations: Mutex;
  /** Before the chosen chat model: one line for everybody. */
  readonly queue: ChatQueue;
  /** What entailment models found of sentences, as long as the engine runs. */
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
  /** What goes on beside the runs. */
  const asides = new Set<Promise<void>>();

  const current = (): OpenCollection => {
    if (!opened) throw new StorageError('No collection is open. Open one from the library.');
    return opened;
  };
  const aside = (task: Promise<void>): Promise<void> => {
    asides.add(task);
    return task.finally(() => asides.delete(task));
  };
  const close = async (): Promise<void> => {
    running.abort();
    await Promise.allSettled(asides);
    await opened?.keeping.run(async () => undefined);
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
      if (open) runs.run(() => sweepBlobs(open)).catch(() => undefined);
    },
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
    change: (signal, task, ahead) => {
      const open = current();
      const step = async (part: typeof task, emit: Emit, stop: AbortSignal): Promise<void> => {
        stop.throwIfAborted();
        if (!open.store.writable) throw readOnly();
        await part({ open, env, emit, signal: stop });
      };
      const run = async (emit: Emit, stop: AbortSignal): Promise<void> => {
        if (ahead) await aside(step(ahead, emit, stop));
        await runs.run(() => step(task, emit, stop));
      };
      return streamFromCallback(run, {
        signal: anySignal(running.signal, signal),
        merge: newestProgress,
        detached: true,
      });
    },
  };
}

function readOnly(): StorageError {
  return new StorageError(
    'Another tab is writing to this collection, so this tab can only read it. Close the other tab, then choose Refresh.',
  );
}

/** Of progress that nobody has taken yet, only the newest counts. */
const newestProgress = (last: IndexEvent, next: IndexEvent): IndexEvent | undefined =>
  last.kind === next.kind && (next.kind === 'stage' || next.kind === 'model') ? next : undefined;
