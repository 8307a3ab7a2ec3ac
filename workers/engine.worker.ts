import { engineEnv } from '../src/adapters/engine-env';
import { startWorker, transfer } from '../src/channel';
import type { EngineApi } from '../src/core/engine/api';
import { createEngine } from '../src/core/engine/engine';
import { buffersOf } from '../src/core/map/map-view';

startWorker(async ({ host }): Promise<EngineApi> => {
  if (!host) throw new Error('The engine was started without a worker host');
  const engine = createEngine(await engineEnv(host));
  return {
    ...engine,
    map: async (query, options) => {
      const view = await engine.map(query, options);
      return transfer(view, buffersOf(view));
    },
  };
});
