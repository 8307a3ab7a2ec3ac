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

/** A run beside the changes that tells of itself in events of its own. */
type OwnRun<E> = (context: Omit<RunContext, 'emit'> & { readonly emit: (event: E) => void }) => Promise<void>;

type Merging<E> = Pick<NonNullable<Parameters<typeof streamFromCallback<E>>[1]>, 'merge' | 'mayPass'>;

const INDEX_EVENTS: Merging<IndexEvent> = { merge: mergeEvents, mayPass };

/** The one collection that is open, and the one run at a time that changes it. */
export class Session {
  readonly env: EngineEnv;
  /** Locked while the words of deleted documents are taken out of conversations, so that no turn is kept in between. */
  readonly conversations: Mutex = createMutex();
  /** The queue of calls to the chosen chat model. */
  readonly queue: ChatQueue;
  /** Verdicts of entailment models on sentences, as long as the engine runs. */
  readonly verdicts: VerdictCache = verdictCache();
  /** Finds the thresholds of an entailment model, once. */
  readonly calibrate: ReturnType<typeof calibrations> = calibrations();
  readonly #openings = createMutex();
  readonly #embeddings = createMutex();
  /** Tasks that run beside the changes. */
  readonly #beside = new Set<Promise<void>>();
  #runs = createMutex();
  #running = new AbortController();
  #opened: OpenCollection | undefined;
  #filled: HostedFilling | null = null;
  /** Calls off what is to be written down soon, by its name. */
  readonly #waits = new Map<keyof typeof QUIET, () => void>();

  constructor(env: EngineEnv) {
    this.env = env;
    this.queue = createChatQueue(env.models, { timer: env.timer, cache: env.replies });
  }

  /** The open collection; throws StorageError when there is none. */
  current(): OpenCollection {
    if (!this.#opened) throw new StorageError(message`No collection is open. Open one from the library.`);
    return this.#opened;
  }

  /** The same, once all of it is in memory. */
  async whole(): Promise<OpenCollection> {
    const open = this.current();
    await open.store.whole;
    return open;
  }

  /** Fetches what is asked of the open collection, where it is a hosted one; else null. */
  filling(): HostedFilling | null {
    return this.#filled;
  }

  isOpen(id: string): boolean {
    return this.#opened?.record.id === id;
  }

  /**
   * Opens a collection and closes the one before. A run of that one is stopped; what it finished is kept. Where the files cannot be opened,
   * the one before stays open.
   */
  open(record: CollectionRecord): Promise<OpenCollection> {
    return this.#openings.run(() => this.#open(record));
  }

  close(): Promise<void> {
    return this.#openings.run(() => this.#close());
  }

  /**
   * Runs a change of the open collection after those before it. The part `ahead` does not wait for them; the change
   * runs beside it, and a `coming` event marks its end.
   */
  change(signal: AbortSignal | undefined, task: Run, ahead?: Run): AsyncIterable<IndexEvent> {
    return this.#streamSteps<IndexEvent>(
      signal,
      async (step) => {
        const coming = ahead ? this.#aside(step(ahead)) : Promise.resolve();
        let isRunning = false;
        let hasFailed = false;
        const run = this.#runs.run(async () => {
          isRunning = true;
          if (hasFailed) return;
          await step(async (context) => {
            await prepared(context);
            await task({ ...context, coming });
          });
        });
        // A failure before its turn need not wait for it.
        const failed = coming.catch(async (error: unknown) => {
          hasFailed = true;
          if (isRunning) await run;
          throw error;
        });
        await Promise.race([run.then(() => failed), failed.then(() => run)]).finally(() => this.#settle());
      },
      INDEX_EVENTS,
    );
  }

  /** Runs a task beside the changes, without waiting for them. */
  runBeside(signal: AbortSignal | undefined, task: Run): AsyncIterable<IndexEvent> {
    return this.streamBeside(signal, task, INDEX_EVENTS);
  }

  /** The same for a task with events of its own. */
  streamBeside<E>(signal: AbortSignal | undefined, task: OwnRun<E>, merging: Merging<E> = {}): AsyncIterable<E> {
    return this.#streamSteps<E>(
      signal,
      (step) => this.#aside(step(task)).finally(() => this.keepSoon('image')),
      merging,
    );
  }

  /** The open collection, once all of it is in memory. Throws StorageError where it may not be changed here. */
  async changeable(open = this.current()): Promise<OpenCollection> {
    if (open.store.state.hosted) throw notHere(open.store.state.hosted.address);
    if (!open.store.writable) throw readOnly();
    await open.store.whole;
    return open;
  }

  /** Prepares the open collection for its first change, which a person is about to make. Nobody waits for it. */
  expectChange(): void {
    const { signal } = this.#running;
    const open = this.#opened;
    if (!open?.store.writable) return;
    open.store.whole.then(() => this.#runs.run(() => prepared({ open, signal }))).catch(() => undefined);
  }

  /** Runs a task after the changes before it and before those after it. */
  readonly alone = (task: () => Promise<void>): Promise<void> => this.#runs.run(task);

  /** Makes the missing vectors, one caller at a time. */
  readonly embed = (context: RunContext): Promise<void> => this.#embeddings.run(() => embedAll(context));

  /** Removes bytes that nothing needs any more, after the runs that may need them. Nobody waits for it. */
  tidy(): void {
    const open = this.#opened;
    // Leftovers are swept when the collection is opened next.
    if (open) this.#runs.run(() => open.sweepBlobs()).catch(() => undefined);
  }

  /** Writes down what search or the start page needs, once nothing has changed for a while. */
  keepSoon(what: keyof typeof QUIET): void {
    this.#waits.get(what)?.();
    const keep = (): void => {
      const { signal } = this.#running;
      const open = this.#opened;
      const kept = what === 'image' ? open?.search.keepImage({ signal }) : open?.overview.keep({ signal });
      if (kept) this.#aside(kept).catch(() => undefined); // opening is slower without it
    };
    this.#waits.set(what, this.env.timer.after(QUIET[what], keep));
  }

  async #open(record: CollectionRecord): Promise<OpenCollection> {
    const { env } = this;
    if (this.isOpen(record.id) && !this.current().store.isBroken) return this.current();
    if (this.isOpen(record.id)) await this.#close(); // its files are open to write
    const next = new OpenCollection(record, await env.collections.open(record.id), env);
    try {
      await this.#close(); // before the next one is in memory
      await next.store.load();
    } catch (error) {
      await next.store.close();
      throw error;
    }
    const { signal } = this.#running;
    const rest = next.store.readRest({ signal });
    const whole = this.#runs.run(() => rest);
    whole.catch(() => undefined);
    this.#opened = next;
    this.#filled = hostedFilling(next, env, signal);
    // Neither keeps it from being used: leftovers are swept again, and the time only orders a list. What is to be mended from originals is first.
    const sweep = next.store.writable ? whole.then(() => next.sweepBlobs()) : Promise.resolve();
    const tidied = Promise.allSettled([sweep, env.collections.touch(record.id)]);
    // A large collection can be asked before all of it is in memory. What fails later is told by what waits for it.
    const characters = next.tables.text_units.reduce((sum, { start, end }) => sum + end - start, 0);
    try {
      if (characters < LARGE) await Promise.race([Promise.all([whole, tidied]), delay(env.timer, SOON, signal)]);
    } catch (error) {
      await this.#close();
      throw error;
    }
    whole.then(() => this.#settle()).catch(() => undefined);
    return next;
  }

  async #close(): Promise<void> {
    for (const callOff of this.#waits.values()) callOff();
    this.#running.abort();
    const before = this.#opened;
    await Promise.allSettled(this.#beside);
    await before?.blobLock.run(async () => undefined);
    await before?.notes.turns.run(async () => undefined);
    await this.#runs.run(async () => undefined);
    this.#running = new AbortController();
    this.#runs = createMutex();
    this.#opened = undefined;
    this.#filled = null;
    if (before) void this.env.queries.forget();
    await before?.store.close();
  }

  /** Streams what `steps` emit. A step throws where this tab may not write, or where the collection is closed meanwhile. */
  #streamSteps<E>(
    given: AbortSignal | undefined,
    steps: (step: (task: OwnRun<E>) => Promise<void>) => Promise<void>,
    merging: Merging<E>,
  ): AsyncIterable<E> {
    const open = this.current();
    const { env } = this;
    return streamFromCallback<E>(
      (emit, signal) =>
        steps(async (task) => {
          signal.throwIfAborted();
          await abortable(this.changeable(open), signal);
          await task({ open, env, emit, signal });
        }),
      { signal: anySignal(this.#running.signal, given), ...merging, detached: true },
    );
  }

  #aside(task: Promise<void>): Promise<void> {
    this.#beside.add(task);
    return task.finally(() => this.#beside.delete(task));
  }

  /**
   * Readies search for the next question once nobody waits. A failure here occurs again, and is shown, at that
   * question.
   */
  #settle(): void {
    const { signal } = this.#running;
    if (this.#opened) this.#aside(this.#opened.search.ready({ signal })).catch(() => undefined);
    this.keepSoon('image');
  }
}

/** Milliseconds for which opening waits for the whole collection: a small one is shown as a whole at once. */
const SOON = 150;

/** Characters of passages from which on it never comes so soon. */
const LARGE = 5_000_000;

/** Milliseconds of quiet before the image of the search index is written, and the overview, which is written whole after each change. */
const QUIET = { image: 2_000, overview: 10_000 } as const;

/** Reads the records, once. A failure here occurs again, and is shown, at the change itself. */
const prepared = ({ open, signal }: Pick<RunContext, 'open' | 'signal'>): Promise<void> =>
  open.graph.prepare({ signal }).catch(() => undefined);

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
