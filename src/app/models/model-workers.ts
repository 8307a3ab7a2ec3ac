import { connect, launch, transfer, type Attachable, type Closable } from '../../channel';
import type { ModelWorkerKind } from '../workers';

/** A model worker that is started at its first use, and afresh at the next one after it died. */
export interface ModelWorker<T> {
  /** The worker's api. Its calls fail with WorkerError when it dies. */
  use(): T & Attachable;
  /** A port to the same worker for another caller, such as the engine. */
  lend(): Lent;
  /** Ends it at once, whatever it does; files and choices stay. */
  end(): void;
}

/** A port that was given away. */
export interface Lent {
  readonly port: MessagePort;
  /** Settles when nothing answers there any more. Never rejects. */
  readonly gone: Promise<void>;
  /** Ends what still runs for the one who had it. */
  giveBack(): void;
}

const NAMES: Readonly<Record<ModelWorkerKind, string>> = {
  chat: 'The model',
  server: 'The connection to the model server',
  embed: 'The embedding model',
  download: 'The download',
};

/** Compiling shaders or uploading weights keeps a worker from answering for a while. */
const SILENCE_MS = 180_000;

export function modelWorker<T extends object>(
  kind: ModelWorkerKind,
  make: (kind: ModelWorkerKind) => Worker,
): ModelWorker<T> {
  let running: { readonly worker: Worker; readonly api: T & Attachable & Closable } | undefined;
  const start = () => {
    const worker = make(kind);
    const { port, died } = launch(worker, NAMES[kind]);
    const api = connect<T & Attachable>(port, {
      name: NAMES[kind],
      silenceMs: SILENCE_MS,
      died,
      onSilence: () => {
        worker.terminate();
        if (running?.worker === worker) running = undefined;
      },
    });
    return { worker, api };
  };
  const use = () => (running ??= start()).api;
  return {
    use,
    lend: () => {
      const { port1, port2 } = new MessageChannel();
      const leaving = new AbortController();
      const gone = use()
        .attach(transfer(port1, [port1]), leaving.signal)
        .catch(() => undefined); // the worker has died: that is what is told
      return { port: port2, gone, giveBack: () => leaving.abort() };
    },
    end: () => {
      running?.api.close();
      running?.worker.terminate();
      running = undefined;
    },
  };
}
