import { ModelError } from '../../../core/errors';
import { HUB_CACHE, HUB_CONFIG, hubUrl, hubUrls, type HubRepository } from '../../../core/models/catalogue/hub-files';

/** A file by its address; undefined where it is not on this device. */
export async function storedFile(url: string): Promise<Response | undefined> {
  return (await caches.open(HUB_CACHE)).match(url);
}

/** A model's `config.json`, parsed; undefined where it is not on this device, or damaged, of which the loading that follows tells. */
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
    `The model “${model.title}” is not on this device, or not all of it. Download it first: Settings → Models.`,
    { detail: missing.join('\n') },
  );
}
