import { codeVectors } from '../../core/vectors/code-vectors';
import type { Codes } from '../../core/vectors/codes';
import { decodeCodes, encodeCodes } from './code-file';
import type { FileStore } from './file-store';
import type { VectorShard } from './manifest';
import { codesFileOf, pathOf } from './manifest-files';

/** Writes the codes of a file of vectors beside it; nothing where nothing would use them. */
export async function writeCodes(files: FileStore, shard: VectorShard, codes: Codes | undefined): Promise<void> {
  if (codes) await files.write(pathOf(codesFileOf(shard.file)), await encodeCodes(shard, codes));
}

/** The codes beside a file of vectors. Missing, damaged or of another version, they are made again and handed to `keep`. */
export async function readCodes(
  files: FileStore,
  shard: VectorShard,
  vectors: Float32Array,
  keep: (codes: Codes) => Promise<void>,
): Promise<Codes | undefined> {
  const kept = await decodeCodes(shard, await files.read(pathOf(codesFileOf(shard.file))));
  if (kept) return kept;
  const made = codeVectors(vectors, shard.dims);
  if (made) await keep(made);
  return made;
}
