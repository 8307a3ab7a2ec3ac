import { type Codes, CODES_VERSION, codesBytes, FACTS } from '../../core/vectors/codes';
import { sha256Bytes } from '../sha256';
import { isRecord } from './is-record';
import type { VectorShard } from './manifest';

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
export async function decodeCodes(coded: Coded, bytes: Uint8Array | undefined): Promise<Codes | undefined> {
  const { rows, dims } = coded;
  if (!bytes || bytes.length < 4) return undefined;
  const start = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (bytes.length !== start + codesBytes(rows, dims)) return undefined;
  const head = headOf(bytes.subarray(4, start));
  if (!isRecord(head) || head['version'] !== CODES_VERSION || head['vectors'] !== coded.sha256) return undefined;
  const body = (bytes.byteOffset + start) % 4 === 0 ? bytes.subarray(start) : bytes.slice(start);
  if ((await sha256Bytes(body)) !== head['sha256']) return undefined;
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

function headOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined; // damaged: the codes are made again
  }
}
