import { connect, launch, serve, transfer, type Closable, type WorkerError, type WorkerHost } from '../channel';
import type { EngineApi } from '../core/engine/api';
import { makeWorker, type PageWorkerKind } from './workers';

export type MakeWorker = (kind: PageWorkerKind) => Worker;

export interface PageHost extends WorkerHost {
  /** Ends every worker that is still there. */
  endAll(): void;
}

/** The chosen models, as the page hands them out. */
export type ModelSource = Pick<WorkerHost, 'chosenModel' | 'model'>;

const NO_MODEL: ModelSource = {
  chosenModel: () => Promise.resolve(null),
  model: async function* () {
    // none is chosen
  },
};

/** The page as the starter of an engine's sibling workers, and as the one who knows which models are chosen. */
export function createHost(make: MakeWorker = makeWorker, models: ModelSource = NO_MODEL): PageHost {
  const workers = new Map<number, Worker>();
  let count = 0;
  const end = (id: number) => {
    workers.get(id)?.terminate();
    workers.delete(id);
  };
  return {
    async spawn(kind) {
      const id = ++count;
      const worker = make(kind);
      workers.set(id, worker);
      const { port, ready } = launch(worker, `The ${kind} worker`);
      await ready.catch((error: unknown) => {
        end(id);
        throw error;
      });
      return transfer({ id, port }, [port]);
    },
    chosenModel: (role) => models.chosenModel(role),
    model: (role, options) => models.model(role, options),
    terminate: (id) => Promise.resolve(end(id)),
    endAll: () => [...workers.keys()].forEach(end),
  };
}

export interface EngineOptions {
  /** Told once per death; the next call starts a fresh engine, in which no collection is open. */
  readonly onRestart?: (reason: WorkerError) => void;
  readonly make?: MakeWorker;
  readonly models?: ModelSource;
}

/** The engine as the page sees it: started on the first call; one that died is replaced on the next. */
export function startEngine({ onRestart, make = makeWorker, models }: EngineOptions = {}): EngineApi {
  let running: (EngineApi & Closable) | undefined;
  const start = () =>
    launchEngine(make, models, (error) => {
      running = undefined;
      onRestart?.(error);
    });
  const methods = new Map<PropertyKey, (...args: readonly unknown[]) => unknown>();
  const get = (_target: object, key: PropertyKey) => {
    if (typeof key !== 'string' || key === 'then') return undefined;
    const known = methods.get(key);
    if (known) return known;
    const method = (...args: readonly unknown[]): unknown => {
      running ??= start();
      const call: unknown = Reflect.get(running, key);
      return typeof call === 'function' ? Reflect.apply(call, running, args) : undefined;
    };
    methods.set(key, method);
    return method;
  };
  return new Proxy({}, { get }) as EngineApi;
}

function launchEngine(
  make: MakeWorker,
  models: ModelSource | undefined,
  onDeath: (error: WorkerError) => void,
): EngineApi & Closable {
  const worker = make('engine');
  const host = createHost(make, models);
  const { port1, port2 } = new MessageChannel();
  const leave = serve(host, port1);
  const { port, died } = launch(worker, 'The engine', port2);
  return connect<EngineApi>(port, {
    name: 'The engine',
    died,
    onSilence: (error) => {
      worker.terminate();
      host.endAll();
      leave();
      onDeath(error);
    },
  });
}
