import { streamFromCallback } from '../../../core/async';
import type { CatalogueModel } from '../../../core/models/catalogue/catalogue-model';
import type { DownloadHost, DownloadProgress } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/platform';
import { hasFiles, type FileModel } from './model-files';
import { downloadModel, type DownloadEnv, type DownloadRun } from './download-model';
import { importFolder, matchFolder } from './import-folder';
import { browserModelCache, removeModel, storedModels } from './stored-models';
import { browserPartials } from './partial-files';
import { withModelLock } from './model-locks';
import { unknownModelError } from './download-errors';
import type { Network } from './fetch-file';

/** Keeps the files of these models in this browser. Only in a worker; one call at a time works on a model, over all tabs. */
export function browserDownloads(catalogue: readonly CatalogueModel[]): DownloadHost {
  const models = catalogue.filter(hasFiles);
  const env: DownloadEnv = {
    cache: browserModelCache(),
    partials: browserPartials(),
    network: browserNetwork(),
    freeBytes: async () => {
      if (!('storage' in navigator)) return Infinity; // such as in WebKitGTK: what does not fit is met when it is kept
      const { quota = 0, usage = 0 } = await navigator.storage.estimate();
      return quota - usage;
    },
  };
  const find = (id: string): FileModel => {
    const model = models.find((one) => one.id === id);
    if (!model) throw unknownModelError(id);
    return model;
  };
  return {
    download: (id, options) => {
      const model = find(id);
      return alone(model, options, (run) => downloadModel(env, model, run));
    },
    importFolder: (files, options) => {
      const match = matchFolder(files, models);
      return alone(match.model, options, (run) => importFolder(env, files, match, run));
    },
    stored: () => storedModels(env, models),
    remove: (id) => {
      const model = find(id);
      return withModelLock(model, () => removeModel(env, model, models));
    },
  };
}

function alone(
  model: FileModel,
  options: CallOptions | undefined,
  work: (run: DownloadRun) => Promise<void>,
): AsyncIterable<DownloadProgress> {
  return streamFromCallback<DownloadProgress>(
    (report, signal) => withModelLock(model, () => work({ report, signal })),
    {
      signal: options?.signal,
      merge: (_, newest) => newest,
    },
  );
}

/** The network of a worker. Reports redirects to the page's ledger, host only: such addresses carry signatures. */
function browserNetwork(): Network {
  const blocked = new Set<string>();
  addEventListener('securitypolicyviolation', (event) => {
    blocked.add((event as SecurityPolicyViolationEvent).blockedURI);
  });
  const ledger = new BroadcastChannel('burrow-redirects');
  return {
    fetch: (url, init) => fetch(url, init),
    wait: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        };
        const timer = setTimeout(() => {
          signal.removeEventListener('abort', stop);
          resolve();
        }, milliseconds);
        signal.addEventListener('abort', stop, { once: true });
        if (signal.aborted) stop();
      }),
    isOffline: () => !navigator.onLine,
    isSealed: (url) => blocked.has(url) || blocked.has(new URL(url).origin),
    redirected: (url) => {
      const { origin, pathname } = new URL(url);
      ledger.postMessage({ kind: 'allowed', url: `${origin}${pathname}`, time: Date.now(), by: 'download' });
    },
  };
}
