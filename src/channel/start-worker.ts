import { connect } from './connect';
import { holdForLife } from './life-lock';
import { packError, type PackedError } from './pack-error';
import { serve } from './serve';
import { sendNote } from './wire';
import type { WorkerHost } from './worker-host';

/** What a worker is sent first: the port to serve, and its way to ask for other workers. */
export interface WorkerStart {
  readonly port: MessagePort;
  readonly host?: MessagePort;
  /** Name of the lock that it holds for as long as it lives. */
  readonly life: string;
}

/** What it answers, once. */
export type WorkerStarted = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: PackedError };

export interface WorkerContext {
  readonly host?: WorkerHost;
}

/** A worker ends with its page, so a page that is silent for a while (a dialog, a debugger) is waited for. */
const PAGE = { name: 'The page', silenceMs: Infinity } as const;

/**
 * The whole of a worker's entry file: waits for its port, builds its api, serves it. A thrown error that nobody caught counts as
 * a crash and is told to the caller. The entry must not await at its top level: the first message would be lost.
 */
export function startWorker(makeApi: (context: WorkerContext) => object | Promise<object>): void {
  addEventListener('message', ({ data }: MessageEvent<WorkerStart>) => void start(makeApi, data), { once: true });
}

async function start(
  makeApi: (context: WorkerContext) => object | Promise<object>,
  { port, host, life }: WorkerStart,
): Promise<void> {
  try {
    await holdForLife(life);
    const api = await makeApi(host ? { host: connect<WorkerHost>(host, PAGE) } : {});
    serve(api, port);
    addEventListener('error', ({ error, message }) =>
      sendNote(port, { note: 'failed', error: packError(error ?? new Error(message)) }),
    );
    postMessage({ kind: 'ready' } satisfies WorkerStarted);
  } catch (error) {
    postMessage({ kind: 'failed', error: packError(error) } satisfies WorkerStarted);
  }
}
