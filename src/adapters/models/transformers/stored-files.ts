import { ModelError } from '../../../core/errors';
import { message } from '../../../core/message';
import { HUB_CACHE, HUB_CONFIG, hubUrl, hubUrls, type HubRepository } from '../../../core/models/catalogue/hub-files';
import { findContentFault } from '../download/check-file';

/** A file by its address; undefined where it is not on this device. */
export async function storedFile(url: string): Promise<Response | undefined> {
  return (await caches.open(HUB_CACHE)).match(url);
}

/**
 * A model's `config.json`, parsed; undefined where it is not on this device, or damaged, which the later loading
 * reports.
 */
export async function storedConfig({ repository, revision }: HubRepository): Promise<unknown> {
  const text = await (await storedFile(hubUrl(repository, HUB_CONFIG, revision)))?.text();
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Throws ModelError unless every file of the model is on this device. */
export async function requireFiles(model: HubRepository & { readonly title: string }): Promise<void> {
  const urls = hubUrls(model, await storedConfig(model));
  const found = await Promise.all(urls.map(storedFile));
  const missing = urls.filter((_, i) => !found[i]);
  if (missing.length === 0) return;
  throw new ModelError(
    message`The model “${model.title}” is not on this device, or not all of it. Download it first: Settings → Models.`,
    { detail: missing.join('\n') },
  );
}

/** Error messages of onnxruntime on a file that it cannot read. */
const OF_A_FILE = /protobuf|ERROR_CODE: (?:7|10)\b|No graph was found/iu;

/** The error for a model that could not be loaded: a file that is not what it should be has another remedy than too little memory. */
export async function explainLoadFailure(
  model: HubRepository & { readonly title: string },
  cause: unknown,
): Promise<ModelError> {
  const spoilt = await spoiltFile(model);
  const file = spoilt ? `“${spoilt}”` : OF_A_FILE.test(String(cause)) ? message`one of its files` : undefined;
  const words = file
    ? message`The model “${model.title}” could not be loaded: ${file} is damaged, or is not what it should be. Delete the model in Settings, under Models, and download it again.`
    : message`The model “${model.title}” could not be loaded. Its files are kept; close other tabs to free memory and try again, or choose a smaller model. If that does not help, delete it and download it again.`;
  return new ModelError(words, { cause });
}

async function spoiltFile({ repository, files, revision }: HubRepository): Promise<string | undefined> {
  for (const path of files) {
    const url = hubUrl(repository, path, revision);
    const stored = await storedFile(url);
    if (stored && (await findContentFault({ cache: HUB_CACHE, url, path }, await stored.blob()))) return path;
  }
  return undefined;
}
