import type { Policy } from '../../src/app/platform/service-worker-client';
import type { Shell } from '../../src/app/platform/shell';
import type { EngineApi } from '../../src/core/engine/api';
import { fakeModelRoom, type FakeModels } from './fake-models';

/** A shell around an engine that is there at once: no service worker, nothing ever leaves. */
export function fakeShell(engine: EngineApi, models: FakeModels = {}, { sealTrouble = '' } = {}): Shell {
  let policy: Policy = { sealed: false, servers: [], hosts: [] };
  const listeners: ((policy: Policy) => Promise<void>)[] = [];
  const change = async (parts: Partial<Policy>): Promise<void> => {
    policy = { ...policy, ...parts };
    await Promise.all(listeners.map((listener) => listener(policy)));
  };
  return {
    connect: async () => engine,
    models: fakeModelRoom(models),
    watchLedger: () => undefined,
    policy: async () => policy,
    seal: async (sealed) => {
      if (sealTrouble) throw new Error(sealTrouble);
      await change({ sealed });
    },
    allowServers: async (servers) => change({ servers }),
    allowHosts: async (hosts) => change({ hosts }),
    watchPolicy: (listener) => void listeners.push(listener),
    watchUpdate: () => undefined,
  };
}
