import type { Shell } from '../../src/app/shell';
import type { EngineApi } from '../../src/core/engine/api';
import { fakeModelRoom, type FakeModels } from './fake-models';

/** A shell around an engine that is there at once: no service worker, nothing ever leaves. */
export function fakeShell(engine: EngineApi, models: FakeModels = {}, { sealTrouble = '' } = {}): Shell {
  let isSealed = false;
  return {
    connect: async () => engine,
    models: fakeModelRoom(models),
    watchLedger: () => undefined,
    sealed: async () => isSealed,
    seal: async (sealed) => {
      if (sealTrouble) throw new Error(sealTrouble);
      isSealed = sealed;
    },
    watchSeal: () => undefined,
    watchUpdate: () => undefined,
  };
}
