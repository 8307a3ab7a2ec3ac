import { type Manifest, type Shard, TABLES_FOLDER, VECTORS_FOLDER } from './manifest';

/** Ends the name of a file of vectors. */
export const VECTORS_ENDING = '.vectors';
const CODES_ENDING = '.codes';

/** Where a file of tables, vectors or codes lies in the collection's folder. */
export function pathOf(file: string): string {
  return `${isOfVectors(file) ? VECTORS_FOLDER : TABLES_FOLDER}/${file}`;
}

/** The file beside a file of vectors that holds their codes. No manifest names it, since it can be made again. */
export function codesFileOf(file: string): string {
  return file.slice(0, -VECTORS_ENDING.length) + CODES_ENDING;
}

/** Where a file that a manifest names lies, and what lies beside it. */
export function pathsOf(file: string): readonly string[] {
  return file.endsWith(VECTORS_ENDING) ? [pathOf(file), pathOf(codesFileOf(file))] : [pathOf(file)];
}

const isOfVectors = (file: string): boolean => file.endsWith(VECTORS_ENDING) || file.endsWith(CODES_ENDING);

/** Every file that a manifest names. */
export function filesOf({ shards, vectors = [] }: Pick<Manifest, 'shards' | 'vectors'>): readonly Shard[] {
  return [...Object.values(shards).flat(), ...vectors];
}
