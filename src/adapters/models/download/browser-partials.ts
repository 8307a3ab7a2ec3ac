import { canPersistFiles } from '../../storage/opfs/persistence';
import { memoryPartials } from './memory-partials';
import { opfsPartials } from './opfs-partials';
import type { PartialFiles } from './partial-files';

/** In this browser's files where it keeps any, else in memory. Works in workers only. */
export function browserPartials(): PartialFiles {
  let chosen: Promise<PartialFiles> | undefined;
  const files = (): Promise<PartialFiles> =>
    (chosen ??= canPersistFiles().then((can) => (can ? opfsPartials() : memoryPartials())));
  return {
    open: async (url) => (await files()).open(url),
    blob: async (url) => (await files()).blob(url),
    remove: async (url) => (await files()).remove(url),
    list: async () => (await files()).list(),
    clear: async () => (await files()).clear(),
    fits: async (bytes) => (await files()).fits(bytes),
  };
}
