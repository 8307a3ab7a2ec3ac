/** The cache (Cache API) that holds the files of transformers.js' models, by their addresses. */
export const HUB_CACHE = 'burrow models';
/** Where they are downloaded from. */
export const HUB = 'https://huggingface.co/';

/** A model that transformers.js runs: a repository of the hub, and what of it is needed. */
export interface HubRepository {
  /** Such as `Xenova/all-MiniLM-L6-v2`. */
  readonly repository: string;
  /** Paths inside the repository; all of them must be there before the model can be loaded. */
  readonly files: readonly string[];
}

/** The address, and so the cache key, of a repository's file. */
export function hubUrl(repository: string, file: string): string {
  return `${HUB}${repository}/resolve/main/${file}`;
}

/** The addresses of everything that a model needs. */
export function hubUrls({ repository, files }: HubRepository): readonly string[] {
  return files.map((file) => hubUrl(repository, file));
}
