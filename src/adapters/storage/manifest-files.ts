import { type Manifest, type Shard, TABLES_FOLDER, VECTORS_FOLDER } from './manifest';

/** Ends the name of a file of vectors. */
export const VECTORS_ENDING = '.vectors';

/** Where a file that a manifest names lies in the collection's folder. */
export function pathOf(file: string): string {
  return `${file.endsWith(VECTORS_ENDING) ? VECTORS_FOLDER : TABLES_FOLDER}/${file}`;
}

/** Every file that a manifest names. */
export function filesOf({ shards, vectors = [] }: Pick<Manifest, 'shards' | 'vectors'>): readonly Shard[] {
  return [...Object.values(shards).flat(), ...vectors];
}
