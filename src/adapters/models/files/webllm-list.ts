import { ParseError } from '../../../core/errors';
import type { WebllmModel } from '../../../core/models/catalogue/chat-models';
import type { ModelPins } from '../../../core/models/catalogue/pins';
import {
  firstFiles,
  furtherFiles,
  isPlainName,
  type ModelConfig,
  type TensorCache,
  tokenizerOf,
  type WebllmFile,
} from '../../../core/models/catalogue/webllm-files';
import { folderOf, type ModelFile } from './model-file';

/** The configuration, the list of weights and the library: known before anything is fetched. */
export function webllmFirst(model: WebllmModel, pins?: ModelPins): readonly ModelFile[] {
  const { config, tensors, library } = firstFiles(model);
  return [
    { ...place(model, config), list: 'config', ...pins?.config },
    { ...place(model, tensors), list: 'tensors', ...pins?.tensorCache },
    { ...place(model, library), ...pins?.library },
  ];
}

/** The tokenizer and the weights, as the first two name them. Throws ParseError where these are not what they should be. */
export function webllmFurther(
  model: WebllmModel,
  lists: { readonly config: unknown; readonly tensors: unknown },
  pins?: ModelPins,
): readonly ModelFile[] {
  const { config, tensors } = lists;
  if (!isConfig(config)) throw new ParseError(`The configuration of “${model.title}” cannot be read.`);
  if (!isTensorCache(tensors)) throw new ParseError(`The list of weights of “${model.title}” cannot be read.`);
  const sums = new Map(tensors.records.map(({ dataPath, md5sum }) => [dataPath, md5sum]));
  return furtherFiles(model, config, tensors).map((file) => {
    const placed = place(model, file);
    const md5 = sums.get(placed.path);
    return { ...placed, ...(md5 !== undefined && { md5 }), ...pins?.tokenizer[placed.path] };
  });
}

/** What is wrong with a list, in words that go on from “it is not what it should be:”; undefined when the other files can be read from it. */
export function listFault(list: NonNullable<ModelFile['list']>, parsed: unknown): string | undefined {
  if (list === 'config') {
    return isConfig(parsed) && tokenizerOf(parsed) ? undefined : 'it is no configuration of a model that WebLLM reads';
  }
  const isList = isTensorCache(parsed) && parsed.records.every(({ dataPath }) => isPlainName(dataPath));
  return isList ? undefined : 'it is no list of weights';
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
