import { hasTrait } from '../../../../core/errors';
import type { TableChange } from '../../../../core/ports/collections';
import { type Codes, codeVectors, FACTS } from '../../../../core/vectors/codes';
import type { VectorChange } from '../../../../core/vectors/vector-store';
import { sha256Bytes } from '../../../browser-env';
import type { FileStore } from '../../opfs/file-store';
import { codesFileOf, pathOf, shardFile, VECTORS_ENDING, type VectorShard } from '../manifest/manifest';
import { decodeVectors, encodeVectors, joinBytes, type StoredVectors, writeCodes } from '../vector-files';

/** A commit while its files of vectors are written; nothing names them until the manifest does. */
interface VectorWriting {
  readonly files: FileStore;
  readonly generation: number;
  /** Names of the files written so far. */
  readonly written: string[];
}

/** More small files than this of one field and model are merged. */
export const MAX_SMALL = 32;
/** Bytes under which a file is small, and up to which small files are merged. */
const SMALL = 8_000_000;
const FULL = 32_000_000;

type VectorHead = Pick<VectorShard, 'field' | 'model' | 'dims'>;

/** Writes the files of a change and returns the shards of vectors after it. */
export async function nextVectors(
  before: readonly VectorShard[],
  change: TableChange,
  writing: VectorWriting,
): Promise<readonly VectorShard[]> {
  const { keepModels, vectors = [], removeDocuments = [], dropFiles = [] } = change;
  const removed = new Set(removeDocuments);
  const dropped = new Set(dropFiles);
  const write = shardWriter(writing);
  const next: VectorShard[] = [];
  for (const shard of before) {
    if (dropped.has(shard.file) || (keepModels && !keepModels.includes(shard.model))) continue;
    const changed = vectors.find((one) => isOf(one, shard));
    next.push(...(await withoutRemoved(shard, removed, changed, { ...writing, write })));
  }
  for (const { field, model, dims, append } of vectors) {
    if (!append || append.ids.length === 0) continue;
    next.push(...(await write({ field, model, dims }, { documents: [], ...append })));
  }
  return compactShards(next, vectors, { ...writing, write });
}

type ShardWriter = (head: VectorHead, rows: StoredVectors) => Promise<readonly VectorShard[]>;
type Writing = VectorWriting & { readonly write: ShardWriter };

const isOf = (one: Pick<VectorChange, 'field' | 'model'>, other: Pick<VectorShard, 'field' | 'model'>): boolean =>
  one.field === other.field && one.model === other.model;

/** The shard without the removed rows: unchanged, rewritten, or none. */
async function withoutRemoved(
  shard: VectorShard,
  removed: ReadonlySet<string>,
  change: VectorChange | undefined,
  { files, write }: Writing,
): Promise<readonly VectorShard[]> {
  const keep = change?.keep && new Set(change.keep);
  if (keep?.size === 0) return [];
  const touched = shard.documents?.some((id) => removed.has(id)) ?? false;
  if (!touched && !keep) return [shard];
  const rows = await readIfWhole(files, shard);
  if (!rows) return [];
  const stays = (id: string, at: number): boolean => (!keep || keep.has(id)) && !removed.has(rows.documents[at] ?? '');
  const left = rows.ids.flatMap((id, at) => (stays(id, at) ? [at] : []));
  return left.length === rows.ids.length ? [shard] : write(shard, pickRows(rows, left));
}

/** Merges small shards where that is asked for, or where there are too many of them. */
async function compactShards(
  shards: readonly VectorShard[],
  changes: readonly VectorChange[],
  writing: Writing,
): Promise<readonly VectorShard[]> {
  const next: VectorShard[] = [];
  for (const set of groupShards(shards)) {
    const small = set.filter(({ bytes }) => bytes < SMALL);
    const asked = changes.some((one) => one.compact === true && set.every((shard) => isOf(one, shard)));
    if (small.length <= (asked ? 1 : MAX_SMALL)) next.push(...set);
    else next.push(...set.filter(({ bytes }) => bytes >= SMALL), ...(await mergeShards(small, writing)));
  }
  return next;
}

async function mergeShards(small: readonly VectorShard[], { files, write }: Writing): Promise<readonly VectorShard[]> {
  const [head] = small;
  if (!head) return [];
  const merged: VectorShard[] = [];
  let gathered: StoredVectors[] = [];
  let bytes = 0;
  for (const shard of small) {
    if (bytes > 0 && bytes + shard.bytes > FULL) {
      merged.push(...(await write(head, joinRows(gathered))));
      [gathered, bytes] = [[], 0];
    }
    const rows = await readIfWhole(files, shard);
    if (!rows) continue;
    gathered.push(rows);
    bytes += shard.bytes;
  }
  return [...merged, ...(await write(head, joinRows(gathered)))];
}

/** The shards of each field and model. */
export function groupShards(shards: readonly VectorShard[]): readonly (readonly VectorShard[])[] {
  const sets = new Map<string, VectorShard[]>();
  for (const shard of shards) {
    const key = `${shard.field} ${shard.model}`;
    sets.set(key, [...(sets.get(key) ?? []), shard]);
  }
  return [...sets.values()];
}

/** Reads a shard's file. Throws StorageError when it is damaged. */
export async function readShard(files: FileStore, shard: VectorShard): Promise<StoredVectors> {
  return decodeVectors(shard, await files.read(pathOf(shard.file)));
}

/** The rows of a shard that is rewritten. A damaged one is dropped, since its vectors can be made again and must not block a commit. */
async function readIfWhole(files: FileStore, shard: VectorShard): Promise<StoredVectors | undefined> {
  try {
    return await readShard(files, shard);
  } catch (error) {
    if (hasTrait(error, 'damage')) return undefined;
    throw error;
  }
}

/** Writes rows as a file of its own; no rows, no file. */
function shardWriter({ files, generation, written }: VectorWriting): ShardWriter {
  let part = 0;
  return async ({ field, model, dims }, rows) => {
    if (rows.ids.length === 0) return [];
    const file = shardFile(field, generation, part++, VECTORS_ENDING);
    const bytes = encodeVectors(rows, { model, dims });
    written.push(file, codesFileOf(file));
    await files.write(pathOf(file), bytes);
    const about = { rows: rows.ids.length, bytes: bytes.length, sha256: await sha256Bytes(bytes), born: generation };
    const documents = rows.documents.length > 0 ? { documents: [...new Set(rows.documents)] } : {};
    const shard = { file, field, model, dims, ...about, ...documents };
    await writeCodes(files, shard, codeVectors(rows.vectors, dims));
    return [shard];
  };
}

/** All rows in order; of an id that is there twice, the later one. With codes where all parts have them. */
export function joinRows(parts: readonly StoredVectors[]): StoredVectors {
  const ids = parts.flatMap((part) => part.ids);
  const coded = parts.flatMap(({ codes }) => codes ?? []);
  const all = {
    ids,
    hashes: parts.flatMap((part) => part.hashes),
    documents: parts.flatMap((part) => part.documents),
    vectors: joinFloats(parts.map(({ vectors }) => vectors)),
    ...(coded.length === parts.length && coded.length > 0 && { codes: joinCodes(coded) }),
  };
  const last = new Map(ids.map((id, row) => [id, row]));
  if (last.size === ids.length) return all;
  const rows = ids.flatMap((id, row) => (last.get(id) === row ? [row] : []));
  return pickRows(all, rows);
}

/** Copies these rows only. */
function pickRows({ ids, hashes, documents, vectors, codes }: StoredVectors, rows: readonly number[]): StoredVectors {
  const of = (list: readonly string[]): string[] => (list.length === 0 ? [] : rows.map((row) => list[row] ?? ''));
  const dims = vectors.length / ids.length;
  return {
    ids: of(ids),
    hashes: of(hashes),
    documents: of(documents),
    vectors: pickNumbers(vectors, new Float32Array(rows.length * dims), rows),
    ...(codes && { codes: pickCodes(codes, rows) }),
  };
}

function joinCodes(parts: readonly Codes[]): Codes {
  return {
    facts: joinFloats(parts.map(({ facts }) => facts)),
    codes: new Int8Array(joinBytes(parts.map(({ codes }) => codes)).buffer),
  };
}

const joinFloats = (parts: readonly Float32Array[]): Float32Array => new Float32Array(joinBytes(parts).buffer);

function pickCodes({ facts, codes }: Codes, rows: readonly number[]): Codes {
  const padded = codes.length / (facts.length / FACTS);
  return {
    facts: pickNumbers(facts, new Float32Array(rows.length * FACTS), rows),
    codes: pickNumbers(codes, new Int8Array(rows.length * padded), rows),
  };
}

/** Copies rows of as many numbers as fill `to`. */
function pickNumbers<T extends Float32Array | Int8Array>(from: T, to: T, rows: readonly number[]): T {
  const size = rows.length === 0 ? 0 : to.length / rows.length;
  for (const [at, row] of rows.entries()) to.set(from.subarray(row * size, (row + 1) * size), at * size);
  return to;
}
