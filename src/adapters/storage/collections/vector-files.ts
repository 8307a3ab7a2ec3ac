import { StorageError } from '../../../core/errors';
import { type Codes, CODES_VERSION, codesBytes, FACTS, codeVectors } from '../../../core/vectors/codes';
import { sha256Bytes } from '../../browser-env';
import { isRecord } from '../../../core/shapes/read-fields';
import { type VectorShard, codesFileOf, pathOf } from './manifest';
import type { FileStore } from '../opfs/file-store';

/** The rows of one file of vectors; `documents` holds the owner of each row, or is empty. */
export interface StoredVectors {
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
  readonly documents: readonly string[];
  readonly vectors: Float32Array;
  readonly codes?: Codes;
}

/**
 * A file of vectors: four bytes with the length of the head, the head as JSON, spaces up to a multiple of four, then the vectors as
 * little-endian 32-bit floats, row by row.
 */
export function encodeVectors({ ids, hashes, documents, vectors }: StoredVectors): Uint8Array<ArrayBuffer> {
  const owners = [...new Set(documents)];
  const place = new Map(owners.map((id, at) => [id, at]));
  const head = { ids, hashes, owners, ownerOf: documents.map((id) => place.get(id) ?? 0) };
  const json = new TextEncoder().encode(JSON.stringify(head));
  const start = (4 + json.length + 3) & -4;
  const bytes = new Uint8Array(start + vectors.byteLength).fill(32, 0, start);
  new DataView(bytes.buffer).setUint32(0, start - 4, true);
  bytes.set(json, 4);
  bytes.set(new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength), start);
  return bytes;
}

/** The rows of a shard's file, the vectors without a copy. Throws StorageError when its bytes are not those that were written. */
export async function decodeVectors(shard: VectorShard, bytes: Uint8Array | undefined): Promise<StoredVectors> {
  if (!bytes) throw damaged(shard, 'it is missing');
  if (bytes.length !== shard.bytes || (await sha256Bytes(bytes)) !== shard.sha256) {
    throw damaged(shard, 'its bytes have changed');
  }
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = vectorsHead(shard, bytes.subarray(4, 4 + length));
  const body = bytes.byteOffset % 4 === 0 ? bytes.subarray(4 + length) : bytes.slice(4 + length);
  if (body.length !== shard.rows * shard.dims * 4) throw damaged(shard, 'its number of vectors differs');
  return { ...head, vectors: new Float32Array(body.buffer, body.byteOffset, shard.rows * shard.dims) };
}

function vectorsHead(shard: VectorShard, bytes: Uint8Array): Omit<StoredVectors, 'vectors'> {
  const head: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (!isRecord(head)) throw damaged(shard, 'its head');
  const { ids, hashes, owners, ownerOf } = head;
  if (!isList(ids, isString) || !isList(hashes, isString) || !isList(owners, isString) || !isList(ownerOf, isNumber)) {
    throw damaged(shard, 'its head');
  }
  if (ids.length !== shard.rows || hashes.length !== shard.rows) throw damaged(shard, 'its number of rows differs');
  return { ids, hashes, documents: ownerOf.map((at) => owners[at] ?? '') };
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';

function isList<T>(value: unknown, check: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.every(check);
}

function damaged({ file }: VectorShard, what: string): StorageError {
  const words = `The file ${file} of vectors is damaged: ${what}. Everything else can still be read, and the vectors can be made again.`;
  return new StorageError(words, { detail: file, traits: ['damage'] });
}

/** The file of vectors that codes were made from. */
type Coded = Pick<VectorShard, 'rows' | 'dims' | 'sha256'>;

/**
 * A file of codes: four bytes with the length of the head, the head as JSON, spaces up to a multiple of four, then three little-endian 32-bit
 * floats per row, then the codes. The head names the version, the hash of the vectors and that of everything behind the head.
 */
export async function encodeCodes({ sha256: vectors }: Coded, codes: Codes): Promise<Uint8Array<ArrayBuffer>> {
  const body = bodyOf(codes);
  const head = { version: CODES_VERSION, vectors, sha256: await sha256Bytes(body) };
  const json = new TextEncoder().encode(JSON.stringify(head));
  const start = (4 + json.length + 3) & -4;
  const bytes = new Uint8Array(start + body.length).fill(32, 0, start);
  new DataView(bytes.buffer).setUint32(0, start - 4, true);
  bytes.set(json, 4);
  bytes.set(body, start);
  return bytes;
}

/** The codes of a file of vectors, without a copy; undefined unless they are whole, of this version and made from just these vectors. */
async function decodeCodes(coded: Coded, bytes: Uint8Array | undefined): Promise<Codes | undefined> {
  const { rows, dims } = coded;
  if (!bytes || bytes.length < 4) return undefined;
  const start = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (bytes.length !== start + codesBytes(rows, dims)) return undefined;
  const head = codesHead(bytes.subarray(4, start));
  if (!isRecord(head) || head['version'] !== CODES_VERSION || head['vectors'] !== coded.sha256) return undefined;
  const body = (bytes.byteOffset + start) % 4 === 0 ? bytes.subarray(start) : bytes.slice(start);
  if ((await sha256Bytes(body)) !== head['browser-env']) return undefined;
  const facts = new Float32Array(body.buffer, body.byteOffset, rows * FACTS);
  return {
    facts,
    codes: new Int8Array(body.buffer, body.byteOffset + facts.byteLength, body.length - facts.byteLength),
  };
}

function bodyOf({ facts, codes }: Codes): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(facts.byteLength + codes.byteLength);
  body.set(new Uint8Array(facts.buffer, facts.byteOffset, facts.byteLength));
  body.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength), facts.byteLength);
  return body;
}

function codesHead(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined; // damaged: the codes are made again
  }
}

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
