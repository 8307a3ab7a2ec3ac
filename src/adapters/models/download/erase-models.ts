import { browserModelCache } from './model-cache';
import { browserPartials } from './browser-partials';

/**
 * Deletes every model file and every download under way. WebLLM's caches are deleted whole, since models of older catalogues lie there too;
 * another site of the same origin that uses WebLLM would have to fetch its models again.
 */
export async function eraseModels(): Promise<void> {
  await browserModelCache().clear();
  await browserPartials().clear();
}
