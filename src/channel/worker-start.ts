import { unpackError, packError, type PackedError, WorkerError } from './errors';
import { message, type Message } from '../core/message';
import { connect } from './connect';
import { serve } from './serve';
import { sendNote } from './arguments';

/** Workers that another worker may ask for. */
export type WorkerKind = 'read' | 'mention' | 'parquet' | 'duckdb' | 'layout' | 'address';

/** Role in which a model is lent: one of the uses of chat models, embedding, checking sentences, or reranking. */
export type ModelRole = 'answers' | 'reading' | 'reports' | 'embedding' | 'entailment' | 'reranking';

/** A model's name as plain data, and the port to what runs it. */
export interface LentModel {
  readonly choice: unknown;
  readonly port: MessagePort;
}

/** The page, which starts every worker: only it can end one that hangs. */
export interface WorkerHost {
  /** Resolves once the worker serves the port; throws WorkerError if it does not start. */
  spawn(kind: WorkerKind): Promise<{ readonly id: number; readonly port: MessagePort }>;
  /** The model that is chosen for this role, as plain data; equal data is the same model. Null when none is. */
  chosenModel(role: ModelRole): Promise<unknown>;
  /**
   * Yields once, a port to the runner of this role's model; nothing when none is chosen. Ends when that has died, so
   * that asking again starts a new one, or when the signal reports that the port is no longer used. Throws ModelError
   * when the model cannot be had.
   */
  model(role: ModelRole, options: { readonly signal: AbortSignal }): AsyncIterable<LentModel>;
  /** Ends a worker at once, whatever it does. An unknown id is ignored. */
  terminate(id: number): Promise<void>;
}

export interface SpawnedWorker {
  readonly port: MessagePort;
  terminate(): Promise<void>;
}

export type Spawn = (kind: WorkerKind) => Promise<SpawnedWorker>;

/** Spawning as adapters see it. */
export function spawnFrom(host: WorkerHost): Spawn {
  return async (kind) => {
    const { id, port } = await host.spawn(kind);
    return {
      port,
      terminate: () => {
        port.close();
        return host.terminate(id);
      },
    };
  };
}

/** A worker as the page that started it sees it. */
export interface Launched {
  /** Calls may be sent at once: they wait in the port until the worker serves them. */
  readonly port: MessagePort;
  /** Rejects with WorkerError when the worker does not start. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the worker ends in any way; a failed start is one of them. */
  readonly died: Promise<unknown>;
}

/** Sends a new worker its port and watches its start; a worker that is not ready in time is given up. */
export function launch(worker: Worker, name: Message, host?: MessagePort, patience = 30_000): Launched {
  const { port1, port2 } = new MessageChannel();
  const life = `burrow worker ${crypto.randomUUID()}`;
  const start: WorkerStart = { port: port1, life, ...(host && { host }) };
  const ready = started(worker, name, patience);
  const died = ready.then(
    () =>
      Promise.race([
        workerError(worker),
        lifeLockFreed(life).then(() => new WorkerError(message`${name} has stopped.`)),
      ]),
    (error: unknown) => error,
  );
  worker.postMessage(start, host ? [port1, host] : [port1]);
  return { port: port2, ready, died };
}

function started(worker: Worker, name: Message, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new WorkerError(message`${name} could not be started.`, { cause }));
    const late = setTimeout(() => fail(new Error(`not ready after ${String(patience / 1000)} s`)), patience);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerStarted>) => {
      clearTimeout(late);
      if (data.kind === 'ready') resolve();
      else fail(unpackError(data.error));
    });
    worker.addEventListener('error', (event) => fail(errorOf(event)));
  });
}

const workerError = (worker: Worker): Promise<Error> =>
  new Promise((resolve) => worker.addEventListener('error', (event) => resolve(errorOf(event))));

function errorOf({ message: text, filename, lineno }: ErrorEvent): Error {
  return new Error(text ? `${text} (${filename}:${String(lineno)})` : 'its script could not be loaded');
}

/** First message to a worker: the port to serve, and its way to ask for other workers. */
interface WorkerStart {
  readonly port: MessagePort;
  readonly host?: MessagePort;
  /** Name of the lock that it keeps until it ends. */
  readonly life: string;
}

/** Single answer to the first message. */
type WorkerStarted = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: PackedError };

export interface WorkerContext {
  readonly host?: WorkerHost;
}

/** A worker ends with its page, so it waits for a page that is silent, such as in a dialog or a debugger. */
const PAGE = { name: 'The page', silenceMs: Infinity } as const;

/**
 * The whole of a worker's entry file: waits for its port, builds its api and serves it. An uncaught error counts as a crash and is sent to
 * the caller. The entry must not await at its top level, or the first message is lost.
 */
export function startWorker(makeApi: (context: WorkerContext) => object | Promise<object>): void {
  addEventListener('message', ({ data }: MessageEvent<WorkerStart>) => void serveFirst(makeApi, data), { once: true });
}

async function serveFirst(
  makeApi: (context: WorkerContext) => object | Promise<object>,
  { port, host, life }: WorkerStart,
): Promise<void> {
  try {
    await takeLifeLock(life);
    const api = await makeApi(host ? { host: connect<WorkerHost>(host, PAGE) } : {});
    serve(api, port);
    addEventListener('error', ({ error, message: text }) =>
      sendNote(port, { note: 'failed', error: packError(error ?? new Error(text)) }),
    );
    postMessage({ kind: 'ready' } satisfies WorkerStarted);
  } catch (error) {
    postMessage({ kind: 'failed', error: packError(error) } satisfies WorkerStarted);
  }
}

/**
 * Takes the lock of that name until this worker ends. A worker that ends sends no event, but the browser frees its locks at once. Resolves once
 * the lock is taken, or at once where the browser has no locks.
 */
function takeLifeLock(name: string): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const keep = (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    locks.request(name, keep).catch(reject);
  });
}

/** Resolves when the worker that took the lock has ended. Never does where the browser has no locks: there only silence shows it. */
function lifeLockFreed(name: string): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  return new Promise((resolve) => {
    locks?.request(name, () => resolve()).catch(() => undefined); // this page is going away itself
  });
}
