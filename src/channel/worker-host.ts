/** Workers that another worker may ask for. */
export type WorkerKind = 'read' | 'mention' | 'parquet' | 'duckdb';

/** What a model is lent for: one of the uses of chat models, embedding, checking sentences, or reranking. */
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
   * Yields once, a port to what runs the model of this role; nothing when none is chosen. Ends when that has died, so that asking again
   * starts a new one, or when the signal says that the port is no longer used. Throws ModelError when the model cannot be had.
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
