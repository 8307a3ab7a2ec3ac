import { engineEnv } from '../src/adapters/engine-env';
import { startWorker } from '../src/channel';
import { createEngine } from '../src/core/engine/engine';

startWorker(async ({ host }) => {
  if (!host) throw new Error('The engine was started without a worker host');
  return createEngine(await engineEnv(host));
});
