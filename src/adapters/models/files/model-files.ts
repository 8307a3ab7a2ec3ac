import { dataFiles, HUB_CACHE, HUB_CONFIG, hubUrl } from '../../../core/models/catalogue/hub-files';
import type { WebllmModel } from '../../../core/models/catalogue/chat-models';
import { pinsOf, type ModelPins } from '../../../core/models/catalogue/pins';
import type { FileModel, ModelFile } from './model-file';
import { webllmFirst, webllmFurther } from './webllm-list';

/** What a tokenizer and the configurations may take, in bytes. */
const SMALL_FILES = 50e6;

/** Files that are known before anything is fetched. */
export function firstFiles(model: FileModel, pins: ModelPins | undefined = pinsOf(model.id)): readonly ModelFile[] {
  if ('modelUrl' in model) return webllmFirst(model, pins);
  return hubFiles(model, model.files);
}

/** Those of the first files that name the others; they are fetched before these. */
export function listsOf(model: FileModel): readonly ModelFile[] {
  const first = firstFiles(model);
  return 'modelUrl' in model ? first : first.filter(({ path }) => path === HUB_CONFIG);
}

function hubFiles(model: Exclude<FileModel, WebllmModel>, paths: readonly string[]): readonly ModelFile[] {
  const { repository, downloadBytes, revision, pins: known = {} } = model;
  const most = 2 * downloadBytes + SMALL_FILES; // the catalogue's sizes are rounded
  return paths.map((path) => {
    return { cache: HUB_CACHE, url: hubUrl(repository, path, revision), path, ...(known[path] ?? { most }) };
  });
}

/** Every file of a model. `read` gives a first file as parsed JSON; where it gives undefined, the list ends there: undefined. */
export async function allFiles(
  model: FileModel,
  read: (file: ModelFile) => Promise<unknown>,
  pins: ModelPins | undefined = pinsOf(model.id),
): Promise<readonly ModelFile[] | undefined> {
  const first = firstFiles(model, pins);
  if (!('modelUrl' in model)) {
    const [list] = listsOf(model);
    const config = list && (await read(list));
    return config === undefined ? undefined : [...first, ...hubFiles(model, dataFiles(model.files, config))];
  }
  const [configFile, tensorsFile] = first;
  const config = configFile && (await read(configFile));
  const tensors = tensorsFile && (await read(tensorsFile));
  if (config === undefined || tensors === undefined) return undefined;
  return [...first, ...webllmFurther(model, { config, tensors }, pins)];
}
