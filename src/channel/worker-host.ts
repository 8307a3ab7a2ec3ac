/** Workers that another worker may ask for. */
export type WorkerKind = 'read' | 'mention' | 'parquet' | 'duckdb';

/** The page as the one who starts every worker: only it can end a worker that hangs. */
export interface WorkerHost {
  /** Resolves once the worker serves the port; throws WorkerError if it does not start. */
  spawn(kind: WorkerKind): Promise<{ readonly id: number; readonly port: MessagePort }>;
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
