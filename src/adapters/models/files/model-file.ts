import type { CatalogueModel } from '../../../core/models/catalogue';
import type { WebllmModel } from '../../../core/models/catalogue/chat-models';
import type { HUB_CACHE, HubRepository } from '../../../core/models/catalogue/hub-files';
import type { WebllmFile } from '../../../core/models/catalogue/webllm-files';

/** One file of a model: where it comes from, where it is kept, and what it must be. */
export interface ModelFile {
  /** Name of the cache (Cache API) in which its engine looks for it. */
  readonly cache: WebllmFile['cache'] | typeof HUB_CACHE;
  /** Where it is published; its key in the cache too. */
  readonly url: string;
  /** Inside a folder of the model's files, with `/`. */
  readonly path: string;
  /** Exact, where a list or a pin tells it. */
  readonly bytes?: number;
  /** Of a file without exact bytes, more than this are not taken. */
  readonly most?: number;
  /** Hex, where the list of weights tells it. */
  readonly md5?: string;
  /** As in Subresource Integrity, where it is pinned. */
  readonly integrity?: string;
  /** Of WebLLM's first files, the two that name the others. */
  readonly list?: 'config' | 'tensors';
}

/** A model whose files can be had: of WebLLM, or of transformers.js. */
export type FileModel = WebllmModel | (CatalogueModel & HubRepository);

export function hasFiles(model: CatalogueModel): model is FileModel {
  return 'modelUrl' in model || 'repository' in model;
}

/** The address under which all files of WebLLM's model lie, but for the library. */
export function folderOf({ modelUrl }: WebllmModel): string {
  return `${modelUrl}/resolve/main/`;
}
