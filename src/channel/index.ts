export { attachable, type Attachable } from './attachable';
export { connect, type Closable } from './connect';
export { launch, type Launched } from './launch-worker';
export type { ConnectOptions } from './link';
export { serve } from './serve';
export { startWorker, type WorkerContext } from './start-worker';
export { transfer } from './transfer';
export { WorkerError } from './worker-error';
export {
  spawnFrom,
  type LentModel,
  type ModelRole,
  type Spawn,
  type SpawnedWorker,
  type WorkerHost,
  type WorkerKind,
} from './worker-host';
