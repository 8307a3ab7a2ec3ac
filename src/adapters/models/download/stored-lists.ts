import { ParseError } from '../../../core/errors';
import { allFiles } from '../files/model-files';
import type { FileModel, ModelFile } from '../files/model-file';
import type { ModelCache } from './model-cache';

/** Every file of a model as far as the stored lists tell; undefined where a list is missing or cannot be read. */
export async function listedFiles(
  cache: Pick<ModelCache, 'json'>,
  model: FileModel,
): Promise<readonly ModelFile[] | undefined> {
  try {
    return await allFiles(model, cache.json);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ParseError) return undefined;
    throw error;
  }
}
