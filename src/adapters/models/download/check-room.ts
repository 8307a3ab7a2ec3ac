import type { FileModel, ModelFile } from '../files/model-file';
import { firstFiles } from '../files/model-files';
import type { DownloadEnv } from './download-model';
import { noRoom } from './words';

/** While a file moves into its cache it is there twice. Where no size of weights is known, the catalogue's estimate counts. */
export async function checkRoom(env: DownloadEnv, model: FileModel, files: readonly ModelFile[]): Promise<void> {
  const here = new Map((await env.partials.list()).map(({ url, bytes }) => [url, bytes]));
  let [missing, largest, stored] = [0, 0, 0];
  for (const file of files) {
    const kept = await env.cache.bytesOf(file);
    stored += kept ?? here.get(file.url) ?? 0;
    if (kept !== undefined) continue;
    largest = Math.max(largest, file.bytes ?? 0);
    missing += Math.max((file.bytes ?? 0) - (here.get(file.url) ?? 0), 0);
  }
  if (!hasSizes(model, files)) {
    missing = model.downloadBytes - stored;
    largest = 'modelUrl' in model ? 0 : model.downloadBytes; // WebLLM's weights come in many small files
  }
  const needed = missing > 0 ? missing + largest : 0;
  await makeSureOfRoom(env, needed);
}

/** Throws StorageError when so many bytes do not fit. */
export async function makeSureOfRoom(env: Pick<DownloadEnv, 'freeBytes' | 'partials'>, needed: number): Promise<void> {
  if (needed <= 0) return;
  const free = await env.freeBytes();
  if (needed > free || !(await env.partials.fits(needed))) throw noRoom(needed, free);
}

/** Whether the list of weights has been read: of WebLLM's first files only sizes of lists are pinned. */
function hasSizes(model: FileModel, files: readonly ModelFile[]): boolean {
  const lists = new Set('modelUrl' in model ? firstFiles(model).map(({ url }) => url) : []);
  return files.some(({ url, bytes }) => bytes !== undefined && !lists.has(url));
}
