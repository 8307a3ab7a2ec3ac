/** Workers that another worker may ask for. */
export type WorkerKind = 'read' | 'mention' | 'parquet' | 'duckdb';

/** The page as the one who starts every worker: only it can end a worker that hangs. */
export interface WorkerHost {
  /** Resolves once the worker serves the port; throws WorkerError if it does not start. */
  spawn(kind: WorkerKind): Promise<{ readonly id: number; readonly port: MessagePort }>;
  /** The model that is chosen for this role, as plain data; equal data is the same model. Null when none is. */
  chosenModel(role: 'chat' | 'embedding'): Promise<unknown>;
  /**
   * A port to what runs the model of this role, with the model's name as plain data; null when none is chosen. The port dies with its worker;
   * asking again starts a new one.
   */
  model(role: 'chat' | 'embedding'): Promise<{ readonly choice: unknown; readonly port: MessagePort } | null>;
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
