import { endOfLife } from './life-lock';
import { unpackError } from './pack-error';
import type { WorkerStart, WorkerStarted } from './start-worker';
import { WorkerError } from './worker-error';

export interface Launched {
  /** Calls may be sent at once: they wait in the port until the worker serves them. */
  readonly port: MessagePort;
  /** Rejects with WorkerError when the worker does not start. */
  readonly ready: Promise<void>;
  /** Resolves with the reason when the worker breaks down or is gone, however it ended; its start included. */
  readonly died: Promise<unknown>;
}

/** Gives a new worker its port and watches its start; a worker that is not ready in time is given up. */
export function launch(worker: Worker, name: string, host?: MessagePort, patience = 30_000): Launched {
  const { port1, port2 } = new MessageChannel();
  const life = `burrow worker ${crypto.randomUUID()}`;
  const start: WorkerStart = { port: port1, life, ...(host && { host }) };
  const ready = started(worker, name, patience);
  const died = ready.then(
    () => Promise.race([brokenDown(worker), endOfLife(life).then(() => new WorkerError(`${name} has stopped.`))]),
    (error: unknown) => error,
  );
  worker.postMessage(start, host ? [port1, host] : [port1]);
  return { port: port2, ready, died };
}

function started(worker: Worker, name: string, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new WorkerError(`${name} could not be started.`, { cause }));
    const late = setTimeout(() => fail(new Error(`not ready after ${String(patience / 1000)} s`)), patience);
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerStarted>) => {
      clearTimeout(late);
      if (data.kind === 'ready') resolve();
      else fail(unpackError(data.error));
    });
    worker.addEventListener('error', (event) => fail(brokenBy(event)));
  });
}

const brokenDown = (worker: Worker): Promise<Error> =>
  new Promise((resolve) => worker.addEventListener('error', (event) => resolve(brokenBy(event))));

function brokenBy({ message, filename, lineno }: ErrorEvent): Error {
  return new Error(message ? `${message} (${filename}:${String(lineno)})` : 'its script could not be loaded');
}
