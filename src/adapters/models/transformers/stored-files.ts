import { ModelError } from '../../../core/errors';
import { HUB_CACHE, hubUrls, type HubRepository } from '../../../core/models/catalogue/hub-files';

/** Throws ModelError unless every file of the model is on this device. */
export async function requireFiles(model: HubRepository & { readonly title: string }): Promise<void> {
  const cache = await caches.open(HUB_CACHE);
  const urls = hubUrls(model);
  const found = await Promise.all(urls.map((url) => cache.match(url)));
  const missing = urls.filter((_, i) => !found[i]);
  if (missing.length === 0) return;
  throw new ModelError(
    `The model “${model.title}” is not on this device, or not all of it. Download it first: Settings → Models.`,
    { detail: missing.join('\n') },
  );
}
