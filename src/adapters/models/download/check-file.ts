import { md5 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ModelFile } from '../files/model-file';
import { whatDoesNotRead } from './check-content';
import { size } from './words';

const POINTER = 'version https://git-lfs.github.com/spec/';

/**
 * What is wrong with the bytes of a file, in words that go on from “it is not what it should be:”; undefined when nothing is. Throws the
 * signal's reason when aborted.
 */
export async function whatIsWrong(file: ModelFile, bytes: Blob, signal: AbortSignal): Promise<string | undefined> {
  if (bytes.size === 0) return 'it is empty';
  if (file.bytes !== undefined && bytes.size !== file.bytes) {
    if (await isPointer(bytes)) return 'it is only a pointer of Git LFS; run “git lfs pull” in that folder';
    return `it has ${exactly(bytes.size)} instead of ${exactly(file.bytes)}`;
  }
  if (await isPointer(bytes)) return 'it is only a pointer of Git LFS; run “git lfs pull” in that folder';
  if (file.md5 !== undefined && bytesToHex(await digestOf(md5, bytes, signal)) !== file.md5.toLowerCase())
    return 'its MD5 sum is another';
  if (file.integrity !== undefined && !(await matches(bytes, file.integrity, signal)))
    return 'its hash is another than the pinned one';
  return whatDoesNotRead(file, bytes);
}

const exactly = (bytes: number): string => `${size(bytes)} (${String(bytes)} bytes)`;

async function isPointer(bytes: Blob): Promise<boolean> {
  return bytes.size < 1024 && (await bytes.text()).startsWith(POINTER);
}

const CHUNK = 8 << 20;

/** In pieces: weights may be larger than what a worker's memory takes twice. */
async function digestOf(
  algorithm: typeof md5 | (typeof ALGORITHMS)[string],
  bytes: Blob,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const hash = algorithm.create();
  for (let at = 0; at < bytes.size; at += CHUNK) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await bytes.slice(at, at + CHUNK).arrayBuffer()));
  }
  return hash.digest();
}

const ALGORITHMS: Readonly<Record<string, typeof sha256 | typeof sha512>> = { sha256, sha384, sha512 };

/** Subresource Integrity: `sha256-` and the base64 of the digest. */
async function matches(bytes: Blob, integrity: string, signal: AbortSignal): Promise<boolean> {
  const [name = '', wanted] = integrity.split(/-(.*)/su);
  const algorithm = ALGORITHMS[name];
  if (algorithm === undefined) throw new Error(`Unknown hash in a pin: ${integrity}`);
  return btoa(String.fromCharCode(...(await digestOf(algorithm, bytes, signal)))) === wanted;
}
