export { attachable, type Attachable } from './serve';
export { connect, type Closable } from './connect';
export { launch, type Launched } from './worker-start';
export type { ConnectOptions } from './connect';
export { serve } from './serve';
export { startWorker, type WorkerContext } from './worker-start';
export { transfer } from './arguments';
export { WorkerError } from './errors';
export {
  spawnFrom,
  type LentModel,
  type ModelRole,
  type Spawn,
  type SpawnedWorker,
  type WorkerHost,
  type WorkerKind,
} from './worker-start';
