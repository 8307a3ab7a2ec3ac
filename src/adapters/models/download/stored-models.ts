import type { StoredModel } from '../../../core/models/hosts';
import { hubPath, isDataOf } from '../../../core/models/catalogue/hub-files';
import { folderOf, type FileModel } from '../files/model-file';
import type { ModelCache, StoredFile } from './model-cache';
import type { PartialFiles } from './partial-files';
import { listedFiles } from './stored-lists';

export interface ModelStores {
  readonly cache: ModelCache;
  readonly partials: PartialFiles;
}

/** The models of which something is here. */
export async function storedModels(
  { cache, partials }: ModelStores,
  models: readonly FileModel[],
): Promise<readonly StoredModel[]> {
  const [finished, underWay] = [await cache.list(), await partials.list()];
  const here = [...finished, ...underWay];
  const found = await Promise.all(
    models.map(async (model) => {
      const complete = await isComplete(cache, model, finished);
      const bytes = here.reduce((sum, file) => sum + (belongsTo(model, file.url) ? file.bytes : 0), 0);
      return { model: model.id, bytes, complete };
    }),
  );
  return found.filter(({ bytes, complete }) => complete || bytes > 0);
}

async function isComplete(cache: ModelCache, model: FileModel, finished: readonly StoredFile[]): Promise<boolean> {
  const files = await listedFiles(cache, model);
  const keys = new Set(finished.map(key));
  return !!files?.every((file) => keys.has(key(file)));
}

const key = ({ cache, url }: Pick<StoredFile, 'cache' | 'url'>): string => `${cache} ${url}`;

/**
 * For transformers.js only the listed files: other precisions of the same repository are other models. What an earlier pin or none brought is
 * the model's, too, so that deleting frees it.
 */
function belongsTo(model: FileModel, url: string): boolean {
  if ('modelUrl' in model) return url.startsWith(folderOf(model)) || url === model.libraryUrl;
  const path = hubPath(model.repository, url);
  return path !== undefined && (model.files.includes(path) || isDataOf(path, model.files));
}

/** Deletes a model's files, those under way too; a file that another complete model needs stays. */
export async function removeModel(stores: ModelStores, model: FileModel, models: readonly FileModel[]): Promise<void> {
  const { cache, partials } = stores;
  const finished = await cache.list();
  const others: FileModel[] = [];
  for (const other of models) {
    if (other.id !== model.id && (await isComplete(cache, other, finished))) others.push(other);
  }
  const isFree = ({ url }: { readonly url: string }) =>
    belongsTo(model, url) && !others.some((other) => belongsTo(other, url));
  await Promise.all(finished.filter(isFree).map((file) => cache.remove(file)));
  await Promise.all((await partials.list()).filter(isFree).map(({ url }) => partials.remove(url)));
}
