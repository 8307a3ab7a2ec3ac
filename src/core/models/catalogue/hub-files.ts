import type { Pin } from './pins';
import hubPins from './hub-pins.json' with { type: 'json' };

/** The cache (Cache API) that holds the files of transformers.js' models, by their addresses. */
export const HUB_CACHE = 'burrow models';
/** Where they are downloaded from. */
export const HUB = 'https://huggingface.co/';
const NEWEST = 'main';

/** A model that transformers.js runs: a repository of the hub, and what of it is needed. */
export interface HubRepository extends Partial<HubPins> {
  /** Such as `Xenova/all-MiniLM-L6-v2`. */
  readonly repository: string;
  /** Paths inside the repository; all of them must be there before the model can be loaded. */
  readonly files: readonly string[];
}

/** What a repository was when `npm run pin` looked at it. */
export interface HubPins {
  /** The commit; without one, the newest is taken. */
  readonly revision: string;
  /** What its files must be, by path. */
  readonly pins: Readonly<Record<string, Pin>>;
}

/** The pins of a repository; nothing while it has none. None has as long as hub-pins.json is empty. */
export function pinsOfRepository(repository: string): HubPins | undefined {
  return (hubPins as Readonly<Record<string, HubPins>>)[repository];
}

/** The pins of a model's repository, and what the model then takes to download: exactly. */
export function pinned<T extends HubRepository & { readonly downloadBytes: number }>(
  model: T,
  known: HubPins | undefined = pinsOfRepository(model.repository),
): T {
  if (!known) return model;
  const sizes = model.files.map((path) => known.pins[path]?.bytes ?? NaN);
  const downloadBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  return { ...model, ...known, ...(downloadBytes > 0 && { downloadBytes }) };
}

/** The address, and so the cache key, of a repository's file. */
export function hubUrl(repository: string, file: string, revision: string = NEWEST): string {
  return `${HUB}${repository}/resolve/${revision}/${file}`;
}

/** The addresses of everything that a model needs. */
export function hubUrls({ repository, files, revision }: HubRepository): readonly string[] {
  return files.map((file) => hubUrl(repository, file, revision));
}

/** The path of a repository's file, whatever its revision; undefined for addresses of others. */
export function hubPath(repository: string, url: string): string | undefined {
  const folder = `${HUB}${repository}/resolve/`;
  return url.startsWith(folder) ? url.slice(url.indexOf('/', folder.length) + 1) : undefined;
}
