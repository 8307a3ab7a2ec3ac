import { hasTrait, StorageError } from '../../../core/errors';
import { message, type Message } from '../../../core/message';
import { isRecord } from '../../../core/shapes/read-fields';
import { type Codes, CODES_VERSION, codesBytes, codeVectors, FACTS } from '../../../core/vectors/codes';
import { sha256Bytes } from '../../browser-env';
import type { FileStore } from '../opfs/file-store';
import { codesFileOf, pathOf, type VectorShard } from './manifest/manifest';

/** The rows of one file of vectors; `documents` holds the owner of each row, or is empty. */
export interface StoredVectors {
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
  readonly documents: readonly string[];
  readonly vectors: Float32Array;
  readonly codes?: Codes;
}

/**
 * The bytes of a file of vectors: its body is little-endian 32-bit floats, row by row. Its head names the model too, so
 * that the file is known without a manifest.
 */
export function encodeVectors(
  { ids, hashes, documents, vectors }: StoredVectors,
  { model, dims }: Pick<VectorShard, 'model' | 'dims'>,
): Uint8Array<ArrayBuffer> {
  const owners = [...new Set(documents)];
  const place = new Map(owners.map((id, at) => [id, at]));
  const head = { model, dims, ids, hashes, owners, ownerOf: documents.map((id) => place.get(id) ?? 0) };
  return joinFile(head, [vectors]);
}

/**
 * Reads the description in a file of vectors; undefined where it is damaged, or of an earlier version, which named no
 * model.
 */
export async function vectorShardOf(
  { file, field, born }: Pick<VectorShard, 'file' | 'field' | 'born'>,
  bytes: Uint8Array,
): Promise<VectorShard | undefined> {
  const { head } = splitFile(bytes);
  const { model, dims, ids, owners } = isRecord(head) ? head : {};
  if (!isString(model) || !isNumber(dims) || dims <= 0 || !isList(ids, isString) || !isList(owners, isString))
    return undefined;
  const about = { rows: ids.length, bytes: bytes.length, sha256: await sha256Bytes(bytes), born };
  const shard = { file, field, model, dims, ...about, ...(owners.length > 0 && { documents: owners }) };
  try {
    await decodeVectors(shard, bytes);
    return shard;
  } catch (error) {
    if (hasTrait(error, 'damage')) return undefined;
    throw error;
  }
}

/** The rows of a shard's file, the vectors without a copy. Throws StorageError when its bytes have changed since they were written. */
export async function decodeVectors(shard: VectorShard, bytes: Uint8Array | undefined): Promise<StoredVectors> {
  if (!bytes) throw damaged(shard, message`it is missing`);
  if (bytes.length !== shard.bytes || (await sha256Bytes(bytes)) !== shard.sha256) {
    throw damaged(shard, message`its bytes have changed`);
  }
  const { head, body } = splitFile(bytes);
  const { ids, hashes, owners, ownerOf } = isRecord(head) ? head : {};
  if (!isList(ids, isString) || !isList(hashes, isString) || !isList(owners, isString) || !isList(ownerOf, isNumber)) {
    throw damaged(shard, message`its head`);
  }
  if (ids.length !== shard.rows || hashes.length !== shard.rows)
    throw damaged(shard, message`its number of rows differs`);
  if (body.length !== shard.rows * shard.dims * 4) throw damaged(shard, message`its number of vectors differs`);
  const vectors = new Float32Array(body.buffer, body.byteOffset, shard.rows * shard.dims);
  return { ids, hashes, documents: ownerOf.map((at) => owners[at] ?? ''), vectors };
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

/** Facts that codes must share with the file of vectors that they were made from. */
type CodedVectors = Pick<VectorShard, 'rows' | 'dims' | 'sha256'>;

/**
 * The bytes of a file of codes: its body is three little-endian 32-bit floats per row, then the codes. The head names the version and the
 * hashes of the vectors and of the body.
 */
export async function encodeCodes(of: CodedVectors, { facts, codes }: Codes): Promise<Uint8Array<ArrayBuffer>> {
  const body = joinBytes([facts, codes]);
  return joinFile({ version: CODES_VERSION, vectors: of.sha256, sha256: await sha256Bytes(body) }, [body]);
}

/** The codes of a file of vectors, without a copy; undefined unless they are whole, of this version and made from just these vectors. */
async function decodeCodes(of: CodedVectors, bytes: Uint8Array | undefined): Promise<Codes | undefined> {
  const { head, body } = splitFile(bytes ?? new Uint8Array());
  if (!isRecord(head) || head['version'] !== CODES_VERSION || head['vectors'] !== of.sha256) return undefined;
  if (body.length !== codesBytes(of.rows, of.dims) || (await sha256Bytes(body)) !== head['sha256']) return undefined;
  const facts = new Float32Array(body.buffer, body.byteOffset, of.rows * FACTS);
  const codes = new Int8Array(body.buffer, body.byteOffset + facts.byteLength, body.length - facts.byteLength);
  return { facts, codes };
}

/** A file of both kinds: four bytes with the length of the head, the head as JSON, spaces up to a multiple of four, then the body. */
function joinFile(head: object, body: readonly ArrayBufferView[]): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const padded = new Uint8Array(((4 + json.length + 3) & -4) - 4).fill(32);
  padded.set(json);
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, padded.length, true);
  return joinBytes([length, padded, ...body]);
}

/** The head is undefined where it cannot be read. The body is aligned, and copied only for that. */
function splitFile(bytes: Uint8Array): { readonly head: unknown; readonly body: Uint8Array } {
  const length = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const start = 4 + length;
  const body = (bytes.byteOffset + start) % 4 === 0 ? bytes.subarray(start) : bytes.slice(start);
  try {
    return { head: JSON.parse(new TextDecoder().decode(bytes.subarray(4, start))), body };
  } catch {
    return { head: undefined, body };
  }
}

/** The bytes of all parts, one after another. */
export function joinBytes(parts: readonly ArrayBufferView[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    joined.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return joined;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';

function isList<T>(value: unknown, check: (one: unknown) => one is T): value is T[] {
  return Array.isArray(value) && value.every(check);
}

function damaged({ file }: VectorShard, what: Message): StorageError {
  const words = message`The file ${file} of vectors is damaged: ${what}. Everything else can still be read, and the vectors can be made again.`;
  return new StorageError(words, { detail: file, traits: ['damage'] });
}
