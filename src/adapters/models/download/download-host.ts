import { streamFromCallback } from '../../../core/async';
import type { CatalogueModel } from '../../../core/models/catalogue';
import type { DownloadHost, DownloadProgress } from '../../../core/models/hosts';
import type { CallOptions } from '../../../core/platform';
import { hasFiles, type FileModel } from '../files/model-file';
import { browserNetwork } from './browser-network';
import { downloadModel, type DownloadEnv, type DownloadRun } from './download-model';
import { importFolder } from './import-folder';
import { matchFolder } from './match-folder';
import { browserModelCache } from './model-cache';
import { browserPartials } from './browser-partials';
import { withModel } from './model-locks';
import { removeModel, storedModels } from './stored-models';
import { unknownModel } from './words';

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
    if (!model) throw unknownModel(id);
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
      return withModel(model, () => removeModel(env, model, models));
    },
  };
}

function alone(
  model: FileModel,
  options: CallOptions | undefined,
  work: (run: DownloadRun) => Promise<void>,
): AsyncIterable<DownloadProgress> {
  return streamFromCallback<DownloadProgress>((report, signal) => withModel(model, () => work({ report, signal })), {
    signal: options?.signal,
    merge: (_, newest) => newest,
  });
}
