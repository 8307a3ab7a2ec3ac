import { message } from '../../core/message';
import {
  connect,
  launch,
  serve,
  transfer,
  type Closable,
  type WorkerError,
  type WorkerHost,
  type WorkerKind,
} from '../../channel';
import type { EngineApi } from '../../core/engine/api';

type MakeWorker = (kind: PageWorkerKind) => Worker;

interface PageHost extends WorkerHost {
  /** Ends every worker that is still there. */
  endAll(): void;
}

/** The chosen models, as the page hands them out. */
type ModelSource = Pick<WorkerHost, 'chosenModel' | 'model'>;

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

interface EngineOptions {
  /** Called once per death; the next call starts a fresh engine, in which no collection is open. */
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

const NAME = message`The engine`;

function launchEngine(
  make: MakeWorker,
  models: ModelSource | undefined,
  onDeath: (error: WorkerError) => void,
): EngineApi & Closable {
  const worker = make('engine');
  const host = createHost(make, models);
  const { port1, port2 } = new MessageChannel();
  const leave = serve(host, port1);
  const { port, died } = launch(worker, NAME, port2);
  return connect<EngineApi>(port, {
    name: NAME,
    died,
    onSilence: (error) => {
      worker.terminate();
      host.endAll();
      leave();
      onDeath(error);
    },
  });
}

export type ModelWorkerKind = 'chat' | 'server' | 'embed' | 'download';
type PageWorkerKind = WorkerKind | ModelWorkerKind | 'engine';

/** One literal per kind: the bundler finds a worker's entry only in this form. */
const MAKE: Readonly<Record<PageWorkerKind, () => Worker>> = {
  engine: () =>
    new Worker(new URL('../../../workers/engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
  read: () => new Worker(new URL('../../../workers/read.worker.ts', import.meta.url), { type: 'module', name: 'read' }),
  mention: () =>
    new Worker(new URL('../../../workers/mention.worker.ts', import.meta.url), { type: 'module', name: 'mention' }),
  parquet: () =>
    new Worker(new URL('../../../workers/parquet.worker.ts', import.meta.url), { type: 'module', name: 'parquet' }),
  duckdb: () =>
    new Worker(new URL('../../../workers/duckdb.worker.ts', import.meta.url), { type: 'module', name: 'duckdb' }),
  layout: () =>
    new Worker(new URL('../../../workers/layout.worker.ts', import.meta.url), { type: 'module', name: 'layout' }),
  address: () =>
    new Worker(new URL('../../../workers/address.worker.ts', import.meta.url), { type: 'module', name: 'address' }),
  chat: () => new Worker(new URL('../../../workers/chat.worker.ts', import.meta.url), { type: 'module', name: 'chat' }),
  server: () =>
    new Worker(new URL('../../../workers/server.worker.ts', import.meta.url), { type: 'module', name: 'server' }),
  embed: () =>
    new Worker(new URL('../../../workers/embed.worker.ts', import.meta.url), { type: 'module', name: 'embed' }),
  download: () =>
    new Worker(new URL('../../../workers/download.worker.ts', import.meta.url), { type: 'module', name: 'download' }),
};

/** Makes a worker of this kind; it waits for its port. */
export function makeWorker(kind: PageWorkerKind): Worker {
  return MAKE[kind]();
}
