import { type CatalogueModel, pinsOf, type ModelPins } from '../../../core/models/catalogue/catalogue-model';
import type { WebllmModel } from '../../../core/models/catalogue/webllm-models';
import { HUB_CACHE, type HubRepository, dataFiles, HUB_CONFIG, hubUrl } from '../../../core/models/catalogue/hub-files';
import {
  type WebllmFile,
  webllmFirstFiles,
  webllmFurtherFiles,
  isPlainName,
  type ModelConfig,
  type TensorCache,
  tokenizerOf,
} from '../../../core/models/catalogue/webllm-files';
import { ParseError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';

/** One file of a model: where it comes from, where it is kept, and what it must be. */
export interface ModelFile {
  /** Name of the cache (Cache API) in which its engine looks for it. */
  readonly cache: WebllmFile['cache'] | typeof HUB_CACHE;
  /** Address of the file; its key in the cache too. */
  readonly url: string;
  /** Inside a folder of the model's files, with `/`. */
  readonly path: string;
  /** Exact, from a list or a pin. */
  readonly bytes?: number;
  /** Largest size of a file without exact bytes. */
  readonly most?: number;
  /** Hex, from the list of weights. */
  readonly md5?: string;
  /** As in Subresource Integrity, where it is pinned. */
  readonly integrity?: string;
  /** Kind of list in WebLLM's first files: the two that name the others. */
  readonly list?: 'config' | 'tensors';
}

/** A model whose files can be had: of WebLLM, or of transformers.js. */
export type FileModel = WebllmModel | (CatalogueModel & HubRepository);

export function hasFiles(model: CatalogueModel): model is FileModel {
  return 'modelUrl' in model || 'repository' in model;
}

/** The address under which all files of WebLLM's model lie, but for the library. */
export function folderOf({ modelUrl }: WebllmModel): string {
  return `${modelUrl}/resolve/main/`;
}

/** Largest size of a tokenizer or a configuration, in bytes. */
const SMALL_FILES = 50e6;

/** Files that are known before anything is fetched. */
export function firstFiles(model: FileModel, pins: ModelPins | undefined = pinsOf(model.id)): readonly ModelFile[] {
  if ('modelUrl' in model) return webllmFirst(model, pins);
  return hubFiles(model, model.files);
}

/** Returns the first files that name the others; they are fetched before these. */
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

/** The configuration, the list of weights and the library: known before anything is fetched. */
function webllmFirst(model: WebllmModel, pins?: ModelPins): readonly ModelFile[] {
  const { config, tensors, library } = webllmFirstFiles(model);
  return [
    { ...place(model, config), list: 'config', ...pins?.config },
    { ...place(model, tensors), list: 'tensors', ...pins?.tensorCache },
    { ...place(model, library), ...pins?.library },
  ];
}

/** The tokenizer and the weights, as the first two name them. Throws ParseError where these are not what they should be. */
function webllmFurther(
  model: WebllmModel,
  lists: { readonly config: unknown; readonly tensors: unknown },
  pins?: ModelPins,
): readonly ModelFile[] {
  const { config, tensors } = lists;
  if (!isConfig(config)) throw new ParseError(message`The configuration of “${model.title}” cannot be read.`);
  if (!isTensorCache(tensors)) throw new ParseError(message`The list of weights of “${model.title}” cannot be read.`);
  const sums = new Map(tensors.records.map(({ dataPath, md5sum }) => [dataPath, md5sum]));
  return webllmFurtherFiles(model, config, tensors).map((file) => {
    const placed = place(model, file);
    const md5 = sums.get(placed.path);
    return { ...placed, ...(md5 !== undefined && { md5 }), ...pins?.tokenizer[placed.path] };
  });
}

/**
 * Finds the fault in a list, in words that follow “it is not what it should be:”; undefined when the other files can be
 * read from it.
 */
export function listFault(list: NonNullable<ModelFile['list']>, parsed: unknown): Message | undefined {
  if (list === 'config') {
    return isConfig(parsed) && tokenizerOf(parsed)
      ? undefined
      : message`it is no configuration of a model that WebLLM reads`;
  }
  const isList = isTensorCache(parsed) && parsed.records.every(({ dataPath }) => isPlainName(dataPath));
  return isList ? undefined : message`it is no list of weights`;
}

/** Lists, tokenizers and libraries are far smaller, in bytes. */
const LARGEST = 200e6;

function place(model: WebllmModel, file: WebllmFile): ModelFile {
  const folder = folderOf(model);
  const path = file.url.startsWith(folder)
    ? file.url.slice(folder.length)
    : file.url.slice(file.url.lastIndexOf('/') + 1);
  return { ...file, path, ...(file.bytes === undefined && { most: LARGEST }) };
}

interface SummedTensors extends TensorCache {
  readonly records: readonly { readonly dataPath: string; readonly nbytes: number; readonly md5sum?: string }[];
}

function isConfig(value: unknown): value is ModelConfig {
  if (!isRecord(value)) return false;
  const { tokenizer_files: names } = value;
  return names === undefined || (Array.isArray(names) && names.every((name) => typeof name === 'string'));
}

function isTensorCache(value: unknown): value is SummedTensors {
  return isRecord(value) && Array.isArray(value['records']) && value['records'].every(isShard);
}

function isShard(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { dataPath, nbytes, md5sum } = value;
  const hasSize = Number.isSafeInteger(nbytes) && Number(nbytes) >= 0;
  return typeof dataPath === 'string' && hasSize && (md5sum === undefined || typeof md5sum === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
