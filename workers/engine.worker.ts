import { engineEnv } from '../src/adapters/engine-env';
import { startWorker } from '../src/channel';
import { createEngine } from '../src/core/engine/engine';

startWorker(({ host }) => {
  if (!host) throw new Error('The engine was started without a worker host');
  return createEngine(engineEnv(host));
});
