import { ModelError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { WebllmModel } from '../../../core/models/catalogue/webllm-models';
import {
  webllmFirstFiles,
  webllmFurtherFiles,
  type ModelConfig,
  type TensorCache,
  type WebllmFile,
} from '../../../core/models/catalogue/webllm-files';

/** Storage of model files: the page's `caches`. */
export interface ModelStorage {
  open(name: string): Promise<{ match(url: string): Promise<Response | undefined> }>;
}

/** The model's own configuration; undefined while it is not on this device. */
export async function storedConfig(model: WebllmModel, storage: ModelStorage): Promise<ModelConfig | undefined> {
  return readJson<ModelConfig>(webllmFirstFiles(model).config, storage);
}

/** Throws ModelError unless every file is on this device, so that WebLLM never turns to the network. Returns the model's configuration. */
export async function requireFiles(model: WebllmModel, storage: ModelStorage): Promise<ModelConfig> {
  const { config: configFile, tensors: tensorsFile, library } = webllmFirstFiles(model);
  const [config, tensors] = await Promise.all([
    readJson<ModelConfig>(configFile, storage),
    readJson<TensorCache>(tensorsFile, storage),
  ]);
  if (!config || !tensors) throw missing(model, [configFile, tensorsFile]);
  const files = [library, ...webllmFurtherFiles(model, config, tensors)];
  const found = await Promise.all(files.map((file) => stored(file, storage)));
  const gaps = files.filter((_, i) => !found[i]);
  if (gaps.length > 0) throw missing(model, gaps);
  return config;
}

function missing({ title }: WebllmModel, files: readonly WebllmFile[]): ModelError {
  return new ModelError(
    message`The model “${title}” is not on this device, or not all of it. Download it first: Settings → Models.`,
    { detail: files.map(({ url }) => url).join('\n') },
  );
}

async function stored({ cache, url }: WebllmFile, storage: ModelStorage): Promise<Response | undefined> {
  return (await storage.open(cache)).match(url);
}

async function readJson<T>(file: WebllmFile, storage: ModelStorage): Promise<T | undefined> {
  const response = await stored(file, storage);
  if (!response) return undefined;
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw new ModelError(message`A file of this model is damaged. Delete the model and download it again.`, {
      cause,
      detail: file.url,
    });
  }
}
