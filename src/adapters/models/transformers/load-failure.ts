import { ModelError } from '../../../core/errors';
import { HUB_CACHE, hubUrl, type HubRepository } from '../../../core/models/catalogue/hub-files';
import { whatDoesNotRead } from '../download/check-content';
import { storedFile } from './stored-files';

/** What onnxruntime says of a file that it cannot read. */
const OF_A_FILE = /protobuf|ERROR_CODE: (?:7|10)\b|No graph was found/iu;

/** The error for a model that could not be loaded: a file that is not what it should be has another remedy than too little memory. */
export async function loadFailure(
  model: HubRepository & { readonly title: string },
  cause: unknown,
): Promise<ModelError> {
  const spoilt = await spoiltFile(model);
  const file = spoilt ? `“${spoilt}”` : OF_A_FILE.test(String(cause)) ? 'one of its files' : undefined;
  const words = file
    ? `The model “${model.title}” could not be loaded: ${file} is damaged, or is not what it should be. Delete the model in Settings, under Models, and download it again.`
    : `The model “${model.title}” could not be loaded. Its files are kept; close other tabs to free memory and try again, or choose a smaller model. If that does not help, delete it and download it again.`;
  return new ModelError(words, { cause });
}

async function spoiltFile({ repository, files, revision }: HubRepository): Promise<string | undefined> {
  for (const path of files) {
    const url = hubUrl(repository, path, revision);
    const stored = await storedFile(url);
    if (stored && (await whatDoesNotRead({ cache: HUB_CACHE, url, path }, await stored.blob()))) return path;
  }
  return undefined;
}
